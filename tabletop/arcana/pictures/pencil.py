"""What every part of the board's picture is drawn with: inches as SVG writes them, y running down the page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.vectors import Point


class Pencil(Struct, frozen=True):
    """Draws on a page as high as the table, in inches."""

    high: float

    def pair(self, point: Point) -> str:
        return f"{number(point[0])} {number(self.high - point[1])}"

    def closed(self, polygons: Iterable[Polygon]) -> str:
        """Outlines as the data of a path."""
        return "".join("M" + "L".join(map(self.pair, polygon)) + "Z" for polygon in polygons)

    def lines(self, ends: Iterable[tuple[Point, Point]]) -> str:
        return "".join(f"M{self.pair(start)}L{self.pair(end)}" for start, end in ends)


@lru_cache(maxsize=20_000)
def number(value: float) -> str:
    """Three decimals at most, and never a negative zero."""
    return f"{round(value, 3) + 0:.3f}".rstrip("0").rstrip(".")
