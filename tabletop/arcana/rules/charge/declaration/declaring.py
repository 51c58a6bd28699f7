"""Where along a move a charge can be declared, and against which side: exact crossings of the 45° lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, pi, radians, sin

import numpy as np
from msgspec import Struct

from tabletop.arcana.battlefield.scene import Piece, PlacedUnit
from tabletop.arcana.battlefield.schema import Side
from tabletop.arcana.rules.charge.declaration.zones import Floats, Tally, Zones, tallies
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.motions import Stride, Travel, stride
from tabletop.arcana.rules.movement.orders import Loosen, Order
from tabletop.arcana.rules.movement.terrain_cost import Toll, cost, reach, tolls
from tabletop.geometry.motion.sweeps import Drift
from tabletop.geometry.motion.sweeps import Piece as Motion
from tabletop.geometry.primitives.tolerances import ARC, ROUNDING


class Stretch(Struct, frozen=True):
    """Between two lengths of a move in inches, the side that a charge declared there is against."""

    start: float
    end: float
    tally: Tally

    @property
    def side(self) -> Side:
        return self.tally.side


class Leg(Struct, frozen=True):
    """One order of a move: who begins it, its motion, the terrain's toll, and what was spent before."""

    unit: PlacedUnit
    stride: Stride
    tolls: tuple[Toll, ...]
    before: float

    @property
    def length(self) -> float:
        return self.stride.inches * self.stride.rate

    @property
    def after(self) -> float:
        return self.before + cost(self.tolls, self.length, 1.0)

    def at(self, spent: float) -> PlacedUnit:
        """The unit when so much of the whole move is spent."""
        share = reach(self.tolls, self.length, spent - self.before) if spent < self.after else 1.0
        return self.unit.standing(self.stride.ends(share))


def legs_of(unit: PlacedUnit, orders: Sequence[Order], slow: Sequence[Piece], *, flying: bool) -> tuple[Leg, ...]:
    """The travels among some orders, each from where the last one ends, in skirmish formation once it is ordered."""
    found: list[Leg] = []
    spent = 0.0
    for order in orders:
        if isinstance(order, Loosen) and unit.is_block:
            unit = loosened(unit)
        if isinstance(order, Travel):
            motion = stride(unit, order)
            leg = Leg(unit, motion, tolls(unit, motion.motion, slow, flying=flying), spent)
            found.append(leg)
            unit, spent = unit.standing(motion.ends(1.0)), leg.after
    return tuple(found)


def place_at(unit: PlacedUnit, legs: Sequence[Leg], spent: float) -> PlacedUnit:
    """The unit when so much of its move is spent."""
    for leg in legs:
        if spent <= leg.after:
            return leg.at(spent)
    return legs[-1].at(spent) if legs else unit


def stretches(zones: Zones, legs: Sequence[Leg], most: float) -> tuple[Stretch, ...]:
    """Every stretch of a move's first so many inches, by the side that the chargers' majority is on."""
    found = [part for leg in legs if leg.before < most for part in _of_leg(zones, leg, most)]
    return tuple(_joined(found))


def _of_leg(zones: Zones, leg: Leg, most: float) -> Iterator[Stretch]:
    motion = leg.stride.motion[0]
    seen = zones.seen(leg.unit.centres)
    until = reach(leg.tolls, leg.length, most - leg.before)
    shares = [0.0, *(each for each in crossings(zones, seen, motion) if each < until), until]
    middles = np.array([(start + end) / 2 for start, end in pairwise(shares)])
    for (start, end), tally in zip(pairwise(shares), tallies(zones, moved(zones, seen, motion, middles)), strict=True):
        first, last = (leg.before + cost(leg.tolls, leg.length, share) for share in (start, end))
        yield Stretch(first, last, tally)


def _joined(parts: Sequence[Stretch]) -> Iterator[Stretch]:
    """Those of one side put together; the tally is the last one's."""
    for number, part in enumerate(parts):
        if number and parts[number - 1].side == part.side:
            continue
        end = next((each.start for each in parts[number + 1 :] if each.side != part.side), parts[-1].end)
        yield Stretch(part.start, end, part.tally)


def moved(zones: Zones, seen: Floats, motion: Motion, shares: Floats) -> Floats:
    """Models as a block sees them, at each of some shares of a charger's motion."""
    if isinstance(motion, Drift):
        drifted: Floats = seen[None] + shares[:, None, None] * _vector(zones, motion)
        return drifted
    pivot, turns = zones.seen([motion.pivot])[0], np.radians(motion.angle * shares)[:, None]
    x, y = (seen - pivot).T
    across = x * np.cos(turns) + y * np.sin(turns)
    ahead = y * np.cos(turns) - x * np.sin(turns)
    swung: Floats = np.stack([across, ahead], axis=-1) + pivot
    return swung


def _vector(zones: Zones, motion: Drift) -> Floats:
    angle = radians(zones.facing)
    x, y = motion.vector
    return np.array([x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)])


def crossings(zones: Zones, seen: Floats, motion: Motion) -> list[float]:
    """The shares of a motion at which any model's middle crosses a 45° line, in order."""
    found = [share for normal, offset in _lines(zones) for share in _crossed(zones, seen, motion, (normal, offset))]
    return sorted({share for share in found if ROUNDING < share < 1})


def _lines(zones: Zones) -> tuple[tuple[tuple[float, float], float], ...]:
    """Normals and offsets, moved by ARC as the tally has it: front left, front right, rear left, rear right."""
    wide, deep = zones.width, zones.depth
    return ((1, 1), -ARC), ((1, -1), wide + ARC), ((1, -1), deep + ARC), ((1, 1), wide - deep - ARC)


def _crossed(zones: Zones, seen: Floats, motion: Motion, line: tuple[tuple[float, float], float]) -> Iterator[float]:
    normal, offset = np.array(line[0]), line[1]
    if isinstance(motion, Drift):
        speed = float(normal @ _vector(zones, motion))
        if abs(speed) > ROUNDING:
            yield from ((offset - seen @ normal) / speed).tolist()
        return
    pivot = zones.seen([motion.pivot])[0]
    x, y = (seen - pivot).T
    along, across = normal[0] * x + normal[1] * y, normal[0] * y - normal[1] * x
    far = np.hypot(along, across)
    reaching = np.abs(offset - normal @ pivot) < far
    halves = np.arccos((offset - normal @ pivot) / far[reaching])
    middles = np.arctan2(across[reaching], along[reaching])
    whole = radians(motion.angle)
    for turns in (middles - halves, middles + halves):
        yield from ((turns * np.sign(whole) % (2 * pi)) / abs(whole)).tolist()
