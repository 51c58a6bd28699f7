"""Pages of terrain."""
