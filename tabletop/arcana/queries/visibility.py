"""Lines of sight for whoever charges, flees or goes berserk: the exact answer, from where a unit would stand."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.rules.visibility import seen, sees, view_of


def in_sight(scene: PlacedTable, first: PlacedUnit, second: PlacedUnit, /) -> bool:
    """Whether any part of the first sees any part of the second, both standing as they are given here."""
    if not scene.pieces and scene.units.keys() <= {first.ref, second.ref}:
        return True  # nothing else is there to be in the way
    return sees(view_of(scene), first, second)


def all_in_sight(scene: PlacedTable, first: PlacedUnit, others: Sequence[PlacedUnit], /) -> Sequence[bool]:
    """Whether any part of the first sees any part of each of the others; little dearer for many than for one."""
    return seen(view_of(scene), first, others)
