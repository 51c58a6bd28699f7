"""Links to rosters, and seals by which a print is verified."""
