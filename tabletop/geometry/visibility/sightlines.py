"""Whether any straight line from one convex polygon to another fits between many: exact, nothing is sampled."""

# A free line can be turned about a corner of the scene until it meets another; between two neighbouring corners, as
# seen from a third, what a line crosses never changes. So one line for each corner and each gap between its neighbours
# decides. Where the inches inside one thing count, they are least on a line through a corner too, but anywhere in its
# gap: gaps are halved as long as one of their lines may be short enough. Where those inside several things count, a
# line may have to keep between them, away from every corner: see `bands`.

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.convexes import Convexes, Floats, convexes, distances_beyond_polygon
from tabletop.geometry.primitives.polygons import Polygon, centroid, hull
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.visibility.band_search import line_in_a_band
from tabletop.geometry.visibility.depth_limits import Excess
from tabletop.geometry.visibility.passages import FINEST, Passages, Scene, broadest_first, passages, segment, too_long


class _Fans(Struct, frozen=True):
    """Lines through corners: where each passes, the middle of its gap between two corners, and half the gap."""

    origins: Floats
    middles: Floats
    halves: Floats

    def chosen(self, mask: NDArray[np.bool_]) -> _Fans:
        return _Fans(self.origins[mask], self.middles[mask], self.halves[mask])


def straight(first: Polygon, second: Polygon) -> Segment:
    """From middle to middle."""
    return centroid(first), centroid(second)


def free_line(first: Polygon, second: Polygon, shapes: Convexes, excess: Excess) -> Segment | None:
    """A line from the first convex polygon to the second that is free; None where there is none.

    `excess` judges lines by the inches that they run inside each shape. What can be seen only through a gap narrower
    than GRAZE can't be seen.
    """
    beyond = distances_beyond_polygon(shapes.corners, hull((*first, *second)))
    kept = broadest_first(straight(first, second), shapes, np.flatnonzero(~(beyond.min(axis=1) >= 0).any(axis=1)))
    if not kept.size:
        return straight(first, second)

    corners = shapes.corners[kept][(beyond[kept] <= GRAZE).all(axis=2)]
    ends = convexes([first, second])
    scene = Scene(ends, shapes.chosen(kept), excess.chosen(kept))
    if scene.excess.limited > 1:
        return line_in_a_band(scene)
    return _best(_fans(np.concatenate([np.array((*first, *second)), corners]), ends), scene)


def tried_line(starts: Floats, stops: Floats, shapes: Convexes, excess: Excess, clear: float) -> Segment | None:
    """The first of the lines from any start to any stop that is free of shapes so much larger; None for none."""
    starts, stops = np.repeat(starts, len(stops), axis=0), np.tile(stops, (len(starts), 1))
    straight = stops.mean(axis=0) - starts.mean(axis=0)
    line = (0.0, 0.0), (float(straight[0]), float(straight[1]))
    kept = broadest_first(line, shapes, np.arange(len(shapes)))
    amounts = too_long(starts, stops, shapes.chosen(kept), excess.chosen(kept), -clear)
    best = int(np.argmin(amounts))
    return segment(starts[best], stops[best]) if amounts[best] <= 0 else None


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


def _best(fans: _Fans, scene: Scene) -> Segment | None:
    gaps = _middle_lines(fans, scene)
    wide = gaps.meets & (gaps.reach * fans.halves * 2 > GRAZE)
    fans, gaps = fans.chosen(wide), gaps.chosen(wide)
    while len(fans.halves):
        amounts = np.where(gaps.meets, too_long(gaps.starts, gaps.stops, scene.shapes, scene.excess), np.inf)
        best, hopeful = int(np.argmin(amounts)), np.isfinite(amounts)
        if amounts[best] <= 0:
            return segment(gaps.starts[best], gaps.stops[best])
        if not hopeful.any():
            return None
        fans = _halved(fans.chosen(hopeful), scene)
        gaps = _middle_lines(fans, scene)
    return None


def _middle_lines(fans: _Fans, scene: Scene, larger: Floats | float = 0.0) -> Passages:
    return passages(fans.origins, fans.middles, scene.ends, larger)


def _halved(fans: _Fans, scene: Scene) -> _Fans:
    """Both halves of each gap that may have a free line, though its middle one is too long inside something.

    To any line of a gap no point of the middle one is farther than the slack: shapes smaller by that are in the way of
    each of them wherever they are in the way of the middle one, between ends larger by that.
    """
    away = fans.origins[:, None] - scene.ends.corners.reshape(-1, 2)
    slack = np.hypot(away[..., 0], away[..., 1]).max(axis=1) * fans.halves
    gaps = _middle_lines(fans, scene, slack)
    least = too_long(gaps.starts, gaps.stops, scene.shapes, scene.excess, slack)
    left = fans.chosen((slack > FINEST) & (least <= 0))
    quarters = left.halves / 2
    middles = np.concatenate([left.middles - quarters, left.middles + quarters])
    return _Fans(np.concatenate([left.origins, left.origins]), middles, np.concatenate([quarters, quarters]))
