"""Simple polygons as tuples of corners in inches: area, hull, what is inside, cuts, and whether convex ones overlap.

Convex polygons run anticlockwise, first corner not repeated; each edge then has an outward normal one inch long, and
the polygon is what lies behind all edges.

Two convex polygons overlap unless a line parallel to an edge of one of them parts them (separating axes; Ericson,
"Real-Time Collision Detection", 2005, 5.2.1). So the least that either reaches behind an edge of the other is how deep
they overlap: the way that one must be pushed along that edge's normal to be clear. Below 0, they are at least so far
apart. What is no deeper than GRAZE only brushes past. Cost: the product of both numbers of corners, less where an early
edge parts them; where there are many polygons, their boxes are compared first.
"""

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
    """The area of a polygon in square inches, below 0 where its corners run clockwise."""
    start = polygon[0]
    return sum(cross(minus(a, start), minus(b, start)) for a, b in sides(polygon)) / 2


def area(polygon: Polygon) -> float:
    """The area of a simple polygon, in square inches."""
    return abs(signed_area(polygon))


def anticlockwise(polygon: Polygon) -> Polygon:
    """A simple polygon's corners, in their order or reversed, so that they run anticlockwise."""
    return polygon if signed_area(polygon) > 0 else polygon[::-1]


def centroid(polygon: Polygon) -> Point:
    """The centre of the area; ZeroDivisionError for a polygon without any."""
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
    """The convex hull, anticlockwise from the leftmost point, without corners on straight edges.

    Andrew's monotone chain ("Another efficient algorithm for convex hulls in two dimensions", Information Processing
    Letters 9, 1979): O(n log n). A single point is its own hull.
    """
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


def minkowski_sum(first: Polygon, second: Polygon) -> Polygon:
    """Every point of one polygon plus every point of another, both convex and anticlockwise, from the leftmost point.

    Its edges are those of both in the order of their directions (de Berg and others, "Computational Geometry", 13.3):
    O(corners). Edges of one direction are one; a corner on a straight edge of either stays.
    """
    start = first.index(min(first)), second.index(min(second))
    own, other = ((*shape[at:], *shape[: at + 1]) for shape, at in zip((first, second), start, strict=True))
    corners: list[Point] = []
    one, two = 0, 0
    while one < len(first) or two < len(second):
        (x, y), (u, v) = own[one], other[two]
        corners.append((x + u, y + v))
        if one == len(first) or two == len(second):
            turn = 1.0 if two == len(second) else -1.0
        else:
            (x2, y2), (u2, v2) = own[one + 1], other[two + 1]
            turn = (x2 - x) * (v2 - v) - (y2 - y) * (u2 - u)
        one, two = one + (turn >= 0), two + (turn <= 0)
    return tuple(corners)


def contains(polygon: Polygon, point: Point) -> bool:
    """Whether the point is inside a simple polygon; on its edge it may be called either."""
    inside = False
    for (x1, y1), (x2, y2) in sides(polygon):
        if (y1 > point[1]) != (y2 > point[1]) and point[0] < x1 + (point[1] - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def outward_normals(polygon: Polygon) -> Iterator[tuple[Vector, Point]]:
    """Each edge of an anticlockwise polygon as its outward normal, one inch long, and its first corner.

    Edges without length are left out.
    """
    for start, end in sides(polygon):
        along, up = end[0] - start[0], end[1] - start[1]
        if long := hypot(along, up):
            yield (up / long, -along / long), start


def edge_depths(first: Polygon, second: Polygon) -> list[tuple[float, Vector]]:
    """How many inches the second reaches behind each edge of the first, with the edge's outward normal.

    Below 0 where all of the second lies in front of the edge. Both are convex, the first anticlockwise.
    """
    return [
        (nx * x + ny * y - min([nx * px + ny * py for px, py in second]), (nx, ny))
        for (nx, ny), (x, y) in outward_normals(first)
    ]


def move_polygon(polygon: Polygon, vector: Vector) -> Polygon:
    """The polygon moved by a vector."""
    return tuple(plus(point, vector) for point in polygon)


def box(points: Iterable[Point]) -> Box:
    """The least x, least y, largest x and largest y."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def widen_box(around: Box, inches: float) -> Box:
    """The box with so many inches more to every side."""
    return around[0] - inches, around[1] - inches, around[2] + inches, around[3] + inches


def boxes_meet(first: Box, second: Box) -> bool:
    """Whether two boxes overlap or touch."""
    return first[0] <= second[2] and second[0] <= first[2] and first[1] <= second[3] and second[1] <= first[3]


def box_distance(first: Box, second: Box) -> float:
    """The inches between two boxes, 0 where they meet."""
    across = max(first[0] - second[2], second[0] - first[2], 0.0)
    return hypot(across, max(first[1] - second[3], second[1] - first[3], 0.0))


def overlapping(first: Sequence[Polygon], second: Sequence[Polygon]) -> Iterator[tuple[int, int]]:
    """The indices of every two convex anticlockwise polygons, one of each, that overlap deeper than GRAZE.

    A polygon doesn't overlap itself: one and the same object in both is passed over.
    """
    boxes = sorted((box(polygon), index) for index, polygon in enumerate(second))
    for index, polygon in enumerate(first):
        own = box(polygon)
        for other, other_index in boxes:
            if other[0] > own[2]:
                break
            if boxes_meet(own, other) and polygon is not second[other_index] and overlap(polygon, second[other_index]):
                yield index, other_index


def overlap(first: Polygon, second: Polygon, deeper: float = GRAZE) -> bool:
    """Whether two convex anticlockwise polygons overlap deeper than so many inches, by default GRAZE.

    Quick where an edge of the first parts them.
    """
    for one, other in ((first, second), (second, first)):
        for (nx, ny), (x, y) in outward_normals(one):
            if nx * x + ny * y - min([nx * px + ny * py for px, py in other]) <= deeper:
                return False
    return True


def clip_polygon(polygon: Polygon, edges: Sequence[tuple[Vector, Point]]) -> Polygon:
    """What is left of a convex polygon behind every edge, given by its outward normal and a point; () for nothing.

    Edge after edge, as Sutherland and Hodgman ("Reentrant polygon clipping", CACM 17, 1974).
    """
    for normal, on_edge in edges:
        kept = []
        for start, end in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            here, there = dot(normal, minus(start, on_edge)), dot(normal, minus(end, on_edge))
            if here <= 0:
                kept.append(start)
            if (here < 0 < there) or (there < 0 < here):
                kept.append(plus(start, times(minus(end, start), here / (here - there))))
        polygon = tuple(kept) if len(kept) > 2 else ()
    return polygon
