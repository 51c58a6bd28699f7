"""Boards that games are played on: hexes, squares with walls, areas; and what may be asked of them."""
