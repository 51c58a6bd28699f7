"""Loose units that run at an enemy out of reach: every model by its quickest way, as far as its inches take it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import LARGEST_SIDE, Skirmish
from tabletop.arcana.rules.charge.planning.model_paths import ModelPaths
from tabletop.arcana.rules.movement.making_way import aside, stood_upon
from tabletop.geometry.motion.shortest_paths import Path
from tabletop.geometry.motion.sweeps import Drift, overlap_spans
from tabletop.geometry.primitives.polygons import Polygon, overlapping
from tabletop.geometry.primitives.tolerances import CONTACT, ROUNDING
from tabletop.geometry.primitives.vectors import Point, minus, plus, times

SHORT = 10 * CONTACT  # inches by which a run that is no charge stops before contact


def quickest(paths: ModelPaths, model: int) -> Path | None:
    """A model's cheapest way to the target: the shortest, or the shortest around slow ground; None for none at all."""
    start = paths.unit.centres[model]
    found = [paths.approach(start, LARGEST_SIDE, dry=dry) for dry in ((False, True) if paths.slow else (False,))]
    return min(filter(None, found), key=paths.inches, default=None)


def run(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, budget: float) -> PlacedUnit:
    """All models of a loose unit so many inches towards an enemy, short of contact and on nobody (reading T79)."""
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
    return _apart(scene, moved)


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


def _apart(scene: PlacedTable, unit: PlacedUnit) -> PlacedUnit:
    """Those who couldn't leave and on whom comrades ended make room."""
    under = {second for first, second in overlapping(unit.bases, unit.bases) if first < second}
    return aside(scene, unit, sorted(under | set(stood_upon(scene, unit)))) if under else unit
