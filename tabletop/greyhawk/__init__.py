"""Greyhawk Wars: kingdoms on a map of areas, armies and fleets, heroes, cards, and battles on ten-sided dice."""
