"""Boards that games are played on: hexes, and what may be asked of them."""
