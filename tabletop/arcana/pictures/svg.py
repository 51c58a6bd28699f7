"""Inches on a table as SVG writes them: y runs down the page, and numbers are short."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.vectors import Point


class Canvas(Struct, frozen=True):
    """A drawing of a table that is `high` inches deep, an inch a unit of length; points are given as on the table."""

    high: float

    def pair(self, point: Point) -> str:
        """`x y` as the data of a path has them."""
        return f"{number(point[0])} {number(self.high - point[1])}"

    def closed(self, polygons: Iterable[Polygon]) -> str:
        """Outlines as the data of a path."""
        return "".join("M" + "L".join(map(self.pair, polygon)) + "Z" for polygon in polygons)

    def lines(self, ends: Iterable[tuple[Point, Point]]) -> str:
        """Segments as the data of a path."""
        return "".join(f"M{self.pair(start)}L{self.pair(end)}" for start, end in ends)


@lru_cache(maxsize=20_000)
def number(value: float, decimals: int = 3) -> str:
    """The value with so many decimals at most, and never a negative zero."""
    return f"{round(value, decimals) + 0:.{decimals}f}".rstrip("0").rstrip(".")
