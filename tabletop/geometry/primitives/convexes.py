"""Many convex polygons as arrays, and where many straight lines run inside each of them, all pairs at once.

A convex polygon is the points p with normal . p <= limit for each of its edges. So how far points are from edges, and
how fast lines near them, are products of matrices, and a line is clipped by all edges of all shapes in one pass (Cyrus
and Beck, as in `segments`): it enters a shape where it comes behind the last edge that it nears, and leaves it at the
first that it leaves behind. Cost: O(lines times edges of all shapes) in numpy, for shapes with fewer edges as many as
for the one with most, since they repeat their last edge.

Exact but for floating point. A line counts as parallel to an edge where it nears it by no more than PARALLEL inches for
each of its vector's lengths, and is then either wholly behind that edge or wholly outside. No rule's tolerance is used
here; whoever wants one gives it as a margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.arrays import Flags, Floats, Indices
from tabletop.geometry.primitives.polygons import Polygon, outward_normals
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import dot, plus, times

PARALLEL = 1e-15
HAIR = 1e-6  # inches by which a corner may seem to be outside an edge that it lies on


class Convexes(Struct, frozen=True):
    """Convex shapes: `corners` (shape, corner, xy), outward `normals` (shape, edge, xy) and `limits` (shape, edge).

    Edge i begins at corner i; its normal is one inch long, and its limit is how far it lies along that. Shapes with
    fewer edges than others repeat their last edge.
    """

    corners: Floats
    normals: Floats
    limits: Floats

    def __len__(self) -> int:
        return len(self.limits)

    @property
    def trimmed(self) -> Convexes:
        """These shapes without trailing edges that all of them only repeat."""
        repeated = np.all(self.corners == self.corners[:, -1:], axis=(0, 2))
        edges = len(repeated) - int(np.argmin(repeated[::-1])) + 1
        return Convexes(self.corners[:, :edges], self.normals[:, :edges], self.limits[:, :edges])

    def chosen(self, shapes: Flags | Indices) -> Convexes:
        """Some of the shapes, by a mask or by their indices."""
        return Convexes(self.corners[shapes], self.normals[shapes], self.limits[shapes])

    def where(self, mask: Flags, others: Convexes) -> Convexes:
        """These shapes where the mask (shape,) is true, elsewhere the others; both have as many shapes and edges."""
        corners = np.where(mask[:, None, None], self.corners, others.corners)
        normals = np.where(mask[:, None, None], self.normals, others.normals)
        return Convexes(corners, normals, np.where(mask[:, None], self.limits, others.limits))


def convexes(polygons: Sequence[Polygon]) -> Convexes:
    """Anticlockwise convex polygons, each with an area, as arrays."""
    edges = [list(outward_normals(polygon)) for polygon in polygons]
    most = max(map(len, edges), default=1)
    padded = [shape + shape[-1:] * (most - len(shape)) for shape in edges]
    flat = chain.from_iterable((*normal, *corner) for shape in padded for normal, corner in shape)
    edges_of_all = np.fromiter(flat, dtype=np.float64).reshape(-1, most, 2, 2)
    normals, corners = (np.ascontiguousarray(edges_of_all[:, :, kind]) for kind in (0, 1))
    return Convexes(corners, normals, np.einsum("pex,pex->pe", normals, corners))


def widen_polygon(polygon: Polygon, inches: float) -> Polygon:
    """A convex anticlockwise polygon with every edge pushed out by so many inches; corners stay corners."""
    edges = list(outward_normals(polygon))
    before = edges[-1:] + edges[:-1]
    return tuple(
        plus(corner, times(plus(last, normal), inches / (1 + dot(last, normal))))
        for (last, _), (normal, corner) in zip(before, edges, strict=True)
    )


def spans_inside(
    origins: Floats, vectors: Floats, shapes: Convexes, margins: Floats | float = 0.0
) -> tuple[Floats, Floats]:
    """Where lines (line, xy) enter and leave each shape, in lengths of their vectors, as two arrays (line, shape).

    A line that misses a shape leaves it before it enters it, and so does one that runs along an edge. Each line sees
    every edge its margin farther in, in inches; below 0, farther out.
    """
    normals, limits = shapes.normals.swapaxes(0, 1).reshape(-1, 2), shapes.limits.T[..., None]
    room = limits - margins - (normals @ origins.T).reshape(*limits.shape[:2], -1)
    speed = (normals @ vectors.T).reshape(room.shape)
    parallel = np.abs(speed) <= PARALLEL
    if parallel.any():
        room = np.where(parallel, np.where(room <= 0, -np.inf, np.inf), room)
        speed = np.where(parallel, 1.0, speed)
    share = room / speed
    enters = np.where(speed < 0, share, -np.inf).max(axis=0)
    leaves = np.where(speed > 0, share, np.inf).min(axis=0)
    return enters.T, leaves.T


def inches_inside(starts: Floats, ends: Floats, shapes: Convexes, margins: Floats | float = 0.0) -> Floats:
    """How many inches of each segment (segment, xy) run inside each shape, deeper than its margin: (segment, shape)."""
    vectors = ends - starts
    enters, leaves = spans_inside(starts, vectors, shapes, margins)
    shares: Floats = np.maximum(np.minimum(leaves, 1.0) - np.maximum(enters, 0.0), 0.0)
    return shares * np.hypot(vectors[:, 0], vectors[:, 1])[:, None]


def distances_beyond(points: Floats, shapes: Convexes) -> Floats:
    """How many inches points (point, xy) lie beyond each edge, below 0 behind it: (point, shape, edge)."""
    along = (points @ shapes.normals.reshape(-1, 2).T).reshape(len(points), *shapes.limits.shape)
    beyond: Floats = along - shapes.limits[None]
    return beyond


def corners_behind(normals: Floats, limits: Floats) -> Floats:
    """The corners of every area that lies behind all of its edges, as points (corner, xy) of all areas together.

    `normals` (area, edge, xy) and `limits` (area, edge) are as `Convexes` has them, but needn't belong to a polygon:
    any two edges cross in a point, and those that are behind all other edges of the area, but for a HAIR, are corners.
    O(edges cubed) an area.
    """
    one, other = np.triu_indices(limits.shape[1], 1)
    (x, y), (other_x, other_y) = np.moveaxis(normals[:, one], 2, 0), np.moveaxis(normals[:, other], 2, 0)
    sine = x * other_y - y * other_x
    parallel = np.abs(sine) <= ROUNDING
    sine = np.where(parallel, 1.0, sine)
    first, second = limits[:, one], limits[:, other]
    points = np.stack([first * other_y - second * y, second * x - first * other_x], axis=2) / sine[..., None]
    outside = np.einsum("apx,aex->ape", points, normals) - limits[:, None] > HAIR
    corners: Floats = points[~parallel & ~outside.any(axis=2)]
    return corners
