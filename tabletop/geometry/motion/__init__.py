"""Shapes in motion: what a slide or a turn meets and when, ways around obstacles, and where there is room."""
