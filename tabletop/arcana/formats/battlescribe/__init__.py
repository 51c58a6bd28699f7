"""Rosters as `.ros` and `.rosz` files."""
