"""A game in play, for the log of battles: its facts, its commands, and what comes of both."""
