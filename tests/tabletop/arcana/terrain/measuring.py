"""Measuring rolled tables."""

from __future__ import annotations

import numpy as np
import shapely
from shapely import Polygon

from tabletop.arcana.battlefield import Table
from tabletop.arcana.battlefield.schema import Terrain


def areas(table: Table) -> list[Polygon]:
    return [Polygon(each.polygon) for each in table.terrain]


def shared(pairs: list[tuple[Polygon, Polygon]]) -> float:
    """The largest area that any two have in common; those whose boxes are apart have none."""
    first, second = (np.array(each) for each in zip(*pairs, strict=True))
    (left, low, right, high), (other_left, other_low, other_right, other_high) = (
        shapely.bounds(each).T for each in (first, second)
    )
    near = (left < other_right) & (other_left < right) & (low < other_high) & (other_low < high)
    return float(shapely.area(shapely.intersection(first[near], second[near])).max(initial=0))


def outside(table: Table) -> float:
    whole = shapely.box(0, 0, *table.size)
    return max(float(area.difference(whole).area) for area in areas(table))


def is_band(terrain: Terrain) -> bool:
    return terrain.name in {"Stream", "Streams", "Shallow river", "Deep inland river", "Wadi"}
