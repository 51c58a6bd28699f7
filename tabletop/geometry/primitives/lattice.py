"""Equal oblong cells in columns and rows; neighbours share corners to the last bit."""

from __future__ import annotations

from msgspec import Struct

from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.vectors import Point, heading, rightward


class Lattice(Struct, frozen=True):
    """Columns run to the right of the front left corner along the front, rows run back from it; cells in inches."""

    corner: Point
    facing: float
    width: float
    depth: float

    def point(self, column: float, row: float) -> Point:
        """A corner of cells: `column` cells to the right and `row` cells back; halves are middles."""
        front = heading(self.facing)
        right = rightward(front)
        across, back = column * self.width, row * self.depth
        return (
            self.corner[0] + across * right[0] - back * front[0],
            self.corner[1] + across * right[1] - back * front[1],
        )

    def block(self, columns: tuple[float, float], rows: tuple[float, float]) -> Polygon:
        """The oblong between two columns and two rows, anticlockwise from its front left corner."""
        (left, right), (front, rear) = columns, rows
        return self.point(left, front), self.point(left, rear), self.point(right, rear), self.point(right, front)

    def cell(self, column: int, row: int) -> Polygon:
        return self.block((column, column + 1), (row, row + 1))


def oblong(centre: Point, facing: float, width: float, depth: float) -> Polygon:
    """A rectangle about its centre, anticlockwise from its front left corner."""
    return Lattice(centre, facing, width, depth).block((-0.5, 0.5), (-0.5, 0.5))
