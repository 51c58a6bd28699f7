"""What a motion costs on its way through terrain, and how far a budget carries it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from tabletop.arcana.battlefield.scene import Piece, PlacedUnit
from tabletop.arcana.battlefield.schema import Going
from tabletop.arcana.terrain.going import slowing
from tabletop.arcana.terrain.kinds import going_of
from tabletop.geometry.motion.sweeps import Motion, motion_box, overlap_spans
from tabletop.geometry.primitives.polygons import boxes_meet
from tabletop.geometry.primitives.segments import Span
from tabletop.geometry.primitives.tolerances import ROUNDING


class Toll(Struct, frozen=True):
    """Between two shares of a motion, an inch costs `factor` inches of movement, because of these pieces."""

    start: float
    end: float
    factor: float
    pieces: tuple[str, ...]
    going: Going

    @property
    def share(self) -> float:
        return self.end - self.start


class _Slow(Struct, frozen=True):
    piece: Piece
    factor: float
    inside: tuple[Span, ...]

    def covers(self, share: float) -> bool:
        return any(start <= share <= end for start, end in self.inside)


def tolls(unit: PlacedUnit, motion: Motion, pieces: Iterable[Piece], *, flying: bool) -> tuple[Toll, ...]:
    """The whole motion in order, cut where any part of the unit enters or leaves terrain that slows it (ruling T18).

    Where it is inside several pieces, the worst counts alone.
    """
    around = motion_box(motion)
    near = (piece for piece in pieces if boxes_meet(around, piece.box))
    slow = [found for piece in near if (found := _slow(unit, motion, piece, flying=flying))]
    cuts = {0.0, 1.0, *(share for each in slow for span in each.inside for share in span)}
    return tuple(_toll(start, end, slow) for start, end in pairwise(sorted(cuts)) if end - start > ROUNDING)


def _slow(unit: PlacedUnit, motion: Motion, piece: Piece, *, flying: bool) -> _Slow | None:
    factor = slowing(unit, piece.terrain, flying=flying)
    if factor is None or flying or going_of(piece.terrain) == "open":
        return None
    return _Slow(piece, float(factor), overlap_spans(motion, piece.parts))


def _toll(start: float, end: float, slow: list[_Slow]) -> Toll:
    inside = [each for each in slow if each.covers((start + end) / 2)]
    if not inside:
        return Toll(start, end, 1.0, (), "open")
    worst = max(inside, key=lambda each: each.factor)
    refs = tuple(each.piece.ref for each in inside if each.factor == worst.factor)
    return Toll(start, end, worst.factor, refs, going_of(worst.piece.terrain))


def cost(along: Iterable[Toll], inches: float, share: float) -> float:
    """What the motion costs up to a share of it, its whole length in inches being given."""
    return sum(inches * (min(toll.end, share) - toll.start) * toll.factor for toll in along if toll.start < share)


def reach(along: Iterable[Toll], inches: float, budget: float) -> float:
    """The share of the motion at which the budget is spent; 1 where it lasts."""
    left = budget
    for toll in along:
        price = inches * toll.share * toll.factor
        if price > left:
            return toll.start + toll.share * max(left, 0.0) / price
        left -= price
    return 1.0
