"""Pages of collections."""
