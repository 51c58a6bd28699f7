"""Battles in a line: fronts, ranks and distances as numbers, no table; many battles of the same armies side by side."""
