"""Where there is room: the shortest move that frees shapes, and the ground that is left of an area.

Both are areas made by shapely (GEOS) of a handful of polygons and kept by nobody.

`shortest_escape` moves convex shapes together by one vector. The vectors that would make two convex shapes overlap are
their Minkowski difference: the convex hull of every corner of the one less every corner of the other (the
configuration space of Lozano-Pérez, "Spatial planning", IEEE Trans. Computers C-32, 1983). What stays of the vectors
that leave the shapes on the table, once the differences of all pairs are cut out, is every place with room; its point
nearest to the origin is the answer. Exact in the corners but for floating point. Where inches are to be kept off, a
difference is widened by them, and its rounded corners are chords of a circle in SEGMENTS_A_QUARTER parts: too near by
at most an eighth of a percent of those inches. The cost is one hull for each pair that is near, of as many points as
the product of their corners, and one union of those hulls.

`free_areas` is only drawn; whether something stands too near is always a distance test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely
from msgspec import Struct
from shapely import Point as AreaPoint
from shapely import Polygon as Area
from shapely.ops import nearest_points

from tabletop.geometry.primitives.polygons import Box, Polygon, box, boxes_meet, hull, widen_box
from tabletop.geometry.primitives.tolerances import GRAZE
from tabletop.geometry.primitives.vectors import Vector, distance, minus

SEGMENTS_A_QUARTER = 16
NEARBY = 3.0  # inches

# The outline of an area and then its holes.
Rings = tuple[Polygon, ...]


class KeepOut(Struct, frozen=True):
    """A convex shape that is in the way, and the inches to keep from it."""

    shape: Polygon
    inches: float = 0.0


def shortest_escape(
    shapes: Sequence[Polygon], taken: Iterable[KeepOut], size: tuple[float, float], most: float
) -> Vector | None:
    """The shortest vector, in inches, that takes all the convex shapes off what is taken and leaves them on the table.

    `size` is the table's width and depth from the origin. None where no vector of at most `most` inches does.
    """
    # What is farther away than a place with room doesn't count, and room is mostly near.
    every, vector = [(keep, box(keep.shape)) for keep in taken], None
    for reach in sorted({min(NEARBY, most), most}):
        vector = _shortest_escape(shapes, every, size, reach)
        if vector:
            break
    return vector


def _shortest_escape(
    shapes: Sequence[Polygon], taken: Sequence[tuple[KeepOut, Box]], size: tuple[float, float], most: float
) -> Vector | None:
    around = box(point for shape in shapes for point in shape)
    near = [keep for keep, own in taken if boxes_meet(widen_box(around, most + keep.inches), own)]
    closed = shapely.union_all([_colliding_vectors(shape, keep) for shape in shapes for keep in near])
    on_table = shapely.box(-around[0], -around[1], size[0] - around[2], size[1] - around[3])
    room = shapely.difference(on_table, closed)
    if room.is_empty:
        return None
    nearest, _ = nearest_points(room, AreaPoint(0.0, 0.0))
    vector = float(nearest.x), float(nearest.y)
    return vector if distance(vector, (0.0, 0.0)) <= most else None


def _colliding_vectors(shape: Polygon, keep: KeepOut) -> Area:
    """The vectors that would bring a shape nearer to what is in the way than it may come."""
    difference = Area(hull(minus(corner, own) for corner in keep.shape for own in shape))
    return difference.buffer(keep.inches, quad_segs=SEGMENTS_A_QUARTER) if keep.inches else difference


def free_areas(area: Polygon, cut: Iterable[Polygon], near: Iterable[Polygon], inches: float) -> tuple[Rings, ...]:
    """What is left of an area without the polygons cut out and all that is within so many inches of those near.

    Pieces of less than a square GRAZE are left out.
    """
    taken = [Area(polygon) for polygon in cut]
    taken += [Area(polygon).buffer(inches, quad_segs=SEGMENTS_A_QUARTER) for polygon in near]
    rest = shapely.difference(Area(area), shapely.union_all(taken))
    pieces = [piece for piece in shapely.get_parts(rest) if piece.geom_type == "Polygon" and piece.area > GRAZE**2]
    return tuple((_corners(piece.exterior), *map(_corners, piece.interiors)) for piece in pieces)


def _corners(ring: shapely.LinearRing) -> Polygon:
    return tuple((float(x), float(y)) for x, y in ring.coords[:-1])
