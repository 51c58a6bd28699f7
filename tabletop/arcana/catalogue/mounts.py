"""Which rows are riders with their beasts."""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import Row

MOUNT_LINES = {"horse", "mount", "ram", "bear", "boar", "wolf", "beast", "scorpion"}


def is_mounted(row: Row) -> bool:
    """Whether the row is a rider and its beast: the beast strikes by its own name."""
    return any(line.name.lower() in MOUNT_LINES for line in row.melee) and row.section != "vehicles"
