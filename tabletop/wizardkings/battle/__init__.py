"""A game in play, for the log of battles: its map, facts and commands, what comes of both, and what a seat sees."""
