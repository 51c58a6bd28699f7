"""How a block can come into contact: a wheel about a front corner, then straight on or aslant; cheapest first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import atan2, cos, degrees, hypot, inf, pi, radians, sin

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import RankAndFile
from tabletop.arcana.rules.movement.motions import STEEPEST_DIAGONAL
from tabletop.arcana.rules.movement.orders import Diagonal, Forward, Hand, Order, Wheel
from tabletop.arcana.rules.movement.wheeling import wheel_cost
from tabletop.geometry.distance.contact import contact_vectors
from tabletop.geometry.motion.lanes import Complexes, Lanes, Shapes, lanes_of, shapes_of
from tabletop.geometry.motion.sweeps import Swing, first_overlap
from tabletop.geometry.primitives.convexes import Floats
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import ROUNDING

STEEPEST = float(STEEPEST_DIAGONAL)
RAYS = np.array([-STEEPEST, 0.0, STEEPEST])
WIDEST_WHEEL = pi
FIRST_LOOK = 25
SMALL_TURNS = np.array([1e-6, 1e-3, 0.1, 0.5])  # parts of a turn of the first look: whether a wheel pays at all
CLOSER_LOOK = np.linspace(-1.0, 1.0, 33)
CLOSER = float(CLOSER_LOOK[1] - CLOSER_LOOK[0])
LOOKS, DIPS = 4, 4
HANDS: tuple[Hand, Hand] = ("left", "right")


class Way(Struct, frozen=True):
    """A wheel about the corner on a hand by an angle in radians, then a vector ahead; inches as if on open ground."""

    hand: Hand
    angle: float
    arc: float
    vector: tuple[float, float]

    @property
    def inches(self) -> float:
        return self.arc + hypot(*self.vector)

    @property
    def wheels(self) -> bool:
        return self.arc > ROUNDING

    @property
    def ray(self) -> float:
        """The degrees off straight ahead, clockwise."""
        return degrees(atan2(*self.vector))

    @property
    def orders(self) -> tuple[Order, ...]:
        """As the mover takes them; at least one."""
        across, ahead = self.vector
        straight = hypot(across, ahead)
        wheel: tuple[Order, ...] = (Wheel(self.hand, self.arc),) if self.wheels else ()
        if straight <= ROUNDING:
            return wheel or (Forward(ROUNDING),)
        if abs(across) <= ROUNDING:
            return (*wheel, Forward(straight))
        aslant = min(degrees(atan2(abs(across), ahead)), float(STEEPEST_DIAGONAL))
        return (*wheel, Diagonal("right" if across > 0 else "left", aslant, straight))


class Ways(Struct, frozen=True):
    """Many ways: turns in radians and vectors as `Lanes` has them, and the inches of the wheels on open ground."""

    turns: Floats
    arcs: Floats
    vectors: Complexes

    @property
    def inches(self) -> Floats:
        """Of the whole way on open ground."""
        total: Floats = self.arcs + self.straight
        return total

    @property
    def straight(self) -> Floats:
        return np.abs(self.vectors)

    def chosen(self, places: NDArray[np.bool_] | NDArray[np.intp]) -> Ways:
        """Some of them, by a mask or their places."""
        return Ways(self.turns[places], self.arcs[places], self.vectors[places])

    def way(self, place: int) -> Way:
        turn, vector = float(self.turns[place]), complex(self.vectors[place])
        return Way("right" if turn < 0 else "left", abs(turn), float(self.arcs[place]), (vector.real, vector.imag))


class Found(Struct, frozen=True):
    """A way with the inches that it costs on the ground as it is."""

    inches: float
    way: Way


class Approach(Struct, frozen=True, dict=True):
    """A block and the shapes to touch."""

    unit: PlacedUnit
    target: tuple[Polygon, ...]

    @cached_property
    def width(self) -> float:
        """Of the front, in inches."""
        assert isinstance(self.unit.formation, RankAndFile)
        return self.unit.formation.files * self.unit.size[0]

    @cached_property
    def place(self) -> Lanes:
        return lanes_of(self.seen(shapes_of(self.unit.blocks)), self.seen(shapes_of(self.target)))

    def seen(self, shapes: Shapes) -> Shapes:
        """Shapes as the block sees them."""
        assert isinstance(self.unit.formation, RankAndFile)
        return shapes.seen(self.unit.formation.corner, self.unit.formation.facing)

    def swings(self, hand: Hand, turn: float) -> tuple[Swing, ...]:
        """The block's wheel by a turn in radians."""
        assert isinstance(self.unit.formation, RankAndFile)
        pivot = self.unit.formation.corner if hand == "left" else _right_corner(self.unit.formation, self.width)
        angle = -degrees(turn) if hand == "left" else degrees(turn)
        return tuple(Swing(each, pivot, angle) for each in self.unit.blocks)

    @cached_property
    def met(self) -> tuple[float, float]:
        """The turns to the left and to the right at which the wheel itself touches; infinite where it never does."""
        left, right = (first_overlap(self.swings(hand, WIDEST_WHEEL), self.target) for hand in HANDS)
        return (inf if left is None else WIDEST_WHEEL * left), (inf if right is None else WIDEST_WHEEL * right)

    @property
    def widest(self) -> tuple[float, float]:
        """The widest turns that the target leaves room for."""
        return min(self.met[0], WIDEST_WHEEL), min(self.met[1], WIDEST_WHEEL)

    @cached_property
    def at_once(self) -> Ways:
        """Ways without any wheel."""
        return self.ways(np.zeros(1), RAYS)

    @cached_property
    def first_look(self) -> Ways:
        """Ways after even turns to both hands up to the widest, and after small ones."""
        steps = np.concatenate([np.arange(FIRST_LOOK), SMALL_TURNS]) / (FIRST_LOOK - 1)
        return self.ways(np.concatenate([self.widest[0] * steps, -self.widest[1] * steps[1:]]), RAYS)

    def beside(self, ways: Sequence[Way], part: float, most: float) -> Ways:
        """Ways after turns beside those of some, within a part of what lies between two of the first look."""
        apart = part * max(self.widest) / (FIRST_LOOK - 1) * CLOSER_LOOK
        return self.ways(np.concatenate([turns_beside(way, self.widest, apart) for way in ways]), RAYS, most)

    def ways(self, turns: Floats, rays: Floats, most: float = inf) -> Ways:
        """After each turn the shortest way in any direction that a block may go, and those along rays in degrees.

        Some of more than `most` inches may be left out.
        """
        arcs, vectors = self.reached(turns, np.repeat(rays[:, None], len(turns), axis=1), most)
        kinds, places = np.nonzero(np.isfinite(vectors))
        return Ways(turns[places], arcs[places], vectors[kinds, places])

    def reached(self, turns: Floats, rays: Floats, most: float = inf) -> tuple[Floats, Complexes]:
        """The inches of each wheel and the vectors to a touch after it (1 + ray, turn), infinite where there is none.

        The first is the shortest in any direction; rays (ray, turn) are degrees off straight ahead, clockwise.
        """
        arcs = np.array([wheel_cost(self.width, degrees(abs(turn))) for turn in turns.tolist()])
        vectors = contact_vectors(self.place, turns, rays, cone=STEEPEST, most=most - arcs)
        vectors[1:][np.abs(rays) > STEEPEST] = inf
        if turns.any():
            left, right = self.met
            vectors[0, (turns >= left - ROUNDING) | (-turns >= right - ROUNDING)] = 0
        return arcs, vectors


def turns_beside(way: Way, widest: tuple[float, float], apart: Floats) -> Floats:
    """Turns to the hand of a way, so many radians more than its own."""
    sign, most = (1.0, widest[0]) if way.hand == "left" else (-1.0, widest[1])
    found: Floats = sign * np.minimum(np.maximum(way.angle + apart, 0.0), most)
    return found


def _right_corner(block: RankAndFile, width: float) -> tuple[float, float]:
    angle = radians(block.facing)
    return block.corner[0] + width * cos(angle), block.corner[1] - width * sin(angle)


def cheapest(approach: Approach, straight: float) -> Way | None:
    """About the way with the fewest inches on open ground, the straight gap being known; None where none meets."""
    best = least(approach.at_once, None)
    if best is None or best.inches > straight + ROUNDING:
        best = least(approach.first_look, best)
    return best.way if best else None


def exact(way: Way, approach: Approach) -> Way:
    """The cheapest way on open ground: beside this one or another that is short for its turn, closer and closer."""
    best = Found(way.inches, way)
    beside = [way, *dips(approach.first_look)[:DIPS]] if way.wheels else []
    for number in range(LOOKS if way.wheels else 0):
        best = least(approach.beside(beside, CLOSER**number, best.inches), best) or best
        beside = [best.way]
    return best.way


def dips(ways: Ways) -> list[Way]:
    """The cheapest way after each turn that is cheaper than those after the turns beside it, the cheapest first."""
    order = np.lexsort((ways.inches, ways.turns))
    firsts = order[np.flatnonzero(np.diff(ways.turns[order], prepend=-inf))]
    inches = np.pad(ways.inches[firsts], 1, constant_values=inf)
    low = firsts[(inches[1:-1] <= inches[:-2]) & (inches[1:-1] <= inches[2:])]
    return [ways.way(place) for place in low[np.argsort(ways.inches[low], kind="stable")]]


def least(ways: Ways, best: Found | None) -> Found | None:
    """The cheapest on open ground, where it is cheaper than the best so far."""
    return cheapest_of(ways, ways.inches, best)


def cheapest_of(ways: Ways, inches: Floats, best: Found | None) -> Found | None:
    """Of ways that cost so many inches the cheapest, where it is cheaper than the best so far.

    Of equal ones that with no wheel.
    """
    if not len(inches):
        return best
    place = int((inches + ROUNDING * (ways.turns != 0)).argmin())
    limit = best.inches - ROUNDING if best else inf
    return Found(float(inches[place]), ways.way(place)) if inches[place] < limit else best
