"""Equal oblong cells in columns and rows, as the bases of a block stand: neighbours share corners to the last bit.

Every corner is computed from its column and row alone, by the same formula for all cells that meet there. So bases of
one block neither overlap nor leave a gap by rounding, whatever their facing.
"""

from __future__ import annotations

from msgspec import Struct

from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.vectors import Point, heading, rightward


class Lattice(Struct, frozen=True):
    """Columns run to the right from the front left corner along the front, rows run back from it.

    `facing` is in degrees clockwise from up; a cell is `width` times `depth` inches.
    """

    corner: Point
    facing: float
    width: float
    depth: float

    def point(self, column: float, row: float) -> Point:
        """The point so many cells to the right of the corner and so many back; halves are middles of cells."""
        front = heading(self.facing)
        right = rightward(front)
        across, back = column * self.width, row * self.depth
        return (
            self.corner[0] + across * right[0] - back * front[0],
            self.corner[1] + across * right[1] - back * front[1],
        )

    def block(self, columns: tuple[float, float], rows: tuple[float, float]) -> Polygon:
        """The oblong between two columns and two rows, anticlockwise from its front left corner."""
        (x, y), (ahead_x, ahead_y) = self.corner, heading(self.facing)
        right_x, right_y = rightward((ahead_x, ahead_y))
        (left, right), (front, rear) = ([cell * self.width for cell in columns], [cell * self.depth for cell in rows])
        return (
            (x + left * right_x - front * ahead_x, y + left * right_y - front * ahead_y),
            (x + left * right_x - rear * ahead_x, y + left * right_y - rear * ahead_y),
            (x + right * right_x - rear * ahead_x, y + right * right_y - rear * ahead_y),
            (x + right * right_x - front * ahead_x, y + right * right_y - front * ahead_y),
        )

    def cell(self, column: int, row: int) -> Polygon:
        """One cell, anticlockwise from its front left corner; both numbers count from 0."""
        return self.block((column, column + 1), (row, row + 1))


def oblong(centre: Point, facing: float, width: float, depth: float) -> Polygon:
    """A rectangle about its centre, facing so many degrees, in inches; anticlockwise from its front left corner."""
    return Lattice(centre, facing, width, depth).block((-0.5, 0.5), (-0.5, 0.5))
