"""Discs among polygons: distances of many centres at once, and the directions in which a moved disc touches what."""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, degrees, hypot

import numpy as np

from tabletop.geometry.primitives.convexes import Convexes, Floats, distances_beyond
from tabletop.geometry.primitives.polygons import Polygon, outward_normals, sides
from tabletop.geometry.primitives.segments import circle_crossings
from tabletop.geometry.primitives.vectors import Point, direction, minus, plus, times


def distances_to_shapes(centres: Floats, shapes: Convexes) -> Floats:
    """From each point to each convex shape, 0 inside it (point, shape)."""
    starts = shapes.corners
    along = np.roll(starts, -1, axis=1) - starts
    squared = np.maximum((along**2).sum(axis=2), 1e-300)
    offsets = centres[:, None, None] - starts[None]
    shares = np.clip((offsets * along[None]).sum(axis=3) / squared[None], 0.0, 1.0)
    feet = offsets - shares[..., None] * along[None]
    away = np.hypot(feet[..., 0], feet[..., 1]).min(axis=2)
    return np.where(distances_beyond(centres, shapes).max(axis=2) <= 0, 0.0, away)


def touching_directions(centre: Point, inches: float, radius: float, shape: Polygon) -> Iterator[float]:
    """The directions in which a disc, moved so far, just begins or ceases to touch a convex anticlockwise polygon.

    Its middle is then on an edge pushed out by the radius, or as far from a corner.
    """
    for (normal, _), side in zip(outward_normals(shape), sides(shape), strict=True):
        pushed = plus(side[0], times(normal, radius)), plus(side[1], times(normal, radius))
        yield from (direction(minus(point, centre)) for point in circle_crossings(pushed, centre, inches))
    for corner in shape:
        yield from _beside(minus(corner, centre), inches, radius)


def _beside(corner: Point, inches: float, radius: float) -> Iterator[float]:
    """Where two circles cross: about the origin, and about the corner."""
    away = hypot(*corner)
    if away == 0 or inches == 0 or not abs(inches - radius) <= away <= inches + radius:
        return
    half = degrees(acos(max(-1.0, min(1.0, (away**2 + inches**2 - radius**2) / (2 * away * inches)))))
    for angle in (-half, half):
        yield (direction(corner) + angle) % 360
