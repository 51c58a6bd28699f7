"""The game on paper: countries, armies, counters, the battle, the year, the map."""
