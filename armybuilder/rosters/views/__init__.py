"""Pages of rosters."""
