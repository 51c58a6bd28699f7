"""The cheapest way of a block on the ground as it is: looked for everywhere, then closer where it may be."""

# After each turn of a wheel about either corner a block goes straight in some direction. A first look tries a grid of
# turns and directions. A cell of that grid may hide a better way where not all of its corners are stopped by the same
# thing and one of them is short enough on ground as open as the corners leave it; the likeliest are looked at closer,
# together with what lies beside the best way so far and just passes whatever barred others.

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.arcana.rules.charge.planning.courses import Course, Priced
from tabletop.arcana.rules.charge.planning.ways import RAYS, STEEPEST, Found, Way, Ways, cheapest_of, turns_beside
from tabletop.geometry.motion.lanes import Flags, Places, highest, lowest
from tabletop.geometry.primitives.convexes import Floats

TURNS, DIRECTIONS = 25, np.linspace(-STEEPEST, STEEPEST, 13)  # of the first look, for each hand
FINER = np.linspace(0.0, 1.0, 4)  # of a cell
CELLS = 6  # are looked at closer
SLACK = 0.25  # of what the corners of a cell differ by, a way within it may be better than all of them
WORTH = 0.1  # inches; a cell that may save less isn't looked at
TURNS_BESIDE, RAYS_BESIDE = np.linspace(-1.0, 1.0, 11), np.linspace(-1.0, 1.0, 5)
CLOSER = 1 / 5
NOWHERE = STEEPEST + 1  # degrees; a ray that isn't asked for
LOOKS = 2
NARROWLY = 1.0  # inches beyond the move; what takes more isn't looked at so closely

Rays = tuple[Floats, Floats]  # turns in radians and the rays after each in degrees (ray, turn)


class Grid(Struct, frozen=True):
    """In each of some cells even turns (cell, turn) and even rays (cell, ray)."""

    turns: Floats
    rays: Floats

    @property
    def every(self) -> Rays:
        """Every turn with all the rays of its cell."""
        return self.turns.ravel(), self.rays.T.repeat(self.turns.shape[1], axis=1)


class Cells(Struct, frozen=True):
    """Between two turns and two rays each (cell, end), and the fewest inches that a way within may take."""

    turns: Floats
    rays: Floats
    least: Floats

    def likeliest(self, most: float) -> Cells:
        """A few of those that may have a way of fewer inches."""
        places = np.flatnonzero(self.least < most)
        places = places[np.argsort(self.least[places], kind="stable")][:CELLS]
        return Cells(self.turns[places], self.rays[places], self.least[places])

    @property
    def finer(self) -> Grid:
        return Grid(_between(self.turns), _between(self.rays))


def _between(ends: Floats) -> Floats:
    found: Floats = ends[:, :1] + (ends[:, 1:] - ends[:, :1]) * FINER
    return found


class Looked(Struct, frozen=True):
    """Ways with the ray and turn of each by their places, and what they cost."""

    ways: Ways
    rays: Places
    turns: Places
    priced: Priced

    def cheapest(self, best: Found | None) -> Found | None:
        """The best of them that nothing stops, or what was the best so far."""
        return cheapest_of(self.ways, self.priced.free, best)


class Vicinity(Struct, frozen=True):
    """How far beside the best way others are tried, in radians and degrees, and just past which shapes."""

    course: Course
    turn: float
    ray: float
    barring: Flags

    def closer(self, part: float) -> Vicinity:
        return Vicinity(self.course, self.turn * part, self.ray * part, self.barring)

    def of(self, way: Way) -> Rays:
        """Turns and rays beside those of a way, the steepest, and those that just pass what bars others."""
        turns = turns_beside(way, self.course.widest, self.turn * TURNS_BESIDE)
        rays = np.concatenate([RAYS, way.ray + self.ray * RAYS_BESIDE])
        return turns, np.concatenate([_alike(rays, turns), self.course.past(turns, self.barring)])


def searched(course: Course, known: Found | None, allowance: float) -> Found | None:
    """The cheapest way of fewer inches than the course's budget and than the one known; None where there is none.

    Of ways that take more than the allowance, about the cheapest.
    """
    steps, (left, right) = np.linspace(0.0, 1.0, TURNS), course.widest
    grid = Grid(np.array([left * steps, -right * steps]), np.array([DIRECTIONS, DIRECTIONS]))
    first = _look(course, [grid.every], course.budget)
    best = first.cheapest(known)
    most = best.inches - WORTH if best else course.budget
    cells = _cells(first, grid).likeliest(min(most, allowance + NARROWLY))
    beside = Vicinity(course, max(left, right) / (TURNS - 1), float(np.ptp(DIRECTIONS[:2])), first.priced.met)
    looks = [beside.of(best.way)] if best else []
    looks += [cells.finer.every] if len(cells.least) else []
    best = _look(course, looks, best.inches if best else course.budget).cheapest(best) if looks else None
    return _zoomed(beside.closer(1 / (len(FINER) - 1)), best, allowance) if best else None


def _zoomed(beside: Vicinity, best: Found, allowance: float) -> Found:
    """The best way beside the best, closer and closer; not as close where it takes more than the allowance."""
    for number in range(LOOKS):
        if number and best.inches > allowance + NARROWLY:
            break
        best = _look(beside.course, [beside.closer(CLOSER**number).of(best.way)], best.inches).cheapest(best) or best
    return best


def _alike(rays: Floats, turns: Floats) -> Floats:
    """The same rays after each turn."""
    return rays[:, None].repeat(len(turns), axis=1)


def _look(course: Course, looks: Sequence[Rays], most: float) -> Looked:
    """Ways of fewer inches on open ground along all of some rays, and in the shortest direction after each turn."""
    rows = max(len(rays) for _, rays in looks)
    rays = np.concatenate([_padded(rays, rows) for _, rays in looks], axis=1)
    turns = np.concatenate([turns for turns, _ in looks])
    arcs, vectors = course.approach.reached(turns, rays, most)
    kinds, places = np.nonzero(arcs + np.abs(vectors) < most)
    ways = Ways(turns[places], arcs[places], vectors[kinds, places])
    return Looked(ways, kinds - 1, places, course.price(ways))


def _padded(rays: Floats, rows: int) -> Floats:
    return np.concatenate([rays, np.full((rows - len(rays), rays.shape[1]), NOWHERE)])


def _cells(look: Looked, grid: Grid) -> Cells:
    """The cells of a grid that may have a better way than their corners are."""
    along = look.rays >= 0
    at = look.rays[along], look.turns[along]
    size = grid.rays.shape[1], grid.turns.size
    opens, inches = np.full((2, *size), inf)
    opens[at], inches[at] = look.ways.inches[along], look.priced.inches[along]
    meets = np.zeros((*size, look.priced.meets.shape[1]), dtype=np.bool_)
    meets[at] = look.priced.meets[along]
    shared, stops = np.logical_and.reduce(_corners(meets, grid)), look.priced.stops
    costs = np.where(shared[..., stops:].any(axis=-1), _corners(inches, grid), _corners(opens, grid))
    least, most = lowest(costs), highest(np.where(np.isfinite(costs), costs, -inf))
    ray, cell, turn = np.nonzero(np.isfinite(least) & ~shared[..., :stops].any(axis=-1))
    turns = np.stack([grid.turns[cell, turn], grid.turns[cell, turn + 1]], axis=1)
    rays = np.stack([grid.rays[cell, ray], grid.rays[cell, ray + 1]], axis=1)
    return Cells(turns, rays, (least - SLACK * (most - least))[ray, cell, turn])


def _corners(values: NDArray[Any], grid: Grid) -> NDArray[Any]:
    """The values (ray, turn, …) at the four corners of each cell of the grid (corner, ray, cell, turn, …)."""
    each = values.reshape(len(values), *grid.turns.shape, *values.shape[2:])
    found: NDArray[Any] = np.array([each[:-1, :, :-1], each[1:, :, :-1], each[:-1, :, 1:], each[1:, :, 1:]])
    return found
