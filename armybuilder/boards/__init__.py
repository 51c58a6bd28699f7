"""Boards of hexes: drawn, painted, opened and saved as files; nothing of them is kept."""
