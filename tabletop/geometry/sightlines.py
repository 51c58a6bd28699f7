"""Whether any straight line from one convex polygon to another fits between many: exact, nothing is sampled."""

# A free line can be turned about a corner of the scene until it meets another; between two neighbouring corners, as
# seen from a third, what a line crosses never changes. So one line for each corner and each gap between its neighbours
# decides. Where only the inches inside something count, they are least on such a line too.

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.allowances import Excess
from tabletop.geometry.convexes import Convexes, Floats, beyond_edges, convexes, covered, spans
from tabletop.geometry.polygons import Polygon, centroid, hull
from tabletop.geometry.segments import Segment
from tabletop.geometry.tolerances import GRAZE, ROUNDING

STEPS = 40  # of the golden section: a half turn comes down to less than GRAZE across the largest table
GOLDEN = (5**0.5 - 1) / 2


class _Scene(Struct, frozen=True):
    """What lines leave and what they arrive at, what stands near, and what they may run through."""

    ends: Convexes
    shapes: Convexes
    excess: Excess


class _Fans(Struct, frozen=True):
    """Lines through corners: where each passes, the middle of its gap between two corners, and half the gap."""

    origins: Floats
    middles: Floats
    halves: Floats

    def chosen(self, mask: NDArray[np.bool_]) -> _Fans:
        return _Fans(self.origins[mask], self.middles[mask], self.halves[mask])


class _Gaps(Struct, frozen=True):
    """From where each line leaves the first end to where it arrives at the second, and which meet both at all."""

    starts: Floats
    stops: Floats
    meets: NDArray[np.bool_]
    reach: Floats


def straight(first: Polygon, second: Polygon) -> Segment:
    """From middle to middle."""
    return centroid(first), centroid(second)


def free_line(first: Polygon, second: Polygon, shapes: Convexes, excess: Excess) -> Segment | None:
    """A line from the first convex polygon to the second that is free; None where there is none.

    `excess` judges lines by the inches that they run inside each shape. What can be seen only through a gap narrower
    than GRAZE can't be seen.
    """
    beyond = beyond_edges(hull((*first, *second)), shapes.corners)
    kept = ~(beyond.min(axis=1) >= 0).any(axis=1)
    if not kept.any():
        return straight(first, second)

    def judged(lengths: Floats) -> Floats:
        whole = np.zeros((len(lengths), len(shapes)))
        whole[:, kept] = lengths
        return excess(whole)

    corners = shapes.corners[kept][(beyond[kept] <= GRAZE).all(axis=2)]
    scene = _Scene(convexes([first, second]), shapes.chosen(kept), judged)
    return _best(_fans(np.concatenate([np.array((*first, *second)), corners])), scene)


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
    gaps = _gaps(fans, fans.middles, scene)
    kept = gaps.meets & (gaps.reach * fans.halves * 2 > GRAZE)
    if not kept.any():
        return None
    starts, stops = gaps.starts[kept], gaps.stops[kept]
    amounts = scene.excess(covered(starts, stops, scene.shapes))
    best = int(np.argmin(amounts))
    if amounts[best] <= 0:
        return _segment(starts[best], stops[best])
    hopeful = np.isfinite(amounts)
    return _narrowed(fans.chosen(kept).chosen(hopeful), scene) if hopeful.any() else None


def _gaps(fans: _Fans, angles: Floats, scene: _Scene) -> _Gaps:
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    entering, leaving = spans(fans.origins, vectors, scene.ends)
    meets = np.all(entering <= leaving + ROUNDING, axis=1)
    (enters, enters_too), (leaves, leaves_too) = (np.where(meets, each.T, 0.0) for each in (entering, leaving))
    ahead = enters + leaves <= enters_too + leaves_too
    begin = np.where(ahead, leaves, enters)[:, None]
    end = np.where(ahead, enters_too, leaves_too)[:, None]
    reach = np.maximum(np.abs(begin), np.abs(end))[:, 0]
    return _Gaps(fans.origins + begin * vectors, fans.origins + end * vectors, meets, reach)


def _narrowed(fans: _Fans, scene: _Scene) -> Segment | None:
    """The golden section of every gap at once, where lines are free of everything but too long inside something."""
    low, high = fans.middles - fans.halves, fans.middles + fans.halves
    for _ in range(STEPS):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        at_left, at_right = _amounts(fans, left, scene), _amounts(fans, right, scene)
        low, high = np.where(at_left <= at_right, low, left), np.where(at_left <= at_right, right, high)
    angles = (low + high) / 2
    amounts, gaps = _amounts(fans, angles, scene), _gaps(fans, angles, scene)
    best = int(np.argmin(amounts))
    return _segment(gaps.starts[best], gaps.stops[best]) if amounts[best] <= 0 else None


def _amounts(fans: _Fans, angles: Floats, scene: _Scene) -> Floats:
    gaps = _gaps(fans, angles, scene)
    return np.where(gaps.meets, scene.excess(covered(gaps.starts, gaps.stops, scene.shapes)), np.inf)


def _segment(start: Floats, end: Floats) -> Segment:
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
