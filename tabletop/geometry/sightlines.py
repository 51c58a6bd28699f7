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
    kept = broadest_first(straight(first, second), shapes, np.flatnonzero(~(beyond.min(axis=1) >= 0).any(axis=1)))
    if not kept.size:
        return straight(first, second)

    corners = shapes.corners[kept][(beyond[kept] <= GRAZE).all(axis=2)]
    ends = convexes([first, second])
    scene = _Scene(ends, shapes.chosen(kept), excess.chosen(kept))
    return _best(_fans(np.concatenate([np.array((*first, *second)), corners]), ends), scene)


def tried_line(starts: Floats, stops: Floats, shapes: Convexes, excess: Excess, clear: float) -> Segment | None:
    """The first of the lines from any start to any stop that is free of shapes so much larger; None for none."""
    starts, stops = np.repeat(starts, len(stops), axis=0), np.tile(stops, (len(starts), 1))
    straight = stops.mean(axis=0) - starts.mean(axis=0)
    line = (0.0, 0.0), (float(straight[0]), float(straight[1]))
    kept = broadest_first(line, shapes, np.arange(len(shapes)))
    amounts = _amounts(starts, stops, shapes.chosen(kept), excess.chosen(kept), -clear)
    best = int(np.argmin(amounts))
    return _segment(starts[best], stops[best]) if amounts[best] <= 0 else None


def _amounts(starts: Floats, stops: Floats, shapes: Convexes, excess: Excess, margins: Floats | float = 0.0) -> Floats:
    """By how much each line is too long inside shapes so much smaller; inf where what it meets first is enough."""
    found = np.full(len(starts), np.inf)
    left, margins = np.arange(len(found)), np.broadcast_to(margins, found.shape)
    lengths = np.zeros((len(found), 0))
    for first, last in _doubling(len(shapes)):
        places = np.arange(first, last)
        more = covered(starts[left], stops[left], shapes.chosen(places).trimmed, margins[left])
        hopeful = np.isfinite(excess.chosen(places)(more))
        left, lengths = left[hopeful], np.concatenate([lengths[hopeful], more[hopeful]], axis=1)
        if not len(left):
            return found
    found[left] = excess(lengths)
    return found


def broadest_first(line: Segment, shapes: Convexes, places: Places) -> Places:
    """The places of shapes, by how broad they stand across a line."""
    (x, y), (x_too, y_too) = line
    across = shapes.corners[places] @ np.array([y - y_too, x_too - x])
    found: Places = places[np.argsort(across.min(axis=1) - across.max(axis=1), kind="stable")]
    return found


def _fans(corners: Floats, ends: Convexes) -> _Fans:
    """Every gap between two corners as seen from a third in which a line may meet both ends."""
    points = corners[np.unique(corners[:, 0] + 1j * corners[:, 1], return_index=True)[1]]
    x, y = ends.corners[1].mean(axis=0) - ends.corners[0].mean(axis=0)
    across = np.arctan2(y, x)
    turn = np.array([[np.cos(across), -np.sin(across)], [np.sin(across), np.cos(across)]])
    turned = points @ turn
    low, high = _open_slopes(turned, ends.corners @ turn)
    slopes = _slopes(turned, turned)
    places, others = np.nonzero((low[:, None] <= slopes) & (slopes <= high[:, None]))
    angles = np.arctan(slopes[places, others])
    around = np.flatnonzero(np.isinf(low) & np.isinf(high))
    places = np.concatenate([places, around])
    angles = np.concatenate([angles, np.arctan(slopes[around].min(axis=1)) + np.pi])
    order = np.argsort(8 * places + angles)
    places, angles = places[order], angles[order]
    halves = np.diff(angles) / 2
    wide = (places[1:] == places[:-1]) & (halves > ROUNDING)
    return _Fans(points[places[:-1][wide]], (angles[:-1] + halves)[wide] + across, halves[wide])


def _slopes(points: Floats, others: Floats) -> Floats:
    """How far up for each inch to the right the line from each point to each other goes; 0 to itself."""
    right, up = (others[..., axis] - points[:, axis].reshape(-1, *[1] * (others.ndim - 1)) for axis in (0, 1))
    right = np.where(np.abs(right) > ROUNDING**2, right, ROUNDING**2)
    found: Floats = up / right
    return found


def _open_slopes(points: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest slope of lines through each point that may meet both ends; inf where any may."""
    right = ends[None, ..., 0] - points[:, 0, None, None]
    beside = ~(np.all(right > ROUNDING, axis=2) | np.all(right < -ROUNDING, axis=2))
    slopes = np.stack([_slopes(points, end) for end in ends], axis=1)
    hair = ROUNDING * (1 + np.abs(slopes))
    low = np.where(beside, -np.inf, (slopes - hair).min(axis=2)).max(axis=1)
    high = np.where(beside, np.inf, (slopes + hair).max(axis=2)).min(axis=1)
    return low, high


def _best(fans: _Fans, scene: _Scene) -> Segment | None:
    gaps = _gaps(fans, scene)
    wide = gaps.meets & (gaps.reach * fans.halves * 2 > GRAZE)
    fans, gaps = fans.chosen(wide), gaps.chosen(wide)
    while len(fans.halves):
        amounts = np.where(gaps.meets, _amounts(gaps.starts, gaps.stops, scene.shapes, scene.excess), np.inf)
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
    least = _amounts(gaps.starts, gaps.stops, scene.shapes, scene.excess, slack)
    left = fans.chosen((slack > FINEST) & (~gaps.apart | (least <= 0)))
    quarters = left.halves / 2
    middles = np.concatenate([left.middles - quarters, left.middles + quarters])
    return _Fans(np.concatenate([left.origins, left.origins]), middles, np.concatenate([quarters, quarters]))


def _segment(start: Floats, end: Floats) -> Segment:
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
