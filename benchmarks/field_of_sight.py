"""Charges of blocks at enemies outside their 90°: how many the solver answers as a plain search of its own does.

The search here shares nothing with the rules: polygons of shapely, every wheel in steps, every direction in steps. It
knows only open ground. A way counts where the enemy is in the arc at some time of the first quarter of the move.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from math import cos, inf, pi, radians, sin
from typing import NamedTuple

from shapely import Polygon, affinity, box

from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.catalogue.lists import catalogue
from tabletop.arcana.rules.charge import charge
from tabletop.arcana.rules.visibility import in_sight
from tabletop.geometry.primitives.tolerances import ROUNDING

LEGAL = 64
MOVE = 20
WINDOW = MOVE / 4
STEP = 0.05  # inches of a wheel
RAYS = range(-45, 46, 5)  # degrees
COARSE = 0.15  # inches by which the steps of the plain search are worse than the best at most
FAR = 60.0
CORNER = (50.0, 50.0)

Vector = tuple[float, float]


class Table(NamedTuple):
    """A block that faces up the table at CORNER, and where its enemy's model stands and faces."""

    files: int
    models: int
    enemy: Vector
    turn: int

    @property
    def width(self) -> float:
        return float(self.files)

    @property
    def own(self) -> Polygon:
        (x, y), ranks = CORNER, -(-self.models // self.files)
        short = self.models - self.files * (ranks - 1)
        left = x + (self.files - short) // 2
        last = box(left, y - ranks, left + short, y - ranks + 1)
        whole = box(x, y - ranks + 1, x + self.files, y).union(last)
        assert isinstance(whole, Polygon)
        return whole

    @property
    def target(self) -> Polygon:
        x, y = self.enemy
        return affinity.rotate(box(x - 0.5, y - 0.5, x + 0.5, y + 0.5), -self.turn, origin="center")

    def plain(self) -> dict[str, object]:
        ranks = {"kind": "rank-and-file", "files": self.files, "corner": CORNER, "facing": 0}
        loose = {"kind": "skirmish", "positions": [self.enemy], "facing": self.turn}
        red = {"ref": "r1", "side": "red", "base": 1, "movement": MOVE, "models": self.models, "formation": ranks}
        blue = {"ref": "b1", "side": "blue", "base": 1, "movement": 6, "models": 1, "formation": loose}
        return {"format": "muster-table/1", "game": "arcana", "size": [120, 120], "units": [red, blue]}


def arc_of(width: float) -> Polygon:
    """The forward 90° of a block at CORNER, as far as any table reaches."""
    x, y = CORNER
    return Polygon([(x, y), (x + width, y), (x + width + FAR, y + FAR), (x - FAR, y + FAR)])


def tables() -> Iterator[Table]:
    """Tables with one enemy model beside or behind a block, outside its arc, where none touches the other."""
    dice = random.Random(16)
    while True:
        files = dice.choice([3, 4, 5, 6, 8])
        models = dice.randint(2 * files, 3 * files)
        at, turn = (dice.uniform(-9, files + 9), dice.uniform(-6, 8)), dice.choice([0, 0, 30, 45, 200])
        found = Table(files, models, (CORNER[0] + at[0], CORNER[1] + at[1]), turn)
        if not found.target.intersects(arc_of(found.width)) and found.own.distance(found.target) > 0.1:
            yield found


def least(found: Table) -> float:
    """The fewest inches of any way of the steps that sees in time; infinite for none of at most the whole move."""
    return min(_after_wheels(found, hand) for hand in (-1, 1))


def _after_wheels(found: Table, hand: int) -> float:
    (x, y), width = CORNER, found.width
    pivot = (x, y) if hand < 0 else (x + width, y)
    best, seen, steps = inf, False, int(min(MOVE, pi * width) / STEP)
    arc = arc_of(width)
    for step in range(steps + 1):
        spent = step * STEP
        # Seen from the block, whose frame stands still, the enemy turns the other way.
        around = affinity.rotate(found.target, hand * spent / width, origin=pivot, use_radians=True)
        seen = seen or (spent <= WINDOW and around.intersects(arc))
        if spent > WINDOW and not seen:
            return best
        if around.intersects(found.own):
            return min(best, spent) if seen else best
        if seen and spent < best:
            best = min(best, spent + _straight(found.own, around))
    return best if best <= MOVE else inf


def _straight(own: Polygon, target: Polygon) -> float:
    """The fewest inches along any ray to a touch."""
    return min(_along(own, target, (sin(radians(ray)), cos(radians(ray)))) for ray in RAYS)


def _along(own: Polygon, target: Polygon, way: Vector) -> float:
    starts, ends, back = _corners(own), _corners(target), (-way[0], -way[1])
    hits = [_hit(point, way, edge) for point in starts for edge in pairwise(ends)]
    hits += [_hit(point, back, edge) for point in ends for edge in pairwise(starts)]
    return min(hits)


def _corners(polygon: Polygon) -> list[Vector]:
    return [(x, y) for x, y in polygon.exterior.coords]


def _hit(point: Vector, way: Vector, edge: tuple[Vector, Vector]) -> float:
    (ax, ay), (bx, by) = edge
    ex, ey = bx - ax, by - ay
    across = way[0] * ey - way[1] * ex
    if abs(across) < 1e-12:
        return inf
    dx, dy = ax - point[0], ay - point[1]
    far, along = (dx * ey - dy * ex) / across, (dx * way[1] - dy * way[0]) / across
    return far if far >= 0 and -1e-9 <= along <= 1 + 1e-9 else inf


def is_right(found: Table, inches: float) -> bool:
    """Whether the solver needs no more inches than the least of the steps, and refuses where there is none."""
    scene = lay(read_table(json.dumps(found.plain())), catalogue([], []))
    solved = charge(scene, "r1", "b1", sees=in_sight)
    needed = inf if solved.needed is None else solved.needed
    if inches > MOVE:
        return not solved.possible or needed > MOVE - COARSE
    return solved.possible and inches - COARSE <= needed <= inches + ROUNDING


def answers(legal: int) -> tuple[int, int, int]:
    """Of tables until so many charges are legal: the legal ones and the others that are right, and all others."""
    right = {True: 0, False: 0}
    every = dict(right)
    for found in tables():
        inches = least(found)
        can = inches <= MOVE
        every[can] += 1
        right[can] += is_right(found, inches)
        if every[True] == legal:
            break
    return right[True], right[False], every[False]


def main() -> None:
    legal, refused, others = answers(LEGAL)
    print(f"{legal} of {LEGAL} legal charges at enemies outside the 90° are right, {refused} of {others} others")
    if (legal, refused) != (LEGAL, others):
        sys.exit("an answer differs from the plain search")


if __name__ == "__main__":
    main()
