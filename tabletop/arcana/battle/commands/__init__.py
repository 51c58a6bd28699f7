"""What players may command in a battle, by phase."""
