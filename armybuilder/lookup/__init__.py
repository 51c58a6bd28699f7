"""The site's search, and the reference of the game."""
