"""The shortest way of a point around convex obstacles to the nearest of several goals: exact, corner by corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise, product

from tabletop.geometry.distances import from_point
from tabletop.geometry.polygons import Polygon, box, boxes_meet, contains, hull, sides
from tabletop.geometry.segments import crossing, inside, on
from tabletop.geometry.tolerances import CONTACT, GRAZE, ROUNDING
from tabletop.geometry.vectors import Point, distance, minus

Path = tuple[Point, ...]


def grown(obstacle: Polygon, base: Polygon, centre: Point) -> Polygon:
    """Where the middle of a convex base can't be without overlapping a convex obstacle."""
    return hull(minus(corner, minus(own, centre)) for corner in obstacle for own in base)


def shortest(start: Point, goals: Sequence[Polygon], obstacles: Sequence[Polygon], most: float) -> Path | None:
    """The points of the way from the start to the edge of a goal, both included; None for none within `most` inches."""
    corners = [corner for each in obstacles for corner in each if not _inside_any(corner, obstacles)]
    seams = tuple(_seams(goals, obstacles))
    queue: list[tuple[float, float, Path, bool]] = [(_guess(start, goals), 0.0, (start,), False)]
    done: set[Point] = set()
    while queue:
        _, walked, path, arrived = heappop(queue)
        if arrived:
            return _cut(path, goals)
        if path[-1] in done:
            continue
        done.add(path[-1])
        for point, is_goal in _next(path[-1], goals, corners, seams):
            whole, rest = walked + distance(path[-1], point), 0.0 if is_goal else _guess(point, goals)
            if point not in done and whole + rest <= most and not blocked(path[-1], point, obstacles):
                heappush(queue, (whole + rest, whole, (*path, point), rest <= CONTACT))
    return None


def _next(
    point: Point, goals: Sequence[Polygon], corners: Sequence[Point], seams: Sequence[Point]
) -> Iterator[tuple[Point, bool]]:
    yield from ((nearest_of(point, goal), True) for goal in goals)
    yield from ((seam, True) for seam in seams)
    yield from ((corner, False) for corner in corners if corner != point)


def _seams(goals: Sequence[Polygon], obstacles: Sequence[Polygon]) -> Iterator[Point]:
    """Where goals go into obstacles: the nearest point of a goal may be hidden, and this one not."""
    near = ((goal, each) for goal, each in product(goals, obstacles) if boxes_meet(box(goal), box(each)))
    pairs = (pair for goal, each in near for pair in product(sides(goal), sides(each)))
    yield from (point for side, other in pairs if (point := crossing(side, other)))


def _cut(path: Path, goals: Sequence[Polygon]) -> Path:
    """The way up to where it first touches any goal."""
    for number, segment in enumerate(pairwise(path)):
        entered = [span[0] for goal in goals if len(goal) > 2 and (span := inside(segment, goal))]
        if entered:
            return (*path[: number + 1], on(segment, min(entered)))
    return path


def _guess(point: Point, goals: Sequence[Polygon]) -> float:
    return min(distance(point, nearest_of(point, goal)) for goal in goals)


def nearest_of(point: Point, goal: Polygon) -> Point:
    """The goal's point nearest to another; that point itself inside it."""
    return point if contains(goal, point) else from_point(point, goal).end


def blocked(start: Point, end: Point, obstacles: Sequence[Polygon]) -> bool:
    """Whether the straight way gets deeper than GRAZE into an obstacle."""
    return any(_through((start, end), each) for each in obstacles)


def _through(segment: tuple[Point, Point], obstacle: Polygon) -> bool:
    span = inside(segment, obstacle, GRAZE)
    return span is not None and span[1] - span[0] > ROUNDING


def _inside_any(point: Point, obstacles: Sequence[Polygon]) -> bool:
    return any(_through((point, point), each) for each in obstacles)
