"""Shapes of pieces about the origin, in hundredths of an inch, and the bands that run from table edge to table edge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from tabletop.dice import Chance
from tabletop.geometry.primitives.exact import TURNS, UNIT, Grid, Ring, heading, hull, mirror_ring, rotate_grid_point

INCH = 100

CORNERS = 12
LEAST_DENT, MOST_DENT = 80, 100  # per cent of an ellipse's radius
SECTION = 4 * INCH
LEAST_SECTIONS = 8


class Body(Struct, frozen=True):
    """A shape as it was cut: its outline, half its length and width before it was turned, and its convex sections."""

    ring: Ring
    half: Grid
    turn: int
    sections: tuple[Ring, ...]


class Lane(Struct, frozen=True):
    """Where a band runs: from 0 to `length` along one axis of the table (0 is x), between two heights of the other."""

    axis: int
    length: int
    low: int
    high: int

    @property
    def middle(self) -> int:
        return (self.low + self.high) // 2


def pebble(half: Grid, turn: int, dents: Sequence[int]) -> Ring:
    """A rounded convex shape: an ellipse with a dent for every corner, in per cent of the radius."""
    points = []
    for number, dent in enumerate(dents):
        cosine, sine = heading(number * TURNS // len(dents))
        points.append(
            rotate_grid_point((half[0] * cosine * dent // (100 * UNIT), half[1] * sine * dent // (100 * UNIT)), turn)
        )
    return hull(points)


def dents(chance: Chance) -> tuple[int, ...]:
    return tuple(chance.randint(LEAST_DENT, MOST_DENT) for _ in range(CORNERS))


def disc(radius: int) -> Ring:
    return pebble((radius, radius), 0, (100,) * TURNS)


def oblong(low: Grid, high: Grid, turn: int = 0) -> Ring:
    """The box between two corners, turned about the origin."""
    (left, bottom), (right, top) = low, high
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return tuple(rotate_grid_point(corner, turn) for corner in corners)


def band(lane: Lane, width: int, chance: Chance) -> Body:
    """A winding band that fills its lane's length and stays within it."""
    count = max(LEAST_SECTIONS, lane.length // SECTION)
    room = (lane.high - lane.low - width) // 2
    stations, bank = [], lane.middle - width // 2
    sway = 0
    for number in range(count + 1):
        stations.append((lane.length * number // count, bank + sway))
        sway = min(max(sway + chance.randint(-room, room) // 2, -room), room)
    sections = tuple(_section(start, end, width) for start, end in pairwise(stations))
    ring = (*stations, *((x, y + width) for x, y in reversed(stations)))
    return _along(lane, ring, sections, width)


def _section(start: Grid, end: Grid, width: int) -> Ring:
    return start, end, (end[0], end[1] + width), (start[0], start[1] + width)


def meeting_bands(lane: Lane, width: int, chance: Chance) -> Body:
    """Two bands of a width that meet on their way, as wide as their lane at both table edges."""
    low, high, middle = lane.low, lane.high, lane.middle
    left = chance.randint(lane.length * 3 // 10, lane.length * 6 // 10)
    right = left + lane.length // 10
    arms = [
        ((edge, bottom), (meets, middle + side * width), (meets, middle + (side + 1) * width), (edge, bottom + width))
        for edge, meets in ((0, left), (lane.length, right))
        for side, bottom in ((-1, low), (0, high - width))
    ]
    sections = (*(hull(arm) for arm in arms), oblong((left, middle - width), (right, middle + width)))
    ring = (
        (0, low), (left, middle - width), (right, middle - width), (lane.length, low), (lane.length, low + width),
        (right, middle), (lane.length, high - width), (lane.length, high), (right, middle + width),
        (left, middle + width), (0, high), (0, high - width), (left, middle), (0, low + width),
    )  # fmt: skip
    return _along(lane, ring, sections, width)


def _along(lane: Lane, ring: Ring, sections: tuple[Ring, ...], width: int) -> Body:
    """Drawn along x; mirrored where the lane runs along y."""
    if lane.axis:
        ring, sections = mirror_ring(ring), tuple(mirror_ring(section) for section in sections)
    return Body(ring, (lane.length // 2, width // 2), 0, sections)
