"""The odds of a moment of a battle: asked by programs, and on a page."""
