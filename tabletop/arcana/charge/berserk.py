"""Berserk units: the enemy that they must run at, and the chance that their extra d3 inches get them there."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.book import BOOK
from tabletop.arcana.charge.seeing import Sight, in_arc, open_view
from tabletop.arcana.charge.solving import Charge, solve
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.arcana.table.reasons import Reason
from tabletop.geometry.tolerances import RANGE

BERSERK = BOOK.section("Berserk Movement")
EXTRA = (1, 2, 3)


class Frenzy(Struct, frozen=True):
    """The charge at the nearest enemy seen, the extra inches that it needs at least, and the chance of them."""

    charge: Charge | None
    extra: int | None
    chance: Fraction
    reason: Reason | None = None


def frenzy(scene: PlacedTable, ref: str, *, sees: Sight = open_view) -> Frenzy:
    """What a berserk unit must do this turn; MalformedError for a ref that isn't on the table."""
    unit = scene.unit(ref)
    if not unit.berserk:
        return _free("it isn't berserk")
    if scene.is_engaged(ref):
        return _free("it is engaged and fights on")
    charges = [solve(scene, ref, foe.ref, sees=sees) for foe in _targets(scene, unit, sees)]
    found = [each for each in charges if each.needed is not None]
    if not found:
        return _free("it sees no enemy that it can get to, and moves as others do")
    nearest = min(found, key=lambda each: each.needed or 0.0)
    reaching = [extra for extra in EXTRA if (nearest.needed or 0.0) <= nearest.allowance + extra + RANGE]
    return Frenzy(nearest, min(reaching, default=None), Fraction(len(reaching), len(EXTRA)))


def _free(text: str) -> Frenzy:
    return Frenzy(None, None, Fraction(0), Reason(text=text, citation=BERSERK))


def _targets(scene: PlacedTable, unit: PlacedUnit, sees: Sight) -> list[PlacedUnit]:
    """Enemies seen, engaged ones left out while there are others, and those that it can't get up to."""
    enemies = [
        other
        for other in scene.others(unit)
        if other.side != unit.side
        and (other.altitude != "high" or unit.fly)
        and in_arc(unit, other.blocks)
        and sees(scene, unit, other)
    ]
    return [other for other in enemies if not scene.is_engaged(other.ref)] or enemies
