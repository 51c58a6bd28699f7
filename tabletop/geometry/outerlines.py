"""Between a convex polygon and each of several others: the outer lines to the left and right, and what lies between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.convexes import Convexes, Floats, spans
from tabletop.geometry.polygons import Polygon
from tabletop.geometry.tolerances import GRAZE, ROUNDING

Flags = NDArray[np.bool_]


class OuterLines(Struct, frozen=True):
    """Both lines that touch a pair with everything of it on one side, as segments (other, side, xy).

    `exist` says where there are such (other, side): not where one is inside the other. `first` are the corners of the
    one (corner, xy), `others` those of the others, the last one repeated (other, corner, xy).
    """

    first: Floats
    others: Floats
    starts: Floats
    vectors: Floats
    exist: Flags

    def meet(self, shapes: Convexes) -> Flags:
        """Which shapes reach in between a pair (other, shape): some that only reach near it as well."""
        normals, limits = self._fences()
        lowest = (shapes.corners.reshape(-1, 2) @ normals.reshape(-1, 2).T).reshape(*shapes.corners.shape[:2], -1)
        beyond = lowest.min(axis=1).reshape(len(shapes), *limits.shape) >= limits
        found: Flags = ~beyond.any(axis=2).T
        return found

    def _fences(self) -> tuple[Floats, Floats]:
        """Outward normals and limits of the two lines, and of what is behind either end (other, fence)."""
        along = self.others.mean(axis=1) - self.first.mean(axis=0)
        along /= np.maximum(np.hypot(along[:, 0], along[:, 1]), ROUNDING)[:, None]
        lengths = np.maximum(np.hypot(self.vectors[..., 0], self.vectors[..., 1]), ROUNDING)
        aside = np.stack([-self.vectors[..., 1], self.vectors[..., 0]], axis=2) / lengths[..., None]
        aside *= np.array([1.0, -1.0])[None, :, None]
        normals = np.concatenate([aside, along[:, None], -along[:, None]], axis=1)
        sides = np.where(self.exist, (aside * self.starts).sum(axis=2), np.inf)
        first = (self.first @ normals[:, 2:].swapaxes(1, 2)).max(axis=1)
        others = (self.others @ normals[:, 2:].swapaxes(1, 2)).max(axis=1)
        return normals, np.concatenate([sides, np.maximum(first, others)], axis=1)

    def crossed(self, places: Sequence[int], shapes: Convexes) -> Flags:
        """Which shapes every line between a pair runs through, deeper than a graze (other, shape); not all of them.

        A shape that holds a point of either outer line holds what is straight between the two; where that parts the
        ends, nothing gets past it.
        """
        starts, vectors = self.starts[places], self.vectors[places]
        enters, leaves = spans(starts.reshape(-1, 2), vectors.reshape(-1, 2), shapes)
        shares = (np.maximum(enters, 0.0) + np.minimum(leaves, 1.0)).reshape(len(places), 2, -1, 1) / 2
        shares = np.where(np.isfinite(shares), shares, 0.0)
        points = starts[:, :, None] + shares * vectors[:, :, None]
        inside = (np.einsum("tksx,sex->tkse", points, shapes.normals) - shapes.limits).max(axis=3) < -GRAZE
        sound = np.all(inside, axis=1) & np.all(self.exist[places], axis=1)[:, None]
        found: Flags = sound & self._part(places, points)
        return found

    def _part(self, places: Sequence[int], points: Floats) -> Flags:
        """Whether one end is left and the other right of the line through two points (other, side, shape, xy)."""
        chords = points[:, 1] - points[:, 0]
        normals = np.stack([-chords[..., 1], chords[..., 0]], axis=2)
        normals /= np.maximum(np.hypot(chords[..., 0], chords[..., 1]), ROUNDING)[..., None]
        along = (normals * points[:, 0]).sum(axis=2)[..., None]
        first = normals @ self.first.T - along
        others = normals @ self.others[places].swapaxes(1, 2) - along
        ahead = (first.max(axis=2) < -GRAZE) & (others.min(axis=2) > GRAZE)
        behind = (first.min(axis=2) > GRAZE) & (others.max(axis=2) < -GRAZE)
        found: Flags = ahead | behind
        return found


def outer_lines(first: Polygon, others: Sequence[Polygon]) -> OuterLines:
    """From anticlockwise convex polygons with an area."""
    most = max(map(len, others), default=1)
    ends = np.array([(*other, *other[-1:] * (most - len(other))) for other in others]).reshape(-1, most, 2)
    own = np.array(first)
    vectors = ends[:, None] - own[None, :, None]
    lengths = np.hypot(vectors[..., 0], vectors[..., 1])
    high, low = _sides(own, ends, vectors)
    lines = [
        np.where((side <= ROUNDING) & (lengths > ROUNDING), lengths, np.inf).reshape(len(ends), -1)
        for side in (high, -low)
    ]
    best = np.stack([each.argmin(axis=1) for each in lines], axis=1)
    exist = np.isfinite(np.stack([each.min(axis=1) for each in lines], axis=1))
    start, end = np.divmod(best, most)
    rows = np.arange(len(ends))[:, None]
    return OuterLines(own, ends, own[start], ends[rows, end] - own[start], exist)


def _sides(own: Floats, ends: Floats, vectors: Floats) -> tuple[Floats, Floats]:
    """How far to the left, times its length, the corners of a pair are of each line between two, at most and least."""
    x, y = vectors[..., 0, None], vectors[..., 1, None]
    among_own = own[None, None] - own[None, :, None]
    among_ends = ends[:, None] - own[None, :, None]
    one = x * among_own[:, :, None, :, 1] - y * among_own[:, :, None, :, 0]
    other = x * among_ends[:, :, None, :, 1] - y * among_ends[:, :, None, :, 0]
    return np.maximum(one.max(axis=3), other.max(axis=3)), np.minimum(one.min(axis=3), other.min(axis=3))
