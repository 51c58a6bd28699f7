"""After contact: a block lines its front up with the side that it charged, and what its last wheel meets."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tabletop.arcana.book import BOOK
from tabletop.arcana.charge.zones import TURNED, Zones, zones_of
from tabletop.arcana.movement.blocking import Obstacle, first_collision, obstacles
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit, between
from tabletop.arcana.table.reasons import Reason
from tabletop.arcana.table.values import RankAndFile, Side
from tabletop.geometry.distances import are_within
from tabletop.geometry.polygons import Polygon
from tabletop.geometry.reaching import seen_from
from tabletop.geometry.sweeps import Swing
from tabletop.geometry.tolerances import CONTACT, GRAZE
from tabletop.geometry.vectors import Point, ahead, difference, distance, dot, middle, minus, normal

ENGAGEMENT = BOOK.section("Rank a File charging Rank and File")


class Lined(Struct, frozen=True):
    """A block flush with a side: how far it turned for it, clockwise, and what stopped that turn; models in contact."""

    unit: PlacedUnit
    turn: float
    met: Reason | None
    own: int
    theirs: int


def line_up(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, side: Side) -> Lined | None:
    """The free wheel of a block in contact; None where either isn't in rank and file."""
    zones, block = zones_of(target), unit.formation
    if zones is None or not isinstance(block, RankAndFile):
        return None
    gap = between(unit, target).gap
    contact = middle(gap.start, gap.end)
    flush = _flush(unit, block, zones, (side, contact))
    turn = difference(block.facing, flush.formation.facing)
    met = _met(scene, unit, target, (contact, turn))
    own, theirs = in_contact(flush, target)
    return Lined(flush, turn, met, own, theirs)


def _flush(unit: PlacedUnit, block: RankAndFile, zones: Zones, at: tuple[Side, Point]) -> PlacedUnit:
    """The point of contact stays where it is along the side and along the front, as far as both have it."""
    side, contact = at
    left, right = zones.edge(side)
    wide, long = block.files * unit.size[0], distance(left, right)
    along = _clamped(_share(left, right, contact), long)
    across = _clamped(seen_from(contact, block.corner, block.facing)[0], wide)
    facing = normal(zones.facing + TURNED[side] + 180)
    corner = ahead(left, facing + 90, _closed_up(along - across, wide, long))
    return unit.standing(RankAndFile(files=block.files, corner=corner, facing=facing))


def _closed_up(start: float, wide: float, long: float) -> float:
    """Where a front begins along a side; one that only touches a corner moves on until all fight that can (T62)."""
    if start + wide > GRAZE and start < long - GRAZE:
        return start
    return _clamped(start, long - wide) if long > wide else min(max(start, long - wide), 0.0)


def _share(left: Point, right: Point, point: Point) -> float:
    """How far along an edge a point is, in inches from its left end."""
    long = distance(left, right)
    return dot(minus(point, left), minus(right, left)) / long


def _clamped(value: float, most: float) -> float:
    return min(max(value, 0.0), most)


def _met(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, turning: tuple[Point, float]) -> Reason | None:
    """What the turn about the point of contact meets first, the target itself left out."""
    contact, turn = turning
    if abs(turn) <= CONTACT:
        return None
    around: Sequence[Obstacle] = [each for each in obstacles(scene, unit, flying=False) if each.ref != target.ref]
    hit = first_collision([Swing(shape, contact, turn) for shape in unit.blocks], around)
    return hit.obstacle.reason(hit.contact.where) if hit else None


def in_contact(first: PlacedUnit, second: PlacedUnit) -> tuple[int, int]:
    """How many bases of each touch any of the other's, corners too."""
    return _touching(first.bases, second.blocks), _touching(second.bases, first.blocks)


def _touching(bases: Sequence[Polygon], shapes: Sequence[Polygon]) -> int:
    return sum(are_within([base], shapes, CONTACT) for base in bases)
