"""Simple polygons as tuples of corners: area, hull, containment, and how deep two convex ones overlap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import Point, Vector, cross, dot, minus, plus, times

Polygon = tuple[Point, ...]
Box = tuple[float, float, float, float]


def sides(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    """Every edge as its two ends, the last one back to the first corner."""
    return pairwise((*polygon, polygon[0]))


def signed_area(polygon: Polygon) -> float:
    """Square inches, below 0 where the corners run clockwise."""
    start = polygon[0]
    return sum(cross(minus(a, start), minus(b, start)) for a, b in sides(polygon)) / 2


def area(polygon: Polygon) -> float:
    return abs(signed_area(polygon))


def anticlockwise(polygon: Polygon) -> Polygon:
    """The same corners in the order that everything here expects of convex polygons."""
    return polygon if signed_area(polygon) > 0 else polygon[::-1]


def centroid(polygon: Polygon) -> Point:
    """The middle of the area; ZeroDivisionError for a polygon without any."""
    start = polygon[0]
    weighted = [(cross(minus(a, start), minus(b, start)), a, b) for a, b in sides(polygon)]
    whole = 3 * sum(weight for weight, _, _ in weighted)
    x = sum(weight * (a[0] + b[0] - 2 * start[0]) for weight, a, b in weighted) / whole
    y = sum(weight * (a[1] + b[1] - 2 * start[1]) for weight, a, b in weighted) / whole
    return start[0] + x, start[1] + y


def is_convex(polygon: Polygon) -> bool:
    """Whether no corner of an anticlockwise simple polygon points inwards; corners may lie on a straight edge."""
    edges = [minus(b, a) for a, b in sides(polygon)]
    return all(cross(first, second) >= -ROUNDING for first, second in pairwise((*edges, edges[0])))


def hull(points: Iterable[Point]) -> Polygon:
    """The convex hull, anticlockwise, without corners on straight edges (Andrew's chain)."""
    ordered = sorted(set(points))
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1]) if len(ordered) > 1 else tuple(ordered)


def _chain(points: list[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and cross(minus(kept[-1], kept[-2]), minus(point, kept[-1])) <= 0:
            kept.pop()
        kept.append(point)
    return kept


def contains(polygon: Polygon, point: Point) -> bool:
    """Whether the point is inside a simple polygon; on its edge it may be called either."""
    inside = False
    for (x1, y1), (x2, y2) in sides(polygon):
        if (y1 > point[1]) != (y2 > point[1]) and point[0] < x1 + (point[1] - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def outward_normals(polygon: Polygon) -> Iterator[tuple[Vector, Point]]:
    """Each edge of an anticlockwise polygon as its outward normal, one long, and a point on it."""
    for start, end in sides(polygon):
        along, up = end[0] - start[0], end[1] - start[1]
        if long := hypot(along, up):
            yield (up / long, -along / long), start


def overlap_depth(first: Polygon, second: Polygon) -> float:
    """How far one convex anticlockwise polygon must be pushed out of the other along an edge's normal.

    0 where they touch, below 0 where a line parallel to an edge parts them by that much.
    """
    return min(_least_reach(first, second), _least_reach(second, first))


def _least_reach(first: Polygon, second: Polygon) -> float:
    return min(reach for reach, _ in edge_depths(first, second))


def edge_depths(first: Polygon, second: Polygon) -> list[tuple[float, Vector]]:
    """How deep the second reaches behind each edge of the first, below 0 in front of it, with the edge's normal."""
    return [
        (nx * x + ny * y - min([nx * px + ny * py for px, py in second]), (nx, ny))
        for (nx, ny), (x, y) in outward_normals(first)
    ]


def move_polygon(polygon: Polygon, vector: Vector) -> Polygon:
    return tuple(plus(point, vector) for point in polygon)


def box(points: Iterable[Point]) -> Box:
    """The least x, least y, largest x and largest y."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def widen_box(around: Box, inches: float) -> Box:
    """The box with so many inches more to every side."""
    return around[0] - inches, around[1] - inches, around[2] + inches, around[3] + inches


def boxes_meet(first: Box, second: Box) -> bool:
    return first[0] <= second[2] and second[0] <= first[2] and first[1] <= second[3] and second[1] <= first[3]


def box_distance(first: Box, second: Box) -> float:
    """The inches between two boxes, 0 where they meet."""
    across = max(first[0] - second[2], second[0] - first[2], 0.0)
    return hypot(across, max(first[1] - second[3], second[1] - first[3], 0.0))


def overlapping(first: Sequence[Polygon], second: Sequence[Polygon]) -> Iterator[tuple[int, int]]:
    """The places of every two convex polygons, one of each, that overlap deeper than GRAZE."""
    boxes = sorted((box(polygon), place) for place, polygon in enumerate(second))
    for place, polygon in enumerate(first):
        own = box(polygon)
        for other, other_place in boxes:
            if other[0] > own[2]:
                break
            if boxes_meet(own, other) and polygon is not second[other_place] and overlap(polygon, second[other_place]):
                yield place, other_place


def overlap(first: Polygon, second: Polygon, deeper: float = GRAZE) -> bool:
    """Whether two convex polygons overlap deeper than so; quick where an edge of the first parts them."""
    return _reaches(first, second, deeper) and _reaches(second, first, deeper)


def _reaches(first: Polygon, second: Polygon, deeper: float) -> bool:
    """Whether the second is deeper than so behind every edge of the first."""
    for (nx, ny), (x, y) in outward_normals(first):
        if nx * x + ny * y - min([nx * px + ny * py for px, py in second]) <= deeper:
            return False
    return True


def clip_polygon(polygon: Polygon, edges: Sequence[tuple[Vector, Point]]) -> Polygon:
    """What is left of a convex polygon behind every edge, given by its outward normal and a point; () for nothing."""
    for normal, on in edges:
        polygon = _behind(polygon, normal, on)
    return polygon


def _behind(polygon: Polygon, normal: Vector, on: Point) -> Polygon:
    kept = []
    for start, end in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        here, there = dot(normal, minus(start, on)), dot(normal, minus(end, on))
        if here <= 0:
            kept.append(start)
        if (here < 0 < there) or (there < 0 < here):
            kept.append(plus(start, times(minus(end, start), here / (here - there))))
    return tuple(kept) if len(kept) > 2 else ()
