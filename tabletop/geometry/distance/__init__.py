"""How far apart shapes are, in which direction one lies from another, and where they touch."""
