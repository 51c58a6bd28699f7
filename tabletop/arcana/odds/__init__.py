"""What comes of a moment of a battle: its exact odds, or the same played once."""
