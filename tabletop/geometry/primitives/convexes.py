"""Many convex polygons as arrays, and how long straight lines run inside each of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.polygons import Polygon, outward_normals
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import dot, plus, times

Floats = NDArray[np.float64]

PARALLEL = 1e-15  # what is left of a line's vector across an edge that it runs along
HAIR = 1e-6  # inches by which a corner may seem to be outside


class Convexes(Struct, frozen=True):
    """Shapes by corners (shape, corner, xy); normals point outwards and `limits` are how far each edge lies along.

    Shorter shapes repeat their last edge.
    """

    corners: Floats
    normals: Floats
    limits: Floats

    def __len__(self) -> int:
        return len(self.limits)

    @property
    def trimmed(self) -> Convexes:
        """The same without edges that none of them needs."""
        repeated = np.all(self.corners == self.corners[:, -1:], axis=(0, 2))
        edges = len(repeated) - int(np.argmin(repeated[::-1])) + 1
        return Convexes(self.corners[:, :edges], self.normals[:, :edges], self.limits[:, :edges])

    def chosen(self, places: Floats | NDArray[np.bool_] | NDArray[np.intp]) -> Convexes:
        """Some of the shapes, by a mask or their places."""
        return Convexes(self.corners[places], self.normals[places], self.limits[places])

    def where(self, mask: NDArray[np.bool_], others: Convexes) -> Convexes:
        """These by a mask, for the rest others in their places, of as many corners."""
        corners, normals = (
            np.where(mask[:, None, None], *both)
            for both in ((self.corners, others.corners), (self.normals, others.normals))
        )
        return Convexes(corners, normals, np.where(mask[:, None], self.limits, others.limits))


def convexes(polygons: Sequence[Polygon]) -> Convexes:
    """From anticlockwise convex polygons with an area."""
    edges = [list(outward_normals(polygon)) for polygon in polygons]
    most = max(map(len, edges), default=1)
    padded = [each + each[-1:] * (most - len(each)) for each in edges]
    flat = chain.from_iterable((*normal, *corner) for each in padded for normal, corner in each)
    edges_of_all = np.fromiter(flat, dtype=np.float64).reshape(-1, most, 2, 2)
    normals, corners = (np.ascontiguousarray(edges_of_all[:, :, place]) for place in (0, 1))
    return Convexes(corners, normals, np.einsum("pex,pex->pe", normals, corners))


def widen_polygon(polygon: Polygon, inches: float) -> Polygon:
    """A convex anticlockwise polygon with every edge pushed out; corners stay corners."""
    edges = list(outward_normals(polygon))
    before = edges[-1:] + edges[:-1]
    return tuple(
        plus(corner, times(plus(last, normal), inches / (1 + dot(last, normal))))
        for (last, _), (normal, corner) in zip(before, edges, strict=True)
    )


def spans_inside(
    origins: Floats, vectors: Floats, shapes: Convexes, margins: Floats | float = 0.0
) -> tuple[Floats, Floats]:
    """Where lines enter and leave each shape, in lengths of their vectors, as two arrays (line, shape).

    A line that misses a shape leaves it before it enters it; one along an edge only touches. Each line sees every edge
    so many inches farther in, its margin.
    """
    normals, limits = shapes.normals.swapaxes(0, 1).reshape(-1, 2), shapes.limits.T[..., None]
    room = limits - margins - (normals @ origins.T).reshape(*limits.shape[:2], -1)
    enters, leaves = clipped(room, (normals @ vectors.T).reshape(room.shape))
    return enters.T, leaves.T


def clipped(room: Floats, speed: Floats) -> tuple[Floats, Floats]:
    """Where lines come behind every edge and leave, by how far behind each they begin and how fast they near it.

    The edges are along the first axis.
    """
    along = np.abs(speed) <= PARALLEL
    if along.any():
        room, speed = np.where(along, np.where(room <= 0, -np.inf, np.inf), room), np.where(along, 1.0, speed)
    share = room / speed
    return np.where(speed < 0, share, -np.inf).max(axis=0), np.where(speed > 0, share, np.inf).min(axis=0)


def distances_beyond(points: Floats, shapes: Convexes) -> Floats:
    """How far points lie beyond each edge of each shape, below 0 behind it (point, shape, edge)."""
    return along_normals(points, shapes) - shapes.limits[None]


def along_normals(vectors: Floats, shapes: Convexes) -> Floats:
    """The part of each vector along each edge's normal (vector, shape, edge)."""
    return (vectors @ shapes.normals.reshape(-1, 2).T).reshape(len(vectors), *shapes.limits.shape)


def inches_inside(starts: Floats, ends: Floats, shapes: Convexes, margins: Floats | float = 0.0) -> Floats:
    """How many inches of each segment run inside each shape (segment, shape), deeper than its margin."""
    vectors = ends - starts
    enters, leaves = spans_inside(starts, vectors, shapes, margins)
    shares: Floats = np.maximum(np.minimum(leaves, 1.0) - np.maximum(enters, 0.0), 0.0)
    return shares * np.hypot(vectors[:, 0], vectors[:, 1])[:, None]


def beyond_edges(fence: Polygon, points: Floats) -> Floats:
    """How far points lie beyond each edge of a convex anticlockwise polygon, below 0 behind it (…, edge)."""
    edges = list(outward_normals(fence))
    normals, on = np.array([normal for normal, _ in edges]), np.array([point for _, point in edges])
    apart: Floats = points @ normals.T - (normals * on).sum(axis=1)
    return apart


def corners_behind(normals: Floats, limits: Floats) -> Floats:
    """The corners of every area that is behind all of its edges (area, edge), as points."""
    one, other = np.triu_indices(limits.shape[1], 1)
    (x, y), (x_too, y_too) = np.moveaxis(normals[:, one], 2, 0), np.moveaxis(normals[:, other], 2, 0)
    sine = x * y_too - y * x_too
    parallel = np.abs(sine) <= ROUNDING
    sine = np.where(parallel, 1.0, sine)
    first, second = limits[:, one], limits[:, other]
    points = np.stack([first * y_too - second * y, second * x - first * x_too], axis=2) / sine[..., None]
    outside = np.einsum("apx,aex->ape", points, normals) - limits[:, None] > HAIR
    found: Floats = points[~parallel & ~outside.any(axis=2)]
    return found
