"""Printed against computed points as a drawing: on the diagonal they agree."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from msgspec import Struct

from tabletop.arcana.creation.points.audit import Audited

SIZE = 560
EDGE = 48
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Point(Struct, frozen=True):
    """One row's place on the plot, in its own units, y growing downwards."""

    x: float
    y: float
    agrees: bool
    words: str


class Tick(Struct, frozen=True):
    """A line of the grid with its figure."""

    at: float
    down: float
    label: str


class Plot(Struct, frozen=True):
    """A square plot, both axes logarithmic; `corners` are the ends of the diagonal."""

    points: tuple[Point, ...]
    ticks: tuple[Tick, ...]
    size: int = SIZE
    edge: int = EDGE

    @property
    def far(self) -> int:
        return self.size - self.edge // 2


def plot_of(rows: Sequence[Audited]) -> Plot:
    """Every row as a point, those that differ last so that they lie on top."""
    points = [_point(row) for row in sorted(rows, key=lambda row: not row.agrees)]
    return Plot(tuple(points), tuple(Tick(place(tick), SIZE - place(tick), f"{tick:,}") for tick in TICKS))


def _point(row: Audited) -> Point:
    exact = float(row.exact)
    words = f"{row.name}: printed {row.printed}, computed {exact:g}"
    return Point(place(row.printed), SIZE - place(exact), row.agrees, words)


def place(points: float) -> float:
    """How far along an axis so many points are; less than 1 stands at 1."""
    share = log10(max(points, 1)) / log10(TICKS[-1])
    return round(EDGE + share * (SIZE - EDGE - EDGE // 2), 1)
