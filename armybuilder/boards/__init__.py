"""Boards of hexes and of squares: drawn, painted, opened and saved as files; nothing of them is kept."""
