"""The cheapest way of a block into contact: a wheel about a front corner, then straight on or aslant.

What is computed: of all ways that begin with one wheel about either front corner (by an angle up to half a turn) and
go on straight, at most 45 degrees off straight ahead, the one that costs the fewest inches of the move and ends in
contact with the target. The wheel costs the arc of its outer corner, the straight part its length, both more where
the ground is slow. Where the target has to be in the block's arc first, only wheels that bring it there count
(`turns_to_see`): going on within 45 degrees of straight ahead opens nothing new to the arc, so the wheel alone decides.

On open ground: for each angle of the wheel the shortest straight part in any direction is known in closed form
(`contact_vectors`), so only the angle is searched. `cheapest_on_open_ground` looks at 25 even angles to either hand and
a few small ones; `refined` zooms in beside the best of them and beside the next local minima. Guarantee: to the last
decimals the least, unless a minimum is narrower than a step of the first look and no better beside it.

Among obstacles and on slow ground (`search_on_real_ground`): the direction counts, too, and the price jumps where
something begins or ends to be met. So 17 turns to either hand are tried, of those after which the inches would do on
open ground, and after each the shortest way, seven even directions and the directions that decide: those that just pass
whatever stops or slows, and those that just touch the target. Around the two cheapest turns of that look the turns are
five times closer, with directions that keep to that of the table, and on slow ground with every direction in which a
corner goes through a corner, for between those its price changes evenly; a better way at the rim of such a look is
followed before any is looked at closer. Guarantee: what is found can be followed at that price, and nothing is cheaper
than the least on open ground. Not guaranteed: that it is the least. docs/table.md says what is proved, what may be
missed and how much that was. What costs more than the move by over an inch is solved to a few tenths of an inch.

Tolerance: ways that differ by ROUNDING are alike, and then the one without a wheel is taken. Cost: a few array
operations for each look, 0.3 ms on open ground and 2 to 4 ms among obstacles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import atan2, cos, degrees, hypot, inf, pi, radians, sin

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from tabletop.arcana.battlefield.scene import Piece, PlacedUnit
from tabletop.arcana.battlefield.schema import RankAndFile
from tabletop.arcana.rules.movement.motions import STEEPEST_DIAGONAL, wheel_cost
from tabletop.arcana.rules.movement.orders import Diagonal, Forward, Hand, Order, Wheel
from tabletop.arcana.rules.movement.terrain_cost import cost, tolls
from tabletop.arcana.terrain.going import slowing
from tabletop.geometry.motion.lanes import (
    Lanes,
    Shapes,
    contact_vectors,
    corner_angles,
    grazing_angles,
    lane_spans,
    lanes_of,
    lowest,
    shapes_of,
    slowing_factors,
)
from tabletop.geometry.motion.sweeps import Swing, first_overlap
from tabletop.geometry.primitives.arrays import Complexes, Flags, Floats
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import RANGE, ROUNDING
from tabletop.geometry.primitives.vectors import ahead, distance
from tabletop.work import go_on

STEEPEST = float(STEEPEST_DIAGONAL)
STRAIGHT_AND_STEEPEST = np.array([-STEEPEST, 0.0, STEEPEST])
WIDEST_WHEEL = pi

# On open ground.
FIRST_LOOK = 25
SMALL_TURNS = np.array([1e-6, 1e-3, 0.1, 0.5])  # parts of a turn of the first look: whether a wheel pays at all
CLOSER_LOOK = np.linspace(-1.0, 1.0, 33)
CLOSER = float(CLOSER_LOOK[1] - CLOSER_LOOK[0])
LOOKS, MINIMA = 4, 4

# Among obstacles and on slow ground.
STEPS = np.linspace(0.0, 1.0, 17)  # of the turns to each hand
GRID_RAYS = np.linspace(-STEEPEST, STEEPEST, 7)
# A way without a wheel costs no arc, however small, so it is often the best, and alone.
WITHOUT_A_WHEEL = np.linspace(-STEEPEST, STEEPEST, 91)
HAIR = 0.05  # degrees that a way past the end of the target is turned back, so that it does touch
DIPS = 2  # are looked at closer
TURNS_BESIDE, RAYS_BESIDE = np.linspace(-1.0, 1.0, 11), np.linspace(-1.0, 1.0, 5)
CLOSER_BESIDE, CLOSEST = 1 / 5, 1 / 30  # of a step of the first look
OUTER = 0.75  # of the turns beside a way; a better one farther out is followed before any is looked at closer
LOOKS_BESIDE = 6
NOWHERE = STEEPEST + 1  # degrees; a ray that isn't asked for
NARROWLY = 1.0  # inches beyond the move; what takes more isn't looked at so closely


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
    def turn(self) -> float:
        """Its radians, anticlockwise above 0."""
        return self.angle if self.hand == Hand.LEFT else -self.angle

    @property
    def ray(self) -> float:
        """Its direction after the wheel in degrees off straight ahead, clockwise."""
        return degrees(atan2(*self.vector))

    @property
    def wheels(self) -> bool:
        return self.arc > ROUNDING

    @property
    def orders(self) -> tuple[Order, ...]:
        """The way as orders for the mover; at least one."""
        across, ahead = self.vector
        straight = hypot(across, ahead)
        wheel: tuple[Order, ...] = (Wheel(self.hand, self.arc),) if self.wheels else ()
        if straight <= ROUNDING:
            return wheel or (Forward(ROUNDING),)
        if abs(across) <= ROUNDING:
            return (*wheel, Forward(straight))
        angle = min(abs(self.ray), STEEPEST)
        return (*wheel, Diagonal(Hand.RIGHT if across > 0 else Hand.LEFT, angle, straight))


class PricedWay(Struct, frozen=True):
    """A way with the inches that it costs on the ground as it is."""

    inches: float
    way: Way


class Ways(Struct, frozen=True):
    """Many ways (way,): turns in radians, anticlockwise above 0, the inches of the wheels on open ground, and vectors.

    Vectors are x + iy in inches in the frame of the block after the wheel, y straight ahead.
    """

    turns: Floats
    arcs: Floats
    vectors: Complexes

    @property
    def inches(self) -> Floats:
        """The inches of each whole way on open ground."""
        total: Floats = self.arcs + np.abs(self.vectors)
        return total

    def chosen(self, indices: NDArray[np.bool_] | NDArray[np.intp]) -> Ways:
        """Some of them, by a mask or their indices."""
        return Ways(self.turns[indices], self.arcs[indices], self.vectors[indices])

    def way(self, index: int) -> Way:
        turn, vector = float(self.turns[index]), complex(self.vectors[index])
        return Way(
            Hand.RIGHT if turn < 0 else Hand.LEFT, abs(turn), float(self.arcs[index]), (vector.real, vector.imag)
        )

    def cheapest(self, inches: Floats, best: PricedWay | None) -> PricedWay | None:
        """The way that costs least of these inches (way,), where that is less than the best so far."""
        if not len(inches):
            return best
        index = int((inches + ROUNDING * (self.turns != 0)).argmin())
        limit = best.inches - ROUNDING if best else inf
        return PricedWay(float(inches[index]), self.way(index)) if inches[index] < limit else best

    def dips(self, inches: Floats) -> list[Way]:
        """Of ways with these inches (way,) the cheapest after a turn and after those beside it, in order."""
        order = np.lexsort((inches, self.turns))
        firsts = order[np.flatnonzero(np.diff(self.turns[order], prepend=-inf))]
        beside = np.pad(inches[firsts], 1, constant_values=inf)
        is_dip = np.isfinite(inches[firsts]) & (beside[1:-1] <= beside[:-2]) & (beside[1:-1] <= beside[2:])
        low = firsts[is_dip]
        return [self.way(index) for index in low[np.argsort(inches[low], kind="stable")]]


class Turns(Struct, frozen=True):
    """The turns to one hand that a search may try, from the least to the most radians; `sign` is -1 for the right."""

    sign: float
    least: float
    most: float

    @property
    def hand(self) -> Hand:
        return Hand.LEFT if self.sign > 0 else Hand.RIGHT

    def at(self, shares: Floats) -> Floats:
        """The turns, anticlockwise above 0, at some shares of the way from the least to the most."""
        turns: Floats = self.sign * (self.least + (self.most - self.least) * shares)
        return turns


class Approach(Struct, frozen=True, dict=True):
    """A block and the convex shapes that it is to touch, with nothing else on the table.

    `least` are the least turns to the left and to the right that a way has to wheel by, infinite where none will do.
    """

    unit: PlacedUnit
    target: tuple[Polygon, ...]
    least: tuple[float, float] = (0.0, 0.0)

    @property
    def block(self) -> RankAndFile:
        assert isinstance(self.unit.formation, RankAndFile)
        return self.unit.formation

    @cached_property
    def width(self) -> float:
        """Inches of the front."""
        return self.block.files * self.unit.size[0]

    @cached_property
    def lanes(self) -> Lanes:
        return lanes_of(self.in_own_frame(shapes_of(self.unit.blocks)), self.in_own_frame(shapes_of(self.target)))

    def in_own_frame(self, shapes: Shapes) -> Shapes:
        """Shapes with the block's front left corner at the origin and its front along x."""
        return shapes.in_frame(self.block.corner, self.block.facing)

    def swings(self, hand: Hand, turn: float, shapes: Sequence[Polygon] = ()) -> tuple[Swing, ...]:
        """The block's wheel by a turn in radians, or that of other shapes along with it."""
        (x, y), angle = self.block.corner, radians(self.block.facing)
        pivot = (x, y) if hand == Hand.LEFT else (x + self.width * cos(angle), y - self.width * sin(angle))
        signed = -degrees(turn) if hand == Hand.LEFT else degrees(turn)
        return tuple(Swing(shape, pivot, signed) for shape in shapes or self.unit.blocks)

    @cached_property
    def contact_turns(self) -> tuple[float, float]:
        """The turns to the left and to the right at which the wheel itself touches; infinite where it never does."""
        left = first_overlap(self.swings(Hand.LEFT, WIDEST_WHEEL), self.target)
        right = first_overlap(self.swings(Hand.RIGHT, WIDEST_WHEEL), self.target)
        return (inf if left is None else WIDEST_WHEEL * left), (inf if right is None else WIDEST_WHEEL * right)

    @cached_property
    def turns(self) -> tuple[Turns, ...]:
        """The turns that the target leaves room for."""
        left, right = self.contact_turns
        return self.turns_up_to(min(left, WIDEST_WHEEL), min(right, WIDEST_WHEEL))

    def turns_up_to(self, left: float, right: float) -> tuple[Turns, ...]:
        """The turns to each hand from the least to some radians, where there are any."""
        turns = Turns(1.0, self.least[0], left), Turns(-1.0, self.least[1], right)
        return tuple(turn for turn in turns if turn.least <= turn.most)

    @cached_property
    def first_look(self) -> Ways:
        """Ways after even turns to both hands up to the widest, and after small ones."""
        steps = np.concatenate([np.arange(FIRST_LOOK), SMALL_TURNS]) / (FIRST_LOOK - 1)
        return self.ways(np.concatenate([turns.at(steps) for turns in self.turns]), STRAIGHT_AND_STEEPEST)

    def turns_to_see(self) -> tuple[float, float]:
        """The least turns to the left and to the right that bring the target into the block's arc; infinite for never.

        The arc is cut off beyond the target.
        """
        corner, facing = self.block.corner, self.block.facing
        corners = [point for shape in self.target for point in shape]
        far = self.width + 2 * max(distance(corner, point) for point in corners)
        other = ahead(corner, facing + 90, self.width)
        arc = corner, other, ahead(other, facing + 45, far), ahead(corner, facing - 45, far)
        left = first_overlap(self.swings(Hand.LEFT, WIDEST_WHEEL, (arc,)), self.target)
        right = first_overlap(self.swings(Hand.RIGHT, WIDEST_WHEEL, (arc,)), self.target)
        return (inf if left is None else WIDEST_WHEEL * left), (inf if right is None else WIDEST_WHEEL * right)

    def ways(self, turns: Floats, rays: Floats, most: float = inf) -> Ways:
        """After each turn the shortest way in any direction that a block may go, and those along rays in degrees.

        Some of more than `most` inches may be left out.
        """
        arcs, vectors = self.reached(turns, np.repeat(rays[:, None], len(turns), axis=1), most)
        rows, columns = np.nonzero(np.isfinite(vectors))
        return Ways(turns[columns], arcs[columns], vectors[rows, columns])

    def reached(self, turns: Floats, rays: Floats, most: float = inf) -> tuple[Floats, Complexes]:
        """The inches of each wheel and the vectors to a touch after it (1 + ray, turn), infinite where there is none.

        The first is the shortest in any direction; rays (ray, turn) are degrees off straight ahead, clockwise.
        """
        arcs = self.width * np.abs(turns)
        vectors = contact_vectors(self.lanes, turns, rays, cone=STEEPEST, most=most - arcs)
        vectors[1:][np.abs(rays) > STEEPEST] = inf
        if turns.any():
            left, right = self.contact_turns
            vectors[0, (turns >= left - ROUNDING) | (-turns >= right - ROUNDING)] = 0
        return arcs, vectors


def turns_beside(way: Way, turns: Sequence[Turns], offsets: Floats) -> Floats:
    """Turns by so many radians anticlockwise more than a way's own, each as near to it as may be tried to its hand.

    Beside a way without a wheel there are turns to either hand.
    """
    beside = way.turn + offsets
    nearest = [tried.sign * np.minimum(np.maximum(tried.sign * beside, tried.least), tried.most) for tried in turns]
    if len(nearest) == 1:
        return nearest[0]
    left, right = nearest
    either: Floats = np.where(beside < 0, right, left)
    return either


def cheapest_on_open_ground(approach: Approach, straight: float) -> Way | None:
    """About the way with the fewest inches, the gap to the target in inches being known; None where none meets."""
    best = None
    if 0.0 in approach.least:
        at_once = approach.ways(np.zeros(1), STRAIGHT_AND_STEEPEST)
        best = at_once.cheapest(at_once.inches, None)
    if (best is None or best.inches > straight + ROUNDING) and approach.turns:
        best = approach.first_look.cheapest(approach.first_look.inches, best)
    return best.way if best else None


def refined(way: Way, approach: Approach) -> Way:
    """The cheapest way on open ground: this one, or one beside it or another local minimum, closer and closer."""
    if not way.wheels:
        return way
    best = PricedWay(way.inches, way)
    beside = [way, *approach.first_look.dips(approach.first_look.inches)[:MINIMA]]
    for number in range(LOOKS):
        go_on()
        offsets = CLOSER**number * max(turns.most for turns in approach.turns) / (FIRST_LOOK - 1) * CLOSER_LOOK
        turns = np.concatenate([turns_beside(turn, approach.turns, offsets) for turn in beside])
        ways = approach.ways(turns, STRAIGHT_AND_STEEPEST, best.inches)
        best = ways.cheapest(ways.inches, best) or best
        beside = [best.way]
    return best.way


class GroundPrices(Struct, frozen=True):
    """The inches of the move that ways take (way,), and which shapes each meets (way, shape).

    The first `stops` shapes stop a way and count as met only where it comes to them before its end; others slow it.
    """

    inches: Floats
    meets: Flags
    stops: int

    @property
    def unstopped(self) -> Floats:
        """The inches, infinite for ways that are stopped."""
        inches: Floats = np.where(self.meets[:, : self.stops].any(axis=1), inf, self.inches)
        return inches


class ObstructedApproach(Struct, frozen=True, dict=True):
    """An approach with the convex shapes that stop it and the ground that slows it, for ways of at most some inches."""

    approach: Approach
    stops: tuple[Polygon, ...]
    slow: tuple[Piece, ...]
    most: float

    @cached_property
    def lanes(self) -> Lanes:
        """The block among what stops it, then the parts of the slow ground."""
        return self._all_lanes.chosen(np.arange(len(self._all_lanes.shapes.corners)) >= len(self.approach.target))

    @cached_property
    def _all_lanes(self) -> Lanes:
        """The block among the parts of its target, then those of what stops and slows it."""
        slow = (part for piece in self.slow for part in piece.parts)
        every = shapes_of([*self.approach.target, *self.stops, *slow])
        return replace(self.approach.lanes, shapes=self.approach.in_own_frame(every))

    def deciding_rays(self, turns: Floats, met: Flags | None = None) -> Floats:
        """The rays (ray, turn) that just pass or touch a shape on either side, of those that are met (shape,) or all.

        Where those met are known, so is the ground that slows; then the rays on which it is met otherwise are added.
        """
        targets, stops = len(self.approach.target), len(self.stops)
        kept = np.ones(len(self._all_lanes.shapes.corners), dtype=np.bool_)
        kept[targets:] &= True if met is None else met
        angles = corner_angles(self._all_lanes.chosen(kept), turns)
        ends = grazing_angles(angles)
        ends[:, :targets] += np.array([HAIR, -HAIR])[:, None, None]
        rays = [ends.reshape(-1, len(turns))]
        if met is not None:
            rays.append(angles[targets + np.count_nonzero(met[:stops]) :].reshape(-1, len(turns)))
        return np.concatenate(rays)

    @cached_property
    def factors(self) -> Floats:
        """What an inch costs in each part of the slow ground."""
        unit = self.approach.unit
        return np.array([float(slowing(unit, piece.terrain) or 1) for piece in self.slow for _ in piece.parts])

    @cached_property
    def turns(self) -> tuple[Turns, ...]:
        """The turns that nothing stops and after which there might be a way of fewer inches, were the ground open.

        The first look on open ground tells: half a step from one of its turns a way is shorter by no more than the
        wheel takes from there, for the front and for the corner that is farthest from it.
        """
        look, approach = self.approach.first_look, self.approach
        step = max((turns.most for turns in approach.turns), default=0.0) / (FIRST_LOOK - 1)
        near = look.turns[look.inches < self.most + (approach.width + approach.lanes.reach) * step / 2]
        tried = []
        for turns in approach.turns:
            if len(angles := turns.sign * near[turns.sign * near >= 0]):
                most = self.room(turns, float(angles.max()) + step)
                tried.append(replace(turns, least=max(float(angles.min()) - step, turns.least), most=most))
        return tuple(turns for turns in tried if turns.least <= turns.most)

    def room(self, turns: Turns, most: float) -> float:
        """The radians that the inches pay and that nothing stops of those to a hand, a hair more."""
        most = min(most, turns.most, self.most / self.approach.width)
        met = first_overlap(self.approach.swings(turns.hand, most), self.stops)
        return most * (1.0 if met is None else met) + ROUNDING

    def price(self, ways: Ways) -> GroundPrices:
        enters, leaves = lane_spans(self.lanes, ways.turns, ways.vectors)
        stops, lengths = len(self.stops), np.abs(ways.vectors)
        meets = np.isfinite(lowest(enters, axis=2))
        inches = lengths
        if meets[:, stops:].any():
            inches = inches * slowing_factors(enters[:, stops:], leaves[:, stops:], self.factors)
        meets[:, :stops] &= (1 - lowest(enters[:, :stops], axis=2)) * np.maximum(lengths, 1.0)[:, None] > RANGE
        return GroundPrices(inches + self._wheel_costs(ways), meets, stops)

    def _wheel_costs(self, ways: Ways) -> Floats:
        if not self.slow:
            return ways.arcs
        costs = np.zeros(len(ways.turns))
        for turns, wheels, inches in self._wheel_cost_tables:
            costs += np.interp(turns.sign * ways.turns, wheels, inches)
        return costs

    @cached_property
    def _wheel_cost_tables(self) -> list[tuple[Turns, Floats, Floats]]:
        """For the turns to each hand: those at which the ground changes, and what they have cost."""
        tables = []
        for turns in self.turns:
            along = tolls(self.approach.unit, self.approach.swings(turns.hand, turns.most), self.slow, flying=False)
            arc = wheel_cost(self.approach.width, degrees(turns.most))
            ends = np.array([0.0, *(toll.end for toll in along)])
            tables.append((turns, ends * turns.most, np.array([cost(along, arc, end) for end in ends.tolist()])))
        return tables


def search_on_real_ground(ground: ObstructedApproach, known: PricedWay | None, move: float) -> PricedWay | None:
    """The cheapest way found of less than the ground's `most` inches and than the known one; None where there is none.

    Of ways that take more than the inches of the move, about the cheapest.
    """
    if not ground.turns:
        return known
    turns = np.concatenate([turns.at(STEPS) for turns in ground.turns])
    rays = _packed([GRID_RAYS[:, None].repeat(len(turns), axis=1), ground.deciding_rays(turns)])
    if 0.0 in ground.approach.least:
        more = np.full((len(rays), -(-len(WITHOUT_A_WHEEL) // len(rays))), NOWHERE)
        more.flat[: len(WITHOUT_A_WHEEL)] = WITHOUT_A_WHEEL
        turns, rays = np.append(turns, np.zeros(more.shape[1])), np.append(rays, more, axis=1)
    ways = _ways(ground, turns, rays, ground.most)
    prices = ground.price(ways)
    best = ways.cheapest(prices.unstopped, known)
    if best is None:
        return None
    met = np.logical_or.reduce(prices.meets)
    at_once = DIPS if best.inches <= move + NARROWLY else 1
    dips, part = ways.dips(prices.unstopped)[:at_once] or [best.way], 1.0
    step = max(turns.most - turns.least for turns in ground.turns) / (len(STEPS) - 1)
    for number in range(LOOKS_BESIDE):
        go_on()
        if part < CLOSEST or (number and best.inches > move + NARROWLY):
            break
        turns, rays = _beside(dips, ground.turns, turn=step * part, ray=float(np.ptp(GRID_RAYS[:2])) * part)
        ways = _ways(ground, turns, _packed([rays, ground.deciding_rays(turns, met)]), best.inches)
        best = ways.cheapest(ground.price(ways).unstopped, best) or best
        if min(abs(best.way.turn - dip.turn) for dip in dips) < step * part * OUTER:
            part *= CLOSER_BESIDE
        dips = [best.way]
    return best


def _beside(dips: Sequence[Way], tried: Sequence[Turns], *, turn: float, ray: float) -> tuple[Floats, Floats]:
    """Turns up to so many radians beside each way, and rays (ray, turn) up to so many degrees, with the steepest."""
    turns = np.concatenate([turns_beside(dip, tried, turn * TURNS_BESIDE) for dip in dips])
    own_turns, own_rays = np.repeat([(dip.turn, dip.ray) for dip in dips], len(TURNS_BESIDE), axis=0).T
    # In the direction of the table, not of the block that turns.
    along = own_rays + np.degrees(turns - own_turns) + ray * RAYS_BESIDE[:, None]
    return turns, np.concatenate([STRAIGHT_AND_STEEPEST[:, None].repeat(len(turns), axis=1), along])


def _packed(rays: Sequence[Floats]) -> Floats:
    """All of some rays (ray, turn) that a block may go, in order and in as few rows as have them."""
    every = np.concatenate(rays)
    every[np.abs(every) > STEEPEST] = NOWHERE
    every.sort(axis=0)
    packed: Floats = every[: int((every < NOWHERE).sum(axis=0).max())]
    return packed


def _ways(ground: ObstructedApproach, turns: Floats, rays: Floats, most: float) -> Ways:
    """Ways of fewer inches on open ground, along rays (ray, turn) or in the shortest direction after each turn."""
    arcs, vectors = ground.approach.reached(turns, rays, most)
    kinds, columns = np.nonzero(arcs + np.abs(vectors) < most)
    return Ways(turns[columns], arcs[columns], vectors[kinds, columns])
