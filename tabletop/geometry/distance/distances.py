"""Exact distances between points, discs and polygons, with the nearest points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, inf

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.polygons import Polygon, box, box_distance, boxes_meet, contains, sides
from tabletop.geometry.primitives.segments import crossing, nearest_point
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import Point, plus, times

Floats = NDArray[np.float64]
FEW = 4  # pairs are measured one by one


class Gap(Struct, frozen=True):
    """The inches between two shapes and their nearest points; 0 with one common point where they overlap."""

    inches: float
    start: Point
    end: Point

    def reversed(self) -> Gap:
        return Gap(self.inches, self.end, self.start)


class Pair(Struct, frozen=True):
    """Which two of many shapes, by their places, and the gap between them."""

    first: int
    second: int
    gap: Gap


def gap(first: Polygon, second: Polygon) -> Gap:
    """The distance between two simple polygons, convex or not."""
    if boxes_meet(box(first), box(second)) and (common := common_point(first, second)):
        return Gap(0.0, common, common)
    return min(_to_sides(first, second), _to_sides(second, first).reversed(), key=lambda each: each.inches)


def common_point(first: Polygon, second: Polygon) -> Point | None:
    """A point of both simple polygons; None where they are apart."""
    for point in first:
        if contains(second, point):
            return point
    for point in second:
        if contains(first, point):
            return point
    crossings = (crossing(side, other) for side in sides(first) for other in sides(second))
    return next((point for point in crossings if point), None)


def _to_sides(corners: Polygon, polygon: Polygon) -> Gap:
    """From the nearest corner; one that is farther from the polygon's box than another from the polygon can't be it."""
    around, best = box(polygon), (inf, 0)
    for least, place in sorted(
        (box_distance((*corner, *corner), around), place) for place, corner in enumerate(corners)
    ):
        if least > best[0] + ROUNDING:
            break
        straight = gap_from_point(corners[place], polygon)
        if (straight.inches, place) < best:
            best, found = (straight.inches, place), straight
    return found


def gap_from_point(point: Point, polygon: Polygon) -> Gap:
    """From a point to the polygon's edge."""
    feet = [nearest_point(side, point) for side in sides(polygon)]
    x, y = point
    inches, place = min((hypot(foot[0] - x, foot[1] - y), place) for place, foot in enumerate(feet))
    return Gap(inches, point, feet[place])


def gap_from_disc(centre: Point, radius: float, polygon: Polygon) -> Gap:
    """From a disc to a polygon: a distance test, never a circle made of edges."""
    if contains(polygon, centre):
        return Gap(0.0, centre, centre)
    straight = gap_from_point(centre, polygon)
    if straight.inches <= radius:
        return Gap(0.0, straight.end, straight.end)
    rim = plus(centre, times((straight.end[0] - centre[0], straight.end[1] - centre[1]), radius / straight.inches))
    return Gap(straight.inches - radius, rim, straight.end)


def closest_pair(first: Sequence[Polygon], second: Sequence[Polygon]) -> Pair:
    """The nearest two of many polygons; exact gaps only where the circles around them leave it open.

    ValueError where either has none.
    """
    if not (first and second):
        raise ValueError("there is nothing to measure between")
    if len(first) * len(second) <= FEW:
        return min(_pairs(first, second), key=lambda each: each.gap.inches)
    between, reach = _spread(first, second)
    least = (between - reach).ravel()
    order = np.argsort(least, kind="stable")
    found = _pair(first, second, int(order[0]))
    for place in order[1:]:
        if least[place] >= found.gap.inches:
            break
        found = min(found, _pair(first, second, int(place)), key=lambda each: each.gap.inches)
    return found


def are_within(first: Sequence[Polygon], second: Sequence[Polygon], inches: float) -> bool:
    """Whether any two polygons, one of each, are no farther apart; quick where they are far."""
    boxes = [(polygon, box(polygon)) for polygon in second]
    for polygon in first:
        x1, y1, x2, y2 = box(polygon)
        grown = x1 - inches, y1 - inches, x2 + inches, y2 + inches
        if any(boxes_meet(grown, other_box) and gap(polygon, other).inches <= inches for other, other_box in boxes):
            return True
    return False


def farthest_pair(polygons: Sequence[Polygon]) -> Pair | None:
    """The two of many polygons with the widest gap; None for fewer than two."""
    if len(polygons) < 2:
        return None
    between, _ = _spread(polygons, polygons)
    most = np.triu(between, 1).ravel()
    order = np.argsort(-most, kind="stable")
    found = _pair(polygons, polygons, int(order[0]))
    for place in order[1:]:
        if most[place] <= found.gap.inches:
            break
        found = max(found, _pair(polygons, polygons, int(place)), key=lambda each: each.gap.inches)
    return found


def _pairs(first: Sequence[Polygon], second: Sequence[Polygon]) -> Iterator[Pair]:
    return (_pair(first, second, place) for place in range(len(first) * len(second)))


def _pair(first: Sequence[Polygon], second: Sequence[Polygon], place: int) -> Pair:
    row, column = divmod(place, len(second))
    return Pair(row, column, gap(first[row], second[column]))


def _spread(first: Sequence[Polygon], second: Sequence[Polygon]) -> tuple[Floats, Floats]:
    """How far the middles are apart, and how far the circles about them reach towards each other."""
    (middles, radii), (other_middles, other_radii) = _circles(first), _circles(second)
    offsets = middles[:, None, :] - other_middles[None, :, :]
    return np.hypot(offsets[..., 0], offsets[..., 1]), radii[:, None] + other_radii[None, :]


def _circles(polygons: Sequence[Polygon]) -> tuple[Floats, Floats]:
    """A circle around each polygon, about the mean of its corners."""
    most = max(map(len, polygons))
    corners = np.array([polygon + polygon[:1] * (most - len(polygon)) for polygon in polygons])
    middles = corners.mean(axis=1)
    offsets = corners - middles[:, None, :]
    return middles, np.hypot(offsets[..., 0], offsets[..., 1]).max(axis=1)
