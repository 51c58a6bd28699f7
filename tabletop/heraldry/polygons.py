"""Convex regions: the half planes around them, cutting by them, shrinking them, filling them with a shape."""

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

    def beyond(self, point: Point) -> float:
        """How far outside the point lies, negative inside."""
        return along(self.normal, point) - self.offset


def along(direction: Point, point: Point) -> float:
    """How far the point lies in a direction."""
    return direction[0] * point[0] + direction[1] * point[1]


def half_planes(convex: Polygon) -> Iterator[HalfPlane]:
    """The half planes whose common part is the polygon, which runs clockwise as seen (y down)."""
    for (x1, y1), (x2, y2) in pairwise((*convex, convex[0])):
        if length := hypot(x2 - x1, y2 - y1):
            normal = ((y2 - y1) / length, (x1 - x2) / length)
            yield HalfPlane(normal, along(normal, (x1, y1)))


def cut(polygon: Polygon, planes: Iterable[HalfPlane]) -> Polygon:
    """The part of a polygon inside every half plane (Sutherland and Hodgman); one piece, perhaps empty."""
    for plane in planes:
        polygon = tuple(_kept(polygon, plane))
    return polygon


def _kept(polygon: Polygon, plane: HalfPlane) -> Iterator[Point]:
    for start, end in pairwise((*polygon[-1:], *polygon)):
        before, after = plane.beyond(start), plane.beyond(end)
        if (before > 0) != (after > 0):
            share = before / (before - after)
            yield start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        if after <= 0:
            yield end


def inset(convex: Polygon, margin: float) -> Polygon:
    """A convex polygon with every side moved inwards."""
    return cut(convex, (HalfPlane(plane.normal, plane.offset - margin) for plane in half_planes(convex)))


def largest_fit(shape: Polygon, convex: Polygon) -> tuple[float, float]:
    """The largest scale of a shape around the origin, and the height of its middle on x = 0.5, inside a region."""
    limits = [(plane, max(along(plane.normal, point) for point in shape)) for plane in half_planes(convex)]

    def scale(y: float) -> float:
        return min(-plane.beyond((0.5, y)) / reach for plane, reach in limits if reach > 0)

    low, high = min(y for _, y in convex), max(y for _, y in convex)
    for _ in range(SEARCH_STEPS):
        third = (high - low) / 3
        low, high = (low, high - third) if scale(low + third) > scale(high - third) else (low + third, high)
    return scale(low), low
