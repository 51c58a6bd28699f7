"""Straight lines between two convex polygons: where each leaves and arrives, and by how much it is too deep on its way.

A line through a point in a direction enters and leaves either end at known lengths (`convexes.spans_inside`); the
passage runs from where it leaves the one to where it enters the other. Ends may be made larger and shapes smaller by a
margin: searches use that to say of a whole family of lines what is certain of each.

Exact but for floating point; a line meets an end where it misses it by no more than ROUNDING. Cost, in numpy: O(lines
times edges). As most lines that are blocked are blocked by something broad, the lengths inside shapes are computed for
the broadest few first, and only for lines that are left inside twice as many at each next step.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.arrays import Flags, Floats, Indices
from tabletop.geometry.primitives.convexes import Convexes, inches_inside, spans_inside
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.visibility.depth_limits import DepthLimits

FINEST = GRAZE / 10  # between lines no farther apart than this, none is looked for
FIRST_SHAPES = 4


class Scene(Struct, frozen=True):
    """Two ends of lines, the shapes that stand near, the broadest first, and how deep lines may run into them."""

    ends: Convexes
    shapes: Convexes
    limits: DepthLimits


class Passages(Struct, frozen=True):
    """From where each line leaves the first end (line, xy) to where it arrives at the second, and which meet both.

    Where a line meets both at once, it starts and stops in both. `reach` (line,) is how far from its origin it goes.
    """

    starts: Floats
    stops: Floats
    meets: Flags
    reach: Floats

    def chosen(self, mask: Flags) -> Passages:
        return Passages(self.starts[mask], self.stops[mask], self.meets[mask], self.reach[mask])


def passages(origins: Floats, turns: Floats, ends: Convexes, larger: Floats | float = 0.0) -> Passages:
    """Of the line through each origin (line, xy) in its direction, between two ends so many inches larger.

    `turns` (line,) are radians anticlockwise from the right.
    """
    vectors = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    entering, leaving = spans_inside(origins, vectors, ends, -larger)
    meets = np.all(entering <= leaving + ROUNDING, axis=1)
    enters, second_enters = np.where(meets, entering.T, 0.0)
    leaves, second_leaves = np.where(meets, leaving.T, 0.0)
    ahead = enters + leaves <= second_enters + second_leaves
    begin, end = np.where(ahead, leaves, enters), np.where(ahead, second_enters, second_leaves)
    end = np.where((begin <= end) == ahead, end, begin)
    starts, stops = (origins + lengths[:, None] * vectors for lengths in (begin, end))
    return Passages(starts, stops, meets, np.maximum(np.abs(begin), np.abs(end)))


def excess_of_lines(
    starts: Floats, stops: Floats, shapes: Convexes, limits: DepthLimits, margins: Floats | float = 0.0
) -> Floats:
    """By how many inches each line (line, xy) is too deep in shapes smaller by its margin: (line,).

    Infinite where it is blocked by what it meets first. The broadest shapes come first, those of one body may be apart.
    """
    amounts = np.full(len(starts), np.inf)
    left, margins = np.arange(len(amounts)), np.broadcast_to(margins, amounts.shape)
    lengths = np.zeros((len(amounts), 0))
    first = 0
    while first < len(shapes):
        indices = np.arange(first, min(2 * first + FIRST_SHAPES, len(shapes)))
        more = inches_inside(starts[left], stops[left], shapes.chosen(indices).trimmed, margins[left])
        hopeful = np.isfinite(limits.chosen(indices).excess(more))
        left, lengths = left[hopeful], np.concatenate([lengths[hopeful], more[hopeful]], axis=1)
        if not len(left):
            return amounts
        first = 2 * first + FIRST_SHAPES
    amounts[left] = limits.excess(lengths)
    return amounts


def broadest_first(line: Segment, shapes: Convexes, indices: Indices) -> Indices:
    """The indices of some shapes, by how broad they stand across a line."""
    (x, y), (end_x, end_y) = line
    across = shapes.corners[indices] @ np.array([y - end_y, end_x - x])
    order: Indices = indices[np.argsort(across.min(axis=1) - across.max(axis=1), kind="stable")]
    return order


def as_segment(start: Floats, end: Floats) -> Segment:
    """Two points of arrays (xy,) as a segment."""
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
