"""Writing tables and battles."""
