"""What the pages show of battles."""
