"""The table that pieces are laid on, in hundredths of an inch, and pieces that lie there."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tabletop.arcana.terrain.charts import Between, Detail, Feature
from tabletop.arcana.terrain.details import details_of
from tabletop.arcana.terrain.outlines import INCH, Body
from tabletop.dice import Chance
from tabletop.geometry.primitives.exact import Box, Grid, Ring, hull, move_ring, rotate_grid_point


class Board(Struct, frozen=True):
    """A table's sides, the boxes to keep clear, and the box of each side that places in its own half.

    `taken` are boxes of pieces that stay where they are; `course` is the axis of the rivers and streams among them.
    """

    size: Grid
    clear: tuple[Box, ...]
    halves: Mapping[str, Box]
    taken: tuple[Box, ...] = ()
    course: int | None = None

    @property
    def whole(self) -> Box:
        return 0, 0, *self.size

    @property
    def closed(self) -> tuple[Box, ...]:
        return self.clear + self.taken

    @property
    def long_axis(self) -> int:
        """The axis along the longer edges: 0 is x, also on a square table."""
        return 0 if self.size[0] >= self.size[1] else 1


class Laid(Struct, frozen=True):
    """A piece's outline, the convex sections that cover it, and its details."""

    ring: Ring
    sections: tuple[Ring, ...]
    details: tuple[tuple[Detail, Ring], ...]

    def moved(self, vector: Grid) -> Laid:
        return Laid(
            move_ring(self.ring, vector),
            tuple(move_ring(section, vector) for section in self.sections),
            tuple((detail, move_ring(ring, vector)) for detail, ring in self.details),
        )

    def turned(self, turn: int) -> Laid:
        """After so many 24ths of a turn anticlockwise about the origin."""
        return Laid(
            _turned(self.ring, turn),
            tuple(hull(_turned(section, turn)) for section in self.sections),
            tuple((detail, _turned(ring, turn)) for detail, ring in self.details),
        )


def _turned(ring: Ring, turn: int) -> Ring:
    return tuple(rotate_grid_point(point, turn) for point in ring)


def lay_out(feature: Feature, body: Body, results: Mapping[str, int], chance: Chance) -> Laid:
    return Laid(body.ring, body.sections, tuple(details_of(feature, body, results, chance)))


def draw_size(size: Between | None, percent: int, chance: Chance) -> int:
    """A length or width between two figures in inches, in hundredths, so many per cent of it; 0 for none."""
    if size is None:
        return 0
    least, most = (round(inches * INCH) for inches in size)
    return chance.randint(least, most) * percent // 100
