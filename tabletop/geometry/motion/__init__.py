"""Shapes in motion: what a slide or a turn meets, ways around obstacles, and places that are free."""
