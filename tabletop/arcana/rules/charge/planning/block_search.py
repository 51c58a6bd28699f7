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

Among obstacles and on slow ground (`search_on_real_ground`): the direction counts, too, so a grid of 25 angles to
either hand and 13 directions is priced at once. A cell of the grid may hide a better way where one of its corners is
cheap enough and not all of its corners are stopped by the same obstacle; the six likeliest are looked at on a finer
grid, together with the neighbourhood of the best way, with the directions that just pass whatever barred others, and
with every degree that leads on without a wheel; then twice closer beside the best. Guarantee: what is found can be
followed at that price. Not guaranteed: that it is the least. A gap narrower than a cell may be missed; docs/table.md
has the measured misses. What costs more than the move by over an inch is solved to about a tenth of an inch.

Tolerance: ways that differ by ROUNDING are alike, and then the one without a wheel is taken. Cost: a few array
operations for each look, 0.3 ms on open ground and 2 to 3 ms among obstacles.
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
    grazing_angles,
    highest,
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
GRID_TURNS, GRID_RAYS = 25, np.linspace(-STEEPEST, STEEPEST, 13)  # for each hand
FINER = np.linspace(0.0, 1.0, 4)  # of a cell
CELLS = 6  # are looked at closer
SLACK = 0.25  # of what the corners of a cell differ by, a way within it may be better than all of them
WORTH = 0.1  # inches; a cell that may save less isn't looked at
TURNS_BESIDE, RAYS_BESIDE = np.linspace(-1.0, 1.0, 11), np.linspace(-1.0, 1.0, 5)
CLOSER_BESIDE = 1 / 5
LOOKS_BESIDE = 2
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
        angle = min(degrees(atan2(abs(across), ahead)), STEEPEST)
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

    def local_minima(self) -> list[Way]:
        """The cheapest way after each turn that is cheaper than those after the turns beside it, the cheapest first."""
        whole = self.inches
        order = np.lexsort((whole, self.turns))
        firsts = order[np.flatnonzero(np.diff(self.turns[order], prepend=-inf))]
        inches = np.pad(whole[firsts], 1, constant_values=inf)
        low = firsts[(inches[1:-1] <= inches[:-2]) & (inches[1:-1] <= inches[2:])]
        return [self.way(index) for index in low[np.argsort(whole[low], kind="stable")]]


class Turns(Struct, frozen=True):
    """The turns to one hand that a search may try, from the least to the most radians; `sign` is -1 for the right."""

    sign: float
    least: float
    most: float

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
        arcs = np.array([wheel_cost(self.width, degrees(abs(turn))) for turn in turns.tolist()])
        vectors = contact_vectors(self.lanes, turns, rays, cone=STEEPEST, most=most - arcs)
        vectors[1:][np.abs(rays) > STEEPEST] = inf
        if turns.any():
            left, right = self.contact_turns
            vectors[0, (turns >= left - ROUNDING) | (-turns >= right - ROUNDING)] = 0
        return arcs, vectors


def turns_beside(way: Way, turns: Sequence[Turns], offsets: Floats) -> Floats:
    """Turns to the hand of a way, by so many radians more than its own, of those that may be tried."""
    sign = 1.0 if way.hand == Hand.LEFT else -1.0
    tried = next((turn for turn in turns if turn.sign == sign), turns[0])
    beside: Floats = tried.sign * np.minimum(np.maximum(way.angle + offsets, tried.least), tried.most)
    return beside


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
    beside = [way, *approach.first_look.local_minima()[:MINIMA]]
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
        ground = shapes_of([*self.stops, *(part for piece in self.slow for part in piece.parts)])
        return replace(self.approach.lanes, shapes=self.approach.in_own_frame(ground))

    @cached_property
    def factors(self) -> Floats:
        """What an inch costs in each part of the slow ground."""
        unit = self.approach.unit
        return np.array([float(slowing(unit, piece.terrain) or 1) for piece in self.slow for _ in piece.parts])

    @cached_property
    def turns(self) -> tuple[Turns, ...]:
        """The turns that the inches pay and that nothing stops, a hair more."""
        return self.approach.turns_up_to(*self._widest)

    @cached_property
    def _widest(self) -> tuple[float, float]:
        left, right = (min(turn, self.most / self.approach.width) for turn in self.approach.contact_turns)
        return self._room(Hand.LEFT, left), self._room(Hand.RIGHT, right)

    def _room(self, hand: Hand, turn: float) -> float:
        turn = min(turn, WIDEST_WHEEL)
        met = first_overlap(self.approach.swings(hand, turn), self.stops)
        return turn * (1.0 if met is None else met) + ROUNDING

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
        (left_turns, left_inches), (right_turns, right_inches) = self._wheel_cost_tables
        costs: Floats = np.interp(ways.turns, left_turns, left_inches)
        return costs + np.interp(-ways.turns, right_turns, right_inches)

    @cached_property
    def _wheel_cost_tables(self) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """Turns to the left and to the right at which the ground changes, and what they have cost."""
        left, right = self._widest
        return self._wheel_cost_table(Hand.LEFT, left), self._wheel_cost_table(Hand.RIGHT, right)

    def _wheel_cost_table(self, hand: Hand, turn: float) -> tuple[Floats, Floats]:
        along = tolls(self.approach.unit, self.approach.swings(hand, turn), self.slow, flying=False)
        arc = wheel_cost(self.approach.width, degrees(turn))
        ends = np.array([0.0, *(toll.end for toll in along)])
        return ends * turn, np.array([cost(along, arc, end) for end in ends.tolist()])


class Directions(Struct, frozen=True):
    """Turns in radians (turn,) and the rays tried after each (ray, turn), in degrees off straight ahead, clockwise."""

    turns: Floats
    rays: Floats


# Every degree: a way without a wheel costs no arc, however small, so a grid of turns passes it by.
WITHOUT_A_WHEEL = Directions(np.zeros(7), np.linspace(-STEEPEST, STEEPEST, 91).reshape(13, 7))


class Grid(Struct, frozen=True):
    """Even turns (cell, turn) and even rays (cell, ray) of some cells."""

    turns: Floats
    rays: Floats

    @property
    def directions(self) -> Directions:
        """Every turn with all the rays of its cell."""
        return Directions(self.turns.ravel(), self.rays.T.repeat(self.turns.shape[1], axis=1))


class Look(Struct, frozen=True):
    """Ways with the indices of each one's ray and turn among the directions looked at, and what they cost."""

    ways: Ways
    rays: NDArray[np.intp]
    turns: NDArray[np.intp]
    prices: GroundPrices

    def cheapest(self, best: PricedWay | None) -> PricedWay | None:
        return self.ways.cheapest(self.prices.unstopped, best)


def search_on_real_ground(ground: ObstructedApproach, known: PricedWay | None, move: float) -> PricedWay | None:
    """The cheapest way found of less than the ground's `most` inches and than the known one; None where there is none.

    Of ways that take more than the inches of the move, about the cheapest.
    """
    if not ground.turns:
        return None
    steps = np.linspace(0.0, 1.0, GRID_TURNS)
    grid = Grid(np.array([turns.at(steps) for turns in ground.turns]), np.array([GRID_RAYS] * len(ground.turns)))
    first = _look(ground, [grid.directions], ground.most)
    best = first.cheapest(known)
    worthwhile = min(best.inches - WORTH if best else ground.most, move + NARROWLY)
    barring = ground.lanes.chosen(np.logical_or.reduce(first.prices.meets))
    turn, ray = max(turns.most for turns in ground.turns) / (GRID_TURNS - 1), float(np.ptp(GRID_RAYS[:2]))
    looks = [_beside(best.way, ground.turns, barring, turn=turn, ray=ray)] if best else []
    cells = _promising_cells(first, grid, worthwhile)
    looks += [cells.directions] if len(cells.turns) else []
    looks += [WITHOUT_A_WHEEL] if 0.0 in ground.approach.least else []
    best = _look(ground, looks, best.inches if best else ground.most).cheapest(best) if looks else None
    if best is None:
        return None
    cell = 1 / (len(FINER) - 1)
    for number in range(LOOKS_BESIDE):
        go_on()
        if number and best.inches > move + NARROWLY:
            break
        part = CLOSER_BESIDE**number
        beside = _beside(best.way, ground.turns, barring, turn=turn * cell * part, ray=ray * cell * part)
        best = _look(ground, [beside], best.inches).cheapest(best) or best
    return best


def _beside(way: Way, tried: Sequence[Turns], barring: Lanes, *, turn: float, ray: float) -> Directions:
    """Up to so many radians and degrees beside a way, the steepest rays, and those that just pass what bars others."""
    turns = turns_beside(way, tried, turn * TURNS_BESIDE)
    rays = np.concatenate([STRAIGHT_AND_STEEPEST, degrees(atan2(*way.vector)) + ray * RAYS_BESIDE])
    every = rays[:, None].repeat(len(turns), axis=1)
    return Directions(turns, np.concatenate([every, grazing_angles(barring, turns)]))


def _look(ground: ObstructedApproach, looks: Sequence[Directions], most: float) -> Look:
    """Ways of fewer inches on open ground along all of some rays, and in the shortest direction after each turn."""
    rows = max(len(look.rays) for look in looks)
    padding = [np.full((rows - len(look.rays), look.rays.shape[1]), NOWHERE) for look in looks]
    padded = [np.concatenate([look.rays, more]) for look, more in zip(looks, padding, strict=True)]
    turns = np.concatenate([look.turns for look in looks])
    arcs, vectors = ground.approach.reached(turns, np.concatenate(padded, axis=1), most)
    kinds, columns = np.nonzero(arcs + np.abs(vectors) < most)
    ways = Ways(turns[columns], arcs[columns], vectors[kinds, columns])
    return Look(ways, kinds - 1, columns, ground.price(ways))


def _promising_cells(look: Look, grid: Grid, most: float) -> Grid:
    """Finer grids of the few cells that may have a way of fewer inches, the likeliest first."""
    along = look.rays >= 0
    at = look.rays[along], look.turns[along]
    size = grid.rays.shape[1], grid.turns.size
    opens, inches = np.full((2, *size), inf)
    opens[at], inches[at] = look.ways.inches[along], look.prices.inches[along]
    meets = np.zeros((*size, look.prices.meets.shape[1]), dtype=np.bool_)
    meets[at] = look.prices.meets[along]
    shared, stops = np.logical_and.reduce(_at_corners(meets, grid)), look.prices.stops
    costs = np.where(shared[..., stops:].any(axis=-1), _at_corners(inches, grid), _at_corners(opens, grid))
    low, high = lowest(costs), highest(np.where(np.isfinite(costs), costs, -inf))
    ray, cell, turn = np.nonzero(np.isfinite(low) & ~shared[..., :stops].any(axis=-1))
    least = (low - SLACK * (high - low))[ray, cell, turn]
    chosen = np.flatnonzero(least < most)
    chosen = chosen[np.argsort(least[chosen], kind="stable")][:CELLS]
    ray, cell, turn = ray[chosen], cell[chosen], turn[chosen]
    turns, rays = (grid.turns[cell, turn], grid.turns[cell, turn + 1]), (grid.rays[cell, ray], grid.rays[cell, ray + 1])
    return Grid(*(start[:, None] + (end - start)[:, None] * FINER for start, end in (turns, rays)))


def _at_corners(values: NDArray[np.generic], grid: Grid) -> NDArray[np.generic]:
    """Values (ray, turn, …) at the four corners of each cell of the grid (corner, ray, cell, turn, …)."""
    cells = values.reshape(len(values), *grid.turns.shape, *values.shape[2:])
    corners: NDArray[np.generic] = np.array(
        [cells[:-1, :, :-1], cells[1:, :, :-1], cells[:-1, :, 1:], cells[1:, :, 1:]]
    )
    return corners
