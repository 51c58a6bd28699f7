"""Straight lines between two convex polygons: where each leaves and arrives, and what is too much on its way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.convexes import Convexes, Floats, inches_inside, spans_inside
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.visibility.depth_limits import Excess, Places

FINEST = GRAZE / 10  # between lines no farther apart than this, none is looked for
FIRST_SHAPES = 4  # the broadest are looked at first, by all lines; each time twice as many, by what lines are left


class Scene(Struct, frozen=True):
    """What lines leave and what they arrive at, what stands near, the broadest first, and what they may run through."""

    ends: Convexes
    shapes: Convexes
    excess: Excess


class Passages(Struct, frozen=True):
    """From where each line leaves the first end to where it arrives at the second, and which meet both.

    Where it meets them at once, it starts and stops in both. `reach` is how far from its origin it goes.
    """

    starts: Floats
    stops: Floats
    meets: NDArray[np.bool_]
    reach: Floats

    def chosen(self, mask: NDArray[np.bool_]) -> Passages:
        return Passages(self.starts[mask], self.stops[mask], self.meets[mask], self.reach[mask])


def passages(origins: Floats, turns: Floats, ends: Convexes, larger: Floats | float = 0.0) -> Passages:
    """Of the line through each origin in its direction, in radians anticlockwise, between ends so much larger."""
    vectors = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    entering, leaving = spans_inside(origins, vectors, ends, -larger)
    meets = np.all(entering <= leaving + ROUNDING, axis=1)
    (enters, enters_too), (leaves, leaves_too) = (np.where(meets, each.T, 0.0) for each in (entering, leaving))
    ahead = enters + leaves <= enters_too + leaves_too
    begin, end = np.where(ahead, leaves, enters), np.where(ahead, enters_too, leaves_too)
    end = np.where((begin <= end) == ahead, end, begin)
    starts, stops = (origins + each[:, None] * vectors for each in (begin, end))
    return Passages(starts, stops, meets, np.maximum(np.abs(begin), np.abs(end)))


def too_long(starts: Floats, stops: Floats, shapes: Convexes, excess: Excess, margins: Floats | float = 0.0) -> Floats:
    """By how much each line is too long inside shapes so much smaller; inf where what it meets first is enough."""
    found = np.full(len(starts), np.inf)
    left, margins = np.arange(len(found)), np.broadcast_to(margins, found.shape)
    lengths = np.zeros((len(found), 0))
    for first, last in _doubling(len(shapes)):
        places = np.arange(first, last)
        more = inches_inside(starts[left], stops[left], shapes.chosen(places).trimmed, margins[left])
        hopeful = np.isfinite(excess.chosen(places)(more))
        left, lengths = left[hopeful], np.concatenate([lengths[hopeful], more[hopeful]], axis=1)
        if not len(left):
            return found
    found[left] = excess(lengths)
    return found


def _doubling(count: int) -> Iterator[tuple[int, int]]:
    """From where to where, each time twice as many as before."""
    first = 0
    while first < count:
        last = 2 * first + FIRST_SHAPES
        yield first, min(last, count)
        first = last


def broadest_first(line: Segment, shapes: Convexes, places: Places) -> Places:
    """The places of shapes, by how broad they stand across a line."""
    (x, y), (x_too, y_too) = line
    across = shapes.corners[places] @ np.array([y - y_too, x_too - x])
    found: Places = places[np.argsort(across.min(axis=1) - across.max(axis=1), kind="stable")]
    return found


def segment(start: Floats, end: Floats) -> Segment:
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
