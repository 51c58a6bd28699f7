"""Whether what stands between two convex polygons leaves no line open: by its shadow in every direction."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.convexes import Convexes, Floats
from tabletop.geometry.primitives.tolerances import GRAZE
from tabletop.geometry.visibility.depth_limits import Flags, Places, too_much

SLICES = 32


class _Slices(Struct, frozen=True):
    """Narrow fans of directions, by the middle of each and half its width."""

    middles: Floats
    half: float

    def shadow(self, points: Floats) -> tuple[Floats, Floats]:
        """How far aside points stand, at least and at most in each fan (…, slice)."""
        ahead, aside = np.cos(self.middles), np.sin(self.middles)
        depths, widths = points @ np.array([ahead, aside]), points @ np.array([-aside, ahead])
        strays = np.abs(depths) * np.sin(self.half) + np.abs(widths) * (1 - np.cos(self.half))
        return widths - strays, widths + strays


def closed(first: Convexes, second: Convexes, shapes: Convexes, inches: Floats, owners: Places) -> bool:
    """Whether every line from the first polygon to the second runs through too much, as `too_much` has it.

    False where that isn't certain. In a fan of directions a shape hides at least what is in its shadow in all of
    them; where such shadows cover all that both ends have before them in any, nothing gets through.
    """
    start, end = first.corners[0], second.corners[0]
    fan = turns(start, end)
    half = (fan[1] - fan[0]) / 2 / SLICES
    between = _follow(first, shapes, fan) & _follow(second, shapes, fan + np.pi)
    if half * SLICES * 2 >= np.pi or not between.any():
        return False
    middle = (start[0] + end[0]) / 2  # whatever is near it strays least
    slices = _Slices(fan[0] + half * np.arange(1, 2 * SLICES, 2), float(half))
    (low, high), (low_too, high_too) = slices.shadow(start - middle), slices.shadow(end - middle)
    seen = np.maximum(low.min(axis=0), low_too.min(axis=0)), np.minimum(high.max(axis=0), high_too.max(axis=0))
    low, high = slices.shadow(shapes.corners[between].swapaxes(0, 1) - middle)
    return _cover((high.min(axis=0) + GRAZE, low.max(axis=0) - GRAZE), seen, inches[between], owners[between])


def turns(start: Floats, end: Floats) -> Floats:
    """The least and the greatest direction from a point of one to a point of the other; half a turn for no such."""
    vectors = (end[None] - start[:, None]).reshape(-1, 2)
    straight = vectors.sum(axis=0)
    ahead = vectors @ straight
    if ahead.min() <= 0:
        return np.array([0.0, np.pi])
    angles = np.arctan2(vectors @ (-straight[1], straight[0]), ahead)
    found: Floats = np.arctan2(straight[1], straight[0]) + np.array([angles.min(), angles.max()])
    return found


def _follow(end: Convexes, shapes: Convexes, turns: Floats) -> Flags:
    """Which shapes every line in these directions meets after the end: an edge of either parts them."""
    vectors = np.array([np.cos(turns), np.sin(turns)])
    apart = (shapes.normals @ end.corners[0].T).min(axis=2) > shapes.limits + GRAZE
    behind = (shapes.normals @ vectors).max(axis=2) < 0
    beyond = (shapes.corners @ end.normals[0].T).min(axis=1) > end.limits[0] + GRAZE
    ahead = (end.normals[0] @ vectors).min(axis=1) > 0
    found: Flags = np.any(apart & behind, axis=1) | np.any(beyond & ahead, axis=1)
    return found


def _cover(hidden: tuple[Floats, Floats], seen: tuple[Floats, Floats], inches: Floats, owners: Places) -> bool:
    """Whether shadows (shape, slice) are too much wherever something is seen, slice by slice."""
    low, high = seen
    within = [np.clip(each, low, np.maximum(low, high)) for each in (*hidden, low[None], high[None])]
    stops = np.sort(np.concatenate(within), axis=0)
    middles = (stops[1:] + stops[:-1]) / 2
    crossed = (hidden[0] < middles[:, None]) & (middles[:, None] < hidden[1])
    stopped = too_much(crossed, inches[:, None], owners, limited=False)
    return bool(np.all(stopped | (np.diff(stops, axis=0) <= 0)))
