"""Wizard Kings with the recruitment variant: players on hexes, with blocks of up to four steps."""
