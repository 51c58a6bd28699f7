"""Discs among convex polygons: distances of many centres at once, and the directions in which a moved disc touches.

A disc is a centre and a radius, never a polygon with many edges: it touches a shape where its centre is no farther from
the shape than the radius. Everything is in closed form, so it is exact but for floating point; `distances_to_shapes`
is a few numpy operations on an array of centres times edges, and uses no tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, degrees, hypot

import numpy as np

from tabletop.geometry.primitives.arrays import Floats
from tabletop.geometry.primitives.convexes import Convexes, distances_beyond
from tabletop.geometry.primitives.polygons import Polygon, outward_normals, sides
from tabletop.geometry.primitives.segments import circle_crossings
from tabletop.geometry.primitives.vectors import Point, direction, minus, plus, times


def distances_to_shapes(centres: Floats, shapes: Convexes) -> Floats:
    """The inches from each point to each convex shape, 0 inside it: (point, xy) gives (point, shape)."""
    starts = shapes.corners
    along = np.roll(starts, -1, axis=1) - starts
    squared = np.maximum((along**2).sum(axis=2), 1e-300)
    offsets = centres[:, None, None] - starts[None]
    shares = np.clip((offsets * along[None]).sum(axis=3) / squared[None], 0.0, 1.0)
    feet = offsets - shares[..., None] * along[None]
    away = np.hypot(feet[..., 0], feet[..., 1]).min(axis=2)
    return np.where(distances_beyond(centres, shapes).max(axis=2) <= 0, 0.0, away)


def touching_directions(centre: Point, inches: float, radius: float, shape: Polygon) -> Iterator[float]:
    """The directions in which a disc, moved so many inches, just begins or ceases to touch a convex polygon.

    In degrees clockwise from up, in no order; the polygon runs anticlockwise. The disc's centre is then on a circle of
    that many inches, and either on an edge pushed out by the radius or one radius from a corner.
    """
    for (normal, _), side in zip(outward_normals(shape), sides(shape), strict=True):
        pushed = plus(side[0], times(normal, radius)), plus(side[1], times(normal, radius))
        yield from (direction(minus(point, centre)) for point in circle_crossings(pushed, centre, inches))
    for corner in shape:
        offset = minus(corner, centre)
        away = hypot(*offset)
        if away > 0 and inches > 0 and abs(inches - radius) <= away <= inches + radius:
            cosine = (away**2 + inches**2 - radius**2) / (2 * away * inches)
            half = degrees(acos(max(-1.0, min(1.0, cosine))))
            yield from ((direction(offset) + angle) % 360 for angle in (-half, half))
