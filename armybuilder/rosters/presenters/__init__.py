"""What the pages show of rosters."""
