"""Whether any straight line from one convex polygon to another fits between many: exact, nothing is sampled."""

# A free line can be turned about a corner of the scene until it meets another; between two neighbouring corners, as
# seen from a third, what a line crosses never changes. So one line for each corner and each gap between its neighbours
# decides. Where the inches inside one thing count, they are least on a line through a corner too, but anywhere in its
# gap: gaps are halved as long as one of their lines may be short enough.

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.allowances import Excess, Places
from tabletop.geometry.convexes import Convexes, Floats, beyond_edges, convexes, covered, spans
from tabletop.geometry.polygons import Polygon, centroid, hull
from tabletop.geometry.segments import Segment
from tabletop.geometry.tolerances import GRAZE, ROUNDING

FINEST = GRAZE / 10  # between lines no farther apart than this, none is looked for
FIRST_SHAPES = 4  # the broadest are looked at first, by all lines; each time twice as many, by what lines are left


class _Scene(Struct, frozen=True):
    """What lines leave and what they arrive at, what stands near, the broadest first, and what they may run through."""

    ends: Convexes
    shapes: Convexes
    excess: Excess

    def amounts(self, gaps: _Gaps, margins: Floats | float = 0.0) -> Floats:
        """By how much each line is too long inside shapes so much smaller; inf where what it meets first is enough."""
        found = np.full(len(gaps.starts), np.inf)
        left, lengths = np.arange(len(found)), np.zeros((len(found), len(self.shapes)))
        margins = np.broadcast_to(margins, found.shape)
        for first, last in _doubling(len(self.shapes)):
            shapes = self.shapes.chosen(np.arange(first, last)).trimmed
            lengths[:, first:last] = covered(gaps.starts[left], gaps.stops[left], shapes, margins[left])
            over = self.excess(lengths)
            hopeful = np.isfinite(over)
            left, lengths, over = left[hopeful], lengths[hopeful], over[hopeful]
        found[left] = over
        return found


def _doubling(count: int) -> Iterator[tuple[int, int]]:
    """From where to where, each time twice as many as before."""
    first = 0
    while first < count:
        last = 2 * first + FIRST_SHAPES
        yield first, min(last, count)
        first = last


class _Fans(Struct, frozen=True):
    """Lines through corners: where each passes, the middle of its gap between two corners, and half the gap."""

    origins: Floats
    middles: Floats
    halves: Floats

    def chosen(self, mask: NDArray[np.bool_]) -> _Fans:
        return _Fans(self.origins[mask], self.middles[mask], self.halves[mask])


class _Gaps(Struct, frozen=True):
    """From where each line leaves the first end to where it arrives at the second, and which meet both, and apart."""

    starts: Floats
    stops: Floats
    meets: NDArray[np.bool_]
    apart: NDArray[np.bool_]
    reach: Floats

    def chosen(self, mask: NDArray[np.bool_]) -> _Gaps:
        return _Gaps(self.starts[mask], self.stops[mask], self.meets[mask], self.apart[mask], self.reach[mask])


def straight(first: Polygon, second: Polygon) -> Segment:
    """From middle to middle."""
    return centroid(first), centroid(second)


def free_line(first: Polygon, second: Polygon, shapes: Convexes, excess: Excess) -> Segment | None:
    """A line from the first convex polygon to the second that is free; None where there is none.

    `excess` judges lines by the inches that they run inside each shape. What can be seen only through a gap narrower
    than GRAZE can't be seen.
    """
    beyond = beyond_edges(hull((*first, *second)), shapes.corners)
    kept = _broadest_first(straight(first, second), shapes, np.flatnonzero(~(beyond.min(axis=1) >= 0).any(axis=1)))
    if not kept.size:
        return straight(first, second)

    def judged(lengths: Floats) -> Floats:
        whole = np.zeros((len(lengths), len(shapes)))
        whole[:, kept] = lengths
        return excess(whole)

    corners = shapes.corners[kept][(beyond[kept] <= GRAZE).all(axis=2)]
    scene = _Scene(convexes([first, second]), shapes.chosen(kept), judged)
    return _best(_fans(np.concatenate([np.array((*first, *second)), corners])), scene)


def _broadest_first(line: Segment, shapes: Convexes, places: Places) -> Places:
    """The places of shapes, by how broad they stand across a line."""
    (x, y), (x_too, y_too) = line
    across = shapes.corners[places] @ np.array([y - y_too, x_too - x])
    found: Places = places[np.argsort(across.min(axis=1) - across.max(axis=1), kind="stable")]
    return found


def _fans(corners: Floats) -> _Fans:
    points = corners[np.unique(corners[:, 0] + 1j * corners[:, 1], return_index=True)[1]]
    offsets = points[None] - points[:, None]
    angles = np.empty((len(points), len(points) + 1))
    angles[:, :-1] = np.sort(np.arctan2(offsets[..., 1], offsets[..., 0]) % np.pi, axis=1)
    angles[:, -1] = angles[:, 0] + np.pi
    halves = np.diff(angles, axis=1) / 2
    wide = halves > ROUNDING
    return _Fans(points[np.nonzero(wide)[0]], (angles[:, :-1] + halves)[wide], halves[wide])


def _best(fans: _Fans, scene: _Scene) -> Segment | None:
    gaps = _gaps(fans, scene)
    wide = gaps.meets & (gaps.reach * fans.halves * 2 > GRAZE)
    fans, gaps = fans.chosen(wide), gaps.chosen(wide)
    while len(fans.halves):
        amounts = np.where(gaps.meets, scene.amounts(gaps), np.inf)
        best, hopeful = int(np.argmin(amounts)), np.isfinite(amounts)
        if amounts[best] <= 0:
            return _segment(gaps.starts[best], gaps.stops[best])
        if not hopeful.any():
            return None
        fans = _halved(fans.chosen(hopeful), scene)
        gaps = _gaps(fans, scene)
    return None


def _gaps(fans: _Fans, scene: _Scene, larger: Floats | float = 0.0) -> _Gaps:
    """Of the middle line of each fan, between ends so much larger."""
    vectors = np.stack([np.cos(fans.middles), np.sin(fans.middles)], axis=1)
    entering, leaving = spans(fans.origins, vectors, scene.ends, -larger)
    meets = np.all(entering <= leaving + ROUNDING, axis=1)
    (enters, enters_too), (leaves, leaves_too) = (np.where(meets, each.T, 0.0) for each in (entering, leaving))
    ahead = enters + leaves <= enters_too + leaves_too
    begin = np.where(ahead, leaves, enters)[:, None]
    end = np.where(ahead, enters_too, leaves_too)[:, None]
    reach, apart = np.maximum(np.abs(begin), np.abs(end))[:, 0], ((begin <= end)[:, 0] == ahead)
    return _Gaps(fans.origins + begin * vectors, fans.origins + end * vectors, meets, apart, reach)


def _halved(fans: _Fans, scene: _Scene) -> _Fans:
    """Both halves of each gap that may have a free line, though its middle one is too long inside something.

    To any line of a gap no point of the middle one is farther than the slack: shapes smaller by that are in the way of
    each of them wherever they are in the way of the middle one, between ends larger by that.
    """
    away = fans.origins[:, None] - scene.ends.corners.reshape(-1, 2)
    slack = np.hypot(away[..., 0], away[..., 1]).max(axis=1) * fans.halves
    gaps = _gaps(fans, scene, slack)
    least = scene.amounts(gaps, slack)
    left = fans.chosen((slack > FINEST) & (~gaps.apart | (least <= 0)))
    quarters = left.halves / 2
    middles = np.concatenate([left.middles - quarters, left.middles + quarters])
    return _Fans(np.concatenate([left.origins, left.origins]), middles, np.concatenate([quarters, quarters]))


def _segment(start: Floats, end: Floats) -> Segment:
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
