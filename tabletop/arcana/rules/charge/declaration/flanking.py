"""How much misses to another side: the smallest wheel or step ahead that puts the majority behind its line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import pi

import numpy as np
from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import RankAndFile, Side
from tabletop.arcana.rules.charge.declaration.declaring import crossings, moved
from tabletop.arcana.rules.charge.declaration.zones import SIDES, Zones, tallies, tally, zones_of
from tabletop.arcana.rules.movement.motions import Travel, stride
from tabletop.arcana.rules.movement.orders import Forward, Hand, Order, Wheel
from tabletop.geometry.motion.sweeps import first_contact

MARGIN = 1e-9  # inches past a crossing, so that floats agree that it is passed
WIDEST = pi / 2
HANDS: tuple[Hand, Hand] = ("left", "right")


class Turn(Struct, frozen=True):
    """A manoeuvre before the way of a charge is looked for: orders, inches on open ground, the unit after it."""

    orders: tuple[Order, ...]
    inches: float
    unit: PlacedUnit


class Miss(Struct, frozen=True):
    """A side that a declaration from the start isn't against: how many models short, and the cheapest remedy."""

    side: Side
    models: int
    turn: Turn | None


def misses(target: PlacedUnit, unit: PlacedUnit, most: float) -> tuple[Miss, ...]:
    """Every other side of a block in ranks, as seen by another with so many inches to move, short of contact."""
    zones = zones_of(target)
    if zones is None:
        return ()
    counted = tally(zones, unit.centres)
    turns = [(order, _sides(zones, unit, order)) for order in _tries(unit, target, most)]
    others = (side for side in SIDES if side != counted.side)
    return tuple(Miss(side, counted.short_of(side), _cheapest(unit, side, turns)) for side in others)


def _tries(unit: PlacedUnit, target: PlacedUnit, most: float) -> Iterator[Travel]:
    block = unit.formation
    if not isinstance(block, RankAndFile) or most <= 0:
        return
    widest = min(most, block.files * unit.size[0] * WIDEST)
    tries: tuple[Travel, ...] = (*(Wheel(hand, widest) for hand in HANDS), Forward(most))
    for order in tries:
        whole = stride(unit, order)
        met = first_contact(whole.motion, target.blocks)
        if met is None or met.share > MARGIN:
            yield _part(order, whole.inches * (met.share if met else 1.0))


def _sides(zones: Zones, unit: PlacedUnit, order: Travel) -> dict[Side, float]:
    """The share of a manoeuvre at which the majority first comes to each side."""
    motion = stride(unit, order).motion[0]
    seen = zones.seen(unit.centres)
    shares = [0.0, *crossings(zones, seen, motion), 1.0]
    middles = np.array([(start + end) / 2 for start, end in pairwise(shares)])
    found: dict[Side, float] = {}
    for start, counted in zip(shares, tallies(zones, moved(zones, seen, motion, middles)), strict=False):
        found.setdefault(counted.side, start)
    return found


def _cheapest(unit: PlacedUnit, side: Side, turns: list[tuple[Travel, dict[Side, float]]]) -> Turn | None:
    found = [_turn(unit, order, shares[side]) for order, shares in turns if side in shares]
    return min(found, key=lambda turn: turn.inches, default=None)


def _turn(unit: PlacedUnit, order: Travel, share: float) -> Turn:
    whole = stride(unit, order)
    part = _part(order, whole.inches * share + MARGIN)
    own = stride(unit, part)
    return Turn((part,), own.inches, unit.standing(own.ends(1.0)))


def _part(order: Travel, inches: float) -> Travel:
    return Wheel(order.hand, inches) if isinstance(order, Wheel) else Forward(inches)
