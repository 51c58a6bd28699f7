"""How a block can come into contact: a wheel about a front corner, then straight on or aslant; cheapest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import atan2, copysign, cos, degrees, hypot, inf, pi, radians, sin

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.arcana.movement.orders import Diagonal, Forward, Hand, Order, Wheel
from tabletop.arcana.movement.strides import STEEPEST_DIAGONAL
from tabletop.arcana.movement.wheeling import wheel_cost
from tabletop.arcana.table.placed import PlacedUnit
from tabletop.arcana.table.values import RankAndFile
from tabletop.geometry.convexes import Floats
from tabletop.geometry.lanes import Complexes, Lanes, Shapes, lanes, shapes_of
from tabletop.geometry.polygons import Polygon
from tabletop.geometry.reaching import along, reaches
from tabletop.geometry.sweeps import Swing, spans
from tabletop.geometry.tolerances import ROUNDING
from tabletop.geometry.vectors import Point

RAYS = (-float(STEEPEST_DIAGONAL), 0.0, float(STEEPEST_DIAGONAL))
WIDEST_WHEEL = pi
FAN = np.linspace(RAYS[0], RAYS[-1], 31)
FIRST_LOOK = 25
SMALL_TURNS = np.array([1e-6, 1e-3, 0.1, 0.5])  # parts of a turn of the first look: whether a wheel pays at all
CLOSER_LOOK = np.linspace(0.0, 1.0, 33)
LOOKS, LOOKS_ON_OPEN_GROUND = 3, 4
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
    """Many ways about one corner: turns in radians, vectors as the left corner has them, inches on open ground."""

    hand: Hand
    turns: Floats
    arcs: Floats
    vectors: Complexes

    @property
    def inches(self) -> Floats:
        total: Floats = self.arcs + self.straight
        return total

    @property
    def straight(self) -> Floats:
        return np.abs(self.vectors)

    def chosen(self, places: NDArray[np.bool_] | NDArray[np.intp]) -> Ways:
        """Some of them, by a mask or their places."""
        return Ways(self.hand, self.turns[places], self.arcs[places], self.vectors[places])

    def joined(self, others: Ways) -> Ways:
        mine, theirs = (self.turns, self.arcs, self.vectors), (others.turns, others.arcs, others.vectors)
        return Ways(self.hand, *(np.concatenate(both) for both in zip(mine, theirs, strict=True)))

    def way(self, place: int) -> Way:
        across, ahead = float(self.vectors[place].real), float(self.vectors[place].imag)
        vector = (across if self.hand == "left" else -across, ahead)
        return Way(self.hand, float(self.turns[place]), float(self.arcs[place]), vector)


class Found(Struct, frozen=True):
    """A way with the inches that it costs on the ground as it is."""

    inches: float
    way: Way


Price = Callable[[Ways], Floats]


def on_open_ground(ways: Ways) -> Floats:
    return ways.inches


class Approach(Struct, frozen=True, dict=True):
    """One corner to wheel about and the shapes to touch; `own` and `goals` are the block and they as arrays."""

    unit: PlacedUnit
    target: tuple[Polygon, ...]
    own: Shapes
    goals: Shapes
    hand: Hand
    pivot: Point

    @property
    def width(self) -> float:
        """Of the front, in inches."""
        assert isinstance(self.unit.formation, RankAndFile)
        return self.unit.formation.files * self.unit.size[0]

    @cached_property
    def place(self) -> Lanes:
        return lanes(self.seen(self.own), self.seen(self.goals))

    @cached_property
    def met(self) -> float | None:
        """The turn in radians at which the wheel itself touches; None where it never does."""
        turn = -degrees(WIDEST_WHEEL) if self.hand == "left" else degrees(WIDEST_WHEEL)
        found = spans([Swing(each, self.pivot, turn) for each in self.unit.blocks], self.target)
        return WIDEST_WHEEL * found[0][0] if found else None

    @property
    def most(self) -> float:
        """The widest turn that the target leaves room for."""
        return WIDEST_WHEEL if self.met is None else self.met

    @cached_property
    def at_once(self) -> Ways:
        """Ways without any wheel."""
        return self.ways(np.zeros(1))

    @cached_property
    def first_look(self) -> Ways:
        """Ways after even turns, and after small ones."""
        turns = np.linspace(0.0, self.most, FIRST_LOOK)
        return self.ways(np.concatenate([turns, turns[1] * SMALL_TURNS]))

    def ways(self, turns: Floats, rays: Sequence[float] = RAYS, most: float = inf) -> Ways:
        """After each turn the shortest in any direction that a block may go, and along each of some rays.

        Some of more than `most` inches may be left out.
        """
        width = self.width
        arcs = np.array([wheel_cost(width, degrees(turn)) for turn in turns.tolist()])
        vectors = reaches(self.place, turns, cone=STEEPEST_DIAGONAL, rays=rays, most=most - arcs)
        if turns.any() and self.met is not None:
            vectors[0, turns >= self.met - ROUNDING] = 0
        return self._ways(turns, arcs, vectors)

    def aslant(self, *rays: Floats) -> Ways:
        """Without a wheel, along each ray off straight ahead in degrees that a block may go and that meets a target."""
        every = np.concatenate(rays)
        every = every[np.abs(every) <= STEEPEST_DIAGONAL]
        return self._ways(np.zeros(1), np.zeros(1), along(self.place, every)[:, None])

    def turned_about(self, best: Found, part: float) -> Ways:
        """Ways after turns beside the best one's, within a part of what lies between two of the first look."""
        turn, apart = best.way.angle, part * self.most / (FIRST_LOOK - 1)
        ray = best.way.ray if self.hand == "left" else -best.way.ray
        rays = [ray if abs(ray) <= ROUNDING else copysign(STEEPEST_DIAGONAL, ray)]
        low, high = max(turn - apart, 0.0), min(turn + apart, self.most)
        return self.ways(low + (high - low) * CLOSER_LOOK, rays, best.inches)

    def fanned_about(self, best: Found, part: float) -> Ways:
        """Ways without a wheel in directions beside the best one's, within a part of what lies between two."""
        ray, apart = best.way.ray, part * (FAN[1] - FAN[0])
        return self.aslant(ray - apart + 2 * apart * CLOSER_LOOK)

    def _ways(self, turns: Floats, arcs: Floats, vectors: Complexes) -> Ways:
        """All that meet the target among some kinds of vectors after each turn (kind, turn)."""
        kinds, places = np.nonzero(np.isfinite(vectors))
        return Ways(self.hand, turns[places], arcs[places], vectors[kinds, places])

    def seen(self, shapes: Shapes) -> Shapes:
        """Shapes as they lie about the corner; the right corner is the left one of a mirrored table."""
        return shapes.seen(self.pivot, self.unit.formation.facing, mirrored=self.hand == "right")


def approaches(unit: PlacedUnit, target: tuple[Polygon, ...]) -> tuple[Approach, Approach]:
    """Both corners of a block."""
    block = unit.formation
    assert isinstance(block, RankAndFile)
    right = _right_corner(block, block.files * unit.size[0])
    both = unit, target, shapes_of(unit.blocks), shapes_of(target)
    return Approach(*both, "left", block.corner), Approach(*both, "right", right)


def _right_corner(block: RankAndFile, width: float) -> tuple[float, float]:
    angle = radians(block.facing)
    return block.corner[0] + width * cos(angle), block.corner[1] - width * sin(angle)


def cheapest(both: Sequence[Approach], straight: float) -> Way | None:
    """About the way with the fewest inches on open ground, the straight gap being known; None where none meets."""
    best = least(both[0].at_once, on_open_ground, None)
    if best and best.inches <= straight + ROUNDING:
        return best.way
    for each in both:
        best = least(each.first_look, on_open_ground, best)
    return best.way if best else None


def exact(way: Way, both: Sequence[Approach]) -> Way:
    """The cheapest way on open ground after a closer look at turns beside its own."""
    if not way.wheels:
        return way
    look = both[HANDS.index(way.hand)].turned_about
    return zoomed(Found(way.inches, way), look, on_open_ground, LOOKS_ON_OPEN_GROUND).way


def least(ways: Ways, price: Price, best: Found | None, most: float = inf) -> Found | None:
    """The cheapest of some ways of fewer open inches than `most`, where it is cheaper than the best so far.

    Of equal ones that with no wheel.
    """
    limit = best.inches if best else inf
    near = ways.chosen(ways.inches < min(most, limit))
    if not len(near.turns):
        return best
    inches = price(near)
    place = int((inches + ROUNDING * (near.turns > 0)).argmin())
    return Found(float(inches[place]), near.way(place)) if inches[place] < limit - ROUNDING else best


def zoomed(
    best: Found, look: Callable[[Found, float], Ways], price: Price, looks: int = LOOKS, *, patient: bool = True
) -> Found:
    """The least beside the best way found, looked at closer and closer; the impatient stop where a look finds nothing.

    Costs have no steps between corners passed.
    """
    for number in range(looks):
        found = least(look(best, (2 * CLOSER_LOOK[1]) ** number), price, best)
        if found is best and not patient:
            break
        best = found or best
    return best
