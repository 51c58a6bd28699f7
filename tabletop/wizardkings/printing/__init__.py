"""What the game prints: start forces, the recruitment table, the turn record with the moon, the card of a turn."""
