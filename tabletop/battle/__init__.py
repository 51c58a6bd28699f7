"""Battles of any turn-based game: a log of facts that only grows, commands, undo, seats, dice, and sealed choices."""
