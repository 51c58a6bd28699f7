"""The ways of single models: around what they can't pass, and what the ground makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import inf

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.rules.charge.contact.room import CLEARANCE, with_margin
from tabletop.arcana.rules.movement.blocking import obstacles
from tabletop.arcana.rules.movement.terrain_cost import Toll, cost, reach, tolls
from tabletop.arcana.terrain.going import slowing
from tabletop.geometry.motion.shortest_paths import (
    Hedges,
    Maze,
    Path,
    Walls,
    blocked_centres,
    hedges_of,
    maze,
    maze_among,
    shortest_path,
    walls,
)
from tabletop.geometry.motion.sweeps import Drift
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Box, Polygon, box, box_distance, widen_box
from tabletop.geometry.primitives.tolerances import RANGE, ROUNDING
from tabletop.geometry.primitives.vectors import Point, distance, minus, plus, times

Floats = NDArray[np.float64]


class Corners:
    """Which corners see each other, and the inches from each to each other around all that is closed."""

    def __init__(self, closed: Walls, points: Floats) -> None:
        self.closed, self.points = closed, points
        self.seen: dict[Point, Floats] = {}
        self.around: dict[Point, Floats] = {}

    def between(self, start: Point, end: Point) -> float:
        """From one place to another by way of a corner; infinite where there is no way."""
        if start not in self.around:
            self.around[start] = (self.straight(start)[:, None] + self.apart).min(axis=0, initial=np.inf)
        return float((self.around[start] + self.straight(end)).min(initial=np.inf))

    def straight(self, place: Point) -> Floats:
        """Inches to every corner that is seen from a place, infinite to the others."""
        if place not in self.seen:
            away = np.hypot(*(self.points - np.array(place)).T)
            self.seen[place] = np.where(self.closed.between(place, self.points), np.inf, away)
        return self.seen[place]

    @cached_property
    def apart(self) -> Floats:
        """By way of ever more corners (Floyd and Warshall)."""
        found = np.array([self.straight((float(x), float(y))) for x, y in self.points]).reshape(-1, len(self.points))
        for corner in range(len(self.points)):
            found = np.minimum(found, found[:, corner, None] + found[None, corner])
        return found


class Footing(Struct, frozen=True, dict=True):
    """Ground as one model of a loose unit crosses it on its way to an enemy's bases.

    Where ways are asked for up to so many inches, what no such way comes to is left out.
    """

    scene: PlacedTable
    unit: PlacedUnit
    target: PlacedUnit
    most: float = inf

    @property
    def flying(self) -> bool:
        return self.unit.altitude != "ground"

    @cached_property
    def cores(self) -> tuple[Polygon, ...]:
        """Where the middle of a model can't be without overlapping the target: a core for each of its bases."""
        return tuple(self.grown(base) for base in self.target.bases)

    def grown(self, shape: Polygon) -> Polygon:
        return blocked_centres(shape, self.unit.bases[0], self.unit.centres[0])

    @cached_property
    def around(self) -> tuple[tuple[str, Polygon], ...]:
        """Everything besides the target that stops a model, by its ref; flyers only by what obstructs flight."""
        found = obstacles(self.scene, self.unit, flying=self.flying)
        near = (each for each in found if each.ref != self.target.ref and self._comes_to(each.box))
        return tuple((each.ref, part) for each in near for part in each.parts if self._comes_to(box(part)))

    @cached_property
    def half(self) -> float:
        """From the middle of a base to its farthest corner, with what it keeps clear of enemies."""
        return max(distance(self.unit.centres[0], corner) for corner in self.unit.bases[0]) * (1 + CLEARANCE) + RANGE

    def _comes_to(self, ground: Box) -> bool:
        """Whether any way that is no longer than they may be can come to something in a box."""
        return box_distance(self.unit.box, ground) + box_distance(ground, self.target.box) <= self.most + 4 * self.half

    @cached_property
    def hedges(self) -> tuple[Polygon, ...]:
        """What else the middle of a model can't go through, without touching an enemy."""
        centre, base = self.unit.centres[0], self.unit.bases[0]
        wide = with_margin(base)
        units = self.scene.units
        return tuple(blocked_centres(part, wide if ref in units else base, centre) for ref, part in self.around)

    @cached_property
    def fences(self) -> tuple[Polygon, ...]:
        """The same where other enemies may be touched."""
        return tuple(self.grown(part) for _, part in self.around)

    def is_open(self, path: Path) -> bool:
        """Whether a way leads through no fence."""
        return not any(self._fenced.between(start, np.array([end]))[0] for start, end in pairwise(path))

    @cached_property
    def _fenced(self) -> Walls:
        return walls(self.fences)

    @cached_property
    def closed(self) -> tuple[Polygon, ...]:
        return (*self.hedges, *(() if self.flying else self.cores))

    @cached_property
    def _hedged(self) -> Hedges:
        return hedges_of(self.closed)

    @property
    def walls(self) -> Walls:
        return self._hedged.walls

    def ways(self, start: Point, ends: Floats) -> Floats:
        """The inches of the shortest ways to some places; infinite where there is none, or none short enough."""
        if not len(ends):
            return np.zeros(0)
        straight: Floats = np.hypot(*(ends - np.array(start)).T)
        found = np.where(straight > self.most + RANGE, inf, straight)
        near = np.flatnonzero(np.isfinite(found))
        for place in near[self.walls.between(start, ends[near])].tolist():
            x, y = ends[place].tolist()
            found[place] = self.corners.between(start, (x, y))
        return found

    @cached_property
    def corners(self) -> Corners:
        """The corners of what is closed, those left out that are in something else, out of reach or off the table."""
        every = np.array([corner for each in self.closed for corner in each]).reshape(-1, 2)
        on_it = every[((every >= 0) & (every <= self.scene.table.size)).all(axis=1)]
        near = on_it[self._at_most(on_it) <= self.most + RANGE]
        return Corners(self.walls, near[~self.walls.hide(near)])

    def _at_most(self, places: Floats) -> Floats:
        """By way of each place from the nearest model to where one touches the target no way is shorter than this."""
        left, lower, right, upper = widen_box(self.target.box, self.half)
        beyond = np.maximum(np.maximum((left, lower) - places, places - (right, upper)), 0.0)
        before = np.hypot(*(places[:, None] - np.array(self.unit.centres)).T).min(axis=0)
        found: Floats = before + np.hypot(*beyond.T)
        return found

    def path(self, start: Point, end: Point, most: float) -> Path:
        """The shortest way to a place that is no farther than so many inches."""
        if most <= distance(start, end) + ROUNDING:
            return start, end
        found = shortest_path(start, maze_among([(end, end)], self._hedged), most + RANGE)
        assert found
        return found

    def cost(self, path: Path, hedges: Sequence[Polygon]) -> float:
        """What the shortest way costs, or one to the same end around all slow ground where that is less.

        The hedges are what neither leads through.
        """
        wet = self.inches(path)
        if not self.slow or wet <= sum(distance(*leg) for leg in pairwise(path)) + RANGE:
            return wet
        dry = shortest_path(path[0], maze([(path[-1], path[-1])], (*hedges, *self.slow)), wet)
        return min(wet, self.inches(dry)) if dry else wet

    @cached_property
    def slow(self) -> tuple[Polygon, ...]:
        """Where the ground slows the middle of a model, or would if it came there."""
        found = ((slowing(self.unit, piece.terrain, flying=self.flying), piece) for piece in self._pieces)
        return tuple(self.grown(part) for factor, piece in found if factor and factor != 1 for part in piece.parts)

    @cached_property
    def _pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.scene.pieces.values() if self._comes_to(piece.box))

    def approach(self, start: Point, most: float, *, dry: bool) -> Path | None:
        """The shortest way to any of the target's bases, around slow ground too where it is to stay dry."""
        return shortest_path(start, self._dry if dry else self._wet, most)

    @cached_property
    def _wet(self) -> Maze:
        return maze(self.cores, self.hedges)

    @cached_property
    def _dry(self) -> Maze:
        return maze(self.cores, (*self.hedges, *self.slow))

    def base(self, place: Point) -> Polygon:
        return oblong(place, self.unit.formation.facing, *self.unit.size)

    def inches(self, path: Path) -> float:
        """What a way costs."""
        return sum(cost(self._tolls(leg), distance(*leg), 1.0) for leg in pairwise(path))

    def _tolls(self, leg: tuple[Point, Point]) -> Sequence[Toll]:
        drift = Drift(self.base(leg[0]), minus(leg[1], leg[0]))
        return tolls(self.unit, (drift,), self._pieces, flying=self.flying)

    def after(self, path: Path, budget: float) -> Point:
        """Where a model is that has spent so many inches on a way."""
        for leg in pairwise(path):
            along, length = self._tolls(leg), distance(*leg)
            whole = cost(along, length, 1.0)
            if whole > budget:
                return plus(leg[0], times(minus(leg[1], leg[0]), reach(along, length, budget)))
            budget -= whole
        return path[-1]
