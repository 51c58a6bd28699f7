"""The shortest way of a point around convex obstacles to the nearest of several goals: exact, corner by corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise, product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.polygons import Polygon, box, boxes_meet, hull, outward_normals, sides
from tabletop.geometry.primitives.segments import crossing, point_at, span_inside
from tabletop.geometry.primitives.tolerances import CONTACT, GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import Point, dot, minus

Path = tuple[Point, ...]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def blocked_centres(obstacle: Polygon, base: Polygon, centre: Point) -> Polygon:
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
    edges = [[(normal, dot(normal, on_edge)) for normal, on_edge in outward_normals(each)] for each in obstacles]
    most = max(map(len, edges), default=0)
    full = [each + each[:1] * (most - len(each)) for each in edges]
    normals = np.array([[normal for normal, _ in each] for each in full], dtype=float)
    offsets = np.array([[offset for _, offset in each] for each in full], dtype=float)
    return Walls(normals.reshape(len(full), most, 2), offsets.reshape(len(full), most))


class Goals(Struct, frozen=True):
    """Convex goals, and the starts of their edges with the vectors along them as arrays (goal, edge, xy)."""

    shapes: tuple[Polygon, ...]
    starts: Floats
    along: Floats

    def feet(self, points: Floats) -> Floats:
        """Each goal's point nearest to each other one; that point itself inside it (point, goal, xy)."""
        away = points[:, None, None] - self.starts
        squared = (self.along**2).sum(axis=2)
        shares = np.clip((away * self.along).sum(axis=3) / np.maximum(squared, ROUNDING**2), 0.0, 1.0)
        feet = self.starts + shares[..., None] * self.along
        nearest = ((points[:, None, None] - feet) ** 2).sum(axis=3).argmin(axis=2)
        found = np.take_along_axis(feet, nearest[..., None, None], axis=2)[:, :, 0]
        left = self.along[..., 0] * away[..., 1] - self.along[..., 1] * away[..., 0] > 0
        inside = (left | (squared == 0)).all(axis=2) & left.any(axis=2)
        return np.where(inside[..., None], points[:, None], found)

    def apart(self, points: Floats) -> Floats:
        """The inches from each point to the nearest goal."""
        away = self.feet(points) - points[:, None]
        least: Floats = np.hypot(away[..., 0], away[..., 1]).min(axis=1)
        return least


def goals_of(shapes: Sequence[Polygon]) -> Goals:
    most = max(map(len, shapes))
    corners = np.array([each + each[:1] * (most - len(each)) for each in shapes])
    return Goals(tuple(shapes), corners, np.roll(corners, -1, axis=1) - corners)


class Maze(Struct, frozen=True):
    """Goals and obstacles with what every search among them needs.

    `turns` are where goals go into obstacles and then the free corners, `rests` the inches from there at least.
    """

    goals: Goals
    walls: Walls
    turns: Floats
    rests: Floats


class Hedges(Struct, frozen=True):
    """Obstacles, and those of their corners that are in no other: the same for whatever goals lie among them."""

    shapes: tuple[Polygon, ...]
    walls: Walls
    corners: Floats


def hedges_of(obstacles: Sequence[Polygon]) -> Hedges:
    around = walls(obstacles)
    every = np.array([corner for each in obstacles for corner in each]).reshape(-1, 2)
    return Hedges(tuple(obstacles), around, every[~around.hide(every)] if len(every) else every)


def maze(goals: Sequence[Polygon], obstacles: Sequence[Polygon]) -> Maze:
    return maze_among(goals, hedges_of(obstacles))


def maze_among(goals: Sequence[Polygon], hedges: Hedges) -> Maze:
    ends = goals_of(goals)
    seams = np.array(list(_seams(goals, hedges.shapes))).reshape(-1, 2)
    rests = np.concatenate([np.zeros(len(seams)), ends.apart(hedges.corners)])
    return Maze(ends, hedges.walls, np.concatenate([seams, hedges.corners]), rests)


def shortest_path(start: Point, place: Maze, most: float) -> Path | None:
    """The points of the way from the start to the edge of a goal, both included; None for none within `most` inches."""
    guess = float(place.goals.apart(np.array([start]))[0])
    queue: list[tuple[float, float, Path, bool]] = [(guess, 0.0, (start,), False)]
    done: set[Point] = set()
    while queue:
        _, walked, path, arrived = heappop(queue)
        if arrived:
            return _cut(path, place.goals.shapes)
        if path[-1] in done:
            continue
        done.add(path[-1])
        for point, inches, rest in _next(path[-1], place, most - walked):
            if point not in done:
                heappush(queue, (walked + inches + rest, walked + inches, (*path, point), rest <= CONTACT))
    return None


def _next(point: Point, place: Maze, most: float) -> Iterator[tuple[Point, float, float]]:
    """What can be gone to straight within so many inches, goals included: inches to there, and from there at least."""
    feet = place.goals.feet(np.array([point]))[0]
    ends = np.concatenate([feet, place.turns])
    rests = np.concatenate([np.zeros(len(feet)), place.rests])
    inches = np.hypot(ends[:, 0] - point[0], ends[:, 1] - point[1])
    near = (inches + rests <= most) & (ends != point).any(axis=1)
    ends, inches, rests = ends[near], inches[near], rests[near]
    free = ~place.walls.between(point, ends)
    points = [(x, y) for x, y in ends[free].tolist()]
    yield from zip(points, inches[free].tolist(), rests[free].tolist(), strict=True)


def _seams(goals: Sequence[Polygon], obstacles: Sequence[Polygon]) -> Iterator[Point]:
    """Where goals go into obstacles: the nearest point of a goal may be hidden, and this one not."""
    near = ((goal, each) for goal, each in product(goals, obstacles) if boxes_meet(box(goal), box(each)))
    pairs = (pair for goal, each in near for pair in product(sides(goal), sides(each)))
    yield from (point for side, other in pairs if (point := crossing(side, other)))


def _cut(path: Path, goals: Sequence[Polygon]) -> Path:
    """The way up to where it first touches any goal."""
    for number, segment in enumerate(pairwise(path)):
        entered = [span[0] for goal in goals if len(goal) > 2 and (span := span_inside(segment, goal))]
        if entered:
            return (*path[: number + 1], point_at(segment, min(entered)))
    return path
