"""Pages of looking up."""
