"""What is printed: lists, profiles, abilities, spells and stat lines."""
