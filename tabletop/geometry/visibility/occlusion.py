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
way. Cost, in numpy: O(slices times shapes squared) a pair, as every cut between shadows is looked at for every shape;
all pairs of one end go together.
"""

from __future__ import annotations

import numpy as np

from tabletop.geometry.primitives.arrays import Flags, Floats
from tabletop.geometry.primitives.convexes import Convexes
from tabletop.geometry.primitives.tolerances import GRAZE
from tabletop.geometry.visibility.depth_limits import Depth, DepthLimits, crosses_too_much

SLICES = 32


def each_surely_hidden(first: Convexes, seconds: Convexes, shapes: Convexes, limits: DepthLimits) -> Flags:
    """To which of several polygons every line from the first is blocked by their own shapes: (second,).

    Each end is one convex polygon. False where that isn't certain.
    `shapes` and `limits` have an axis more before their others (second, shape); ANY depth fills a row that has fewer.
    """
    start, ends = first.corners[0], seconds.corners
    fans = direction_ranges(start, ends)
    halves = (fans[:, 1] - fans[:, 0]) / 2 / SLICES
    between = (
        _are_beyond(first, shapes, fans) & _are_beyond(seconds, shapes, fans + np.pi) & (limits.depths != Depth.ANY)
    )
    middles = (start[0] + ends[:, 0]) / 2  # whatever is near them strays least
    directions = fans[:, :1] + halves[:, None] * np.arange(1, 2 * SLICES, 2)
    (low, high), (low_end, high_end) = (
        _offsets(corners - middles[:, None], directions, halves) for corners in (start[None], ends)
    )
    seen_low = np.maximum(low.min(axis=1), low_end.min(axis=1))[:, None]
    seen_high = np.minimum(high.max(axis=1), high_end.max(axis=1))[:, None]

    corners = (shapes.corners - middles[:, None, None]).reshape(len(ends), -1, 2)
    low, high = _offsets(corners, directions, halves)
    size = (*shapes.corners.shape[:3], SLICES)
    hidden_low = np.where(between[..., None], high.reshape(size).min(axis=2) + GRAZE, np.inf)
    hidden_high = np.where(between[..., None], low.reshape(size).max(axis=2) - GRAZE, -np.inf)
    within = [
        np.clip(offsets, seen_low, np.maximum(seen_low, seen_high))
        for offsets in (hidden_low, hidden_high, seen_low, seen_high)
    ]
    stops = np.sort(np.concatenate(within, axis=1), axis=1)
    places = ((stops[:, 1:] + stops[:, :-1]) / 2)[:, :, None]
    crossed = (hidden_low[:, None] < places) & (places < hidden_high[:, None])
    depths, owners = limits.depths[:, None, :, None], limits.owners[:, None]
    blocked = crosses_too_much(crossed, depths, owners, limits_stop=False)
    covered = np.all(blocked | (np.diff(stops, axis=1) <= 0), axis=(1, 2))
    hidden: Flags = covered & (halves * SLICES * 2 < np.pi) & between.any(axis=1)
    return hidden


def direction_ranges(start: Floats, ends: Floats) -> Floats:
    """The least and the greatest direction from a point of one polygon to a point of each of several: (end, 2).

    In radians anticlockwise; `start` are corners (corner, xy) and so are the `ends` (end, corner, xy). From 0 to half a
    turn where there is no such range, as the polygons stand around each other.
    """
    vectors = (ends[:, None] - start[:, None]).reshape(len(ends), -1, 2)
    straight = vectors.sum(axis=1)[..., None]
    ahead, aside = (vectors @ straight)[..., 0], (vectors @ (straight[:, ::-1] * [[-1.0], [1.0]]))[..., 0]
    angles = np.arctan2(aside, ahead)
    fans = np.arctan2(straight[:, 1], straight[:, 0]) + np.stack([angles.min(axis=1), angles.max(axis=1)], axis=1)
    return np.where(ahead.min(axis=1, keepdims=True) > 0, fans, (0.0, np.pi))


def _offsets(points: Floats, directions: Floats, halves: Floats) -> tuple[Floats, Floats]:
    """How far to the left points (pair, point, xy) lie at least and at most in fans (pair, fan): (pair, point, fan).

    All fans of a pair are half so wide about their directions (pair,).
    """
    ahead, aside, half = np.cos(directions), np.sin(directions), halves[:, None, None]
    depths, offsets = points @ np.stack([ahead, aside], axis=1), points @ np.stack([-aside, ahead], axis=1)
    strays = np.abs(depths) * np.sin(half) + np.abs(offsets) * (1 - np.cos(half))
    return offsets - strays, offsets + strays


def _are_beyond(ends: Convexes, shapes: Convexes, fans: Floats) -> Flags:
    """Which shapes (pair, shape) every line in a fan meets only after the end, since an edge of either parts them.

    There is an end for each pair, or one for all.
    """
    vectors = np.stack([np.cos(fans), np.sin(fans)], axis=1)
    corners, normals = ends.corners.swapaxes(1, 2), ends.normals.swapaxes(1, 2)
    apart = (shapes.normals @ corners[:, None]).min(axis=3) > shapes.limits + GRAZE
    behind = (shapes.normals @ vectors[:, None]).max(axis=3) < 0
    beyond = (shapes.corners @ normals[:, None]).min(axis=2) > ends.limits[:, None] + GRAZE
    ahead = (ends.normals @ vectors).min(axis=2) > 0
    later: Flags = np.any(apart & behind, axis=2) | np.any(beyond & ahead[:, None], axis=2)
    return later
