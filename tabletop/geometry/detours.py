"""The shortest way of a point around convex obstacles to the nearest of several goals: exact, corner by corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise, product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.distances import from_point
from tabletop.geometry.polygons import Polygon, box, boxes_meet, contains, hull, outward, sides
from tabletop.geometry.segments import crossing, inside, on
from tabletop.geometry.tolerances import CONTACT, GRAZE, ROUNDING
from tabletop.geometry.vectors import Point, distance, dot, minus

Path = tuple[Point, ...]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def grown(obstacle: Polygon, base: Polygon, centre: Point) -> Polygon:
    """Where the middle of a convex base can't be without overlapping a convex obstacle."""
    return hull(minus(corner, minus(own, centre)) for corner in obstacle for own in base)


class Walls(Struct, frozen=True):
    """Convex obstacles as the outward normals of their edges and how far those lie along them."""

    normals: Floats
    offsets: Floats

    def between(self, start: Point, ends: Floats) -> Flags:
        """For each end, whether the straight way there gets deeper than GRAZE into an obstacle."""
        if not len(self.offsets):
            return np.zeros(len(ends), dtype=bool)
        room = self.offsets - GRAZE - self.normals @ np.array(start)
        speed = np.einsum("oec,nc->noe", self.normals, ends - np.array(start))
        with np.errstate(divide="ignore", invalid="ignore"):
            share = room / speed
        leaves = np.where(speed > ROUNDING, share, 1.0).min(axis=2, initial=1.0)
        enters = np.where(speed < -ROUNDING, share, 0.0).max(axis=2, initial=0.0)
        passes = ((np.abs(speed) <= ROUNDING) & (room <= 0)).any(axis=2)
        found: Flags = ((leaves - enters > ROUNDING) & ~passes).any(axis=1)
        return found

    def hide(self, points: Floats) -> Flags:
        """For each point, whether it is deeper than GRAZE inside an obstacle."""
        away = np.einsum("oec,nc->noe", self.normals, points) - self.offsets
        found: Flags = (away.max(axis=2, initial=-np.inf) < -GRAZE).any(axis=1)
        return found


def walls(obstacles: Sequence[Polygon]) -> Walls:
    """Obstacles with fewer edges than others get idle ones."""
    edges = [[(normal, dot(normal, on_edge)) for normal, on_edge in outward(each)] for each in obstacles]
    most = max(map(len, edges), default=0)
    full = [each + each[:1] * (most - len(each)) for each in edges]
    normals = np.array([[normal for normal, _ in each] for each in full], dtype=float)
    offsets = np.array([[offset for _, offset in each] for each in full], dtype=float)
    return Walls(normals.reshape(len(full), most, 2), offsets.reshape(len(full), most))


class Maze(Struct, frozen=True):
    """Goals and obstacles with what every search among them needs: free corners, and where goals go into obstacles."""

    goals: tuple[Polygon, ...]
    walls: Walls
    corners: tuple[Point, ...]
    seams: tuple[Point, ...]
    guesses: tuple[float, ...]


def maze(goals: Sequence[Polygon], obstacles: Sequence[Polygon]) -> Maze:
    around = walls(obstacles)
    every = np.array([corner for each in obstacles for corner in each]).reshape(-1, 2)
    hidden = around.hide(every) if len(every) else np.zeros(0, dtype=bool)
    corners = tuple((float(x), float(y)) for x, y in every[~hidden])
    guesses = tuple(_guess(corner, goals) for corner in corners)
    return Maze(tuple(goals), around, corners, tuple(_seams(goals, obstacles)), guesses)


def shortest(start: Point, place: Maze, most: float) -> Path | None:
    """The points of the way from the start to the edge of a goal, both included; None for none within `most` inches."""
    queue: list[tuple[float, float, Path, bool]] = [(_guess(start, place.goals), 0.0, (start,), False)]
    done: set[Point] = set()
    while queue:
        _, walked, path, arrived = heappop(queue)
        if arrived:
            return _cut(path, place.goals)
        if path[-1] in done:
            continue
        done.add(path[-1])
        for point, rest in _next(path[-1], place, most - walked):
            if point not in done:
                whole = walked + distance(path[-1], point)
                heappush(queue, (whole + rest, whole, (*path, point), rest <= CONTACT))
    return None


def _next(point: Point, place: Maze, most: float) -> Iterator[tuple[Point, float]]:
    """What can be gone to straight within so many inches, goals included, and the inches from there at least."""
    ends = [(nearest_of(point, goal), 0.0) for goal in place.goals]
    ends += [(seam, 0.0) for seam in place.seams]
    ends += zip(place.corners, place.guesses, strict=True)
    near = [(end, rest) for end, rest in ends if distance(point, end) + rest <= most and end != point]
    if near:
        stopped = place.walls.between(point, np.array([end for end, _ in near]))
        yield from (each for each, is_stopped in zip(near, stopped.tolist(), strict=True) if not is_stopped)


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
