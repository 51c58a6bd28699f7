"""Overruns: who is strong enough to run an enemy over and move on, and how many models of each side strike."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.book import BOOK
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.primitives.tolerances import CONTACT

OVERRUNS = BOOK.section("Overruns")
BROKEN = because(Cause.BROKEN_UNITS_DO_NOTHING_ELSE, BOOK.section("Fleeing Units Phase"))
TIMES_AS_STRONG = 3
# What a model's wounds count for, and how many attack it; base 6 counts as 4 and 15 as 9 (ruling T13).
WEIGHTS: dict[float, int] = {4: 2, 6: 2, 9: 3, 15: 3}
ATTACKERS: dict[float, int] = {4: 4, 6: 4, 9: 6, 15: 6}
USUAL_ATTACKERS = 2


class Overrun(Struct, frozen=True):
    """Weighed wounds of both; the models that strike in the overrun unit, and those that may strike back at them."""

    possible: bool
    own: int = field(name="wounds")
    theirs: int = field(name="against")
    defenders: int
    attackers: int
    reason: Reason | None


def weighed(unit: PlacedUnit) -> int:
    """The wounds that a unit has left, doubled on base 4 and tripled on base 9."""
    return (unit.models * unit.wounds - unit.wounds_lost) * WEIGHTS.get(unit.base, 1)


def overrun(scene: PlacedTable, ref: str, targets: Iterable[str]) -> Overrun:
    """One unit over others: each alone on the way, or all that it is engaged with together.

    MalformedError for a ref that isn't on the table.
    """
    unit = scene.unit(ref)
    foes = [scene.unit(target) for target in targets]
    own, theirs = weighed(unit), sum(map(weighed, foes))
    striking = {foe.ref: _free_to_strike(scene, foe, ref) for foe in foes}
    attackers = sum(striking[foe.ref] * ATTACKERS.get(foe.base, USUAL_ATTACKERS) for foe in foes)
    reason = _reason(scene, unit, foes)
    return Overrun(reason is None, own, theirs, sum(striking.values()), min(attackers, unit.models), reason)


def _free_to_strike(scene: PlacedTable, foe: PlacedUnit, ref: str) -> int:
    """How many of its models touch nobody of another unit that it fights; of broken ones, how many would strike."""
    others = {other for engagement in scene.engagements(foe.ref) for other in engagement.units} - {foe.ref, ref}
    bases = [base for other in others for base in scene.unit(other).blocks]
    return sum(not are_within([base], bases, CONTACT) for base in foe.bases)


def _reason(scene: PlacedTable, unit: PlacedUnit, foes: list[PlacedUnit]) -> Reason | None:
    own, theirs = weighed(unit), sum(map(weighed, foes))
    held = {ref for engagement in scene.engagements(unit.ref) for ref in engagement.units} - {unit.ref}
    left_out = held - {foe.ref for foe in foes}
    if reason := _out_of_reach(unit, foes):
        return reason
    if left_out:
        return because(Cause.OVERRUNS_ALL_TOGETHER, OVERRUNS, ref=min(left_out), foes=tuple(sorted(left_out)))
    if own < TIMES_AS_STRONG * theirs:
        enough = TIMES_AS_STRONG * theirs
        return because(Cause.TOO_WEAK_TO_OVERRUN, OVERRUNS, ref=foes[0].ref, own=own, theirs=theirs, needed=enough)
    return None


def _out_of_reach(unit: PlacedUnit, foes: list[PlacedUnit]) -> Reason | None:
    """Why it overruns none of them, however strong it is."""
    if unit.broken:
        return BROKEN
    if any(foe.side == unit.side for foe in foes):
        return because(Cause.OVERRUNS_A_FRIEND, OVERRUNS)
    if any(foe.altitude == Altitude.HIGH for foe in foes) and unit.fly is None:
        return because(Cause.OVERRUNS_HIGH_FLYERS, OVERRUNS)
    if unit.altitude != Altitude.GROUND and any(foe.altitude == Altitude.GROUND for foe in foes):
        return because(Cause.FLYER_OVERRUNS_THE_GROUND, OVERRUNS)
    return None
