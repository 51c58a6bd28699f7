"""Where there is room: the shortest vector that takes shapes off others and keeps them within an oblong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely
from shapely import Point as Spot
from shapely import Polygon as Area
from shapely.ops import nearest_points

from tabletop.geometry.primitives.polygons import Polygon, box, boxes_meet, hull
from tabletop.geometry.primitives.vectors import Point, Vector, distance, minus

SEGMENTS_A_QUARTER = 16

# A convex shape that is in the way, and the inches to keep from it.
Kept = tuple[Polygon, float]


def vacancy(shapes: Sequence[Polygon], taken: Iterable[Kept], size: tuple[float, float], most: float) -> Vector | None:
    """For convex shapes moved together; None where there is no room within so many inches.

    Inches are kept to the last hundredth: corners are rounded by short edges.
    """
    near = [each for each in taken if _is_near(shapes, each, most)]
    closed = shapely.union_all([_closed(shape, *each) for shape in shapes for each in near])
    room = shapely.difference(_within(shapes, size), closed)
    if room.is_empty:
        return None
    found, _ = nearest_points(room, Spot(0.0, 0.0))
    vector = float(found.x), float(found.y)
    return vector if distance(vector, (0.0, 0.0)) <= most else None


def _is_near(shapes: Sequence[Polygon], taken: Kept, most: float) -> bool:
    x1, y1, x2, y2 = box(point for shape in shapes for point in shape)
    far = most + taken[1]
    return boxes_meet((x1 - far, y1 - far, x2 + far, y2 + far), box(taken[0]))


def _closed(shape: Polygon, taken: Polygon, inches: float) -> Area:
    """The vectors that would bring a shape nearer to another than it may be."""
    between = Area(hull(minus(corner, own) for corner in taken for own in shape))
    return between.buffer(inches, quad_segs=SEGMENTS_A_QUARTER) if inches else between


def _within(shapes: Sequence[Polygon], size: tuple[float, float]) -> Area:
    """The vectors that leave all shapes on a table of this size."""
    x1, y1, x2, y2 = box(point for shape in shapes for point in shape)
    corners: tuple[Point, Point] = (-x1, -y1), (size[0] - x2, size[1] - y2)
    return shapely.box(*corners[0], *corners[1])
