"""The shortest way of a point around convex obstacles to the nearest of several convex goals.

A base that doesn't turn is a point among obstacles that are widened by it (`blocked_centres`; see Lozano-Pérez in
`free_space`). Among polygons a shortest way is straight but at their corners (Lozano-Pérez and Wesley, "An algorithm
for planning collision-free paths among polyhedral obstacles", CACM 22, 1979), so it is a path in the graph of corners
that see each other. It ends at the goal's point nearest to the last corner or, where that is hidden, where a goal's
side goes into an obstacle: so those crossings are nodes, too, and the nearest points are found anew from every node.

The graph is searched by A* (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost
paths", 1968): nodes in the order of inches walked plus inches straight to the nearest goal, which are never more than
are left to walk, so the first arrival is a shortest way. What a node sees is only looked for when its turn comes, and
no farther than the inches that are left.

Exact but for floating point and two tolerances: a way may go as deep as GRAZE into an obstacle, and has arrived when no
more than CONTACT from a goal. Corners that are deeper than GRAZE in another obstacle are no nodes. Cost: for every node
whose turn comes, in numpy, the lines to all nodes in reach times all edges of the obstacles; `PathObstacles` are made
once for all goals among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise, product

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.arrays import Flags, Floats
from tabletop.geometry.primitives.polygons import Polygon, box, boxes_meet, minkowski_sum, outward_normals, sides
from tabletop.geometry.primitives.segments import crossing, point_at, span_inside
from tabletop.geometry.primitives.tolerances import CONTACT, GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import Point, dot, minus
from tabletop.work import go_on

Path = tuple[Point, ...]


def blocked_centres(obstacle: Polygon, base: Polygon, centre: Point) -> Polygon:
    """Where the centre of a convex base can't be without overlapping a convex obstacle, as a convex polygon.

    `base` and `centre` are the base where it stands; it doesn't turn on its way.
    """
    return minkowski_sum(obstacle, tuple(minus(centre, own) for own in base))


class Walls(Struct, frozen=True):
    """Convex obstacles by the outward normals of their edges (obstacle, edge, xy) and how far those lie along them.

    Obstacles with fewer edges than others repeat their first edge.
    """

    normals: Floats
    offsets: Floats

    def block(self, start: Point, ends: Floats) -> Flags:
        """For each end (end, xy), whether the straight way there gets deeper than GRAZE into an obstacle: (end,)."""
        if not len(self.offsets):
            return np.zeros(len(ends), dtype=bool)
        room = self.offsets - GRAZE - self.normals @ np.array(start)
        speed = np.einsum("oec,nc->noe", self.normals, ends - np.array(start))
        with np.errstate(divide="ignore", invalid="ignore"):
            share = room / speed
        leaves = np.where(speed > ROUNDING, share, 1.0).min(axis=2, initial=1.0)
        enters = np.where(speed < -ROUNDING, share, 0.0).max(axis=2, initial=0.0)
        passes = ((np.abs(speed) <= ROUNDING) & (room <= 0)).any(axis=2)
        blocked: Flags = ((leaves - enters > ROUNDING) & ~passes).any(axis=1)
        return blocked

    def hold(self, points: Floats) -> Flags:
        """For each point (point, xy), whether it is deeper than GRAZE inside an obstacle: (point,)."""
        beyond = np.einsum("oec,nc->noe", self.normals, points) - self.offsets
        held: Flags = (beyond.max(axis=2, initial=-np.inf) < -GRAZE).any(axis=1)
        return held


def walls_of(obstacles: Sequence[Polygon]) -> Walls:
    """Anticlockwise convex polygons as walls."""
    edges = [[(normal, dot(normal, corner)) for normal, corner in outward_normals(polygon)] for polygon in obstacles]
    most = max(map(len, edges), default=0)
    padded = [polygon + polygon[:1] * (most - len(polygon)) for polygon in edges]
    normals = np.array([[normal for normal, _ in polygon] for polygon in padded], dtype=float)
    offsets = np.array([[offset for _, offset in polygon] for polygon in padded], dtype=float)
    return Walls(normals.reshape(len(padded), most, 2), offsets.reshape(len(padded), most))


class PathObstacles(Struct, frozen=True, dict=True):
    """Obstacles as polygons and as walls, and those of their corners (corner, xy) that are in no other obstacle."""

    shapes: tuple[Polygon, ...]
    walls: Walls
    corners: Floats

    @cached_property
    def _hidden(self) -> dict[Point, Flags]:
        return {}

    def hidden_from(self, point: Point) -> Flags:
        """Which corners the straight way from a point doesn't lead to: (corner,).

        Kept as long as these obstacles are: many paths among them begin at the same few points and go by these corners.
        """
        if point not in self._hidden:
            self._hidden[point] = self.walls.block(point, self.corners)
        return self._hidden[point]


def path_obstacles(obstacles: Sequence[Polygon]) -> PathObstacles:
    """Anticlockwise convex obstacles, made ready for any goals among them."""
    walls = walls_of(obstacles)
    corners = np.array([corner for polygon in obstacles for corner in polygon]).reshape(-1, 2)
    return PathObstacles(tuple(obstacles), walls, corners[~walls.hold(corners)] if len(corners) else corners)


class Goals(Struct, frozen=True):
    """Convex goals, and the starts of their edges with the vectors along them, both (goal, edge, xy)."""

    shapes: tuple[Polygon, ...]
    starts: Floats
    along: Floats

    def nearest_points(self, points: Floats) -> Floats:
        """Each goal's point nearest to each of `points` (point, xy); that point itself inside it: (point, goal, xy)."""
        if not self.along.any():
            return np.broadcast_to(self.starts[:, 0], (len(points), len(self.starts), 2))
        away = points[:, None, None] - self.starts
        squared = (self.along**2).sum(axis=2)
        shares = np.clip((away * self.along).sum(axis=3) / np.maximum(squared, ROUNDING**2), 0.0, 1.0)
        feet = self.starts + shares[..., None] * self.along
        nearest = ((points[:, None, None] - feet) ** 2).sum(axis=3).argmin(axis=2)
        on_edges = np.take_along_axis(feet, nearest[..., None, None], axis=2)[:, :, 0]
        left = self.along[..., 0] * away[..., 1] - self.along[..., 1] * away[..., 0] > 0
        inside = (left | (squared == 0)).all(axis=2) & left.any(axis=2)
        return np.where(inside[..., None], points[:, None], on_edges)

    def distances(self, points: Floats) -> Floats:
        """The inches from each point (point, xy) to the nearest goal: (point,)."""
        away = self.nearest_points(points) - points[:, None]
        least: Floats = np.hypot(away[..., 0], away[..., 1]).min(axis=1)
        return least


def goals_of(shapes: Sequence[Polygon]) -> Goals:
    """Anticlockwise convex goals; a goal of two corners is a segment, or a point where both are the same."""
    most = max(map(len, shapes))
    corners = np.array([shape + shape[:1] * (most - len(shape)) for shape in shapes])
    return Goals(tuple(shapes), corners, np.roll(corners, -1, axis=1) - corners)


class Maze(Struct, frozen=True):
    """Goals and obstacles with the nodes of the search among them.

    `turns` (node, xy) are where goals go into obstacles and then the free corners, `rests` (node,) the least inches
    from there to a goal.
    """

    goals: Goals
    obstacles: PathObstacles
    turns: Floats
    rests: Floats


def maze(shapes: Sequence[Polygon], obstacles: PathObstacles) -> Maze:
    """Goals of these shapes among obstacles."""
    goals = goals_of(shapes)
    areas = [(goal, box(goal)) for goal in shapes if goal[0] != goal[1]]  # a point goes into nothing
    others = [(other, box(other)) for other in obstacles.shapes] if areas else []
    near = ((goal, other) for (goal, own), (other, around) in product(areas, others) if boxes_meet(own, around))
    pairs = (pair for goal, other in near for pair in product(sides(goal), sides(other)))
    crossings = [point for side, other in pairs if (point := crossing(side, other))]
    ends = np.array(crossings).reshape(-1, 2)
    rests = np.concatenate([np.zeros(len(ends)), goals.distances(obstacles.corners)])
    return Maze(goals, obstacles, np.concatenate([ends, obstacles.corners]), rests)


def straight_path(start: Point, place: Point, ground: PathObstacles, most: float) -> Path | None:
    """The straight way to a place, where `shortest_path` would find it first: nothing blocks it, no corner lies on it.

    None where that isn't certain, or it is longer than `most` inches.
    """
    ends = np.array([start, place])
    [(own, *before), (_, *beyond)] = np.hypot(*(np.vstack([ends[1:], ground.corners]) - ends[:, None]).T).T.tolist()
    if not 0 < own <= most or ground.walls.block(start, ends[1:])[0]:
        return None
    on_it = (first + rest <= own and rest > 0 for first, rest in zip(before, beyond, strict=True))
    return None if any(on_it) else (start, place)


def shortest_path(start: Point, maze: Maze, most: float) -> Path | None:
    """The points of the way from the start to the edge of a goal, both included; None for none within `most` inches."""
    guess = float(maze.goals.distances(np.array([start]))[0])
    queue: list[tuple[float, float, Path, bool]] = [(guess, 0.0, (start,), False)]
    done: set[Point] = set()
    while queue:
        go_on()
        _, walked, path, arrived = heappop(queue)
        if arrived:
            return _up_to_a_goal(path, maze.goals.shapes)
        if path[-1] in done:
            continue
        done.add(path[-1])
        for point, inches, rest in _next_points(path[-1], maze, most - walked):
            if point not in done:
                heappush(queue, (walked + inches + rest, walked + inches, (*path, point), rest <= CONTACT))
    return None


def _next_points(point: Point, maze: Maze, most: float) -> Iterator[tuple[Point, float, float]]:
    """The points on goals and the nodes that are seen, with the inches to each and the least from there to a goal.

    Both together are no more than `most`.
    """
    feet = maze.goals.nearest_points(np.array([point]))[0]
    ends = np.concatenate([feet, maze.turns])
    rests = np.concatenate([np.zeros(len(feet)), maze.rests])
    inches = np.hypot(ends[:, 0] - point[0], ends[:, 1] - point[1])
    near = (inches + rests <= most) & (ends != point).any(axis=1)
    fresh = len(ends) - len(maze.obstacles.corners)
    hidden = np.concatenate([maze.obstacles.walls.block(point, ends[:fresh]), maze.obstacles.hidden_from(point)])
    ends, inches, rests, free = ends[near], inches[near], rests[near], ~hidden[near]
    points = [(x, y) for x, y in ends[free].tolist()]
    yield from zip(points, inches[free].tolist(), rests[free].tolist(), strict=True)


def _up_to_a_goal(path: Path, goals: Sequence[Polygon]) -> Path:
    """The part of the way up to where it first touches any goal."""
    for number, segment in enumerate(pairwise(path)):
        entered = [span[0] for goal in goals if len(goal) > 2 and (span := span_inside(segment, goal))]
        if entered:
            return (*path[: number + 1], point_at(segment, min(entered)))
    return path
