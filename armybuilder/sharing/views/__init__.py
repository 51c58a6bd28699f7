"""Pages of sharing."""
