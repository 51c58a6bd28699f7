"""Berserk units: the enemy that they must run at, the chance to get there, and where they end with each roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import LARGEST_SIDE, Altitude, Skirmish
from tabletop.arcana.rules.charge.contact.aftermath import After, aftermath
from tabletop.arcana.rules.charge.declaration.arcs import Sight, in_arc, open_view
from tabletop.arcana.rules.charge.declaration.nearest import with_harm_closed
from tabletop.arcana.rules.charge.planning.model_paths import ModelPaths
from tabletop.arcana.rules.charge.planning.solving import Charge, solve
from tabletop.arcana.rules.formation.legality import BERSERK
from tabletop.arcana.rules.movement.making_way import aside, stood_upon
from tabletop.geometry.motion.shortest_paths import Path
from tabletop.geometry.motion.sweeps import Drift, overlap_spans
from tabletop.geometry.primitives.polygons import Polygon, overlapping
from tabletop.geometry.primitives.tolerances import CONTACT, ROUNDING
from tabletop.geometry.primitives.vectors import Point, minus, plus, times

EXTRA = (1, 2, 3)
SHORT = 10 * CONTACT  # inches by which a run that is no charge stops before contact


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
        return tuple(run for run in self.runs if run.charge)

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
    scene = with_harm_closed(scene, unit)
    inches_to = {
        foe.ref: way for foe in _targets(scene, unit, sees) if (way := _inches_to(scene, unit, foe)) is not None
    }
    if not inches_to:
        return Frenzy(unit=unit, reason=because(Cause.NO_ENEMY_TO_RUN_AT, BERSERK))
    nearest = scene.unit(min(inches_to, key=inches_to.__getitem__))
    runs = tuple(_run(scene, unit, nearest, extra, sees) for extra in EXTRA)
    return Frenzy(unit=unit, target=nearest, needed=inches_to[nearest.ref], runs=runs)


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
        and (other.altitude != Altitude.HIGH or unit.fly)
        and in_arc(unit, other.blocks)
        and sees(scene, unit, other)
    ]
    return [other for other in enemies if not scene.is_engaged(other.ref)] or enemies


def _inches_to(scene: PlacedTable, unit: PlacedUnit, foe: PlacedUnit) -> float | None:
    """The least that any model needs to get into contact, within reach or not; None where there is no way."""
    paths = ModelPaths(scene, unit, foe)
    ways = (way for model in range(unit.models) if (way := quickest(paths, model)))
    lengths = [solve(scene, unit.ref, foe.ref).needed, *map(paths.inches, ways)]
    return min((inches for inches in lengths if inches is not None), default=None)


def _run(scene: PlacedTable, unit: PlacedUnit, foe: PlacedUnit, extra: int, sees: Sight) -> Run:
    """What a roll of so many extra inches brings."""
    faster = replace(unit, ground=unit.ground + extra, fly=None if unit.fly is None else unit.fly + extra)
    faster_scene = scene.with_unit(faster)
    charge, after = solve(faster_scene, unit.ref, foe.ref, sees=sees), After()
    if charge.possible:
        after = aftermath(faster_scene, charge)
        ends = after.unit or charge.unit
    else:
        ends = run(scene, unit, foe, faster.ground if unit.altitude == Altitude.GROUND else faster.fly or 0.0)
    moved = replace(unit, formation=ends.formation, altitude=ends.altitude)
    return Run(extra, moved, charge if charge.possible else None, after)


def quickest(paths: ModelPaths, model: int) -> Path | None:
    """A model's cheapest way to the target: the shortest, or the shortest around slow ground; None for none at all."""
    start = paths.unit.centres[model]
    approaches = [paths.approach(start, LARGEST_SIDE, dry=dry) for dry in ((False, True) if paths.slow else (False,))]
    return min(filter(None, approaches), key=paths.inches, default=None)


def run(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, budget: float) -> PlacedUnit:
    """All models of a loose unit so many inches towards an enemy, short of contact and on nobody (reading T79).

    Every model goes by its quickest path, as far as its inches take it.
    """
    loose, paths = unit.formation, ModelPaths(scene, unit, target)
    assert isinstance(loose, Skirmish)
    ways = {model: way for model in range(unit.models) if (way := quickest(paths, model))}
    places = list(loose.positions)
    taken = [block for other in scene.others(unit) for block in other.blocks]
    for model in sorted(ways, key=lambda model: paths.inches(ways[model])):
        whole = paths.inches(ways[model])
        walked = _walked(paths, ways[model], min(budget, max(whole - SHORT, 0.0)))
        places[model] = _free_end(paths, walked, taken)
        taken.append(paths.base(places[model]))
    moved = unit.standing(Skirmish(positions=tuple(places), facing=loose.facing))
    # Those who couldn't leave and on whom comrades ended make room.
    under = {second for first, second in overlapping(moved.bases, moved.bases) if first < second}
    return aside(scene, moved, sorted(under | set(stood_upon(scene, moved)))) if under else moved


def _walked(paths: ModelPaths, way: Path, budget: float) -> Path:
    """The part of a way that so many inches pay for."""
    walked: list[Point] = [way[0]]
    for leg in pairwise(way):
        end = paths.after(leg, budget)
        budget -= paths.inches((leg[0], end))
        walked.append(end)
        if end != leg[1]:
            break
    return tuple(walked)


def _free_end(paths: ModelPaths, way: Path, taken: Sequence[Polygon]) -> Point:
    """The last point of a way on which nobody stands."""
    for start, end in reversed(list(pairwise(way))):
        vector = minus(end, start)
        over = overlap_spans([Drift(paths.base(start), vector)], taken)
        if not over or over[-1][1] < 1 - ROUNDING:
            return end
        if over[-1][0] > ROUNDING:
            return plus(start, times(vector, over[-1][0]))
    return way[0]
