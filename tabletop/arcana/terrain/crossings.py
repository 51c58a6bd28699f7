"""Pieces that lie across each other, as players may agree: which counts there is theirs to say."""

from __future__ import annotations

from itertools import combinations

from tabletop.arcana.battlefield.schema import Table, Terrain
from tabletop.geometry.primitives.polygons import box
from tabletop.geometry.primitives.regions import common_area

LEAST = 0.01  # square inches


def crossings(table: Table) -> dict[str, tuple[str, ...]]:
    """For each piece, by its ref, the refs of the pieces that share ground with it, in the table's order."""
    crossed: dict[str, list[str]] = {terrain.ref: [] for terrain in table.terrain}
    for one, other in combinations(table.terrain, 2):
        if _meet(one, other):
            crossed[one.ref].append(other.ref)
            crossed[other.ref].append(one.ref)
    return {ref: tuple(others) for ref, others in crossed.items()}


def _meet(one: Terrain, other: Terrain) -> bool:
    left, low, right, high = box(one.polygon)
    other_left, other_low, other_right, other_high = box(other.polygon)
    if left >= other_right or other_left >= right or low >= other_high or other_low >= high:
        return False
    return common_area(one.polygon, other.polygon) > LEAST
