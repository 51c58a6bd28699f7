"""How a column snakes: its ranks follow the line that the middle of its front has walked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from tabletop.arcana.battlefield.footprints import (
    first_place,
    front_middle,
    lattice_of,
    point_on_trail,
    ranks_of,
    trail_of,
)
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Column
from tabletop.geometry.motion.sweeps import Drift, Motion, Piece
from tabletop.geometry.primitives.lattice import Lattice
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import Point, ahead, cross, direction, distance, length, minus, turn_between


def walked(unit: PlacedUnit, column: Column, corner: Point, facing: float) -> Column:
    """The column with its front somewhere else and the way there added to its trail."""
    needed = len(ranks_of(column.files, unit.models)) * unit.size[1]
    old = front_middle(column, unit.size)
    moved = Column(files=column.files, corner=corner, facing=facing)
    points = (old, *(column.trail or (ahead(old, column.facing + 180, needed),)))
    trail = _trimmed(_without_straights((front_middle(moved, unit.size), *points)), needed)
    return moved if _is_straight(trail, facing) else replace(moved, trail=trail[1:])


def _without_straights(points: Sequence[Point]) -> list[Point]:
    """A line without the points that it passes straight, or twice."""
    kept = [points[0]]
    for point, following in pairwise((*points[1:], points[-1])):
        way, on = minus(point, kept[-1]), minus(following, point)
        if length(way) > ROUNDING and (length(on) <= ROUNDING or abs(cross(way, on)) > ROUNDING):
            kept.append(point)
    return kept


def _trimmed(points: Sequence[Point], needed: float) -> tuple[Point, ...]:
    """The points up to the first that is as far back as the last rank reaches."""
    kept, rest = [points[0]], needed
    for start, end in pairwise(points):
        if rest <= ROUNDING:
            break
        kept.append(end)
        rest -= distance(start, end)
    return tuple(kept)


def _is_straight(trail: Sequence[Point], facing: float) -> bool:
    return len(trail) < 2 or (
        len(trail) == 2 and abs(turn_between(direction(minus(trail[0], trail[1])), facing)) <= ROUNDING
    )


def column_motion(unit: PlacedUnit, column: Column, head: Piece, front: Point) -> Motion:
    """The head's own motion, and every rank behind it along the trail until the front's middle is where it ends."""
    return (head, *_followers(unit, column, front))


def head_of(unit: PlacedUnit, column: Column) -> Polygon:
    return lattice_of(column, unit.size).block((0, column.files), (0, 1))


def _followers(unit: PlacedUnit, column: Column, front: Point) -> Iterator[Drift]:
    trail = (front, *trail_of(column, unit.size))
    step = distance(trail[0], trail[1])
    for row, count in enumerate(ranks_of(column.files, unit.models)):
        if row and step:
            yield from _follower(_Rank(unit, column, count), trail, near=row * unit.size[1], step=step)


class _Rank:
    """A rank that follows: its shape wherever the middle of its front is."""

    def __init__(self, unit: PlacedUnit, column: Column, count: int) -> None:
        self.size, self.files = unit.size, column.files
        self.places = first_place(column.files, count), first_place(column.files, count) + count

    def at(self, middle: Point, facing: float) -> Polygon:
        left = ahead(middle, facing - 90, self.files * self.size[0] / 2)
        return Lattice(left, facing, *self.size).block(self.places, (0, 1))


def _follower(rank: _Rank, trail: Sequence[Point], *, near: float, step: float) -> Iterator[Drift]:
    """Straight pieces from bend to bend, the farthest back first."""
    far = near + step
    for start, end in pairwise(sorted({near, far, *_bends(trail, near, far)}, reverse=True)):
        middle, facing = point_on_trail(tuple(trail), (start + end) / 2)
        shape = rank.at(ahead(middle, facing, (end - start) / 2), facing)
        way = minus(ahead(middle, facing, start - end), middle)
        yield Drift(shape, way, (far - start) / step, (far - end) / step)


def _bends(trail: Sequence[Point], near: float, far: float) -> Iterator[float]:
    """How far back the trail bends between two distances."""
    behind = 0.0
    for start, end in pairwise(trail):
        behind += distance(start, end)
        if near < behind < far:
            yield behind
