"""What oblongs that have turned and then go straight meet, for many ways at once: separating axes as arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from tabletop.geometry.convexes import Convexes, Floats, convexes
from tabletop.geometry.polygons import Polygon, box
from tabletop.geometry.tolerances import GRAZE, ROUNDING

# A way that is found here must be one for `sweeps` too, whatever rounding does.
DEEP = GRAZE - ROUNDING


class Lanes(Struct, frozen=True):
    """A mover's oblongs by their middles and half sizes (oblong, xy), and the convex shapes that it may meet.

    Both are as the mover sees them before it turns: y ahead, the point that it turns about at the origin.
    """

    middles: Floats
    halves: Floats
    shapes: Convexes


def lanes(mover: Sequence[Polygon], shapes: Sequence[Polygon]) -> Lanes:
    """The mover's oblongs lie along its own axes."""
    low_x, low_y, high_x, high_y = np.array([box(each) for each in mover]).T
    low, high = np.stack([low_x, low_y], axis=-1), np.stack([high_x, high_y], axis=-1)
    return Lanes((low + high) / 2, (high - low) / 2, convexes(shapes))


def spans(place: Lanes, turns: Floats, vectors: Floats) -> tuple[Floats, Floats]:
    """From which share of its vector until which each way overlaps each shape, as two arrays (way, shape, oblong).

    A way turns anticlockwise in radians before it goes straight. Infinite where it gets no deeper than GRAZE.
    """
    depths, speeds = _depths(place, turns, vectors)
    grows, shrinks = speeds > ROUNDING, speeds < -ROUNDING
    paces = 1 / np.where(grows | shrinks, speeds, 1.0)
    shares = (DEEP - depths) * paces
    enters = np.where(grows, shares, np.where(depths <= DEEP, np.inf, -np.inf)).max(axis=3)
    leaves = np.where(shrinks, shares, np.inf).min(axis=3)
    met = np.maximum(enters, 0.0) < np.minimum(leaves, 1.0)
    enters, leaves = np.where(met, 0.0, np.inf), np.where(met, 1.0, -np.inf)
    way, shape, _ = np.nonzero(met)
    shares = -depths[met] * paces[way, shape, 0]
    enters[met] = np.where(grows[way, shape, 0], shares, 0.0).max(axis=1, initial=0.0)
    leaves[met] = np.where(shrinks[way, shape, 0], shares, 1.0).min(axis=1, initial=1.0)
    return enters, leaves


def _depths(place: Lanes, turns: Floats, vectors: Floats) -> tuple[Floats, Floats]:
    """How deep each oblong is in each shape along every normal of both, and how fast that grows.

    As two arrays (way, shape, oblong, normal): the mover's four normals come first; each oblong goes as fast.
    """
    x, y = turned(place.shapes.corners, turns)
    nx, ny = turned(place.shapes.normals, turns)
    vx, vy = vectors[:, 0, None, None], vectors[:, 1, None, None]
    theirs = np.stack([-x.min(axis=2), x.max(axis=2), -y.min(axis=2), y.max(axis=2)], axis=2)
    own = np.repeat(place.halves, 2, axis=1) + np.repeat(place.middles, 2, axis=1) * (1, -1, 1, -1)
    depths = np.concatenate([theirs[:, :, None] + own, _into(place, nx[:, :, None], ny[:, :, None])], axis=3)
    ahead = np.broadcast_to(np.concatenate([vx, -vx, vy, -vy], axis=2), theirs.shape)
    return depths, np.concatenate([ahead, -(nx * vx + ny * vy)], axis=2)[:, :, None]


def _into(place: Lanes, nx: Floats, ny: Floats) -> Floats:
    """How deep each oblong is behind each edge of each shape, whose normals are given as the turned mover sees them."""
    (mx, my), (hx, hy) = (part.T[:, :, None] for part in (place.middles, place.halves))
    found: Floats = place.shapes.limits[:, None] - nx * mx - ny * my + np.abs(nx) * hx + np.abs(ny) * hy
    return found


def turned(points: Floats, turns: Floats) -> tuple[Floats, Floats]:
    """The x and the y of points (shape, corner) as a mover sees them after each turn."""
    spun = np.exp(-1j * turns)[:, None, None] * (points[..., 0] + 1j * points[..., 1])
    return spun.real, spun.imag


def slowed(enters: Floats, leaves: Floats, factors: Floats) -> Floats:
    """By which factor each way is longer that spans (way, shape, oblong) make dearer by their shape's factor.

    Where they overlap, the largest counts alone.
    """
    ways = len(enters)
    enters, leaves = enters.reshape(ways, -1), leaves.reshape(ways, -1)
    each = np.repeat(factors, enters.shape[1] // len(factors))
    ends = np.tile((0.0, 1.0), (ways, 1))
    cuts = np.sort(np.clip(np.concatenate([ends, enters, leaves], axis=1), 0.0, 1.0), axis=1)
    middles = ((cuts[:, 1:] + cuts[:, :-1]) / 2)[:, :, None]
    inside = (enters[:, None] < middles) & (middles < leaves[:, None])
    worst = np.where(inside, each, -np.inf).max(axis=2)
    found: Floats = (np.diff(cuts) * np.where(np.isfinite(worst), worst, 1.0)).sum(axis=1)
    return found
