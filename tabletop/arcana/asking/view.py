"""Lines of sight for whoever charges, flees or goes berserk: the exact answer, from where a unit would stand."""

from __future__ import annotations

from tabletop.arcana.sight import sees, view_of
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit


def in_sight(scene: PlacedTable, first: PlacedUnit, second: PlacedUnit, /) -> bool:
    """Whether any part of the first sees any part of the second, both standing as they are given here."""
    return sees(view_of(scene), first, second)
