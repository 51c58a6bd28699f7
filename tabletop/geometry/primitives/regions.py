"""Areas of simple polygons that needn't be convex: faults of an outline, convex parts, what others leave of them.

Areas are made and cut by shapely (GEOS), whose corners are floats; parts are triangles of a constrained Delaunay
triangulation, which adds no corners of its own. What is left of a cut and smaller than a square GRAZE is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely import Polygon as Area

from tabletop.geometry.primitives.polygons import Polygon, anticlockwise, area, is_convex
from tabletop.geometry.primitives.tolerances import GRAZE

# No geometry is ever prepared and none is kept: two threads over one prepared geometry crash the interpreter
# (libgeos/geos#825, shapely/shapely#2137). Every call makes its own.


def polygon_fault(polygon: Polygon) -> str | None:
    """Why the corners are no simple polygon with an area, as the end of a sentence; None where they are."""
    if len(set(polygon)) < 3 or area(polygon) <= GRAZE**2:
        return "has no area"
    return None if shapely.is_valid(Area(polygon)) else "crosses or touches itself"


def convex_parts(polygon: Polygon) -> tuple[Polygon, ...]:
    """Anticlockwise convex polygons that cover a simple polygon exactly, on its own corners.

    A convex polygon is its own only part.
    """
    ring = anticlockwise(polygon)
    if is_convex(ring):
        return (ring,)
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(Area(ring)))
    return tuple(anticlockwise(_corners(triangle)) for triangle in triangles)


def uncovered_parts(polygon: Polygon, covers: Sequence[Polygon]) -> tuple[Polygon, ...]:
    """Anticlockwise triangles that cover what simple polygons laid over a simple polygon leave of it."""
    rest = shapely.difference(Area(polygon), shapely.union_all([Area(cover) for cover in covers]))
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(rest))
    return tuple(anticlockwise(_corners(triangle)) for triangle in triangles if triangle.area > GRAZE**2)


def _corners(shape: Area) -> Polygon:
    return tuple((float(x), float(y)) for x, y in shape.exterior.coords[:-1])


def common_area(first: Polygon, second: Polygon) -> float:
    """The square inches that two simple polygons share."""
    return float(shapely.intersection(Area(first), Area(second)).area)
