"""Ranges of directions: put together, cut out of each other, and those in which a point runs into a polygon.

Directions are degrees clockwise from up. A range lies within 0 to 360 and never across up; what reaches across up is
two ranges. Closed ranges hold their ends. What is cut out of them is open: a runner may just brush past an enemy, so
the ends of what an enemy closes stay open to it. An open range beside up goes beyond 0 and 360, so that up itself is
closed, too. Cost: O(ranges times cuts), and O(edges) for a polygon. ROUNDING (in degrees here) joins ranges that meet
and counts ends as inside; a point no farther than CONTACT from a polygon runs into it in all directions but away.
"""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.geometry.primitives.polygons import Polygon, contains, outward_normals, sides
from tabletop.geometry.primitives.segments import circle_crossings
from tabletop.geometry.primitives.tolerances import CONTACT, ROUNDING
from tabletop.geometry.primitives.vectors import (
    Point,
    direction,
    distance,
    dot,
    minus,
    normalized_angle,
    times,
    turn_between,
)

# From one direction clockwise to another.
Range = tuple[float, float]


def range_between(start: float, end: float) -> tuple[Range, ...]:
    """The closed range clockwise from one direction to the other; two where it reaches across up."""
    first, last = normalized_angle(start), normalized_angle(end)
    if first <= last:
        return ((first, last),)
    return ((0.0, last), (first, 360.0))


def open_range(start: float, end: float) -> tuple[Range, ...]:
    """The open range clockwise from one direction to the other; two where it reaches across up, beyond 0 and 360."""
    first, last = normalized_angle(start), normalized_angle(end)
    if first <= last:
        return ((first, last),)
    return ((-1.0, last), (first, 361.0))


def range_about(middle: float, half: float) -> tuple[Range, ...]:
    """The open range that reaches half degrees to either side of a direction."""
    return open_range(middle - half, middle + half)


def cut_ranges(ranges: Iterable[Range], taken: Iterable[Range]) -> tuple[Range, ...]:
    """What open ranges leave of closed ones; the ends of what is taken stay, where two of them meet, too."""
    left = list(ranges)
    for low, high in taken:
        parts = [part for start, end in left for part in ((start, min(end, low)), (max(start, high), end))]
        left = [(start, max(start, end)) for start, end in parts if start <= end + ROUNDING]
    return tuple(left)


def join_ranges(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Closed ranges in order, those that meet put together; one across up starts below it and ends beyond 360."""
    whole: list[Range] = []
    for start, end in sorted(ranges):
        if whole and start <= whole[-1][1] + ROUNDING:
            whole[-1] = whole[-1][0], max(whole[-1][1], end)
        else:
            whole.append((start, end))
    if len(whole) > 1 and whole[0][0] <= ROUNDING and whole[-1][1] >= 360 - ROUNDING:
        whole = [*whole[1:-1], (whole[-1][0], whole[0][1] + 360)]
    return tuple(whole)


def ranges_hold(ranges: Iterable[Range], bearing: float) -> bool:
    """Whether a direction is in one of the closed ranges."""
    turns = (normalized_angle(bearing), normalized_angle(bearing) + 360)
    return any(start - ROUNDING <= turn <= end + ROUNDING for start, end in ranges for turn in turns)


def nearest_direction(ranges: Iterable[Range], bearing: float) -> float:
    """The direction in closed ranges that is least turned from another; ValueError for no ranges."""
    choices = list(ranges)
    if ranges_hold(choices, bearing):
        return normalized_angle(bearing)
    ends = (end for choice in choices for end in choice)
    return normalized_angle(min(ends, key=lambda end: abs(turn_between(bearing, end))))


def directions_towards(point: Point, convex: Polygon, reach: float) -> tuple[Range, ...]:
    """The open range of directions in which a point runs into a convex anticlockwise polygon within so many inches.

    Its ends point at corners within reach, or to where the circle of reach cuts an edge. From inside, or from no
    farther than CONTACT, it is the half circle away from the edge that is nearest; at a corner what lies behind both
    of its edges, less than a half circle.
    """
    edges = [(dot(normal, minus(point, corner)), normal) for normal, corner in outward_normals(convex)]
    beyond = max(outside for outside, _ in edges)
    if contains(convex, point) or beyond <= CONTACT:
        least = -CONTACT if beyond >= -CONTACT else beyond
        inwards = [direction(times(normal, -1)) for outside, normal in edges if outside >= least]
        offsets = [turn_between(inwards[0], other) for other in inwards]
        return open_range(inwards[0] + max(offsets) - 90, inwards[0] + min(offsets) + 90)
    ends = [corner for corner in convex if distance(point, corner) <= reach]
    ends += [end for side in sides(convex) for end in circle_crossings(side, point, reach)]
    if not ends:
        return ()
    seen = [direction(minus(end, point)) for end in ends]
    offsets = [turn_between(seen[0], other) for other in seen]
    return open_range(seen[0] + min(offsets), seen[0] + max(offsets))
