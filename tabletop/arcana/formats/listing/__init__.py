"""Rosters as the lists that people write: text and Markdown, written and read."""
