"""Whether what stands between two convex polygons surely leaves no line open: by its shadow in every direction.

All directions from one end to the other are cut into SLICES narrow fans. Seen along a fan, every point lies so far
aside that, for all of its directions together, it is known within a little: its depth times the sine of half the fan,
and its offset times one less the cosine. So each shape has a shadow that is certain in every direction of the fan: from
its least corner, taken at its most, to its greatest corner, taken at its least. What both ends have before them is at
most a stretch known in the same way. Where certain shadows that stop, or two that count as one, cover the whole stretch
in every fan, no line gets through. Points are taken relative to a place between both ends, where they stray least.

The answer True is safe: shadows are narrowed by GRAZE on either side, so that what is seen only past an edge by less
isn't called hidden. False means nothing: a gap may hide between two fans, and only shapes that lie wholly between both
ends (an edge of the shape or of the end parts them, by GRAZE) cast shadows. Limits in inches count as nothing in the
way. Cost, in numpy: O(slices times shapes squared), as every cut between shadows is looked at for every shape.
"""

from __future__ import annotations

import numpy as np

from tabletop.geometry.primitives.arrays import Flags, Floats
from tabletop.geometry.primitives.convexes import Convexes
from tabletop.geometry.primitives.tolerances import GRAZE
from tabletop.geometry.visibility.depth_limits import DepthLimits, crosses_too_much

SLICES = 32


def surely_hidden(first: Convexes, second: Convexes, shapes: Convexes, limits: DepthLimits) -> bool:
    """Whether every line from the first polygon to the second is blocked by the shapes; False where that isn't certain.

    Each end is one convex polygon; shapes of one body follow each other.
    """
    start, end = first.corners[0], second.corners[0]
    fan = direction_range(start, end)
    half = (fan[1] - fan[0]) / 2 / SLICES
    between = _are_beyond(first, shapes, fan) & _are_beyond(second, shapes, fan + np.pi)
    if half * SLICES * 2 >= np.pi or not between.any():
        return False
    middle = (start[0] + end[0]) / 2  # whatever is near it strays least
    directions = fan[0] + half * np.arange(1, 2 * SLICES, 2)
    (low, high), (low_end, high_end) = (_offsets(corners - middle, directions, float(half)) for corners in (start, end))
    seen_low = np.maximum(low.min(axis=0), low_end.min(axis=0))
    seen_high = np.minimum(high.max(axis=0), high_end.max(axis=0))

    low, high = _offsets(shapes.corners[between].swapaxes(0, 1) - middle, directions, float(half))
    hidden_low, hidden_high = high.min(axis=0) + GRAZE, low.max(axis=0) - GRAZE
    within = [
        np.clip(offsets, seen_low, np.maximum(seen_low, seen_high))
        for offsets in (hidden_low, hidden_high, seen_low[None], seen_high[None])
    ]
    stops = np.sort(np.concatenate(within), axis=0)
    middles = (stops[1:] + stops[:-1]) / 2
    crossed = (hidden_low < middles[:, None]) & (middles[:, None] < hidden_high)
    blocked = crosses_too_much(crossed, limits.depths[between][:, None], limits.owners[between], limits_stop=False)
    return bool(np.all(blocked | (np.diff(stops, axis=0) <= 0)))


def direction_range(start: Floats, end: Floats) -> Floats:
    """The least and the greatest direction from a point of one polygon to a point of another, in radians anticlockwise.

    Both are corners (corner, xy). From 0 to half a turn where there is no such range, as the polygons stand around each
    other.
    """
    vectors = (end[None] - start[:, None]).reshape(-1, 2)
    straight = vectors.sum(axis=0)
    ahead = vectors @ straight
    if ahead.min() <= 0:
        return np.array([0.0, np.pi])
    angles = np.arctan2(vectors @ (-straight[1], straight[0]), ahead)
    fan: Floats = np.arctan2(straight[1], straight[0]) + np.array([angles.min(), angles.max()])
    return fan


def _offsets(points: Floats, directions: Floats, half: float) -> tuple[Floats, Floats]:
    """How far to the left points (…, xy) lie at least and at most in fans half so wide about directions: (…, fan)."""
    ahead, aside = np.cos(directions), np.sin(directions)
    depths, offsets = points @ np.array([ahead, aside]), points @ np.array([-aside, ahead])
    strays = np.abs(depths) * np.sin(half) + np.abs(offsets) * (1 - np.cos(half))
    return offsets - strays, offsets + strays


def _are_beyond(end: Convexes, shapes: Convexes, fan: Floats) -> Flags:
    """Which shapes every line in a fan of directions meets only after the end: an edge of either parts them."""
    vectors = np.array([np.cos(fan), np.sin(fan)])
    apart = (shapes.normals @ end.corners[0].T).min(axis=2) > shapes.limits + GRAZE
    behind = (shapes.normals @ vectors).max(axis=2) < 0
    beyond = (shapes.corners @ end.normals[0].T).min(axis=1) > end.limits[0] + GRAZE
    ahead = (end.normals[0] @ vectors).min(axis=1) > 0
    later: Flags = np.any(apart & behind, axis=1) | np.any(beyond & ahead, axis=1)
    return later
