"""Armies of Arcana, fifth edition."""
