"""Ground that is left of an area: with outlines cut out, and everything nearer to others than so many inches."""

from __future__ import annotations

from collections.abc import Iterable

import shapely
from shapely import Polygon as Area

from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import GRAZE

# Only drawn: whether something stands too near is always a distance test.
SEGMENTS_A_QUARTER = 16

Rings = tuple[Polygon, ...]


def clearing(area: Polygon, cut: Iterable[Polygon], near: Iterable[Polygon], inches: float) -> tuple[Rings, ...]:
    """Each piece as its outline and then its holes."""
    taken = [Area(each) for each in cut]
    taken += [Area(each).buffer(inches, quad_segs=SEGMENTS_A_QUARTER) for each in near]
    rest = shapely.difference(Area(area), shapely.union_all(taken))
    pieces = [piece for piece in shapely.get_parts(rest) if piece.geom_type == "Polygon" and piece.area > GRAZE**2]
    return tuple((_ring(piece.exterior), *map(_ring, piece.interiors)) for piece in pieces)


def _ring(ring: shapely.LinearRing) -> Polygon:
    return tuple((float(x), float(y)) for x, y in ring.coords[:-1])
