"""What a charger must see: rank and file its forward 90°, others all around; blockers are asked of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tabletop.arcana.battlefield.footprints import front_middle
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import RankAndFile
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import ARC
from tabletop.geometry.primitives.vectors import Point, cross, local_point, minus, plus, times


class Sight(Protocol):
    """Whether any part of one unit sees any part of another; arcs are seen to here."""

    def __call__(self, scene: PlacedTable, first: PlacedUnit, second: PlacedUnit, /) -> bool: ...


class Sights(Protocol):
    """The same of several that one unit looks at, in their order."""

    def __call__(self, scene: PlacedTable, first: PlacedUnit, others: Sequence[PlacedUnit], /) -> Sequence[bool]: ...


def open_views(scene: PlacedTable, first: PlacedUnit, others: Sequence[PlacedUnit], /) -> Sequence[bool]:
    """Nothing is ever in the way of any."""
    return [True] * len(others)


def open_view(scene: PlacedTable, first: PlacedUnit, second: PlacedUnit, /) -> bool:
    """Nothing is ever in the way."""
    return True


def in_arc(unit: PlacedUnit, shapes: Iterable[Polygon]) -> bool:
    """Whether any part of any shape is in the unit's forward 90°, between lines from its front corners."""
    block = unit.formation
    if not isinstance(block, RankAndFile):
        return True
    wide = block.files * unit.size[0]
    return _before((block.corner, block.facing, wide), shapes)


def in_arc_of(unit: PlacedUnit, place: int, shapes: Iterable[Polygon]) -> bool:
    """Whether any part of any shape is in one model's own 90° (reading T40); loose ones look all around."""
    return not unit.is_ranked or _before((unit.bases[place][0], unit.formation.facing, unit.size[0]), shapes)


def _before(front: tuple[Point, float, float], shapes: Iterable[Polygon]) -> bool:
    """In the 90° before a front: its left corner, facing and width."""
    corner, facing, wide = front
    lines = (((0.0, 0.0), (1.0, 0.0)), ((wide, 0.0), (1.0, 1.0)), ((0.0, 0.0), (1.0, -1.0)))
    seen = ([local_point(point, corner, facing) for point in shape] for shape in shapes)
    return any(_any_within(shape, lines) for shape in seen)


def _any_within(shape: list[Point], lines: Iterable[tuple[Point, Point]]) -> bool:
    """Whether a part of a polygon is left of every line, as a point and a direction; on a line counts."""
    for through, along in lines:
        shape = _left_of(shape, through, along)
        if not shape:
            return False
    return True


def _left_of(shape: list[Point], through: Point, along: Point) -> list[Point]:
    sides = [cross(along, minus(point, through)) + ARC for point in shape]
    kept: list[Point] = []
    for number, (point, side) in enumerate(zip(shape, sides, strict=True)):
        before, was = shape[number - 1], sides[number - 1]
        if (was < 0) != (side < 0):
            kept.append(plus(before, times(minus(point, before), was / (was - side))))
        if side >= 0:
            kept.append(point)
    return kept


def looks_from(unit: PlacedUnit) -> Point:
    """The middle of a block's front, or of a loose unit's first base: where its picture's line begins."""
    block = unit.formation
    return front_middle(block, unit.size) if isinstance(block, RankAndFile) else unit.centres[0]
