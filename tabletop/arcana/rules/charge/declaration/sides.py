"""Which side of a block a charge is against: now, along a move, and how much misses to another side.

What is computed: lines at 45° from the corners of a block in ranks part the table into four zones, its front, flanks
and rear. A charge is against the flank or rear with more of the charger's models than the front has, each counted by
the middle of its base (ruling T15). Where a charge is declared along a move decides, so a move is cut into stretches
of one side each; and for every other side the smallest wheel or step is found, straight ahead or aslant, that brings
the majority there in the inches before a declaration.

The idea: along one motion every middle goes straight or on a circle, and the shares at which it crosses one of the
four lines are closed forms. Between two crossings nothing changes, so the count halfway stands for all between.
Guarantee: exact, up to ARC: a model so near to a line stands on it, and then on the side nearer to the front. Cost: one
array operation for each line and a count for each crossing.

Of all directions of a step only a few are tried: how soon models cross a line hangs on how squarely they go at it
alone, so the shortest step over it leads along its normal or, where that is too far aslant, as near to it as a block
may go. Where models have to cross two lines, the direction between their normals is tried, though one a little to its
side may be shorter. A wheel followed by a step isn't tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import pi, radians

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from tabletop.arcana.battlefield.footprints import ranks_of
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import RankAndFile, Side
from tabletop.arcana.rules.movement.motions import STEEPEST_DIAGONAL, Travel, motion_of
from tabletop.arcana.rules.movement.orders import Diagonal, Forward, Hand, Order, Wheel
from tabletop.arcana.rules.movement.terrain_cost import Leg, cost, reach
from tabletop.geometry.motion.sweeps import Drift, Piece, first_contact
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import ARC, ROUNDING
from tabletop.geometry.primitives.vectors import Point, heading, local_point, rightward

Floats = NDArray[np.float64]
SIDES: tuple[Side, ...] = (Side.FRONT, Side.LEFT, Side.RIGHT, Side.REAR)
# How far a side's edge is turned from the front's, clockwise.
TURNED: dict[Side, float] = {Side.FRONT: 0, Side.RIGHT: 90, Side.REAR: 180, Side.LEFT: -90}
# Where a side's two ends are, in widths and depths.
ENDS: dict[Side, tuple[tuple[int, int], tuple[int, int]]] = {
    Side.FRONT: ((1, 0), (0, 0)),
    Side.LEFT: ((0, 0), (0, 1)),
    Side.REAR: ((0, 1), (1, 1)),
    Side.RIGHT: ((1, 1), (1, 0)),
}
MARGIN = 1e-9  # inches past a crossing, so that floats agree that it is passed
WIDEST = pi / 2


class Tally(Struct, frozen=True):
    """How many models of a charger stand in each zone of its target."""

    front: int
    left: int
    right: int
    rear: int

    @property
    def counts(self) -> dict[Side, int]:
        return {Side.FRONT: self.front, Side.LEFT: self.left, Side.RIGHT: self.right, Side.REAR: self.rear}

    @property
    def side(self) -> Side:
        """The flank or rear with more models than the front has; the front on a tie (ruling T15)."""
        other = max(SIDES[1:], key=self.counts.__getitem__)
        return other if self.counts[other] > self.front else Side.FRONT

    def short_of(self, side: Side) -> int:
        """How many models would have to stand on that side instead; 0 for the side itself."""
        if side == self.side:
            return 0
        more = max(count for name, count in self.counts.items() if name != side) - self.counts[side]
        return max((more + 1) // 2 if side == Side.FRONT else more // 2 + 1, 1)


class Zones(Struct, frozen=True):
    """The zones about a block: its front left corner, facing, width and depth in inches."""

    corner: Point
    facing: float
    width: float
    depth: float

    def seen(self, points: Iterable[Point]) -> Floats:
        """Points as the block sees them (point, xy): x to its right, y ahead of its front."""
        return np.array([local_point(point, self.corner, self.facing) for point in points])

    def edge(self, side: Side) -> tuple[Point, Point]:
        """A side's two corners, from left to right for whoever looks at it from outside."""
        front = heading(self.facing)
        right = rightward(front)
        ends = ((across * self.width, back * self.depth) for across, back in ENDS[side])
        start, end = (
            (self.corner[0] + x * right[0] - y * front[0], self.corner[1] + x * right[1] - y * front[1])
            for x, y in ends
        )
        return start, end

    def outline(self) -> Polygon:
        """The whole oblong, anticlockwise."""
        (right, left), (back_left, back_right) = self.edge(Side.FRONT), self.edge(Side.REAR)
        return left, back_left, back_right, right


def zones_of(unit: PlacedUnit) -> Zones | None:
    """The zones of a unit in rank and file; nothing else has flanks or a rear."""
    block = unit.formation
    if not isinstance(block, RankAndFile):
        return None
    wide, deep = unit.size
    return Zones(block.corner, block.facing, block.files * wide, len(ranks_of(block.files, unit.models)) * deep)


def tally(zones: Zones, centres: Sequence[Point]) -> Tally:
    """Each model by the middle of its base; a model on a line stands on the side nearer to the front (ruling T15)."""
    return _tallies(zones, zones.seen(centres)[None])[0]


def _tallies(zones: Zones, seen: Floats) -> list[Tally]:
    """A tally for each of many places of all the models (place, model, xy), as `Zones.seen` has them."""
    x, y = seen[..., 0], seen[..., 1]
    aside = np.maximum(-x, x - zones.width)
    front = y >= aside - ARC
    rear = ~front & (-zones.depth - y > aside + ARC)
    left = ~front & ~rear & (-x > x - zones.width)
    right = ~front & ~rear & ~left
    counted = np.stack([part.sum(axis=-1) for part in (front, left, right, rear)], axis=-1)
    return [Tally(*(int(count) for count in row)) for row in counted]


class Stretch(Struct, frozen=True):
    """From one length of a move or share of a motion to another, the tally of a charge that is declared there."""

    start: float
    end: float
    tally: Tally

    @property
    def side(self) -> Side:
        return self.tally.side


def stretches(zones: Zones, legs: Sequence[Leg], most: float) -> tuple[Stretch, ...]:
    """Every stretch of a move's first so many inches, by the side that the chargers' majority is on.

    Neighbours of one side are one, with the tally of the first.
    """
    parts = [
        Stretch(
            leg.before + cost(leg.tolls, leg.length, part.start),
            leg.before + cost(leg.tolls, leg.length, part.end),
            part.tally,
        )
        for leg in legs
        if leg.before < most
        for part in _parts(zones, leg.unit, leg.motion.sweep[0], reach(leg.tolls, leg.length, most - leg.before))
    ]
    firsts = [index for index, part in enumerate(parts) if not index or parts[index - 1].side != part.side]
    ends = [parts[index].start for index in firsts[1:]] + [part.end for part in parts[-1:]]
    return tuple(Stretch(parts[index].start, end, parts[index].tally) for index, end in zip(firsts, ends, strict=True))


def _parts(zones: Zones, unit: PlacedUnit, motion: Piece, until: float) -> list[Stretch]:
    """The shares of a unit's motion up to one of them, cut where any model's middle crosses a 45° line."""
    seen = zones.seen(unit.centres)
    shares = [0.0, *(share for share in _crossings(zones, seen, motion) if share < until), until]
    middles = np.array([(start + end) / 2 for start, end in pairwise(shares)])
    counted = _tallies(zones, _moved(zones, seen, motion, middles))
    return [Stretch(start, end, tally) for (start, end), tally in zip(pairwise(shares), counted, strict=True)]


def _moved(zones: Zones, seen: Floats, motion: Piece, shares: Floats) -> Floats:
    """Models as a block sees them at each of some shares of their motion (share, model, xy)."""
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
    """A straight motion as a block sees it, in inches."""
    return np.array(local_point(motion.vector, (0.0, 0.0), zones.facing))


def _crossings(zones: Zones, seen: Floats, motion: Piece) -> list[float]:
    """The shares of a motion at which any model's middle crosses a 45° line, in order."""
    wide, deep = zones.width, zones.depth
    # Normals and offsets, moved by ARC as the tally has it: front left, front right, rear left, rear right.
    lines = ((1, 1), -ARC), ((1, -1), wide + ARC), ((1, -1), deep + ARC), ((1, 1), wide - deep - ARC)
    shares = [share for normal, offset in lines for share in _crossed(zones, seen, motion, np.array(normal), offset)]
    return sorted({share for share in shares if ROUNDING < share < 1})


def _crossed(zones: Zones, seen: Floats, motion: Piece, normal: NDArray[np.int_], offset: float) -> Iterator[float]:
    """The shares at which models cross one line."""
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


class Manoeuvre(Struct, frozen=True):
    """What a unit does before the way of its charge is looked for: orders, inches on open ground, the unit after it."""

    orders: tuple[Order, ...]
    inches: float
    unit: PlacedUnit


class Miss(Struct, frozen=True):
    """A side that a declaration from the start isn't against: how many models short, and the cheapest remedy."""

    side: Side
    models: int
    manoeuvre: Manoeuvre | None


def misses(target: PlacedUnit, unit: PlacedUnit, most: float) -> tuple[Miss, ...]:
    """Every other side of a block in ranks, for another with so many inches to its declaration, short of contact."""
    zones = zones_of(target)
    if zones is None:
        return ()
    now = tally(zones, unit.centres)
    remedies: dict[Side, list[Manoeuvre]] = {side: [] for side in SIDES}
    for order in _first_orders(unit, target, most):
        whole, reached = motion_of(unit, order), {now.side}
        for part in _parts(zones, unit, whole.sweep[0], 1.0):
            if part.side not in reached:
                reached.add(part.side)
                shorter = _shortened(order, whole.inches * part.start + MARGIN)
                motion = motion_of(unit, shorter)
                remedies[part.side].append(
                    Manoeuvre((shorter,), motion.inches, unit.standing(motion.formation_at(1.0)))
                )
    cheapest = {
        side: min(charges, key=lambda manoeuvre: manoeuvre.inches, default=None) for side, charges in remedies.items()
    }
    return tuple(Miss(side, now.short_of(side), cheapest[side]) for side in SIDES if side != now.side)


def _first_orders(unit: PlacedUnit, target: PlacedUnit, most: float) -> Iterator[Travel]:
    """A wheel to either hand and steps, each as far as the inches and the target leave room for."""
    block, zones = unit.formation, zones_of(target)
    if not (unit.is_ranked and isinstance(block, RankAndFile)) or most <= 0 or zones is None:
        return
    widest = min(most, block.files * unit.size[0] * WIDEST)
    orders: list[Travel] = [Wheel(Hand.LEFT, widest), Wheel(Hand.RIGHT, widest), Forward(most)]
    orders += [Diagonal(hand, angle, most) for hand, angle in _slants(zones.facing - block.facing)]
    for order in orders:
        whole = motion_of(unit, order)
        met = first_contact(whole.sweep, target.blocks)
        if met is None or met.share > MARGIN:
            yield _shortened(order, whole.inches * (met.share if met else 1.0))


def _slants(turned: float) -> Iterator[tuple[Hand, float]]:
    """The steps aslant, a hand and degrees, that cross a 45° line of the target, or two, squarely, and the steepest.

    The target is turned by so many degrees from the block's facing.
    """
    steepest = float(STEEPEST_DIAGONAL)
    squarely = ((turned + eighth + 180) % 360 - 180 for eighth in range(0, 360, 45))
    for angle in (-steepest, steepest, *(slant for slant in squarely if ROUNDING < abs(slant) < steepest)):
        yield (Hand.RIGHT if angle > 0 else Hand.LEFT), abs(angle)


def _shortened(order: Travel, inches: float) -> Travel:
    """The order of so many inches."""
    return Wheel(order.hand, inches) if isinstance(order, Wheel) else replace(order, inches=inches)
