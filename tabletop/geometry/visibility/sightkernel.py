"""Which segments from any start to any target run inside which convex obstacle, for tens of thousands at once.

Seen from outside, a convex obstacle hides what is between the lines to its two tangent corners and beyond the line
through both: three half-planes, however many corners it has. So for each start and obstacle three rows of numbers say
of every target, in one product of small matrices, how many inches it is inside each half-plane; the least of the three
decides. So many starts are done together that the products stay in the processor's cache. Who stands inside is found
apart, from the distances beyond edges that give the tangents, too.

The products are in single precision, which is good to DOUBT inches on the largest table. Where an answer is nearer to
the edge than that, or a start on an edge has no tangents, the segment is clipped by the obstacle's edges in double
precision: so answers are exact but for ROUNDING, and what only touches doesn't run inside. Cost: O(starts times
obstacles times targets) multiplications of 3 by 3, plus the edges of an obstacle for each start and each doubt; 40,000
segments among 40 obstacles take some milliseconds (benchmarks/sight.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.arrays import Flags, Floats
from tabletop.geometry.primitives.convexes import Convexes, convexes
from tabletop.geometry.primitives.polygons import Box, Polygon, box, outward_normals
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import Point, dot
from tabletop.work import go_on

SLAB = 65_536  # products at a time
DOUBT = 1e-3  # inches that single precision may lose on the largest table
FEW = 4  # lines that are quicker one by one

Singles = NDArray[np.float32]
Edge = tuple[float, float, float]
Fence = tuple[Box, tuple[Edge, ...]]


class Obstacles(Struct, frozen=True):
    """Convex polygons ready for any number of questions.

    `normals` (edge obstacle, xy) and `limits` (edge, obstacle, 1) are those of `shapes` in another order; `fenced` has
    each obstacle's box and edges as numbers, for single lines.
    """

    shapes: Convexes
    normals: Floats
    limits: Floats
    fenced: tuple[Fence, ...]

    def chosen(self, kept: Flags) -> Obstacles:
        """Some of the obstacles, by a mask (obstacle,)."""
        normals = self.normals.reshape(len(self.limits), -1, 2)[:, kept].reshape(-1, 2)
        return Obstacles(self.shapes.chosen(kept), normals, self.limits[:, kept], tuple(compress(self.fenced, kept)))

    def beyond(self, points: Floats) -> Floats:
        """How many inches each point (point, xy) lies beyond each edge, below 0 behind it: (edge, obstacle, point)."""
        return (self.normals @ points.T).reshape(*self.limits.shape[:2], -1) - self.limits


def obstacles(polygons: Sequence[Polygon]) -> Obstacles:
    """Anticlockwise convex polygons, each with an area, made ready."""
    go_on()
    fenced = [
        (box(polygon), tuple((*normal, dot(normal, corner)) for normal, corner in outward_normals(polygon)))
        for polygon in polygons
    ]
    shapes = convexes(polygons)
    normals = shapes.normals.swapaxes(0, 1).reshape(-1, 2)
    return Obstacles(shapes, normals, np.ascontiguousarray(shapes.limits.T)[:, :, None], tuple(fenced))


def blocked(starts: Sequence[Point] | Floats, targets: Sequence[Point] | Floats, among: Obstacles) -> Flags:
    """Which segments run inside any obstacle: (start, target); what only touches doesn't."""
    if len(starts) * len(targets) <= FEW or not among.fenced:
        return np.array([[_meets_any(one, other, among) for other in targets] for one in starts], dtype=bool)
    starts, targets = np.asarray(starts), np.asarray(targets)
    sides = among.beyond(starts)
    depth = np.empty((len(starts), len(targets)), dtype=np.float32)
    for slab, inside in _slabs(_half_planes(starts, sides, among), targets, len(among.fenced)):
        inside.max(axis=1, out=depth[slab])
    inside_any: Flags = np.asarray(depth > 0)
    doubt = (np.abs(depth) < DOUBT) | np.any(_on_edges(sides), axis=0, keepdims=True).T
    for start, target in np.argwhere(doubt):
        inside_any[start, target] = _meets_any(tuple(starts[start]), tuple(targets[target]), among)
    inside_any |= _any_holds(sides)[:, None] | _any_holds(among.beyond(targets))[None]
    return inside_any


def crossings(starts: Sequence[Point] | Floats, targets: Sequence[Point] | Floats, among: Obstacles) -> Flags:
    """Which segment runs inside which obstacle: (start, obstacle, target); what only touches doesn't."""
    starts, targets = np.asarray(starts), np.asarray(targets)
    crossed: Flags = np.zeros((len(starts), len(among.fenced), len(targets)), dtype=bool)
    if not crossed.size:
        return crossed
    sides = among.beyond(starts)
    start_held = (sides.max(axis=0) < -ROUNDING).T[:, :, None]
    target_held = (among.beyond(targets).max(axis=0) < -ROUNDING)[None]
    for slab, inside in _slabs(_half_planes(starts, sides, among), targets, len(among.fenced)):
        crossed[slab] = (inside > 0) | start_held[slab] | target_held
        doubt = (np.abs(inside) < DOUBT) | _on_edges(sides).T[slab, :, None]
        for start, obstacle, target in np.argwhere(doubt & ~start_held[slab] & ~target_held):
            line = tuple(starts[slab][start]), tuple(targets[target])
            crossed[slab][start, obstacle, target] = _runs_inside(*line, among.fenced[obstacle][1])
    return crossed


def _on_edges(sides: Floats) -> Flags:
    """Which start is on the edge of which obstacle: (obstacle, start); from there it has no tangents."""
    on: Flags = np.abs(sides.max(axis=0)) <= ROUNDING
    return on


def _any_holds(sides: Floats) -> Flags:
    """Which point is inside any obstacle, not only on its edge: (point,)."""
    held: Flags = np.any(sides.max(axis=0) < -ROUNDING, axis=0)
    return held


def _slabs(planes: Singles, targets: Floats, count: int) -> Iterator[tuple[slice, Singles]]:
    """How many inches each target is inside the three half-planes behind each obstacle, a few starts at a time.

    Yields the slice of starts and (start, obstacle, target), which is overwritten by the next.
    """
    lifted = np.vstack([targets.T, np.ones(len(targets))]).astype(np.float32)
    number = planes.shape[1] // count
    step = min(max(SLAB // (count * len(targets)), 1), number)
    room = np.empty((2, step * count, len(targets)), dtype=np.float32)
    for first in range(0, number, step):
        go_on()
        rows = planes[:, first * count : (first + step) * count]
        inside, other = room[:, : rows.shape[1]]
        np.matmul(rows[0], lifted, out=inside)
        for half in rows[1:]:
            np.minimum(inside, np.matmul(half, lifted, out=other), out=inside)
        yield slice(first, first + step), inside.reshape(-1, count, len(targets))


def _half_planes(starts: Floats, sides: Floats, among: Obstacles) -> Singles:
    """What is left of the lines corner to start, start to other corner, and corner to other corner: (half, row, 3).

    Both are the tangent corners of an obstacle; rows are obstacles for each start. A row times (x, y, 1) is how many
    inches a point is inside.
    """
    faces = sides > 0
    before = np.concatenate([faces[-1:], faces[:-1]])
    obstacle = np.arange(len(among.fenced))[:, None]
    xs, ys = among.shapes.corners[..., 0], among.shapes.corners[..., 1]
    left, right = np.argmax(faces > before, axis=0), np.argmax(faces < before, axis=0)
    a, b = (xs[obstacle, left], ys[obstacle, left]), (xs[obstacle, right], ys[obstacle, right])
    own = starts[None, :, 0], starts[None, :, 1]
    planes = np.empty((3, len(starts), len(among.fenced), 3), dtype=np.float32)
    for half, (start, end) in enumerate(((a, own), (own, b), (a, b))):
        x, y = end[0] - start[0], end[1] - start[1]
        scale = 1 / np.sqrt(np.maximum(x * x + y * y, ROUNDING**2))
        planes[half, ..., 0] = (-y * scale).T
        planes[half, ..., 1] = (x * scale).T
        planes[half, ..., 2] = ((start[0] * y - start[1] * x) * scale).T
    return planes.reshape(3, -1, 3)


def runs_inside(start: Point, end: Point, fence: Fence) -> bool:
    """Whether one segment runs inside one obstacle, in double precision; quick where its box is elsewhere."""
    left, lower, right, upper = fence[0]
    (x, y), (end_x, end_y) = start, end
    if (x < left and end_x < left) or (x > right and end_x > right):
        return False
    if (y < lower and end_y < lower) or (y > upper and end_y > upper):
        return False
    return _runs_inside(start, end, fence[1])


def _meets_any(start: Point, end: Point, among: Obstacles) -> bool:
    """Whether one segment runs inside any obstacle."""
    return any(runs_inside(start, end, fence) for fence in among.fenced)


def _runs_inside(start: Point, end: Point, edges: tuple[Edge, ...]) -> bool:
    """Whether one segment runs inside one obstacle, clipped by each edge (normal x, normal y, limit)."""
    enters, leaves = 0.0, 1.0
    for x, y, limit in edges:
        here, there = x * start[0] + y * start[1] - limit, x * end[0] + y * end[1] - limit
        if here >= -ROUNDING and there >= -ROUNDING:
            return False
        if here > 0:
            enters = max(enters, here / (here - there))
        elif there > 0:
            leaves = min(leaves, here / (here - there))
    return enters + ROUNDING < leaves
