"""What a fleeing unit shuns: directions through enemies, or nearer to those it sees, and who may charge it.

A direction leads through an enemy if any base of the unit would meet any of the enemy's. The places of a base's middle
at which it would is one convex polygon (the difference of the two shapes), and the directions towards that within reach
are one range a pair of bases (reading T66). Nearer leads the half of all directions around the line between the nearest
bases, or around the normal of the edge at which they touch (reading T67).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, apart
from tabletop.arcana.battlefield.scene import between as nearest_bases
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.rules.charge.declaration.arcs import Sights
from tabletop.geometry.distance.bearings import Range, directions_towards, range_about
from tabletop.geometry.distance.distances import gap
from tabletop.geometry.motion.shortest_paths import blocked_centres
from tabletop.geometry.motion.sweeps import Motion, merge_spans, overlap_spans
from tabletop.geometry.primitives.polygons import Polygon, box, box_distance, centroid, edge_depths
from tabletop.geometry.primitives.tolerances import CONTACT
from tabletop.geometry.primitives.vectors import direction, distance, minus, times

MIDDLES_APART = 6  # decimals of inches


class Closing(StrEnum):
    """Why an enemy closes directions of flight: the way would lead through it, or nearer to it."""

    THROUGH = "through"
    NEARER = "nearer"


class Shunned(Struct, frozen=True):
    """Directions that an enemy closes: through it, through a friend that fights it, or nearer to it."""

    ref: str
    why: Closing
    ranges: tuple[Range, ...]


def foes_of(scene: PlacedTable, unit: PlacedUnit) -> list[PlacedUnit]:
    """Enemies that aren't broken themselves: broken ones frighten nobody (ruling T84)."""
    return [other for other in scene.others(unit) if other.side != unit.side and not other.broken]


def barriers(scene: PlacedTable, unit: PlacedUnit) -> dict[str, tuple[str, ...]]:
    """Who isn't run through, and the enemies that would strike: themselves, or those that a friend is fighting.

    Whoever flees on the wing passes over all, and others under those high up.
    """
    if unit.altitude != Altitude.GROUND:
        return {}
    foes = {foe.ref for foe in foes_of(scene, unit) if foe.altitude != Altitude.HIGH}
    friends = (other.ref for other in scene.others(unit) if other.side == unit.side)
    fights = {ref: tuple(foe for foe in _opponents(scene, ref) if foe in foes) for ref in friends}
    return {foe: (foe,) for foe in scene.units if foe in foes} | {ref: held for ref, held in fights.items() if held}


def _opponents(scene: PlacedTable, ref: str) -> Iterator[str]:
    return (other for engagement in scene.engagements(ref) for other in engagement.units if other != ref)


def through(scene: PlacedTable, unit: PlacedUnit, reach: float) -> Iterator[Shunned]:
    """The first priority, for every base of the unit (reading T66)."""
    for ref in barriers(scene, unit):
        other = scene.unit(ref)
        if box_distance(unit.box, other.box) > reach + CONTACT or apart(unit, other) > reach:
            continue
        ranges = [
            part
            for base in unit.bases
            for block in other.blocks
            if box_distance(box(base), box(block)) <= reach + CONTACT
            for part in directions_towards(centroid(base), blocked_centres(block, base, centroid(base)), reach)
        ]
        if ranges:
            yield Shunned(ref, Closing.THROUGH, merge_spans(ranges))


def run_through(scene: PlacedTable, unit: PlacedUnit, motion: Motion) -> tuple[str, ...]:
    """The enemies that strike at a unit on its way as if they had caught it, each once."""
    met = (who for ref, who in barriers(scene, unit).items() if overlap_spans(motion, scene.unit(ref).blocks))
    return tuple(dict.fromkeys(foe for who in met for foe in who))


def nearer(scene: PlacedTable, unit: PlacedUnit, foes: Sequence[PlacedUnit], sees: Sights) -> Iterator[Shunned]:
    """The second priority: the half of all directions that bring the nearest bases nearer (reading T67)."""
    for foe, is_seen in zip(foes, sees(scene, unit, foes), strict=True):
        if is_seen:
            yield Shunned(foe.ref, Closing.NEARER, range_about(bearing_of(unit, foe), 90))


def bearing_of(unit: PlacedUnit, foe: PlacedUnit) -> float:
    """The direction from a unit to an enemy, in degrees clockwise from up.

    Between their nearest bases; squarely to the edge at which they touch where they do, of several the two whose
    middles are nearest (ruling T67).
    """
    pair = nearest_bases(unit, foe)
    if pair.gap.inches > CONTACT:
        return direction(minus(pair.gap.end, pair.gap.start))
    base, other = min(_touching(unit, foe), key=lambda both: round(distance(*map(centroid, both)), MIDDLES_APART))
    outwards = edge_depths(base, other)
    outwards += [(depth, times(normal, -1)) for depth, normal in edge_depths(other, base)]
    least = min(depth for depth, _ in outwards) + CONTACT
    squarely = [normal for depth, normal in outwards if depth <= least]  # at a corner the edges of both
    return direction((sum(x for x, _ in squarely), sum(y for _, y in squarely)))


def _touching(unit: PlacedUnit, foe: PlacedUnit) -> Iterator[tuple[Polygon, Polygon]]:
    near = [base for base in unit.bases if box_distance(box(base), foe.box) <= CONTACT]
    for base in near:
        for other in foe.bases:
            if box_distance(box(base), box(other)) <= CONTACT and gap(base, other).inches <= CONTACT:
                yield base, other


def charge_range(foe: PlacedUnit) -> float:
    """The inches within which an enemy could charge: its whole move, by the faster way (ruling T86)."""
    return float(max(foe.ground, foe.fly or 0.0))
