"""Terrain: the guide to charts and effects, and tables rolled from a seed."""
