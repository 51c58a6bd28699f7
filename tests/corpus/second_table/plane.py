"""A table file read a second time, and the plane geometry that it takes: nothing here knows of `tabletop`.

Points are pairs of inches, shapes are lists of corners in either direction, convex or not. All is done edge by edge and
by the crossing of lines, so it is slow and short. Directions are degrees clockwise from up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, dist, hypot, radians, sin
from typing import Any

Plain = dict[str, Any]
Point = tuple[float, float]
Shape = list[Point]

# Width and depth of a base in inches, and the base units that it counts for.
BASES = {0.5: (1.0, 0.5, 1), 1: (1.0, 1.0, 1), 2: (1.0, 2.0, 2), 4: (2.0, 2.0, 4), 9: (3.0, 3.0, 9)}
HAIR = 2e-3  # inches that nobody measures on a table


def step(point: Point, bearing: float, inches: float) -> Point:
    return point[0] + inches * sin(radians(bearing)), point[1] + inches * cos(radians(bearing))


def turned(point: Point, pivot: Point, clockwise: float) -> Point:
    x, y, angle = point[0] - pivot[0], point[1] - pivot[1], radians(clockwise)
    return pivot[0] + x * cos(angle) + y * sin(angle), pivot[1] - x * sin(angle) + y * cos(angle)


def oblong(front_left: Point, facing: float, wide: float, deep: float) -> Shape:
    """By its own front left corner."""
    front_right = step(front_left, facing + 90, wide)
    return [front_left, front_right, step(front_right, facing + 180, deep), step(front_left, facing + 180, deep)]


def middle_of(shape: Sequence[Point]) -> Point:
    """Of an oblong."""
    return sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)


def sides(shape: Shape) -> Iterator[tuple[Point, Point]]:
    return pairwise([*shape, shape[0]])


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_inside(point: Point, shape: Shape) -> bool:
    """By the edges that a ray to the right crosses."""
    odd = False
    for (ax, ay), (bx, by) in sides(shape):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def overlap(one: Shape, other: Shape, hair: float = HAIR) -> bool:
    """Whether they have any ground in common, by more than a hair: the first is drawn in by one."""
    for axis in (0, 1):
        if max(point[axis] for point in one) < min(point[axis] for point in other):
            return False
        if min(point[axis] for point in one) > max(point[axis] for point in other):
            return False
    centre = middle_of(one)
    small = [_towards(point, centre, 1.5 * hair) for point in one]
    if any(cross(*side, *edge) for side in sides(small) for edge in sides(other)):
        return True
    return is_inside(small[0], other) or any(is_inside(point, small) for point in other)


def _towards(point: Point, centre: Point, inches: float) -> Point:
    far = dist(point, centre) or 1.0
    return point[0] + (centre[0] - point[0]) * inches / far, point[1] + (centre[1] - point[1]) * inches / far


def from_side(point: Point, a: Point, b: Point) -> float:
    along = (b[0] - a[0], b[1] - a[1])
    share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - a[0] - share * along[0], point[1] - a[1] - share * along[1])


def from_point(point: Point, shape: Shape) -> float:
    """Inches from a point to a shape; 0 inside."""
    return 0.0 if is_inside(point, shape) else min(from_side(point, *side) for side in sides(shape))


def gap(one: Shape, other: Shape) -> float:
    """Inches from shape to shape; 0 where they meet."""
    if any(cross(*side, *edge) for side in sides(one) for edge in sides(other)):
        return 0.0
    return min(*(from_point(point, other) for point in one), *(from_point(point, one) for point in other))


def hull_of(points: Sequence[Point]) -> Shape:
    """The corners that a rubber band around all points touches, found one by one."""
    start = min(points)
    corners = [start]
    while True:
        best = next(point for point in points if point != corners[-1])
        for point in points:
            side = turn(corners[-1], best, point)
            farther = dist(corners[-1], point) > dist(corners[-1], best)
            if side < -1e-9 or (abs(side) <= 1e-9 and farther):
                best = point
        if dist(best, start) < 1e-9 or len(corners) > len(points):
            return corners
        corners.append(best)


@dataclass(frozen=True)
class Stood:
    """A unit as its file places it, model by model."""

    plain: Plain
    bases: list[Shape]

    @property
    def ref(self) -> str:
        return str(self.plain["ref"])

    @property
    def side(self) -> str:
        return str(self.plain["side"])

    @property
    def kind(self) -> str:
        return str(self.plain["formation"]["kind"])

    @property
    def facing(self) -> float:
        return float(self.plain["formation"]["facing"])

    @property
    def is_ranked(self) -> bool:
        return self.kind == "rank-and-file"

    @property
    def altitude(self) -> str:
        return str(self.plain.get("altitude", "ground"))

    @property
    def base_units(self) -> int:
        return int(self.plain["models"] * BASES[self.plain["base"]][2])

    @cached_property
    def middles(self) -> list[Point]:
        return [middle_of(base) for base in self.bases]

    @cached_property
    def outline(self) -> list[Shape]:
        """Ground that is covered, in as few oblongs as the ranks make."""
        return outline_of(self.plain) if self.kind != "skirmish" else self.bases


def outline_of(unit: Plain) -> list[Shape]:
    """The full ranks of a block, and its last."""
    formation, (wide, deep, _) = unit["formation"], BASES[unit["base"]]
    files, facing, corner = formation["files"], formation["facing"], tuple(formation["corner"])
    ranks, rest = divmod(unit["models"], files)
    shapes = [oblong(corner, facing, files * wide, ranks * deep)] if ranks else []
    if rest:
        start = step(step(corner, facing + 180, ranks * deep), facing + 90, (files - rest) // 2 * wide)
        shapes.append(oblong(start, facing, rest * wide, deep))
    return shapes


def stood(unit: Plain) -> Stood:
    formation, (wide, deep, _) = unit["formation"], BASES[unit["base"]]
    facing = formation["facing"]
    if formation["kind"] == "skirmish":
        corners = [step(step(at, facing, deep / 2), facing - 90, wide / 2) for at in formation["positions"]]
        return Stood(unit, [oblong(corner, facing, wide, deep) for corner in corners])
    files, models = formation["files"], unit["models"]
    bases = []
    for place in range(models):
        rank, file = divmod(place, files)
        in_rank = min(models - rank * files, files)
        across = (files - in_rank) // 2 + file
        corner = step(step(tuple(formation["corner"]), facing + 90, across * wide), facing + 180, rank * deep)
        bases.append(oblong(corner, facing, wide, deep))
    return Stood(unit, bases)


def units_of(table: Plain) -> dict[str, Stood]:
    return {unit["ref"]: stood(unit) for unit in table["units"]}


def fights_of(table: Plain, ref: str) -> set[str]:
    """Who fights a unit hand to hand."""
    fights = (set(fight["units"]) for fight in table.get("engaged", ()))
    return {other for fight in fights if ref in fight for other in fight} - {ref}


def apart(one: Stood, other: Stood) -> float:
    """Inches from the nearest base to the nearest."""
    return min(gap(base, target) for base in one.outline for target in other.outline)
