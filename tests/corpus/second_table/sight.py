"""Lines of sight a second time: a few thousand lines from every base to every base, each held against all in the way.

Where the product sees, the line that it names is followed; where it doesn't, none of the thousands may be free with
room on both hands. “Sighting” (L1372), “Flight Elevations” (L1044), “Terrain and
Movement” (L1136); rulings T2, T3, T41 to T45 and T97.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import dist, inf

import numpy as np
import numpy.typing as npt

from tests.corpus.second_table.lot import Drawn, Lot
from tests.corpus.second_table.plane import (
    HAIR,
    Plain,
    Point,
    Shape,
    Stood,
    fights_of,
    from_point,
    hull_of,
    is_inside,
    overlap,
    sides,
    step,
)

Numbers = npt.NDArray[np.float64]

WOODS = {"light-forest": 3.0, "dense-forest": 2.0}
KINDS = ("light-forest", "dense-forest", "hill", "building", "difficult", "wall", "water", "impassable")
HEIGHTS = {"hill": 1.0, "building": 3.0}
NOT_STOOD_ON = ("light-forest", "dense-forest", "wall", "obstacle")
CROWD = 12  # base units of enemy skirmishers
ROOM = 4e-3  # inches on both hands of a line that is surely free


@dataclass(frozen=True)
class Stand:
    """On what one base stands."""

    level: float
    on: frozenset[str]
    woods: frozenset[str]
    is_hidden_from_above: bool


@dataclass(frozen=True)
class Way:
    """What is in the way between two stands: ground that stops, units that count as one, woods by their inches."""

    stops: list[Shape]
    counts: list[list[Shape]]
    limits: list[tuple[Shape, float]]
    is_closed: bool = False


def top_of(piece: Plain) -> float:
    return float(piece.get("height") or HEIGHTS.get(piece["kind"], 0.0))


def stand(table: Plain, unit: Stood, base: Shape, middle: Point) -> Stand:
    if unit.altitude == "high":
        return Stand(inf, frozenset(), frozenset(), hidden(table, base, middle))
    under = [piece for piece in table["terrain"] if is_inside(middle, piece["polygon"])]
    level = max((top_of(piece) for piece in under if piece["kind"] not in NOT_STOOD_ON), default=0.0)
    woods = (piece for piece in table["terrain"] if piece["kind"] in WOODS and overlap(base, piece["polygon"]))
    on, within = frozenset(piece["ref"] for piece in under), frozenset(piece["ref"] for piece in woods)
    return Stand(level, on, within, hidden(table, base, middle))


def hidden(table: Plain, base: Shape, middle: Point) -> bool:
    """Wholly under one wood's trees, or in a building."""
    roofs = any(piece["kind"] == "building" and is_inside(middle, piece["polygon"]) for piece in table["terrain"])
    woods = [piece["polygon"] for piece in table["terrain"] if piece["kind"] in WOODS]
    return roofs or any(
        all(is_inside(corner, wood) for corner in base) and not any(is_inside(corner, base) for corner in wood)
        for wood in woods
    )


def ground_of(unit: Stood, ends: Sequence[Stood]) -> list[Shape]:
    """What of a unit is in the way: all between its loose models, unless one of the two stands among them."""
    if unit.kind != "skirmish" or len(unit.bases) == 1:
        return unit.bases
    between = hull_of([corner for base in unit.bases for corner in base])
    among = any(overlap(base, between) for end in ends for base in end.bases)
    return unit.bases if among else [between]


def way(drawn: Drawn, viewer: tuple[Stood, Stand], target: tuple[Stood, Stand]) -> Way:
    (unit, here), (seen, there) = viewer, target
    level, aloft = max(here.level, there.level), "high" in (unit.altitude, seen.altitude)
    if aloft and any(end.is_hidden_from_above for one, end in (viewer, target) if one.altitude != "high"):
        return Way([], [], [], is_closed=True)
    melee = everybody_in_the_fight(drawn.plain, seen.ref)
    result = Way([], [], [])
    for other in drawn.units.values():
        if other.ref in (unit.ref, seen.ref) or other.altitude == "high":
            continue
        its_level = max(
            stand(drawn.plain, other, base, middle).level
            for base, middle in zip(other.bases, other.middles, strict=True)
        )
        if level > its_level or (other.side == unit.side and other.ref in melee):
            continue
        shapes = ground_of(other, (unit, seen))
        if other.is_ranked or (other.side != unit.side and other.base_units >= CROWD):
            result.stops.extend(shapes)
        else:
            result.counts.append(shapes)
    for piece in drawn.plain["terrain"]:
        add_terrain(result, piece, (here, there), aloft=aloft)
    return result


def add_terrain(result: Way, piece: Plain, stands: tuple[Stand, Stand], *, aloft: bool) -> None:
    level = max(end.level for end in stands)
    if piece["kind"] in WOODS:
        if not aloft and any(piece["ref"] in end.woods for end in stands):
            result.limits.append((piece["polygon"], WOODS[piece["kind"]]))
        elif level <= top_of(piece):
            result.stops.append(piece["polygon"])
        return
    hides = piece["kind"] == "hill" or top_of(piece) > 1
    if hides and level <= top_of(piece) and not any(piece["ref"] in end.on for end in stands):
        result.stops.append(piece["polygon"])


def everybody_in_the_fight(table: Plain, ref: str) -> set[str]:
    refs = {ref}
    while more := set().union(*(fights_of(table, one) for one in refs)) - refs:
        refs |= more
    return refs if len(refs) > 1 else set()


def inside(starts: Numbers, ends: Numbers, shape: Shape) -> Numbers:
    """How many inches of each line are inside a shape: between two crossings it is inside or outside."""
    way = ends - starts
    shares = [np.zeros(len(starts)), np.ones(len(starts))]
    for a, b in sides(shape):
        edge = np.subtract(b, a)
        below = way[:, 0] * edge[1] - way[:, 1] * edge[0]
        off = np.asarray(a) - starts
        with np.errstate(divide="ignore", invalid="ignore"):
            along = (off[:, 0] * edge[1] - off[:, 1] * edge[0]) / below
        shares.append(np.clip(np.nan_to_num(along, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0))
    cuts = np.sort(np.stack(shares, axis=1), axis=1)
    total = np.zeros(len(starts))
    for first, last in zip(cuts.T, cuts.T[1:], strict=False):
        points = starts + way * ((first + last) / 2)[:, None]
        total += np.where(_are_inside(points, shape), last - first, 0.0)
    return np.asarray(total * np.hypot(way[:, 0], way[:, 1]))


def _are_inside(points: Numbers, shape: Shape) -> npt.NDArray[np.bool_]:
    odd = np.zeros(len(points), dtype=bool)
    for (ax, ay), (bx, by) in sides(shape):
        if ay != by:
            crosses = (ay > points[:, 1]) != (by > points[:, 1])
            odd ^= crosses & (points[:, 0] < ax + (points[:, 1] - ay) * (bx - ax) / (by - ay))
    return odd


def are_free(starts: Numbers, ends: Numbers, in_the_way: Way) -> npt.NDArray[np.bool_]:
    """Which lines nothing stops."""
    free = np.ones(len(starts), dtype=bool)
    if in_the_way.is_closed:
        return ~free
    for shape in in_the_way.stops:
        free &= inside(starts, ends, shape) < HAIR
    for shape, inches in in_the_way.limits:
        free &= inside(starts, ends, shape) < inches
    crossed = np.zeros(len(starts), dtype=int)
    for shapes in in_the_way.counts:
        crossed += sum(inside(starts, ends, shape) for shape in shapes) > HAIR
    return free & (crossed < 2)


def sampled_rim(base: Shape, parts: int) -> list[Point]:
    shares = [number / parts for number in range(parts)]
    return [(a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])) for a, b in sides(base) for s in shares]


def widely_free(starts: Numbers, ends: Numbers, in_the_way: Way) -> npt.NDArray[np.bool_]:
    """Which lines are free, and all that run a hair to the left or to the right of them."""
    free = are_free(starts, ends, in_the_way)
    if free.any():
        chosen = np.flatnonzero(free)
        first, last = starts[chosen], ends[chosen]
        way = last - first
        hand = np.stack([-way[:, 1], way[:, 0]], axis=1) * (ROOM / np.maximum(np.hypot(*way.T), 1e-9))[:, None]
        for one, other in product((-1, 1), repeat=2):
            free[chosen] &= are_free(first + one * hand, last + other * hand, in_the_way)
    return free


def stands_of(table: Plain, unit: Stood) -> dict[Stand, list[Shape]]:
    """Its bases by where they stand."""
    groups: dict[Stand, list[Shape]] = {}
    for base, middle in zip(unit.bases, unit.middles, strict=True):
        groups.setdefault(stand(table, unit, base, middle), []).append(base)
    return groups


def sees(drawn: Drawn, viewer: Stood, target: Stood, parts: int) -> bool:
    """Whether any of the lines from rim to rim is free, with room on both hands."""
    here, there = stands_of(drawn.plain, viewer), stands_of(drawn.plain, target)
    for (from_here, bases), (from_there, others) in product(here.items(), there.items()):
        in_the_way = way(drawn, (viewer, from_here), (target, from_there))
        starts = np.array([point for base in bases for point in sampled_rim(base, parts)])
        ends = np.array([point for base in others for point in sampled_rim(base, parts)])
        pairs = np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1))
        if widely_free(*pairs, in_the_way).any():
            return True
    return False


def fault_of_line(drawn: Drawn, viewer: Stood, target: Stood, line: tuple[Point, Point]) -> str:
    """What is wrong with a line that is said to be free: where it ends, or what it runs into by more than a hair."""
    start, end = line
    for unit, point in ((viewer, start), (target, end)):
        if min(from_point(point, base) for base in unit.bases) > 0.01:
            return f"its line doesn't end on {unit.ref}"
    here = [base for base in viewer.bases if from_point(start, base) < 0.01]
    there = [base for base in target.bases if from_point(end, base) < 0.01]
    for base, other in product(here, there):
        stands = [
            (unit, stand(drawn.plain, unit, shape, middle))
            for unit, shape, middle in (
                (viewer, base, viewer.middles[viewer.bases.index(base)]),
                (target, other, target.middles[target.bases.index(other)]),
            )
        ]
        if _leniently_free(start, end, way(drawn, stands[0], stands[1])):
            return ""
    return "its line isn't free"


def _leniently_free(start: Point, end: Point, in_the_way: Way) -> bool:
    """Free but for what a hair to one hand or the other would not touch."""
    if dist(start, end) < 1e-6:
        return not in_the_way.is_closed
    along = (end[0] - start[0]) / dist(start, end), (end[1] - start[1]) / dist(start, end)
    shifts = [(-along[1] * inches, along[0] * inches) for inches in (0.0, ROOM, -ROOM)]
    starts = np.array([(start[0] + x, start[1] + y) for x, y in shifts])
    ends = np.array([(end[0] + x, end[1] + y) for x, y in shifts])
    stopped = any(inside(starts, ends, shape).min() > HAIR for shape in in_the_way.stops)
    too_deep = any(inside(starts, ends, shape).min() > inches + 0.02 for shape, inches in in_the_way.limits)
    met = sum(min(sum(inside(starts, ends, shape) for shape in shapes)) > HAIR for shapes in in_the_way.counts)
    return not (stopped or too_deep or met > 1 or in_the_way.is_closed)


def drawn_table(lot: Lot) -> Drawn:
    """A few who look at each other across a table, and broad units and terrain between them."""
    middle, chance = (30.0, 24.0), lot.chance
    units = [lot.loose("r1", (30, 8), 5, chance.randint(1, 2)), lot.loose("b1", (30, 40), 5, chance.randint(1, 2))]
    for ref in ("r2", "b2", "r3", "b3"):
        more = {"altitude": chance.choice(["high", "low"])} if lot.happens(0.15) else {}
        if more or lot.happens(0.3):
            units.append(lot.loose(ref, middle, 9, chance.randint(1, 12), fly=12, **more))
        else:
            units.append(wall(lot, ref))
    terrain = [lot.piece(f"t{number}", KINDS, middle, 9) for number in range(chance.randint(0, 3))]
    terrain = [piece | {"height": lot.number(0.5, 3)} if lot.happens(0.2) else piece for piece in terrain]
    return Drawn(lot.with_a_fight(lot.table(units, terrain)))


def wall(lot: Lot, ref: str) -> Plain:
    """A broad block, or a row of loose models, across the middle."""
    wide, facing = lot.chance.randint(10, 22), lot.number(-25, 25)
    start = 30 - wide / 2 + lot.number(-7, 7), lot.number(14, 34)
    if lot.happens(0.5):
        formation = {"kind": "rank-and-file", "files": wide, "corner": start, "facing": facing % 360}
        return lot.unit(ref, 1, wide, formation)
    positions = [step(start, facing + 90, 2 * place) for place in range(wide // 2 + 1)]
    return lot.unit(ref, 1, len(positions), {"kind": "skirmish", "positions": positions, "facing": 0})


def compare(lot: Lot) -> Iterator[tuple[Drawn, str, str]]:
    """Every pair of units of one table."""
    drawn = drawn_table(lot)
    for viewer, target in product(drawn.units.values(), repeat=2):
        if viewer is target:
            continue
        answer, fault = drawn.ask("sight", viewer.ref, target.ref), ""
        if answer["visible"]:
            start, end = (tuple(point) for point in answer["line"])
            fault = fault_of_line(drawn, viewer, target, (start, end))
        elif sees(drawn, viewer, target, parts=2 if len(viewer.bases) * len(target.bases) > 60 else 4):
            fault = "a line is free"
        yield drawn, f"sight {viewer.ref} {target.ref}", fault
