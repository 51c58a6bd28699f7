"""Segments between two points: where they cross each other and circles, and where they run inside convex polygons.

Every answer is in closed form, in a few multiplications an edge; a *share* is a part of the way from the start (0) to
the end (1). A convex polygon is a set of half-planes, and a segment is clipped by one after the other: it enters where
the last of those is entered that it nears, and leaves where the first is left (Cyrus and Beck, "Generalized
two- and three-dimensional clipping", Computers and Graphics 3, 1978).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from tabletop.geometry.primitives.polygons import Polygon, outward_normals
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import Point, cross, dot, minus, plus, times

Segment = tuple[Point, Point]
# The shares from which and until which something holds.
Span = tuple[float, float]


def point_at(segment: Segment, share: float) -> Point:
    """The point at a share of the way."""
    return plus(segment[0], times(minus(segment[1], segment[0]), share))


def crossing(first: Segment, second: Segment) -> Point | None:
    """Where two segments cross or touch at one point; None where they don't, and for parallel ones."""
    along, other = minus(first[1], first[0]), minus(second[1], second[0])
    across = cross(along, other)
    if across == 0:
        return None
    between = minus(second[0], first[0])
    share, other_share = cross(between, other) / across, cross(between, along) / across
    return point_at(first, share) if 0 <= share <= 1 and 0 <= other_share <= 1 else None


def circle_crossings(segment: Segment, centre: Point, radius: float) -> Iterator[Point]:
    """Where the segment crosses the circle, at most two points; a tangent only grazes and has none."""
    (x, y), (end_x, end_y) = segment
    along, up, away, over = end_x - x, end_y - y, x - centre[0], y - centre[1]
    square, half = along * along + up * up, along * away + up * over
    under = half * half - square * (away * away + over * over - radius * radius)
    if under > 0 and square > 0:
        for root in (-sqrt(under), sqrt(under)):
            share = (root - half) / square
            if -ROUNDING <= share <= 1 + ROUNDING:
                yield point_at(segment, share)


def span_inside(segment: Segment, convex: Polygon, margin: float = 0.0) -> Span | None:
    """From which share until which the segment is inside a convex anticlockwise polygon; None for nowhere.

    Inside is deeper than the margin, in inches, behind every edge: along an edge is outside.
    """
    along = minus(segment[1], segment[0])
    enters, leaves = 0.0, 1.0
    for normal, point in outward_normals(convex):
        room = dot(normal, minus(point, segment[0])) - margin
        speed = dot(normal, along)
        if speed > 0:
            leaves = min(leaves, room / speed)
        elif speed < 0:
            enters = max(enters, room / speed)
        elif room <= 0:
            return None
    return (enters, leaves) if enters < leaves else None
