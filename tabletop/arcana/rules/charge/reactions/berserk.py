"""Berserk units: the enemy that they must run at, the chance to get there, and where they end with each roll."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.rules.charge.contact.following import After, aftermath
from tabletop.arcana.rules.charge.declaration.arcs import Sight, in_arc, open_view
from tabletop.arcana.rules.charge.planning.model_paths import ModelPaths
from tabletop.arcana.rules.charge.planning.solving import Charge, solve
from tabletop.arcana.rules.charge.reactions.harms import spared
from tabletop.arcana.rules.charge.reactions.running import quickest, run
from tabletop.arcana.rules.formation.legality import BERSERK

EXTRA = (1, 2, 3)


class Run(Struct, frozen=True):
    """What a roll of the extra d3 brings: a charge with all that follows, or how far it gets."""

    extra: int
    unit: PlacedUnit
    charge: Charge | None = None
    after: After = After()


class Frenzy(Struct, frozen=True, kw_only=True):
    """The nearest enemy seen and the inches to it; a run for each of the extra d3 inches, and the chance to charge."""

    unit: PlacedUnit
    target: PlacedUnit | None = None
    needed: float | None = None
    runs: tuple[Run, ...] = ()
    reason: Reason | None = None

    @property
    def charges(self) -> tuple[Run, ...]:
        return tuple(each for each in self.runs if each.charge)

    @property
    def chance(self) -> Fraction:
        return Fraction(len(self.charges), len(EXTRA))

    @property
    def likeliest(self) -> Run | None:
        """The least roll that gets there, or else the farthest run."""
        return next(iter((*self.charges, *self.runs[-1:])), None)


def frenzy(scene: PlacedTable, ref: str, *, sees: Sight = open_view) -> Frenzy:
    """What a berserk unit must do this turn; MalformedError for a ref that isn't on the table.

    Ground that may hurt it is gone around, and nobody is run at whom only that leads to (reading T92).
    """
    unit = scene.unit(ref)
    if cause := _freedom(scene, unit):
        return Frenzy(unit=unit, reason=because(cause, BERSERK))
    scene = spared(scene, unit)
    found = {foe.ref: way for foe in _targets(scene, unit, sees) if (way := _inches_to(scene, unit, foe)) is not None}
    if not found:
        return Frenzy(unit=unit, reason=because(Cause.NO_ENEMY_TO_RUN_AT, BERSERK))
    nearest = scene.unit(min(found, key=found.__getitem__))
    runs = tuple(_run(scene, unit, nearest, (extra, sees)) for extra in EXTRA)
    return Frenzy(unit=unit, target=nearest, needed=found[nearest.ref], runs=runs)


def _freedom(scene: PlacedTable, unit: PlacedUnit) -> Cause | None:
    """Why it doesn't run at anybody by itself; None for a berserk unit that must."""
    if unit.broken:
        return Cause.BERSERK_BUT_BROKEN
    if not unit.berserk:
        return Cause.NOT_BERSERK
    if scene.is_engaged(unit.ref):
        return Cause.BERSERK_FIGHTS_ON
    return None if isinstance(unit.formation, Skirmish) else Cause.BERSERK_IN_RANKS


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


def _inches_to(scene: PlacedTable, unit: PlacedUnit, foe: PlacedUnit) -> float | None:
    """The least that any model needs to get into contact, within reach or not; None where there is no way."""
    paths = ModelPaths(scene, unit, foe)
    ways = (way for model in range(unit.models) if (way := quickest(paths, model)))
    found = [solve(scene, unit.ref, foe.ref).needed, *map(paths.inches, ways)]
    return min((each for each in found if each is not None), default=None)


def _run(scene: PlacedTable, unit: PlacedUnit, foe: PlacedUnit, roll: tuple[int, Sight]) -> Run:
    extra, sees = roll
    faster = replace(unit, ground=unit.ground + extra, fly=None if unit.fly is None else unit.fly + extra)
    faster_scene = scene.with_unit(faster)
    charge = solve(faster_scene, unit.ref, foe.ref, sees=sees)
    if charge.possible:
        after = aftermath(faster_scene, charge)
        return Run(extra, _as_before(unit, after.unit or charge.unit), charge, after)
    budget = faster.ground if unit.altitude == "ground" else faster.fly or 0.0
    return Run(extra, _as_before(unit, run(scene, unit, foe, budget)))


def _as_before(unit: PlacedUnit, moved: PlacedUnit) -> PlacedUnit:
    """The place of one with the figures of the other."""
    return replace(unit, formation=moved.formation, altitude=moved.altitude)
