"""What ways about one corner cost on the ground as it is, many at once."""

from __future__ import annotations

from functools import cached_property
from math import degrees, inf

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.charge.ways import Approach, Ways
from tabletop.arcana.ground import slowing
from tabletop.arcana.movement.orders import Wheel
from tabletop.arcana.movement.strides import Stride, stride
from tabletop.arcana.movement.tolls import Toll, cost, tolls
from tabletop.arcana.movement.wheeling import wheel_cost
from tabletop.arcana.table.placed import Piece
from tabletop.geometry.convexes import Floats
from tabletop.geometry.lanes import Lanes, Shapes, slowed, spans
from tabletop.geometry.polygons import Polygon
from tabletop.geometry.sweeps import spans as swept
from tabletop.geometry.tolerances import RANGE, ROUNDING


class Course(Struct, frozen=True, dict=True):
    """A block that wheels about one corner with so many inches, what stops it and the ground that slows it."""

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

    @property
    def widest(self) -> float:
        """The turn in radians that the inches pay."""
        return min(self.approach.most, self.budget / self.approach.width)

    @cached_property
    def wheel(self) -> Stride:
        return stride(
            self.approach.unit, Wheel(self.approach.hand, wheel_cost(self.approach.width, degrees(self.widest)))
        )

    @cached_property
    def room(self) -> float:
        """The turn up to which nothing stops the wheel."""
        met = swept(self.wheel.motion, self.stops)
        return self.widest * (met[0][0] if met else 1.0) + ROUNDING

    @cached_property
    def tolls(self) -> tuple[Toll, ...]:
        """What the widest wheel pays on its way."""
        return tolls(self.approach.unit, self.wheel.motion, self.slow, flying=False)

    def price(self, ways: Ways) -> Floats:
        """The inches of the move that each way takes, infinite where it is stopped."""
        free = ways.turns <= (self.room if ways.turns.any() else 0.0)
        inches = np.full(len(free), inf)
        if free.any():
            inches[free] = self._straight(ways.chosen(free)) + self._wheels(ways.chosen(free))
        return inches

    def _wheels(self, ways: Ways) -> Floats:
        if not (ways.turns.any() and any(toll.pieces for toll in self.tolls)):
            return ways.arcs
        ends = np.array([0.0, *(toll.end for toll in self.tolls)])
        costs = [cost(self.tolls, self.wheel.inches, end) for end in ends.tolist()]
        return np.interp(ways.turns, ends * self.widest, costs)

    def _straight(self, ways: Ways) -> Floats:
        enters, leaves = spans(self.place, ways.turns, ways.vectors)
        stops, inches = len(self.stops), ways.straight
        first = enters[:, :stops].min(axis=(1, 2), initial=inf)
        stopped = (1 - first) * np.maximum(inches, 1.0) > RANGE
        if np.isfinite(enters[:, stops:]).any():
            inches = inches * slowed(enters[:, stops:], leaves[:, stops:], self.factors)
        return np.where(stopped, inf, inches)
