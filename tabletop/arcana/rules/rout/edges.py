"""The table's edges as a fleeing unit sees them: how far off, and which directions lead there or over it."""

from __future__ import annotations

from math import acos, degrees

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.geometry.distance.bearings import Range, range_between
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import direction, minus

STRAIGHT: dict[str, float] = {"left": 270, "right": 90, "near": 180, "far": 0}


class Edge(Struct, frozen=True):
    """Inches from the first base to it, and the directions from the unit's middle to some part of it."""

    name: str
    away: float
    ranges: tuple[Range, ...]

    @property
    def straight(self) -> float:
        return STRAIGHT[self.name]

    def over(self, inches: float) -> tuple[Range, ...]:
        """The directions in which so many inches bring the first base to it; none where it is farther off."""
        if inches + RANGE < self.away:
            return ()
        half = degrees(acos(min(max(self.away / inches, 0.0), 1.0)))
        return range_between(self.straight - half, self.straight + half)


def edges_of(scene: PlacedTable, unit: PlacedUnit) -> list[Edge]:
    """The four edges of the table as seen from a unit's middle, the nearest first."""
    (wide, deep), (x1, y1, x2, y2) = scene.table.size, unit.box
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    corners = (0.0, 0.0), (0.0, deep), (wide, deep), (wide, 0.0)
    lower_left, upper_left, upper_right, lower_right = (direction(minus(corner, middle)) for corner in corners)
    edges = [
        Edge("left", x1, range_between(lower_left, upper_left)),
        Edge("right", wide - x2, range_between(upper_right, lower_right)),
        Edge("near", y1, range_between(lower_right, lower_left)),
        Edge("far", deep - y2, range_between(upper_left, upper_right)),
    ]
    return sorted(edges, key=lambda edge: round(edge.away, 6))
