"""Whether any straight line from one convex polygon to another fits between many: exact, nothing is sampled.

A line that is free can be moved until it passes a corner of the scene, and turned about that corner until it passes a
second: between two neighbouring corners, as seen from a third, what a line through the third crosses never changes (the
cells of the visibility complex; Pocchiola and Vegter, 1996). So one line decides for each corner and each gap between
its neighbours: the middle one. With n corners that is O(n squared) lines.

Where a line may run so many inches inside one body, those inches are least on a line through a corner too, but anywhere
in its gap: gaps are halved as long as one of their lines may be short enough (branch and bound). No point of the middle
line of a gap is farther from a line of the gap than the slack; so if even shapes smaller by the slack, between ends
larger by it, are too much for the middle line, no line of the gap is free. Where several bodies have such limits, a
line may have to keep between them, away from every corner: see `band_search`.

A line that is found is free in floating point. None is missed but through a gap narrower than GRAZE or, with a limit,
in a fan narrower than FINEST (a tenth of it) whose middle line is too deep. Cost, in numpy: O(n squared) lines times
all edges at worst, though most lines end at the broadest shapes (`passages.excess_of_lines`); a halving adds as many
lines as gaps are still open.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.arrays import Flags, Floats
from tabletop.geometry.primitives.convexes import Convexes, convexes
from tabletop.geometry.primitives.polygons import Polygon, centroid, hull, outward_normals
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.visibility.band_search import line_in_a_band
from tabletop.geometry.visibility.depth_limits import DepthLimits
from tabletop.geometry.visibility.passages import (
    FINEST,
    Scene,
    as_segment,
    broadest_first,
    excess_of_lines,
    passages,
)
from tabletop.work import go_on


class _Fans(Struct, frozen=True):
    """Lines through a corner (fan, xy) in a gap between two others: its middle and half its width, in radians."""

    origins: Floats
    middles: Floats
    halves: Floats

    def chosen(self, mask: Flags) -> _Fans:
        return _Fans(self.origins[mask], self.middles[mask], self.halves[mask])


def free_line(first: Polygon, second: Polygon, shapes: Convexes, limits: DepthLimits) -> Segment | None:
    """A line from the first convex polygon to the second that is free; None where there is none.

    `limits` say how deep it may run into each shape. What can be seen only through a gap narrower than GRAZE can't be
    seen. The line goes from middle to middle where nothing stands between the two.
    """
    straight = centroid(first), centroid(second)
    edges = list(outward_normals(hull((*first, *second))))
    normals, on_edges = np.array([normal for normal, _ in edges]), np.array([corner for _, corner in edges])
    beyond = shapes.corners @ normals.T - (normals * on_edges).sum(axis=1)
    kept = broadest_first(straight, shapes, np.flatnonzero(~(beyond.min(axis=1) >= 0).any(axis=1)))
    if not kept.size:
        return straight

    corners = shapes.corners[kept][(beyond[kept] <= GRAZE).all(axis=2)]
    ends = convexes([first, second])
    scene = Scene(ends, shapes.chosen(kept), limits.chosen(kept))
    if scene.limits.bodies_with_a_limit > 1:
        return line_in_a_band(scene)
    return _free_line_of(_fans(np.concatenate([np.array((*first, *second)), corners]), ends), scene)


def clear_line(
    starts: Floats, stops: Floats, shapes: Convexes, limits: DepthLimits, clearance: float
) -> Segment | None:
    """A free line from any start (start, xy) to any stop (stop, xy), past shapes so many inches larger, if any."""
    starts, stops = np.repeat(starts, len(stops), axis=0), np.tile(stops, (len(starts), 1))
    straight = stops.mean(axis=0) - starts.mean(axis=0)
    line = (0.0, 0.0), (float(straight[0]), float(straight[1]))
    kept = broadest_first(line, shapes, np.arange(len(shapes)))
    amounts = excess_of_lines(starts, stops, shapes.chosen(kept), limits.chosen(kept), -clearance)
    best = int(np.argmin(amounts))
    return as_segment(starts[best], stops[best]) if amounts[best] <= 0 else None


def _fans(corners: Floats, ends: Convexes) -> _Fans:
    """Every gap between two corners (corner, xy) as seen from a third in which a line may meet both ends."""
    points = corners[np.unique(corners[:, 0] + 1j * corners[:, 1], return_index=True)[1]]
    x, y = ends.corners[1].mean(axis=0) - ends.corners[0].mean(axis=0)
    across = np.arctan2(y, x)
    turn = np.array([[np.cos(across), -np.sin(across)], [np.sin(across), np.cos(across)]])
    turned = points @ turn
    low, high = _open_slopes(turned, ends.corners @ turn)
    slopes = _slopes(turned, turned)
    origins, others = np.nonzero((low[:, None] <= slopes) & (slopes <= high[:, None]))
    angles = np.arctan(slopes[origins, others])
    around = np.flatnonzero(np.isinf(low) & np.isinf(high))
    origins = np.concatenate([origins, around])
    angles = np.concatenate([angles, np.arctan(slopes[around].min(axis=1)) + np.pi])
    order = np.argsort(8 * origins + angles)
    origins, angles = origins[order], angles[order]
    halves = np.diff(angles) / 2
    wide = (origins[1:] == origins[:-1]) & (halves > ROUNDING)
    return _Fans(points[origins[:-1][wide]], (angles[:-1] + halves)[wide] + across, halves[wide])


def _slopes(points: Floats, others: Floats) -> Floats:
    """How far up for each inch to the right the line from each point to each other goes; 0 to itself."""
    right, up = (others[..., axis] - points[:, axis].reshape(-1, *[1] * (others.ndim - 1)) for axis in (0, 1))
    right = np.where(np.abs(right) > ROUNDING**2, right, ROUNDING**2)
    slopes: Floats = up / right
    return slopes


def _open_slopes(points: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest slope of lines through each point that may meet both ends; inf where any may."""
    right = ends[None, ..., 0] - points[:, 0, None, None]
    beside = ~(np.all(right > ROUNDING, axis=2) | np.all(right < -ROUNDING, axis=2))
    slopes = np.stack([_slopes(points, end) for end in ends], axis=1)
    hair = ROUNDING * (1 + np.abs(slopes))
    low = np.where(beside, -np.inf, (slopes - hair).min(axis=2)).max(axis=1)
    high = np.where(beside, np.inf, (slopes + hair).max(axis=2)).min(axis=1)
    return low, high


def _free_line_of(fans: _Fans, scene: Scene) -> Segment | None:
    """The freest middle line of any fan; where each is too deep in the body with a limit, of ever narrower fans."""
    lines = passages(fans.origins, fans.middles, scene.ends)
    wide = lines.meets & (lines.reach * fans.halves * 2 > GRAZE)
    fans, lines = fans.chosen(wide), lines.chosen(wide)
    while len(fans.halves):
        go_on()
        amounts = np.where(lines.meets, excess_of_lines(lines.starts, lines.stops, scene.shapes, scene.limits), np.inf)
        best, hopeful = int(np.argmin(amounts)), np.isfinite(amounts)
        if amounts[best] <= 0:
            return as_segment(lines.starts[best], lines.stops[best])
        if not hopeful.any():
            return None
        fans = _halved(fans.chosen(hopeful), scene)
        lines = passages(fans.origins, fans.middles, scene.ends)
    return None


def _halved(fans: _Fans, scene: Scene) -> _Fans:
    """Both halves of each fan that may have a free line, though its middle one is too deep in something."""
    away = fans.origins[:, None] - scene.ends.corners.reshape(-1, 2)
    slack = np.hypot(away[..., 0], away[..., 1]).max(axis=1) * fans.halves
    lines = passages(fans.origins, fans.middles, scene.ends, slack)
    least = excess_of_lines(lines.starts, lines.stops, scene.shapes, scene.limits, slack)
    left = fans.chosen((slack > FINEST) & (least <= 0))
    quarters = left.halves / 2
    middles = np.concatenate([left.middles - quarters, left.middles + quarters])
    return _Fans(np.concatenate([left.origins, left.origins]), middles, np.concatenate([quarters, quarters]))
