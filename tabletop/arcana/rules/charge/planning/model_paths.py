"""The shortest paths of single models of a loose unit: around what they can't pass, and what the ground makes of them.

What is computed: the shortest path of a model's middle to where its base touches a target, or to a given place. A base
doesn't turn on its way, so every obstacle is grown by the base (`blocked_centres`) and the model becomes a point among
convex polygons; `shortest_path` goes from corner to corner there. Guarantee: exact for the shortest path on open
ground. On slow ground `ModelPaths.cost` prices that path and the shortest one around all slow ground and takes the
cheaper; a path that crosses a little of it to save more may be missed.

Tolerance: what gets no deeper than GRAZE into an obstacle brushes past; bases keep CLEARANCE off other enemies, whom
to touch would be a charge. Cost: each search sees every corner from every other that it comes to, so what is out of
reach of the inches asked for is left out first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import inf
from operator import itemgetter

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Skirmish
from tabletop.arcana.rules.movement.blocking import Obstacle, obstacles
from tabletop.arcana.rules.movement.making_way import CLEARANCE, with_margin
from tabletop.arcana.rules.movement.orders import Order, Places
from tabletop.arcana.rules.movement.terrain_cost import Toll, cost, reach, tolls
from tabletop.arcana.terrain.going import slowing
from tabletop.geometry.motion.shortest_paths import (
    Goals,
    Maze,
    Path,
    PathObstacles,
    Walls,
    blocked_centres,
    goals_of,
    maze,
    path_obstacles,
    shortest_path,
    walls_of,
)
from tabletop.geometry.motion.sweeps import Drift
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Box, Polygon, box, box_distance, widen_box
from tabletop.geometry.primitives.tolerances import RANGE, ROUNDING
from tabletop.geometry.primitives.vectors import Point, distance, minus, plus, times
from tabletop.work import go_on

Floats = NDArray[np.float64]
AT_ONCE = 9  # decimals of an inch


class Walk(Struct, frozen=True):
    """A model's path by its index in the unit: the points that its middle passes, start and end included."""

    model: int
    path: Path

    @property
    def inches(self) -> float:
        return sum(map(distance, self.path, self.path[1:]))

    @property
    def direct(self) -> Walk:
        """A walk straight to this walk's end."""
        return Walk(self.model, (self.path[0], self.path[-1]))

    def orders(self, unit: PlacedUnit) -> tuple[Order, ...]:
        """The model moved from point to point, its comrades standing still; at least one."""
        block = unit.formation
        assert isinstance(block, Skirmish)
        before, after = block.positions[: self.model], block.positions[self.model + 1 :]
        return tuple(Places((*before, point, *after)) for point in self.path[1:])


def walks(unit: PlacedUnit, target: Sequence[Polygon], around: Sequence[Obstacle], most: float) -> Iterator[Walk]:
    """The shortest path of each model that has one shorter than those before it, of at most so many inches."""
    base, centre = unit.bases[0], unit.centres[0]
    start, end = (box(point for shape in shapes for point in shape) for shapes in (unit.bases, target))

    def in_reach(ground: Box) -> bool:
        return box_distance(start, ground) + box_distance(ground, end) <= most + RANGE

    wide = with_margin(base)
    closed = [
        blocked_centres(part, wide if obstacle.ref else base, centre)
        for obstacle in around
        if in_reach(obstacle.box)
        for part in obstacle.parts
        if len(obstacle.parts) == 1 or in_reach(box(part))
    ]
    ground = maze([blocked_centres(shape, base, centre) for shape in target], path_obstacles(closed))
    for model, straight in _by_nearness(unit, ground.goals):
        go_on()
        if straight > most:
            return
        if path := shortest_path(unit.centres[model], ground, most):
            walk = Walk(model, path)
            yield walk
            most = min(most, walk.inches)


def straight_walk(unit: PlacedUnit, target: Sequence[Polygon]) -> Walk:
    """The nearest model straight to the nearest point of the target."""
    goals = goals_of([blocked_centres(shape, unit.bases[0], unit.centres[0]) for shape in target])
    model, _ = _by_nearness(unit, goals)[0]
    start = unit.centres[model]
    feet: list[tuple[float, float]] = goals.nearest_points(np.array([start]))[0].tolist()
    x, y = min(feet, key=lambda end: distance(start, (end[0], end[1])))
    return Walk(model, (start, (x, y)))


def _by_nearness(unit: PlacedUnit, goals: Goals) -> list[tuple[int, float]]:
    """The models with the inches that part them from the goals, the nearest first."""
    apart = goals.distances(np.array(unit.centres)).round(AT_ONCE).tolist()
    return sorted(enumerate(apart), key=itemgetter(1))


class Corners:
    """Which corners of closed ground see each other, and the inches from each to each other around it."""

    def __init__(self, closed: Walls, points: Floats) -> None:
        self.closed, self.points = closed, points
        self.seen: dict[Point, Floats] = {}
        self.around: dict[Point, Floats] = {}

    def between(self, start: Point, end: Point) -> float:
        """The inches from one point to another by way of a corner; infinite where there is no path."""
        if start not in self.around:
            self.around[start] = (self.straight(start)[:, None] + self.apart).min(axis=0, initial=np.inf)
        return float((self.around[start] + self.straight(end)).min(initial=np.inf))

    def straight(self, point: Point) -> Floats:
        """Inches to every corner that is seen from a point, infinite to the others."""
        if point not in self.seen:
            away = np.hypot(*(self.points - np.array(point)).T)
            self.seen[point] = np.where(self.closed.block(point, self.points), np.inf, away)
        return self.seen[point]

    @cached_property
    def apart(self) -> Floats:
        """The inches of the shortest path from each corner to each other (Floyd and Warshall)."""
        inches = np.array([self.straight((float(x), float(y))) for x, y in self.points]).reshape(-1, len(self.points))
        for corner in range(len(self.points)):
            inches = np.minimum(inches, inches[:, corner, None] + inches[None, corner])
        return inches


class ModelPaths(Struct, frozen=True, dict=True):
    """The ground as one model of a loose unit crosses it on its way to an enemy's bases.

    Where paths of up to `most` inches are asked for, what no such path can come to is left out.
    """

    scene: PlacedTable
    unit: PlacedUnit
    target: PlacedUnit
    most: float = inf

    @property
    def flying(self) -> bool:
        return self.unit.altitude != Altitude.GROUND

    def blocked(self, shape: Polygon) -> Polygon:
        """Where the middle of a model can't be without overlapping a shape."""
        return blocked_centres(shape, self.unit.bases[0], self.unit.centres[0])

    @cached_property
    def cores(self) -> tuple[Polygon, ...]:
        """Where the middle of a model can't be without overlapping the target: a core for each of its bases."""
        return tuple(self.blocked(base) for base in self.target.bases)

    @cached_property
    def around(self) -> tuple[tuple[str, Polygon], ...]:
        """Everything besides the target that stops a model, by its ref; flyers only by what obstructs flight."""
        every = obstacles(self.scene, self.unit, flying=self.flying)
        near = (obstacle for obstacle in every if obstacle.ref != self.target.ref and self._in_reach(obstacle.box))
        return tuple((obstacle.ref, part) for obstacle in near for part in obstacle.parts if self._in_reach(box(part)))

    @cached_property
    def half(self) -> float:
        """Inches from the middle of a base to its farthest corner, with what it keeps clear of enemies."""
        return max(distance(self.unit.centres[0], corner) for corner in self.unit.bases[0]) * (1 + CLEARANCE) + RANGE

    def _in_reach(self, ground: Box) -> bool:
        """True if a path of at most `most` inches from the unit to the target can touch a box (bounding-box test)."""
        return box_distance(self.unit.box, ground) + box_distance(ground, self.target.box) <= self.most + 4 * self.half

    @cached_property
    def hedges(self) -> tuple[Polygon, ...]:
        """What besides the target the middle of a model can't go through, without touching an enemy."""
        centre, base = self.unit.centres[0], self.unit.bases[0]
        wide = with_margin(base)
        units = self.scene.units
        return tuple(blocked_centres(part, wide if ref in units else base, centre) for ref, part in self.around)

    @cached_property
    def fences(self) -> tuple[Polygon, ...]:
        """What besides the target the middle of a model can't go through where other enemies may be touched."""
        return tuple(self.blocked(part) for _, part in self.around)

    def is_open(self, path: Path) -> bool:
        """Whether a path leads through no fence."""
        return not any(self._fence_walls.block(start, np.array([end]))[0] for start, end in pairwise(path))

    @cached_property
    def _fence_walls(self) -> Walls:
        return walls_of(self.fences)

    @cached_property
    def closed(self) -> tuple[Polygon, ...]:
        """The hedges, and for whoever walks the target, too."""
        return (*self.hedges, *(() if self.flying else self.cores))

    @cached_property
    def _closed_hedges(self) -> PathObstacles:
        return path_obstacles(self.closed)

    def lengths(self, start: Point, ends: Floats) -> Floats:
        """Inches of the shortest paths to some points (end,); infinite where there is none, or none short enough."""
        if not len(ends):
            return np.zeros(0)
        straight: Floats = np.hypot(*(ends - np.array(start)).T)
        inches = np.where(straight > self.most + RANGE, inf, straight)
        near = np.flatnonzero(np.isfinite(inches))
        for index in near[self._closed_hedges.walls.block(start, ends[near])].tolist():
            x, y = ends[index].tolist()
            inches[index] = self.corners.between(start, (x, y))
        return inches

    @cached_property
    def corners(self) -> Corners:
        """The corners of what is closed, without those that are in something else, out of reach or off the table."""
        closed_walls = self._closed_hedges.walls
        every = np.array([corner for shape in self.closed for corner in shape]).reshape(-1, 2)
        on_it = every[((every >= 0) & (every <= self.scene.table.size)).all(axis=1)]
        near = on_it[self._least_by_way_of(on_it) <= self.most + RANGE]
        return Corners(closed_walls, near[~closed_walls.hold(near)])

    def _least_by_way_of(self, points: Floats) -> Floats:
        """Inches (point,): no path by way of a point, from the nearest model to a touch of the target, is shorter."""
        left, lower, right, upper = widen_box(self.target.box, self.half)
        beyond = np.maximum(np.maximum((left, lower) - points, points - (right, upper)), 0.0)
        before = np.hypot(*(points[:, None] - np.array(self.unit.centres)).T).min(axis=0)
        least: Floats = before + np.hypot(*beyond.T)
        return least

    def path(self, start: Point, end: Point, most: float) -> Path:
        """The shortest path to a point that is no farther than so many inches."""
        if most <= distance(start, end) + ROUNDING:
            return start, end
        path = shortest_path(start, maze([(end, end)], self._closed_hedges), most + RANGE)
        assert path
        return path

    def cost(self, path: Path, hedges: Sequence[Polygon]) -> float:
        """Inches of the move that the shortest path costs, or one to the same end around all slow ground if cheaper.

        The hedges are what neither leads through.
        """
        wet = self.inches(path)
        if not self.slow or wet <= sum(distance(*leg) for leg in pairwise(path)) + RANGE:
            return wet
        dry = shortest_path(path[0], maze([(path[-1], path[-1])], path_obstacles((*hedges, *self.slow))), wet)
        return min(wet, self.inches(dry)) if dry else wet

    @cached_property
    def slow(self) -> tuple[Polygon, ...]:
        """Where the ground slows the middle of a model, or would if it came there."""
        factors = ((slowing(self.unit, piece.terrain, flying=self.flying), piece) for piece in self._pieces)
        return tuple(self.blocked(part) for factor, piece in factors if factor and factor != 1 for part in piece.parts)

    @cached_property
    def _pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.scene.pieces.values() if self._in_reach(piece.box))

    def approach(self, start: Point, most: float, *, dry: bool) -> Path | None:
        """The shortest path to any of the target's bases, around slow ground too where it is to stay dry."""
        return shortest_path(start, self._dry if dry else self._wet, most)

    @cached_property
    def _wet(self) -> Maze:
        return maze(self.cores, path_obstacles(self.hedges))

    @cached_property
    def _dry(self) -> Maze:
        return maze(self.cores, path_obstacles((*self.hedges, *self.slow)))

    def base(self, centre: Point) -> Polygon:
        return oblong(centre, self.unit.formation.facing, *self.unit.size)

    def inches(self, path: Path) -> float:
        """Inches of the move that a path costs."""
        return sum(cost(self._tolls(leg), distance(*leg), 1.0) for leg in pairwise(path))

    def _tolls(self, leg: tuple[Point, Point]) -> Sequence[Toll]:
        drift = Drift(self.base(leg[0]), minus(leg[1], leg[0]))
        return tolls(self.unit, (drift,), self._pieces, flying=self.flying)

    def after(self, path: Path, budget: float) -> Point:
        """Where a model is that has spent so many inches of its move on a path."""
        for leg in pairwise(path):
            along, length = self._tolls(leg), distance(*leg)
            whole = cost(along, length, 1.0)
            if whole > budget:
                return plus(leg[0], times(minus(leg[1], leg[0]), reach(along, length, budget)))
            budget -= whole
        return path[-1]
