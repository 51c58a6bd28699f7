"""Polygons on a grid of whole numbers: no rounding anywhere, so that every machine draws and decides the same.

Terrain is rolled from a seed, and the same seed must give the same table everywhere. Floating point may differ in its
last bit between machines and turn a touch into an overlap; whole numbers can't. Turns are by 24ths of a circle, with
cosines given in ten-thousandths; what isn't whole is rounded to the nearest whole number, a half upwards. Hulls, boxes
and overlaps are exact for integers of any size. An overlap costs the product of both numbers of corners at most.
"""

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
    """A vector UNIT long, so many 24ths of a circle anticlockwise from the right."""
    return COSINES[turn % TURNS], COSINES[(turn - TURNS // 4) % TURNS]


def rotate_grid_point(point: Grid, turn: int) -> Grid:
    """The point after so many 24ths of a circle anticlockwise about the origin, to the nearest whole numbers."""
    (x, y), (cosine, sine) = point, heading(turn)
    return _nearest_whole(x * cosine - y * sine, UNIT), _nearest_whole(x * sine + y * cosine, UNIT)


def scale_ring(ring: Ring, over: int, under: int) -> Ring:
    """The ring made larger or smaller about the origin by the fraction over / under, to the nearest whole numbers."""
    return tuple((_nearest_whole(x * over, under), _nearest_whole(y * over, under)) for x, y in ring)


def _nearest_whole(over: int, under: int) -> int:
    return (2 * over + under) // (2 * under)


def move_ring(ring: Ring, vector: Grid) -> Ring:
    """The ring moved by a vector."""
    dx, dy = vector
    return tuple((x + dx, y + dy) for x, y in ring)


def mirror_ring(ring: Ring) -> Ring:
    """The ring with x and y exchanged, its corners still in their sense of rotation."""
    return tuple((y, x) for x, y in reversed(ring))


def hull(points: Iterable[Grid]) -> Ring:
    """The convex hull, anticlockwise, as `polygons.hull` has it."""
    return cast("Ring", polygons.hull(points))


def box(ring: Ring) -> Box:
    """The least x, least y, largest x and largest y."""
    return cast("Box", polygons.box(ring))


def overlap(first: Ring, second: Ring) -> bool:
    """Whether two convex anticlockwise rings share any area; rings that only touch don't."""
    return not (_edge_parts(first, second) or _edge_parts(second, first))


def _edge_parts(first: Ring, second: Ring) -> bool:
    """Whether all of the second lies in front of one edge of the first."""
    return any(
        all((bx - ax) * (y - ay) <= (by - ay) * (x - ax) for x, y in second)
        for (ax, ay), (bx, by) in pairwise((*first, first[0]))
    )
