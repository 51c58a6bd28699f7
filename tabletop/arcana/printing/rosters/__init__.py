"""Rosters on paper: the full sheet, the one-page and organiser's sheets, and sheets to tick during a game."""
