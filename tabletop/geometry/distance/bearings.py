"""Ranges of directions, in degrees clockwise from up: cut out of each other, and the directions that meet a polygon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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

# From one direction clockwise to another, from 0 to 360, never across up; a range across up is two.
Range = tuple[float, float]


def range_between(start: float, end: float) -> tuple[Range, ...]:
    """Clockwise from one direction to the other."""
    first, last = normalized_angle(start), normalized_angle(end)
    if first <= last:
        return ((first, last),)
    return ((0.0, last), (first, 360.0))


def open_range(start: float, end: float) -> tuple[Range, ...]:
    """The open range between two directions; one across up reaches beyond it, so that up itself goes too."""
    first, last = normalized_angle(start), normalized_angle(end)
    if first <= last:
        return ((first, last),)
    return ((-1.0, last), (first, 361.0))


def range_about(middle: float, half: float) -> tuple[Range, ...]:
    """The open range as far to either side of a direction."""
    return open_range(middle - half, middle + half)


def cut_ranges(ranges: Iterable[Range], taken: Iterable[Range]) -> tuple[Range, ...]:
    """What open ranges leave of closed ones: their ends stay."""
    left = list(ranges)
    for low, high in taken:
        cut = [part for start, end in left for part in ((start, min(end, low)), (max(start, high), end))]
        left = [(start, end) for start, end in cut if start <= end]
    return tuple(left)


def join_ranges(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """In order, ranges that meet put together; one across up starts below it and ends beyond 360."""
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
    turns = (normalized_angle(bearing), normalized_angle(bearing) + 360)
    return any(start - ROUNDING <= turn <= end + ROUNDING for start, end in ranges for turn in turns)


def nearest_direction(ranges: Iterable[Range], bearing: float) -> float:
    """The direction in some ranges that is least turned from another; ValueError for no ranges."""
    kept = list(ranges)
    if ranges_hold(kept, bearing):
        return normalized_angle(bearing)
    return normalized_angle(
        min((end for each in kept for end in each), key=lambda end: abs(turn_between(bearing, end)))
    )


def directions_towards(point: Point, convex: Polygon, reach: float) -> tuple[Range, ...]:
    """The directions in which a point runs into a convex polygon within so many inches."""
    if contains(convex, point) or _apart(point, convex) <= CONTACT:
        return range_about(_inwards(point, convex), 90)
    seen = [direction(minus(end, point)) for end in _ends(point, convex, reach)]
    if not seen:
        return ()
    offsets = [turn_between(seen[0], each) for each in seen]
    return open_range(seen[0] + min(offsets), seen[0] + max(offsets))


def _ends(point: Point, convex: Polygon, reach: float) -> Iterator[Point]:
    """Corners within reach, and where the circle of reach cuts an edge."""
    yield from (corner for corner in convex if distance(point, corner) <= reach)
    for side in sides(convex):
        yield from circle_crossings(side, point, reach)


def _apart(point: Point, convex: Polygon) -> float:
    return max(dot(out, minus(point, on)) for out, on in outward_normals(convex))


def _inwards(point: Point, convex: Polygon) -> float:
    out, _ = max(outward_normals(convex), key=lambda edge: dot(edge[0], minus(point, edge[1])))
    return direction(times(out, -1))
