"""What oblongs that have turned and then go straight meet, for many ways at once: separating axes as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.convexes import Convexes, Floats, convexes
from tabletop.geometry.polygons import Polygon, box
from tabletop.geometry.tolerances import GRAZE, ROUNDING

Complexes = NDArray[np.complex128]
Places = NDArray[np.intp]

# A way that is found here must be one for `sweeps` too, whatever rounding does.
DEEP = GRAZE - ROUNDING
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


class Lanes(Struct, frozen=True, dict=True):
    """A mover's oblongs by their middles and half sizes (oblong, xy), and the convex shapes that it may meet.

    Both are as the mover sees them before it turns: y ahead, the point that it turns about at the origin.
    """

    middles: Floats
    halves: Floats
    shapes: Convexes

    @cached_property
    def own(self) -> Complexes:
        """The corners of all oblongs."""
        return _complex(self.middles[:, None] + CORNERS * self.halves[:, None]).ravel()

    @cached_property
    def corners(self) -> Complexes:
        """Those of the shapes (shape, corner)."""
        return _complex(self.shapes.corners)

    @cached_property
    def normals(self) -> Complexes:
        return _complex(self.shapes.normals)

    @cached_property
    def ends(self) -> Complexes:
        """The last corner of each oblong's right side, left side and front (side, 1, oblong)."""
        (mx, my), (hx, hy) = self.middles.T, self.halves.T
        front = mx + hx + 1j * (my + hy)
        return np.stack([front, front - 2 * hx, front])[:, None]

    @cached_property
    def lengths(self) -> Floats:
        """Those of the same."""
        return 2 * self.halves.T[[1, 1, 0], None]

    @cached_property
    def sides(self) -> Floats:
        """How far each oblong lies to the right, the left, the front and the rear (oblong, side)."""
        signs = np.array([1, -1, 1, -1])
        found: Floats = np.repeat(self.halves, 2, axis=1) + np.repeat(self.middles, 2, axis=1) * signs
        return found


class Meetings(Struct, frozen=True):
    """The ways and shapes that may meet, by their places; corners and normals of each shape as the mover sees them."""

    ways: Places
    shapes: Places
    corners: Complexes
    normals: Complexes

    def spread(self, values: Floats, otherwise: float, size: tuple[int, ...]) -> Floats:
        whole = np.full(size, otherwise)
        whole[self.ways, self.shapes] = values
        return whole


def lanes(mover: Sequence[Polygon], shapes: Sequence[Polygon]) -> Lanes:
    """The mover's oblongs lie along its own axes."""
    low_x, low_y, high_x, high_y = np.array([box(each) for each in mover]).T
    low, high = np.stack([low_x, low_y], axis=-1), np.stack([high_x, high_y], axis=-1)
    return Lanes((low + high) / 2, (high - low) / 2, convexes(shapes))


def spans(place: Lanes, turns: Floats, vectors: Complexes) -> tuple[Floats, Floats]:
    """From which share of its vector until which each way overlaps each shape, as two arrays (way, shape, oblong).

    A way turns anticlockwise in radians, then goes straight by x + iy. Infinite where it gets no deeper than GRAZE.
    """
    near = _meetings(place, turns, vectors)
    depths, speeds = _depths(place, near, vectors)
    grows, shrinks = speeds > ROUNDING, speeds < -ROUNDING
    paces = 1 / np.where(grows | shrinks, speeds, 1.0)
    shares = (DEEP - depths) * paces
    enters = np.where(grows, shares, np.where(depths <= DEEP, np.inf, 0.0)).max(axis=2)
    met = enters < np.where(shrinks, shares, 1.0).min(axis=2, initial=1.0)
    shares = -depths * paces
    enters = np.where(met, np.where(grows, shares, 0.0).max(axis=2, initial=0.0), np.inf)
    leaves = np.where(met, np.where(shrinks, shares, 1.0).min(axis=2, initial=1.0), -np.inf)
    size = len(turns), len(place.shapes), len(place.halves)
    return near.spread(enters, np.inf, size), near.spread(leaves, -np.inf, size)


def _meetings(place: Lanes, turns: Floats, going: Complexes) -> Meetings:
    """All but the shapes that lie wholly beside a way, behind it or beyond its end."""
    spun = np.exp(-1j * turns)
    corners = spun[:, None, None] * place.corners
    back = going.conj()[:, None]
    own, seen = place.own * back, corners * back[:, None]
    near = seen.imag.max(axis=2) >= own.imag.min(axis=1, keepdims=True)
    near &= seen.imag.min(axis=2) <= own.imag.max(axis=1, keepdims=True)
    near &= seen.real.max(axis=2) >= own.real.min(axis=1, keepdims=True)
    near &= seen.real.min(axis=2) <= (own + going[:, None] * back).real.max(axis=1, keepdims=True)
    ways, shapes = np.nonzero(near)
    return Meetings(ways, shapes, corners[ways, shapes], spun[ways, None] * place.normals[shapes])


def _depths(place: Lanes, near: Meetings, vectors: Complexes) -> tuple[Floats, Floats]:
    """How deep each oblong is in each shape along every normal of both, and how fast that grows.

    As two arrays (meeting, oblong, normal): the mover's four normals come first; each oblong goes as fast.
    """
    x, y, nx, ny = near.corners.real, near.corners.imag, near.normals.real, near.normals.imag
    going = vectors[near.ways, None]
    vx, vy = going.real, going.imag
    theirs = np.stack([-x.min(axis=1), x.max(axis=1), -y.min(axis=1), y.max(axis=1)], axis=1)
    (mx, my), (hx, hy) = (part.T[:, :, None] for part in (place.middles, place.halves))
    nx, ny, limits = nx[:, None], ny[:, None], place.shapes.limits[near.shapes, None]
    behind = limits - nx * mx - ny * my + np.abs(nx) * hx + np.abs(ny) * hy
    depths = np.concatenate([theirs[:, None] + place.sides, behind], axis=2)
    return depths, np.concatenate([vx, -vx, vy, -vy, -(nx[:, 0] * vx + ny[:, 0] * vy)], axis=1)[:, None]


def _complex(points: Floats) -> Complexes:
    """Points as x + iy: turning them is one product."""
    found: Complexes = points[..., 0] + 1j * points[..., 1]
    return found


def passing(place: Lanes) -> Floats:
    """The degrees off straight ahead, clockwise, at which an oblong just passes a shape on either side."""
    apart = (place.corners[:, None, :, None] - place.own.reshape(1, -1, 1, 4)).reshape(-1, 4 * place.corners.shape[1])
    angles = np.degrees(np.arctan2(apart.real, apart.imag))
    offsets = (angles - angles[:, :1] + 180) % 360 - 180
    ends = angles[:, 0] + np.stack([offsets.min(axis=1), offsets.max(axis=1)])
    found: Floats = (ends.ravel() + 180) % 360 - 180
    return found


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
