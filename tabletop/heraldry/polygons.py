"""Convex regions of a shield: the half planes around them, cutting by them, shrinking them, filling them with a shape.

A convex region is the points behind all of its half planes. Polygons are cut by half planes, one after the other, as
Sutherland and Hodgman do ("Reentrant polygon clipping", CACM 17, 1974); a region shrinks by cutting it with its own
half planes moved inwards. A shape that is scaled about a point of a convex region fits as long as its farthest point
along each normal stays behind that half plane. Along the middle line the largest scale is the least of linear
functions, so it has a single peak, which is found by a third of the interval less at a time. Cost: corners times half
planes for a cut, SEARCH_STEPS times half planes for a fit, whose place is then known to 3e-11 of the region's height.

`tabletop/geometry/primitives/polygons.py` cuts polygons, too, but on another plane: there they are inches of a table, y
up, anticlockwise, and held to the tolerances of the game's rules; here they are parts of a shield's width, y down,
clockwise as seen, and drawn. Heraldry stands below geometry, and nothing that only draws a shield waits for arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import hypot

from msgspec import Struct

from tabletop.heraldry.paths import Point, Polygon

SEARCH_STEPS = 60


class HalfPlane(Struct, frozen=True):
    """The points p with normal . p <= offset; the normal is one long and points outwards."""

    normal: Point
    offset: float

    def distance_beyond(self, point: Point) -> float:
        """How far outside the point lies, negative inside."""
        return dot(self.normal, point) - self.offset


def dot(first: Point, second: Point) -> float:
    return first[0] * second[0] + first[1] * second[1]


def half_planes(convex: Polygon) -> Iterator[HalfPlane]:
    """The half planes whose common part is the polygon, which runs clockwise as seen (y down)."""
    for (x1, y1), (x2, y2) in pairwise((*convex, convex[0])):
        if length := hypot(x2 - x1, y2 - y1):
            normal = ((y2 - y1) / length, (x1 - x2) / length)
            yield HalfPlane(normal, dot(normal, (x1, y1)))


def clip_polygon(polygon: Polygon, planes: Iterable[HalfPlane]) -> Polygon:
    """The part of a polygon inside every half plane; one piece, perhaps empty."""
    for plane in planes:
        kept: list[Point] = []
        for start, end in pairwise((*polygon[-1:], *polygon)):
            before, after = plane.distance_beyond(start), plane.distance_beyond(end)
            if (before > 0) != (after > 0):
                share = before / (before - after)
                kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
            if after <= 0:
                kept.append(end)
        polygon = tuple(kept)
    return polygon


def inset_polygon(convex: Polygon, margin: float) -> Polygon:
    """A convex polygon with every side moved inwards."""
    return clip_polygon(convex, (HalfPlane(plane.normal, plane.offset - margin) for plane in half_planes(convex)))


def largest_fit(shape: Polygon, convex: Polygon) -> tuple[float, float]:
    """The largest scale at which a shape, scaled about the origin, fits into a convex region, and where.

    Its origin then lies on the middle line x = 0.5, at the y that is returned second.
    """
    limits = [(plane, max(dot(plane.normal, point) for point in shape)) for plane in half_planes(convex)]

    def scale(y: float) -> float:
        return min(-plane.distance_beyond((0.5, y)) / reach for plane, reach in limits if reach > 0)

    low, high = min(y for _, y in convex), max(y for _, y in convex)
    for _ in range(SEARCH_STEPS):
        third = (high - low) / 3
        low, high = (low, high - third) if scale(low + third) > scale(high - third) else (low + third, high)
    return scale(low), low
