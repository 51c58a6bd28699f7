"""What a motion costs on its way through terrain, how far a budget carries it, and the legs of a whole move.

A motion is cut where any part of the unit enters or leaves terrain that slows it (ruling T18); between two cuts every
inch costs the factor of the worst piece that the unit is in. The cuts are exact (`overlap_spans`), up to GRAZE deep.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from tabletop.arcana.battlefield.scene import Piece, PlacedUnit
from tabletop.arcana.battlefield.schema import Going
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.motions import Travel, UnitMotion, motion_of
from tabletop.arcana.rules.movement.orders import Loosen, Order
from tabletop.arcana.terrain.going import slowing
from tabletop.arcana.terrain.kinds import going_of
from tabletop.geometry.motion.sweeps import Motion, motion_box, overlap_spans
from tabletop.geometry.primitives.polygons import boxes_meet, overlapping
from tabletop.geometry.primitives.tolerances import ROUNDING


class Toll(Struct, frozen=True):
    """Between two shares of a motion, an inch costs `factor` inches of movement, because of these pieces."""

    start: float
    end: float
    factor: float
    pieces: tuple[str, ...]
    going: Going


OPEN_GROUND = (Toll(0.0, 1.0, 1.0, (), Going.OPEN),)


def tolls(unit: PlacedUnit, motion: Motion, pieces: Iterable[Piece], *, flying: bool) -> tuple[Toll, ...]:
    """The tolls of the whole motion, in order; where it is inside several pieces, the worst counts alone."""
    pieces = () if flying else tuple(pieces)
    if not pieces:
        return OPEN_GROUND
    around, slow = motion_box(motion), []
    for piece in pieces:
        if boxes_meet(around, piece.box) and going_of(piece.terrain) != Going.OPEN:
            factor = slowing(unit, piece.terrain)
            if factor is not None:
                slow.append((piece, float(factor), overlap_spans(motion, piece.parts)))
    if not slow:
        return OPEN_GROUND
    along = []
    for start, end in pairwise(sorted({0.0, 1.0, *(share for *_, spans in slow for span in spans for share in span)})):
        if end - start > ROUNDING:
            middle = (start + end) / 2
            inside = [(piece, factor) for piece, factor, spans in slow if any(a <= middle <= b for a, b in spans)]
            worst, most = max(inside, key=lambda pair: pair[1], default=(None, 1.0))
            refs = tuple(piece.ref for piece, factor in inside if factor == most)
            along.append(Toll(start, end, most, refs, going_of(worst.terrain) if worst else Going.OPEN))
    return tuple(along)


def factor_under(unit: PlacedUnit, pieces: Iterable[Piece]) -> float:
    """Inches of movement that an inch costs where a unit stands on the ground: of all pieces it is in, the worst."""
    slow = (
        float(slowing(unit, piece.terrain) or 1)
        for piece in pieces
        if boxes_meet(unit.box, piece.box)
        and going_of(piece.terrain) != Going.OPEN
        and any(overlapping(unit.blocks, piece.parts))
    )
    return max(slow, default=1.0)


def cost(along: Iterable[Toll], inches: float, share: float) -> float:
    """What a motion costs up to a share of it, its whole length in inches being given."""
    return sum(inches * (min(toll.end, share) - toll.start) * toll.factor for toll in along if toll.start < share)


def reach(along: Iterable[Toll], inches: float, budget: float) -> float:
    """The share of a motion at which the budget is spent; 1 where it lasts."""
    left = budget
    for toll in along:
        part = toll.end - toll.start
        price = inches * part * toll.factor
        if price > left:
            return toll.start + part * max(left, 0.0) / price
        left -= price
    return 1.0


class Leg(Struct, frozen=True):
    """One order of a move: who begins it, its motion, the terrain's toll, and the inches spent before."""

    unit: PlacedUnit
    motion: UnitMotion
    tolls: tuple[Toll, ...]
    before: float

    @property
    def length(self) -> float:
        """Inches of the move that the whole costs on open ground."""
        return self.motion.inches * self.motion.rate

    @property
    def after(self) -> float:
        """Inches of the move that are spent at its end."""
        return self.before + cost(self.tolls, self.length, 1.0)

    def unit_at(self, spent: float) -> PlacedUnit:
        """The unit when so many inches of the whole move are spent."""
        share = reach(self.tolls, self.length, spent - self.before) if spent < self.after else 1.0
        return self.unit.standing(self.motion.formation_at(share))


def legs_of(unit: PlacedUnit, orders: Sequence[Order], slow: Sequence[Piece], *, flying: bool) -> tuple[Leg, ...]:
    """The travels among some orders, each from where the last one ends, in skirmish formation once it is ordered."""
    legs: list[Leg] = []
    for order in orders:
        if isinstance(order, Loosen) and unit.is_block:
            unit = loosened(unit)
        if isinstance(order, Travel):
            motion = motion_of(unit, order)
            spent = legs[-1].after if legs else 0.0
            legs.append(Leg(unit, motion, tolls(unit, motion.sweep, slow, flying=flying), spent))
            unit = unit.standing(motion.formation_at(1.0))
    return tuple(legs)


def unit_after(unit: PlacedUnit, legs: Sequence[Leg], spent: float) -> PlacedUnit:
    """The unit when so many inches of its move are spent."""
    for leg in legs:
        if spent <= leg.after:
            return leg.unit_at(spent)
    return legs[-1].unit_at(spent) if legs else unit
