"""What can happen in a battle, by phase: each fact with what it changes and its sentence."""
