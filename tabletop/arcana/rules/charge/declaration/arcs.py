"""The arcs in which units see what they charge: rank and file its forward 90°, others all around.

What stands in the way of a line is asked of a `Sight`, which these rules are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import RankAndFile
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import ARC
from tabletop.geometry.primitives.vectors import Point, cross, local_point, minus, plus, times


class Sight(Protocol):
    """Whether any part of one unit sees any part of another; arcs are seen to here."""

    def __call__(self, scene: PlacedTable, first: PlacedUnit, second: PlacedUnit, /) -> bool: ...


class Sights(Protocol):
    """Whether one unit sees any part of each of several others, in their order."""

    def __call__(self, scene: PlacedTable, first: PlacedUnit, others: Sequence[PlacedUnit], /) -> Sequence[bool]: ...


def open_views(scene: PlacedTable, first: PlacedUnit, others: Sequence[PlacedUnit], /) -> Sequence[bool]:
    """The sights of a table where nothing is ever in the way: one True for each of the others."""
    return [True] * len(others)


def open_view(scene: PlacedTable, first: PlacedUnit, second: PlacedUnit, /) -> bool:
    """The sight of a table where nothing is ever in the way: True."""
    return True


def in_arc(unit: PlacedUnit, shapes: Iterable[Polygon]) -> bool:
    """Whether any part of any convex shape is in the unit's forward 90°, between lines from its front corners."""
    block = unit.formation
    if not (unit.is_ranked and isinstance(block, RankAndFile)):
        return True
    return _in_front(shapes, block.corner, block.facing, block.files * unit.size[0])


def in_arc_of(unit: PlacedUnit, model: int, shapes: Iterable[Polygon]) -> bool:
    """Whether any part of any convex shape is in one model's own 90° (reading T40); loose ones look all around."""
    if not unit.is_ranked:
        return True
    return _in_front(shapes, unit.bases[model][0], unit.formation.facing, unit.size[0])


def _in_front(shapes: Iterable[Polygon], corner: Point, facing: float, width: float) -> bool:
    """Whether a shape reaches into the 90° before a front, given by its left corner, facing and width in inches."""
    for shape in shapes:
        left = [local_point(point, corner, facing) for point in shape]
        for through, along in ((0.0, 0.0), (1.0, 0.0)), ((width, 0.0), (1.0, 1.0)), ((0.0, 0.0), (1.0, -1.0)):
            left = _left_of(left, through, along)
        if left:
            return True
    return False


def _left_of(polygon: list[Point], through: Point, along: Point) -> list[Point]:
    """The part of a convex polygon to the left of a line, or within ARC of it."""
    sides = [cross(along, minus(point, through)) + ARC for point in polygon]
    kept: list[Point] = []
    for index, (point, side) in enumerate(zip(polygon, sides, strict=True)):
        before, was = polygon[index - 1], sides[index - 1]
        if (was < 0) != (side < 0):
            kept.append(plus(before, times(minus(point, before), was / (was - side))))
        if side >= 0:
            kept.append(point)
    return kept
