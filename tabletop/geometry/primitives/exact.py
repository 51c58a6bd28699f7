"""Polygons on a grid of whole numbers: no rounding anywhere, so that every machine draws and decides the same."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import cast

from tabletop.geometry.primitives import polygons

Grid = tuple[int, int]
Ring = tuple[Grid, ...]
Box = tuple[int, int, int, int]

# A full turn has 24 headings; the cosines of the first quarter in ten-thousandths.
TURNS = 24
UNIT = 10_000
QUARTER = (10_000, 9_659, 8_660, 7_071, 5_000, 2_588)
COSINES = (*QUARTER, 0, *(-cosine for cosine in QUARTER[:0:-1]), *(-cosine for cosine in QUARTER), 0, *QUARTER[:0:-1])


def heading(turn: int) -> Grid:
    """A vector of UNIT's length, so many 24ths of a turn anticlockwise from the right."""
    return COSINES[turn % TURNS], COSINES[(turn - TURNS // 4) % TURNS]


def rotate_grid_point(point: Grid, turn: int) -> Grid:
    """The point after so many 24ths of a turn anticlockwise about the origin, to the nearest whole numbers."""
    (x, y), (cosine, sine) = point, heading(turn)
    return _nearest(x * cosine - y * sine, UNIT), _nearest(x * sine + y * cosine, UNIT)


def scale_ring(ring: Ring, over: int, under: int) -> Ring:
    """The ring made larger or smaller about the origin by a fraction, to the nearest whole numbers."""
    return tuple((_nearest(x * over, under), _nearest(y * over, under)) for x, y in ring)


def _nearest(over: int, under: int) -> int:
    return (2 * over + under) // (2 * under)


def move_ring(ring: Ring, vector: Grid) -> Ring:
    dx, dy = vector
    return tuple((x + dx, y + dy) for x, y in ring)


def mirror_ring(ring: Ring) -> Ring:
    """The ring with x and y exchanged, still in the same sense of rotation."""
    return tuple((y, x) for x, y in reversed(ring))


def hull(points: Iterable[Grid]) -> Ring:
    """The convex hull, anticlockwise."""
    return cast("Ring", polygons.hull(points))


def box(ring: Ring) -> Box:
    """The least x, least y, largest x and largest y."""
    return cast("Box", polygons.box(ring))


def overlap(first: Ring, second: Ring) -> bool:
    """Whether two convex anticlockwise rings share any area; rings that only touch don't."""
    return not (_parted(first, second) or _parted(second, first))


def _parted(first: Ring, second: Ring) -> bool:
    """Whether all of the second lies beyond one edge of the first."""
    return any(
        all((bx - ax) * (y - ay) <= (by - ay) * (x - ax) for x, y in second)
        for (ax, ay), (bx, by) in pairwise((*first, first[0]))
    )
