"""Rosters as files: opened, exported, compared and checked by the dozen."""
