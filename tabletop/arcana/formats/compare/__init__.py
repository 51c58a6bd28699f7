"""Two rosters beside each other: which units belong together and what differs."""
