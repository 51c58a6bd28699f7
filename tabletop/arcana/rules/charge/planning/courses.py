"""What a block's ways cost on the ground as it is, many at once."""

from __future__ import annotations

from functools import cached_property
from math import degrees, inf

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import Piece
from tabletop.arcana.rules.charge.planning.ways import Approach, Ways
from tabletop.arcana.rules.movement.orders import Hand
from tabletop.arcana.rules.movement.terrain_cost import cost, tolls
from tabletop.arcana.rules.movement.wheeling import wheel_cost
from tabletop.arcana.terrain.going import slowing
from tabletop.geometry.motion.lanes import Flags, Lanes, Shapes, grazing_angles, lane_spans, lowest, slowing_factors
from tabletop.geometry.motion.sweeps import first_overlap
from tabletop.geometry.primitives.convexes import Floats
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import RANGE, ROUNDING


class Priced(Struct, frozen=True):
    """The inches of the move that ways take, and which shapes each meets (way, shape), those that stop it and slow it.

    Of stops those alone that it meets before its end.
    """

    inches: Floats
    meets: Flags
    stops: int

    @property
    def met(self) -> Flags:
        """Which shapes any of them meets."""
        found: Flags = np.logical_or.reduce(self.meets)
        return found

    @property
    def free(self) -> Floats:
        """The inches, infinite for ways that are stopped."""
        found: Floats = np.where(self.meets[:, : self.stops].any(axis=1), inf, self.inches)
        return found


class Course(Struct, frozen=True, dict=True):
    """A block that charges with so many inches, what stops it and the ground that slows it."""

    approach: Approach
    stops: tuple[Polygon, ...]
    slow: tuple[Piece, ...]
    ground: Shapes
    budget: float

    @cached_property
    def factors(self) -> Floats:
        """What an inch costs in each part of the slow ground."""
        return np.array(
            [float(slowing(self.approach.unit, each.terrain) or 1) for each in self.slow for _ in each.parts]
        )

    @cached_property
    def place(self) -> Lanes:
        return replace(self.approach.place, shapes=self.approach.seen(self.ground))

    @cached_property
    def widest(self) -> tuple[float, float]:
        """The turns to the left and to the right that the inches pay and that nothing stops, a hair more."""
        left, right = (min(most, self.budget / self.approach.width) for most in self.approach.widest)
        return self._room("left", left), self._room("right", right)

    def _room(self, hand: Hand, turn: float) -> float:
        met = first_overlap(self.approach.swings(hand, turn), self.stops)
        return turn * (1.0 if met is None else met) + ROUNDING

    def past(self, turns: Floats, barring: Flags) -> Floats:
        """The rays after each turn that just pass what bars the way (ray, turn)."""
        return grazing_angles(self.place.chosen(barring), turns)

    def price(self, ways: Ways) -> Priced:
        enters, leaves = lane_spans(self.place, ways.turns, ways.vectors)
        stops, inches = len(self.stops), ways.straight
        meets = np.isfinite(lowest(enters, axis=2))
        if meets[:, stops:].any():
            inches = inches * slowing_factors(enters[:, stops:], leaves[:, stops:], self.factors)
        early = (1 - lowest(enters[:, :stops], axis=2)) * np.maximum(ways.straight, 1.0)[:, None] > RANGE
        meets[:, :stops] &= early
        return Priced(inches + self._wheels(ways), meets, stops)

    def _wheels(self, ways: Ways) -> Floats:
        if not self.slow:
            return ways.arcs
        left, right = (np.interp(sign * ways.turns, *each) for sign, each in zip((1, -1), self.tolls, strict=True))
        return left + right

    @cached_property
    def tolls(self) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """Turns to the left and to the right at which the ground changes, and what they have cost."""
        left, right = self.widest
        return self._tolls("left", left), self._tolls("right", right)

    def _tolls(self, hand: Hand, turn: float) -> tuple[Floats, Floats]:
        along = tolls(self.approach.unit, self.approach.swings(hand, turn), self.slow, flying=False)
        arc = wheel_cost(self.approach.width, degrees(turn))
        ends = np.array([0.0, *(toll.end for toll in along)])
        return ends * turn, np.array([cost(along, arc, end) for end in ends.tolist()])
