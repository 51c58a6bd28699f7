"""The game to look up at a table: chapters of play in our words, rulings, and what the search finds."""
