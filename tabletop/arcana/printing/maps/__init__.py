"""Tables from above on paper: the terrain, and the units on it."""
