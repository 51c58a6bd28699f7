"""Pages of catalogue."""
