"""Distances between points, discs and simple polygons, with the nearest points, and the nearest two of many polygons.

The distance of two polygons that don't overlap is that from a corner of one to a side of the other. So the distance is
0 where a corner of one is inside the other or two sides cross, and else the least from any corner to any side: in
closed form, exact but for floating point, whether they are convex or not. Cost: O(corners of one times sides of the
other), less where a corner is farther from the other polygon's box than another corner is from the polygon; that test
leaves ROUNDING for what floating point loses, so that it can't change the answer.

Of many polygons (numpy) a circle is laid around each. Pairs are measured in the order of the least that their circles
allow, until no other pair can be nearer: the answer is that of measuring all. The widest gap of many convex polygons is
found by the distances of the circles' middles, which lie inside the polygons: no gap is wider than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.arrays import Floats
from tabletop.geometry.primitives.polygons import Polygon, box, boxes_meet, contains, sides, widen_box
from tabletop.geometry.primitives.segments import crossing
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import Point, plus, times
from tabletop.work import go_on

FEW_PAIRS = 4  # are measured one by one


class Gap(Struct, frozen=True):
    """The inches between two shapes and their nearest points; 0 with one common point where they overlap."""

    inches: float
    start: Point
    end: Point


class Pair(Struct, frozen=True):
    """The indices of two polygons, one of each sequence, and the gap between them."""

    first: int
    second: int
    gap: Gap


def gap(first: Polygon, second: Polygon) -> Gap:
    """The distance between two simple polygons, convex or not, from the first to the second."""
    if boxes_meet(box(first), box(second)) and (common := common_point(first, second)):
        return Gap(0.0, common, common)
    there, back = _gap_from_corners(first, second), _gap_from_corners(second, first)
    return there if there.inches <= back.inches else Gap(back.inches, back.end, back.start)


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


def _gap_from_corners(corners: Polygon, polygon: Polygon) -> Gap:
    """From the nearest corner to the polygon's edge; of corners as near, the first."""
    (left, low, right, high), nearest = box(polygon), (inf, 0)
    from_box = [
        (hypot(max(x - right, left - x, 0.0), max(y - high, low - y, 0.0)), index)
        for index, (x, y) in enumerate(corners)
    ]
    for least, index in sorted(from_box):
        if least > nearest[0] + ROUNDING:
            break
        straight = gap_from_point(corners[index], polygon)
        if (straight.inches, index) < nearest:
            nearest, shortest = (straight.inches, index), straight
    return shortest


def gap_from_point(point: Point, polygon: Polygon) -> Gap:
    """From a point to the nearest point of a polygon's edge, from inside, too; of points as near, on the first side.

    It is most of what measuring costs, so it is one loop of plain numbers.
    """
    (x, y), least, nearest = point, inf, point
    start_x, start_y = polygon[0]
    for end_x, end_y in (*polygon[1:], polygon[0]):
        along, up = end_x - start_x, end_y - start_y
        squared = along * along + up * up
        share = ((x - start_x) * along + (y - start_y) * up) / squared if squared else 0.0
        share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
        foot = start_x + along * share, start_y + up * share
        inches = hypot(foot[0] - x, foot[1] - y)
        if inches < least:
            least, nearest = inches, foot
        start_x, start_y = end_x, end_y
    return Gap(least, point, nearest)


def gap_from_disc(centre: Point, radius: float, polygon: Polygon) -> Gap:
    """From the rim of a disc to a polygon; a distance from its centre, never a circle made of edges."""
    if contains(polygon, centre):
        return Gap(0.0, centre, centre)
    straight = gap_from_point(centre, polygon)
    if straight.inches <= radius:
        return Gap(0.0, straight.end, straight.end)
    rim = plus(centre, times((straight.end[0] - centre[0], straight.end[1] - centre[1]), radius / straight.inches))
    return Gap(straight.inches - radius, rim, straight.end)


def closest_pair(first: Sequence[Polygon], second: Sequence[Polygon]) -> Pair:
    """The two nearest of many simple polygons, one of each sequence; ValueError where either has none."""
    if not (first and second):
        raise ValueError("there is nothing to measure between")
    if len(first) * len(second) <= FEW_PAIRS:
        return min((_pair(first, second, index) for index in range(len(first) * len(second))), key=_inches)
    go_on()
    between, reach = _circle_distances(first, second)
    least = (between - reach).ravel()
    order = np.argsort(least, kind="stable")
    nearest = _pair(first, second, int(order[0]))
    for index in order[1:]:
        if least[index] >= nearest.gap.inches:
            break
        go_on()
        nearest = min(nearest, _pair(first, second, int(index)), key=_inches)
    return nearest


def are_within(first: Sequence[Polygon], second: Sequence[Polygon], inches: float) -> bool:
    """Whether any two simple polygons, one of each sequence, are no farther apart; quick where they are far."""
    boxes = [(polygon, box(polygon)) for polygon in second]
    for polygon in first:
        around = widen_box(box(polygon), inches)
        if any(boxes_meet(around, other_box) and gap(polygon, other).inches <= inches for other, other_box in boxes):
            return True
    return False


def farthest_pair(polygons: Sequence[Polygon]) -> Pair | None:
    """The two of many convex polygons with the widest gap; None for fewer than two."""
    if len(polygons) < 2:
        return None
    between, _ = _circle_distances(polygons, polygons)
    most = np.triu(between, 1).ravel()
    order = np.argsort(-most, kind="stable")
    farthest = _pair(polygons, polygons, int(order[0]))
    for index in order[1:]:
        if most[index] <= farthest.gap.inches:
            break
        go_on()
        farthest = max(farthest, _pair(polygons, polygons, int(index)), key=_inches)
    return farthest


def _pair(first: Sequence[Polygon], second: Sequence[Polygon], index: int) -> Pair:
    """The pair of an index that counts the second sequence for each of the first."""
    row, column = divmod(index, len(second))
    return Pair(row, column, gap(first[row], second[column]))


def _inches(pair: Pair) -> float:
    return pair.gap.inches


def _circle_distances(first: Sequence[Polygon], second: Sequence[Polygon]) -> tuple[Floats, Floats]:
    """Inches between the middles of circles around polygons, and the sum of the radii: two arrays (first, second)."""
    (middles, radii), (other_middles, other_radii) = _circles(first), _circles(second)
    offsets = middles[:, None, :] - other_middles[None, :, :]
    return np.hypot(offsets[..., 0], offsets[..., 1]), radii[:, None] + other_radii[None, :]


def _circles(polygons: Sequence[Polygon]) -> tuple[Floats, Floats]:
    """The middle (polygon, xy) and radius (polygon,) of a circle around each polygon, about the mean of its corners."""
    most = max(map(len, polygons))
    corners = np.array([polygon + polygon[:1] * (most - len(polygon)) for polygon in polygons])
    middles = corners.mean(axis=1)
    offsets = corners - middles[:, None, :]
    return middles, np.hypot(offsets[..., 0], offsets[..., 1]).max(axis=1)
