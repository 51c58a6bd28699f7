"""How a block can come into contact: a wheel about a front corner, then straight on or aslant; cheapest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, degrees, isfinite, pi, radians, sin

import numpy as np
from msgspec import Struct

from tabletop.arcana.movement.orders import Diagonal, Forward, Hand, Order, Wheel
from tabletop.arcana.movement.strides import STEEPEST_DIAGONAL
from tabletop.arcana.movement.wheeling import wheel_cost
from tabletop.arcana.table.placed import PlacedUnit
from tabletop.arcana.table.values import RankAndFile
from tabletop.geometry.polygons import Polygon
from tabletop.geometry.reaching import Edges, Floats, along, edges_between, reaches, seen_from
from tabletop.geometry.sweeps import Swing, first_contact
from tabletop.geometry.tolerances import ROUNDING

RAYS = (-float(STEEPEST_DIAGONAL), 0.0, float(STEEPEST_DIAGONAL))
WIDEST_WHEEL = pi
FIRST_LOOK = 25
CLOSER_LOOK = 9
LOOKS = 8
HANDS: tuple[Hand, Hand] = ("left", "right")


class Way(Struct, frozen=True):
    """A wheel about the corner on a hand by an angle in radians, then a vector ahead; inches as if on open ground."""

    hand: Hand
    angle: float
    arc: float
    vector: tuple[float, float]

    @property
    def inches(self) -> float:
        return self.arc + float(np.hypot(*self.vector))

    @property
    def wheels(self) -> bool:
        return self.arc > ROUNDING

    @property
    def orders(self) -> tuple[Order, ...]:
        """As the mover takes them; at least one."""
        across, ahead = self.vector
        straight = float(np.hypot(across, ahead))
        wheel: tuple[Order, ...] = (Wheel(self.hand, self.arc),) if self.wheels else ()
        if straight <= ROUNDING:
            return wheel or (Forward(ROUNDING),)
        if abs(across) <= ROUNDING:
            return (*wheel, Forward(straight))
        aslant = min(degrees(atan2(abs(across), ahead)), float(STEEPEST_DIAGONAL))
        return (*wheel, Diagonal("right" if across > 0 else "left", aslant, straight))


class Approach(Struct, frozen=True):
    """One corner to wheel about: what may touch, the front's width, and the turn at which the wheel itself does."""

    hand: Hand
    edges: Edges
    width: float
    most: float
    touches: bool

    def ways(self, angles: Floats, *, straight: bool = False) -> Iterator[Way]:
        """The cheapest way after each turn: in any direction that a block may go, or straight ahead alone."""
        found = reaches(self.edges, angles, cone=STEEPEST_DIAGONAL, rays=RAYS)
        ahead = found.rays[1]
        for number, angle in enumerate(angles.tolist()):
            vector = (0.0, float(ahead[number])) if straight else _pair(found.vectors[number])
            if np.isfinite(ahead[number] if straight else found.least[number]):
                yield self._way(angle, vector)
        if self.touches and self.most in angles:
            yield self._way(self.most, (0.0, 0.0))

    def aslant(self, rays: Sequence[float]) -> Iterator[Way]:
        """Without a wheel, along each ray off straight ahead in degrees, where it meets the target."""
        for ray, inches in zip(rays, along(self.edges, rays).tolist(), strict=True):
            if isfinite(inches):
                yield self._way(0.0, (inches * sin(radians(ray)), inches * cos(radians(ray))))

    def _way(self, angle: float, vector: tuple[float, float]) -> Way:
        across = vector[0] if self.hand == "left" else -vector[0]
        return Way(self.hand, angle, wheel_cost(self.width, degrees(angle)), (across, vector[1]))


def _pair(vector: Floats) -> tuple[float, float]:
    return float(vector[0]), float(vector[1])


def approaches(unit: PlacedUnit, target: Iterable[Polygon], budget: float) -> tuple[Approach, ...]:
    """Both corners, each with the turns that a budget of inches pays and the target leaves room for."""
    block, shapes = unit.formation, list(target)
    assert isinstance(block, RankAndFile)
    width = block.files * unit.size[0]
    return tuple(_approach(unit, block, shapes, hand, min(budget / width, WIDEST_WHEEL)) for hand in HANDS)


def _approach(unit: PlacedUnit, block: RankAndFile, shapes: list[Polygon], hand: Hand, most: float) -> Approach:
    """The right corner is the left one of a mirrored table."""
    width = block.files * unit.size[0]
    pivot = block.corner if hand == "left" else _right_corner(block, width)
    turn = -degrees(most) if hand == "left" else degrees(most)
    met = first_contact([Swing(each, pivot, turn) for each in unit.blocks], shapes)
    own, other = (
        [_mirrored(_seen(shape, pivot, block.facing), hand) for shape in each] for each in (unit.blocks, shapes)
    )
    return Approach(hand, edges_between(own, other), width, most * met.share if met else most, met is not None)


def _right_corner(block: RankAndFile, width: float) -> tuple[float, float]:
    angle = radians(block.facing)
    return block.corner[0] + width * cos(angle), block.corner[1] - width * sin(angle)


def _seen(shape: Polygon, pivot: tuple[float, float], facing: float) -> Polygon:
    return tuple(seen_from(point, pivot, facing) for point in shape)


def _mirrored(shape: Polygon, hand: Hand) -> Polygon:
    return shape if hand == "left" else tuple((-x, y) for x, y in shape[::-1])


def first_look(both: Sequence[Approach], *, straight: bool = False, turns: int = FIRST_LOOK) -> list[Way]:
    """Ways by even turns about both corners, the cheapest first."""
    found = [way for each in both for way in each.ways(np.linspace(0, each.most, turns), straight=straight)]
    return sorted(found, key=lambda way: way.inches)


def cheapest(both: Sequence[Approach], *, straight: bool = False) -> Way | None:
    """The way with the fewest inches on open ground; None where no turn in reach meets the target."""
    found = first_look(both, straight=straight)
    if not found:
        return None
    best = found[0]
    return _closer(best, both[HANDS.index(best.hand)], straight=straight)


def _closer(way: Way, approach: Approach, *, straight: bool) -> Way:
    """The least between the turns beside the best of the first look; costs have no steps between corners passed."""
    apart = approach.most / (FIRST_LOOK - 1)
    if way.angle == 0 and not _pays(way, approach, apart, straight=straight):
        return way
    for _ in range(LOOKS):
        angles = beside(way.angle, apart, approach.most)
        way = min((way, *approach.ways(angles, straight=straight)), key=lambda each: each.inches)
        apart *= 2 / (CLOSER_LOOK - 1)
    return way


def beside(angle: float, apart: float, most: float) -> Floats:
    """Even turns about one of them."""
    return np.linspace(max(angle - apart, 0), min(angle + apart, most), CLOSER_LOOK)


def _pays(way: Way, approach: Approach, apart: float, *, straight: bool) -> bool:
    """Whether a small turn from the start makes it cheaper."""
    tries = approach.ways(apart * np.array([1e-6, 1e-3, 0.1, 0.5]), straight=straight)
    return any(each.inches < way.inches - ROUNDING for each in tries)


def past(unit: PlacedUnit, obstacles: Iterable[Polygon]) -> list[float]:
    """The directions off straight ahead, in degrees, in which a block just passes or meets a corner of an obstacle."""
    block = unit.formation
    assert isinstance(block, RankAndFile)
    own = [_seen(shape, block.corner, block.facing) for shape in unit.blocks]
    others = [_seen(shape, block.corner, block.facing) for shape in obstacles]
    found = {degrees(atan2(x - ax, y - ay)) for mine in own for ax, ay in mine for other in others for x, y in other}
    return sorted(angle for angle in found if abs(angle) <= STEEPEST_DIAGONAL)
