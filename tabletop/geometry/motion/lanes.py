"""What oblongs that have turned and then go straight meet, for many ways at once: separating axes as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import radians

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.convexes import Floats
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import Point

Complexes = NDArray[np.complex128]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

# A way that is found here must be one for `sweeps` too, whatever rounding does.
DEEP = GRAZE - ROUNDING
# Along the first axis; quicker than an array's own methods.
lowest, highest = np.minimum.reduce, np.maximum.reduce
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


class Shapes(Struct, frozen=True):
    """Convex shapes by their corners and the outward normals of their edges, both as x + iy (shape, corner).

    An edge begins at its corner; shorter shapes repeat their last one.
    """

    corners: Complexes
    normals: Complexes

    def seen(self, corner: Point, facing: float) -> Shapes:
        """In the frame of something that faces a direction of the table, its left front corner at the origin."""
        at, turn = complex(*corner), np.exp(1j * radians(facing))
        return Shapes((self.corners - at) * turn, self.normals * turn)


def shapes_of(polygons: Sequence[Polygon]) -> Shapes:
    """From anticlockwise convex polygons with an area."""
    most = max(map(len, polygons), default=1)
    padded = np.array([each + each[-1:] * (most - len(each)) for each in polygons]).reshape(-1, most, 2)
    corners = padded[..., 0] + 1j * padded[..., 1]
    edges = next_corners(corners) - corners
    lengths = np.abs(edges)
    normals = -1j * edges / np.where(lengths > 0, lengths, 1.0)
    normals = np.where(lengths > 0, normals, normals[:, -1:])
    return Shapes(corners, normals)


def next_corners(corners: Complexes) -> Complexes:
    """Each corner's next one on the last axis."""
    return corners[..., [*range(1, corners.shape[-1]), 0]]


class Lanes(Struct, frozen=True, dict=True):
    """A mover's oblongs by their middles and half sizes (oblong, xy), and the convex shapes that it may meet.

    Both are as the mover sees them before it turns: y ahead, its left front corner at the origin. It turns
    anticlockwise about that, clockwise (turns below 0) about its right front corner.
    """

    middles: Floats
    halves: Floats
    shapes: Shapes

    @cached_property
    def own(self) -> Complexes:
        """The corners of all oblongs."""
        corners = self.middles[:, None] + CORNERS * self.halves[:, None]
        found: Complexes = (corners[..., 0] + 1j * corners[..., 1]).ravel()
        return found

    @cached_property
    def reach(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The least and the largest x and y of all oblongs."""
        low, high = (self.middles - self.halves).min(axis=0), (self.middles + self.halves).max(axis=0)
        return (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))

    def chosen(self, places: Flags) -> Lanes:
        """With some of the shapes."""
        return Lanes(self.middles, self.halves, Shapes(self.shapes.corners[places], self.shapes.normals[places]))

    @property
    def width(self) -> float:
        """Of the front."""
        return self.reach[1][0]

    def frames(self, turns: Floats) -> tuple[Complexes, Complexes]:
        """What points seen before each turn in radians are multiplied with, and what is added, to be seen after it."""
        spun: Complexes = np.exp(-1j * turns)
        return spun, np.where(turns < 0, self.width, 0.0) * (1 - spun)

    @cached_property
    def circle(self) -> tuple[complex, float]:
        """The middle and radius of one around all oblongs."""
        centre = complex(self.own.mean())
        return centre, float(np.abs(self.own - centre).max())

    @cached_property
    def circles(self) -> tuple[Complexes, Floats]:
        """Those of one around each shape."""
        centres = self.shapes.corners.mean(axis=1)
        return centres, np.abs(self.shapes.corners - centres[:, None]).max(axis=1, initial=0.0)

    @cached_property
    def cornered(self) -> Complexes:
        """The corners of all shapes and the normals of the edges that begin there (kind, corner, shape)."""
        return np.array([self.shapes.corners.T, self.shapes.normals.T])

    @cached_property
    def turning(self) -> Complexes:
        """The corners of all shapes, the edges from them and their normals (kind, corner, shape, 1)."""
        corners = self.shapes.corners
        return np.array([corners, next_corners(corners) - corners, self.shapes.normals]).swapaxes(1, 2)[..., None]

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


def lanes_of(mover: Shapes, shapes: Shapes) -> Lanes:
    """The mover's oblongs lie along its own axes."""
    xs, ys = mover.corners.real, mover.corners.imag
    low = np.stack([xs.min(axis=1), ys.min(axis=1)], axis=1)
    high = np.stack([xs.max(axis=1), ys.max(axis=1)], axis=1)
    return Lanes((low + high) / 2, (high - low) / 2, shapes)


def lane_spans(place: Lanes, turns: Floats, vectors: Complexes) -> tuple[Floats, Floats]:
    """From which share of its vector until which each way overlaps each shape, as two arrays (way, shape, oblong).

    A way turns in radians, then goes straight by x + iy. Infinite where it gets no deeper than GRAZE.
    """
    near = _meetings(place, turns, vectors)
    depths, speeds = _depths(place, near, vectors)
    grows, shrinks = speeds > ROUNDING, speeds < -ROUNDING
    paces = 1 / np.where(grows | shrinks, speeds, 1.0)
    shares = (DEEP - depths) * paces
    enters = highest(np.where(grows, shares, np.where(depths <= DEEP, np.inf, 0.0)))
    met = enters < lowest(np.where(shrinks, shares, 1.0), initial=1.0)
    shares = -depths * paces
    enters = np.where(met, highest(np.where(grows, shares, 0.0), initial=0.0), np.inf)
    leaves = np.where(met, lowest(np.where(shrinks, shares, 1.0), initial=1.0), -np.inf)
    size = len(turns), len(place.shapes.corners), len(place.halves)
    return near.spread(enters.T, np.inf, size), near.spread(leaves.T, -np.inf, size)


def _meetings(place: Lanes, turns: Floats, going: Complexes) -> Meetings:
    """All but the shapes that stay clear of a circle about the mover on its whole way."""
    (centre, radius), (centres, radii) = place.circle, place.circles
    spun, moved = place.frames(turns)
    away = spun[:, None] * centres + (moved[:, None] - centre)
    back = going.conj() / np.maximum(np.abs(going) ** 2, ROUNDING**2)
    away -= np.minimum(np.maximum((away * back[:, None]).real, 0.0), 1.0) * going[:, None]
    ways, shapes = np.nonzero(np.abs(away) <= radii + radius)
    corners, normals = place.cornered[:, :, shapes] * spun[ways]
    return Meetings(ways, shapes, corners + moved[ways], normals)


def _depths(place: Lanes, near: Meetings, vectors: Complexes) -> tuple[Floats, Floats]:
    """How deep each oblong is in each shape along every normal of both, and how fast that grows.

    As two arrays (normal, oblong, meeting): the mover's four normals come first; each oblong goes as fast.
    """
    x, y, nx, ny = near.corners.real, near.corners.imag, near.normals.real, near.normals.imag
    going = vectors[near.ways]
    vx, vy = going.real, going.imag
    (mx, my), (hx, hy) = place.middles.T[:, :, None], place.halves.T[:, :, None]
    depths = np.empty((4 + len(x), len(mx), len(going)))
    speeds = np.empty((4 + len(x), 1, len(going)))
    theirs = np.array([-lowest(x), highest(x), -lowest(y), highest(y)])
    np.add(theirs[:, None], place.sides.T[:, :, None], out=depths[:4])
    speeds[:4, 0] = vx, -vx, vy, -vy
    speeds[4:, 0] = -(nx * vx + ny * vy)
    limits = (nx * x + ny * y)[:, None]
    nx, ny = nx[:, None], ny[:, None]
    np.add(limits - nx * mx - ny * my, np.abs(nx) * hx + np.abs(ny) * hy, out=depths[4:])
    return depths, speeds


def grazing_angles(place: Lanes, turns: Floats) -> Floats:
    """The degrees off straight ahead, clockwise, at which the mover just passes a shape on either side (ray, turn)."""
    spun, moved = place.frames(turns)
    corners = place.shapes.corners[..., None] * spun + moved
    apart = corners[:, :, None] - place.own[:, None]
    apart = apart.reshape(len(corners), corners.shape[1] * len(place.own), len(turns))
    angles = np.degrees(np.arctan2(apart.real, apart.imag))
    offsets = (angles - angles[:, :1] + 180) % 360 - 180
    ends = angles[:, 0] + np.array([lowest(offsets, axis=1), highest(offsets, axis=1)])
    found: Floats = (ends.reshape(-1, len(turns)) + 180) % 360 - 180
    return found


def slowing_factors(enters: Floats, leaves: Floats, factors: Floats) -> Floats:
    """By which factor each way is longer that spans (way, shape, oblong) make dearer by their shape's factor.

    Where they overlap, the largest counts alone.
    """
    ways = len(enters)
    enters, leaves = enters.reshape(ways, -1), leaves.reshape(ways, -1)
    ends = np.zeros((ways, 1)), np.ones((ways, 1))
    cuts = np.concatenate([*ends, np.minimum(enters, 1.0), np.maximum(leaves, 0.0)], axis=1)
    cuts.sort(axis=1)
    lengths, middles = cuts[:, 1:] - cuts[:, :-1], ((cuts[:, 1:] + cuts[:, :-1]) / 2)[:, :, None]
    inside = (enters[:, None] < middles) & (middles < leaves[:, None])
    worst = np.where(inside, factors.repeat(enters.shape[1] // len(factors)), 0.0).max(axis=2)
    found: Floats = (lengths * np.where(worst > 0, worst, 1.0)).sum(axis=1)
    return found
