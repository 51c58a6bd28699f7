"""How far apart shapes are, and in which directions one lies from another."""
