"""Which side of a block a charge is against: the 45° lines from its corners, and where most of its chargers stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.arcana.battlefield.footprints import ranks_of
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import RankAndFile, Side
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import ARC
from tabletop.geometry.primitives.vectors import Point, heading, local_point, rightward

Floats = NDArray[np.float64]
SIDES: tuple[Side, ...] = ("front", "left", "right", "rear")
# How far a side's edge is turned from the front's, clockwise.
TURNED: dict[Side, float] = {"front": 0, "right": 90, "rear": 180, "left": -90}

# Where a side's two ends are, in widths and depths.
ENDS: dict[Side, tuple[tuple[int, int], tuple[int, int]]] = {
    "front": ((1, 0), (0, 0)),
    "left": ((0, 0), (0, 1)),
    "rear": ((0, 1), (1, 1)),
    "right": ((1, 1), (1, 0)),
}


class Tally(Struct, frozen=True):
    """How many models of a charger stand in each zone of its target."""

    front: int
    left: int
    right: int
    rear: int

    @property
    def counts(self) -> dict[Side, int]:
        return {"front": self.front, "left": self.left, "right": self.right, "rear": self.rear}

    @property
    def side(self) -> Side:
        """The flank or rear with more models than the front has; the front on a tie (ruling T15)."""
        other = max(SIDES[1:], key=self.counts.__getitem__)
        return other if self.counts[other] > self.front else "front"

    def short_of(self, side: Side) -> int:
        """How many models would have to stand on that side instead; 0 for the side itself."""
        if side == self.side:
            return 0
        more = max(count for name, count in self.counts.items() if name != side) - self.counts[side]
        return max((more + 1) // 2 if side == "front" else more // 2 + 1, 1)


class Zones(Struct, frozen=True):
    """The zones about a block: its front left corner, facing, width and depth in inches."""

    corner: Point
    facing: float
    width: float
    depth: float

    def seen(self, points: Iterable[Point]) -> Floats:
        """Points as the block sees them: x to its right, y ahead of its front."""
        return np.array([local_point(point, self.corner, self.facing) for point in points])

    def edge(self, side: Side) -> tuple[Point, Point]:
        """A side's two corners, from left to right for whoever looks at it from outside."""
        front, right = heading(self.facing), rightward(heading(self.facing))
        start, end = (self._point(across, back, front, right) for across, back in ENDS[side])
        return start, end

    def _point(self, across: float, back: float, front: Point, right: Point) -> Point:
        x, y = across * self.width, back * self.depth
        return self.corner[0] + x * right[0] - y * front[0], self.corner[1] + x * right[1] - y * front[1]

    def outline(self) -> Polygon:
        """The whole oblong, anticlockwise."""
        (right, left), (back_left, back_right) = self.edge("front"), self.edge("rear")
        return left, back_left, back_right, right


def zones_of(unit: PlacedUnit) -> Zones | None:
    """The zones of a unit in rank and file; nothing else has flanks or a rear."""
    block = unit.formation
    if not isinstance(block, RankAndFile):
        return None
    wide, deep = unit.size
    return Zones(block.corner, block.facing, block.files * wide, len(ranks_of(block.files, unit.models)) * deep)


def tally(zones: Zones, centres: Sequence[Point]) -> Tally:
    """Each model by the middle of its base; a model on a line stands on the side nearer to the front (ruling T15)."""
    return tallies(zones, zones.seen(centres)[None])[0]


def tallies(zones: Zones, seen: Floats) -> list[Tally]:
    """The same for many places of all the models at once, as `Zones.seen` has them."""
    x, y = seen[..., 0], seen[..., 1]
    aside = np.maximum(-x, x - zones.width)
    front = y >= aside - ARC
    rear = ~front & (-zones.depth - y > aside + ARC)
    left = ~front & ~rear & (-x > x - zones.width)
    right = ~front & ~rear & ~left
    counted = np.stack([part.sum(axis=-1) for part in (front, left, right, rear)], axis=-1)
    return [Tally(*(int(count) for count in row)) for row in counted]
