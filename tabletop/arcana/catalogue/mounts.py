"""Which rows are riders with their beasts.

A printed row says so by the beast's own blows in its melee cell (`Horse: 1/2`), and so does a player's design: there
is nothing else to tell them by, and a field of its own would have to be kept equal to those names.
"""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import Row, Section

MOUNT_LINES = frozenset({"horse", "mount", "ram", "bear", "boar", "wolf", "beast", "scorpion"})


def is_mounted(row: Row) -> bool:
    """Whether the row is a rider and its beast; a vehicle's beasts draw it and carry nobody."""
    return row.section != Section.VEHICLES and any(line.name.lower() in MOUNT_LINES for line in row.melee)
