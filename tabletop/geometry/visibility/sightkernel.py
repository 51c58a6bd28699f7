"""Many straight lines at once: which segments from any start to any target run inside which convex obstacle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.convexes import Convexes, Floats, convexes
from tabletop.geometry.primitives.polygons import Box, Polygon, box, outward_normals
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import Point, dot

# Seen from outside, a convex obstacle hides what is between the lines to its two tangent corners and beyond the line
# through both: three half-planes, however many corners it has. They are products of small matrices; so many starts
# are done together that the products stay in the processor's cache. Who stands inside is found apart.
SLAB = 65_536  # products at a time
DOUBT = 1e-3  # inches that single precision may lose on the largest table; nearer answers are made again in double
FEW = 4  # lines that are quicker one by one

Flags = NDArray[np.bool_]
Singles = NDArray[np.float32]
Edge = tuple[float, float, float]


class Obstacles(Struct, frozen=True):
    """Convex polygons ready for any number of questions: as arrays, edges first, and for single lines in boxes."""

    shapes: Convexes
    normals: Floats
    limits: Floats
    fenced: tuple[tuple[Box, tuple[Edge, ...]], ...]

    def chosen(self, kept: Flags) -> Obstacles:
        """Some of them, by a mask."""
        normals = self.normals.reshape(len(self.limits), -1, 2)[:, kept].reshape(-1, 2)
        return Obstacles(self.shapes.chosen(kept), normals, self.limits[:, kept], tuple(compress(self.fenced, kept)))

    def beyond(self, points: Floats) -> Floats:
        """How far each point lies beyond each edge (edge, obstacle, point)."""
        return (self.normals @ points.T).reshape(*self.limits.shape[:2], -1) - self.limits


def obstacles(polygons: Sequence[Polygon]) -> Obstacles:
    """From anticlockwise convex polygons with an area."""
    fenced = [
        (box(each), tuple((*normal, dot(normal, on)) for normal, on in outward_normals(each))) for each in polygons
    ]
    shapes = convexes(polygons)
    normals = shapes.normals.swapaxes(0, 1).reshape(-1, 2)
    return Obstacles(shapes, normals, np.ascontiguousarray(shapes.limits.T)[:, :, None], tuple(fenced))


def blocked(starts: Sequence[Point] | Floats, targets: Sequence[Point] | Floats, among: Obstacles) -> Flags:
    """Which segments run inside any obstacle (start, target); what only touches doesn't."""
    if len(starts) * len(targets) <= FEW or not among.fenced:
        return np.array([[_meets_any(one, other, among) for other in targets] for one in starts], dtype=bool)
    starts, targets = np.asarray(starts), np.asarray(targets)
    sides = among.beyond(starts)
    depth = np.empty((len(starts), len(targets)), dtype=np.float32)
    for place, inside in _slabs(_half_planes(starts, sides, among), targets, len(among.fenced)):
        inside.max(axis=1, out=depth[place])
    found: Flags = np.asarray(depth > 0)
    doubt = (np.abs(depth) < DOUBT) | np.any(_on_edges(sides), axis=0, keepdims=True).T
    for one, other in np.argwhere(doubt):
        found[one, other] = _meets_any(tuple(starts[one]), tuple(targets[other]), among)
    found |= _any_holds(sides)[:, None] | _any_holds(among.beyond(targets))[None]
    return found


def crossings(starts: Sequence[Point] | Floats, targets: Sequence[Point] | Floats, among: Obstacles) -> Flags:
    """Which segment runs inside which obstacle (start, obstacle, target)."""
    starts, targets = np.asarray(starts), np.asarray(targets)
    found: Flags = np.zeros((len(starts), len(among.fenced), len(targets)), dtype=bool)
    if not found.size:
        return found
    sides = among.beyond(starts)
    held = (sides.max(axis=0) < -ROUNDING).T[:, :, None]
    held_too = (among.beyond(targets).max(axis=0) < -ROUNDING)[None]
    for place, inside in _slabs(_half_planes(starts, sides, among), targets, len(among.fenced)):
        found[place] = (inside > 0) | held[place] | held_too
        doubt = (np.abs(inside) < DOUBT) | _on_edges(sides).T[place, :, None]
        for one, which, other in np.argwhere(doubt & ~held[place] & ~held_too):
            line = tuple(starts[place][one]), tuple(targets[other])
            found[place][one, which, other] = _runs_inside(*line, among.fenced[which][1])
    return found


def _on_edges(sides: Floats) -> Flags:
    """Which start is on the edge of which obstacle (obstacle, start): from there it has no tangents."""
    on: Flags = np.abs(sides.max(axis=0)) <= ROUNDING
    return on


def _any_holds(sides: Floats) -> Flags:
    """Which point is inside any obstacle, not only on its edge."""
    held: Flags = np.any(sides.max(axis=0) < -ROUNDING, axis=0)
    return held


def _slabs(planes: Singles, targets: Floats, count: int) -> Iterator[tuple[slice, Singles]]:
    """How many inches each target is inside the three half-planes behind each obstacle, a few starts at a time.

    What is yielded is overwritten by the next.
    """
    lifted = np.vstack([targets.T, np.ones(len(targets))]).astype(np.float32)
    number = planes.shape[1] // count
    step = min(max(SLAB // (count * len(targets)), 1), number)
    room = np.empty((2, step * count, len(targets)), dtype=np.float32)
    for first in range(0, number, step):
        rows = planes[:, first * count : (first + step) * count]
        inside, other = room[:, : rows.shape[1]]
        np.matmul(rows[0], lifted, out=inside)
        for half in rows[1:]:
            np.minimum(inside, np.matmul(half, lifted, out=other), out=inside)
        yield slice(first, first + step), inside.reshape(-1, count, len(targets))


def _half_planes(starts: Floats, sides: Floats, among: Obstacles) -> Singles:
    """Beside the left tangent, beside the right one, beyond the line through both corners: (half, start obstacle)."""
    faces = sides > 0
    before = np.concatenate([faces[-1:], faces[:-1]])
    place = np.arange(len(among.fenced))[:, None]
    xs, ys = among.shapes.corners[..., 0], among.shapes.corners[..., 1]
    left, right = np.argmax(faces > before, axis=0), np.argmax(faces < before, axis=0)
    a, b = (xs[place, left], ys[place, left]), (xs[place, right], ys[place, right])
    own = starts[None, :, 0], starts[None, :, 1]
    planes = np.empty((3, len(starts), len(among.fenced), 3), dtype=np.float32)
    for half, (start, end) in enumerate(((a, own), (own, b), (a, b))):
        _left_of(start, end, planes[half])
    return planes.reshape(3, -1, 3)


Many = tuple[Floats, Floats]


def _left_of(start: Many, end: Many, out: Singles) -> None:
    """The half-planes to the left of lines, in inches, as rows to be multiplied by (x, y, 1)."""
    x, y = end[0] - start[0], end[1] - start[1]
    scale = 1 / np.sqrt(np.maximum(x * x + y * y, ROUNDING**2))
    out[..., 0] = (-y * scale).T
    out[..., 1] = (x * scale).T
    out[..., 2] = ((start[0] * y - start[1] * x) * scale).T


def _meets_any(start: Point, end: Point, among: Obstacles) -> bool:
    low_x, high_x = (start[0], end[0]) if start[0] <= end[0] else (end[0], start[0])
    low_y, high_y = (start[1], end[1]) if start[1] <= end[1] else (end[1], start[1])
    return any(
        around[0] <= high_x
        and low_x <= around[2]
        and around[1] <= high_y
        and low_y <= around[3]
        and _runs_inside(start, end, edges)
        for around, edges in among.fenced
    )


def _runs_inside(start: Point, end: Point, edges: tuple[Edge, ...]) -> bool:
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
