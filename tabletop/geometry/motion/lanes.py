"""Oblongs that turn and then go straight, many ways at once: what they overlap, and how far until they touch.

A *way* is a turn in place about a front corner, then a vector straight on or aslant; the turn itself isn't judged here
(`sweeps` does that). Everything is seen from the mover: y ahead, x to the right, its left front corner at the origin,
turned along with it, so that its own oblongs keep their sides along the axes whatever it faces. Points and vectors are
complex numbers x + iy, which a turn multiplies.

**What a way overlaps** (`lane_spans`) is found by separating axes in motion (Ericson, "Real-Time Collision Detection",
2005, 5.5.2). Along the normal of each edge of either shape, the depth of their overlap is its value at the start plus a
constant speed times the share of the vector gone. The two overlap while every depth is above 0; so the span of overlap
begins at the last root of a depth that grows and ends at the first root of one that shrinks. The span is exact but for
floating point. It is kept only where every depth gets above DEEP at one time, which is GRAZE less ROUNDING: whatever
`sweeps` calls an overlap is one here, too. Tests hold the spans to those of `sweeps` within a millionth. Cost, in
numpy: for all pairs of a way and a shape, the path of a circle about the mover against a circle about the shape; for
the pairs that are near, O((4 + corners of the shape) times oblongs).

**Where a mover comes to touch** (`contact_vectors`): the vectors by which an oblong overlaps a shape are their
Minkowski difference (see `free_space`), an area whose boundary is made of straight lines: each edge of the shape, met
by the corner of an oblong that comes first to it, and each side of an oblong, met by the corner of the shape that comes
first. As a mover never goes back, only the right, the left and the front of an oblong count. All these lines are laid
out for every turn as one array; then the shortest vector to a touch is to the nearest point of one of them. Along a
ray, x is a slope times y, and on a straight line 1/y is linear in the slope: so the first touch is the largest 1/y of
all lines that the slope crosses, a multiplication a line. Exact but for floating point: a touch is where the distance
is 0, no tolerance of a rule is used. Lines reach ROUNDING farther in slope at either end, so that two that share a
corner leave no gap between them, and the cone of the shortest vector is wider by it. Overlaps at the start aren't
looked for. Cost, in numpy: O((corners + 3) times shapes times oblongs) for each turn, and for each ray of it the lines
near its slope; shapes that are farther off than `most` after every turn are left out first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import radians, tan

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.arrays import Complexes, Flags, Floats
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import Point

DEEP = GRAZE - ROUNDING
# Along the first axis; quicker than an array's own methods.
lowest, highest = np.minimum.reduce, np.maximum.reduce
NEVER = float("inf")
BESIDE = 1e9  # slopes of what is as good as beside
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


class Shapes(Struct, frozen=True):
    """Convex shapes by their corners and the outward normals of their edges, both as x + iy (shape, corner).

    An edge begins at the corner of its index; shapes with fewer corners than others repeat their last one.
    """

    corners: Complexes
    normals: Complexes

    def in_frame(self, corner: Point, facing: float) -> Shapes:
        """As seen by something with this left front corner that faces so many degrees clockwise from up."""
        at, turn = complex(*corner), np.exp(1j * radians(facing))
        return Shapes((self.corners - at) * turn, self.normals * turn)


def shapes_of(polygons: Sequence[Polygon]) -> Shapes:
    """Anticlockwise convex polygons, each with an area, as arrays."""
    most = max(map(len, polygons), default=1)
    padded = np.array([polygon + polygon[-1:] * (most - len(polygon)) for polygon in polygons]).reshape(-1, most, 2)
    corners = padded[..., 0] + 1j * padded[..., 1]
    edges = next_corners(corners) - corners
    lengths = np.abs(edges)
    normals = -1j * edges / np.where(lengths > 0, lengths, 1.0)
    normals = np.where(lengths > 0, normals, normals[:, -1:])
    return Shapes(corners, normals)


def next_corners(corners: Complexes) -> Complexes:
    """The corner after each on the last axis, after the last the first."""
    return corners[..., [*range(1, corners.shape[-1]), 0]]


class Lanes(Struct, frozen=True, dict=True):
    """A mover's oblongs by their middles and half sizes in inches (oblong, xy), and the convex shapes that it may meet.

    Both are as the mover sees them before it turns. It turns anticlockwise about its left front corner, which is the
    origin, and clockwise (turns below 0) about its right front corner.
    """

    middles: Floats
    halves: Floats
    shapes: Shapes

    def chosen(self, kept: Flags) -> Lanes:
        """With some of the shapes, by a mask (shape,)."""
        return Lanes(self.middles, self.halves, Shapes(self.shapes.corners[kept], self.shapes.normals[kept]))

    def frames(self, turns: Floats) -> tuple[Complexes, Complexes]:
        """What points are multiplied with, and what is then added, to be seen after each turn in radians."""
        rotations: Complexes = np.exp(-1j * turns)
        width = self.bounds[1][0]
        return rotations, np.where(turns < 0, width, 0.0) * (1 - rotations)

    @cached_property
    def bounds(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The least and the largest x and y of all oblongs."""
        low, high = (self.middles - self.halves).min(axis=0), (self.middles + self.halves).max(axis=0)
        return (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))

    @cached_property
    def own_corners(self) -> Complexes:
        """The corners of all oblongs."""
        corners = self.middles[:, None] + CORNERS * self.halves[:, None]
        flat: Complexes = (corners[..., 0] + 1j * corners[..., 1]).ravel()
        return flat

    @cached_property
    def reach(self) -> float:
        """How far from the front corner about which it turns the mover's farthest corner is, on either hand."""
        return float(max(np.abs(self.own_corners).max(), np.abs(self.own_corners - self.bounds[1][0]).max()))

    @cached_property
    def own_circle(self) -> tuple[complex, float]:
        """The middle and the radius of a circle around all oblongs."""
        centre = complex(self.own_corners.mean())
        return centre, float(np.abs(self.own_corners - centre).max())

    @cached_property
    def own_extents(self) -> Floats:
        """How far each oblong reaches to the right, the left, the front and the rear (side, oblong)."""
        signs = np.array([1, -1, 1, -1])
        extents: Floats = (np.repeat(self.halves, 2, axis=1) + np.repeat(self.middles, 2, axis=1) * signs).T
        return extents

    @cached_property
    def own_sides(self) -> tuple[Complexes, Floats]:
        """The last corner (side, 1, oblong) and the length (side, 1, oblong) of each oblong's right, left and front."""
        (mx, my), (hx, hy) = self.middles.T, self.halves.T
        front = mx + hx + 1j * (my + hy)
        return np.stack([front, front - 2 * hx, front])[:, None], 2 * self.halves.T[[1, 1, 0], None]

    @cached_property
    def shape_circles(self) -> tuple[Complexes, Floats]:
        """The middles and the radii of circles around the shapes (shape,)."""
        centres = self.shapes.corners.mean(axis=1)
        return centres, np.abs(self.shapes.corners - centres[:, None]).max(axis=1, initial=0.0)

    @cached_property
    def shape_outlines(self) -> Complexes:
        """The corners of all shapes, the edges from them and the edges' normals (kind, corner, shape)."""
        corners = self.shapes.corners
        return np.array([corners, next_corners(corners) - corners, self.shapes.normals]).swapaxes(1, 2)


def lanes_of(mover: Shapes, shapes: Shapes) -> Lanes:
    """The lanes of a mover, whose oblongs lie along the axes of its own frame, among shapes seen in that frame."""
    xs, ys = mover.corners.real, mover.corners.imag
    low = np.stack([xs.min(axis=1), ys.min(axis=1)], axis=1)
    high = np.stack([xs.max(axis=1), ys.max(axis=1)], axis=1)
    return Lanes((low + high) / 2, (high - low) / 2, shapes)


def lane_spans(lanes: Lanes, turns: Floats, vectors: Complexes) -> tuple[Floats, Floats]:
    """From which share of its vector until which each way overlaps each shape: two arrays (way, shape, oblong).

    A way turns by `turns` radians (way,), then goes straight by `vectors` (way,), in inches as it then sees them. Where
    it gets no deeper than GRAZE, it enters at infinity and leaves at minus infinity.
    """
    (centre, radius), (centres, radii) = lanes.own_circle, lanes.shape_circles
    rotations, shifts = lanes.frames(turns)
    away = rotations[:, None] * centres + (shifts[:, None] - centre)
    back = vectors.conj() / np.maximum(np.abs(vectors) ** 2, ROUNDING**2)
    away -= np.minimum(np.maximum((away * back[:, None]).real, 0.0), 1.0) * vectors[:, None]
    way, shape = np.nonzero(np.abs(away) <= radii + radius)
    corners, normals = lanes.shape_outlines[::2, :, shape] * rotations[way]
    depths, speeds = _depths(lanes, corners + shifts[way], normals, vectors[way])

    grows, shrinks = speeds > ROUNDING, speeds < -ROUNDING
    paces = 1 / np.where(grows | shrinks, speeds, 1.0)
    shares = (DEEP - depths) * paces
    enters = highest(np.where(grows, shares, np.where(depths <= DEEP, np.inf, 0.0)))
    met = enters < lowest(np.where(shrinks, shares, 1.0), initial=1.0)
    shares = -depths * paces
    spans = np.empty((2, len(turns), len(lanes.shapes.corners), len(lanes.halves)))
    spans[0], spans[1] = np.inf, -np.inf
    spans[0, way, shape] = np.where(met, highest(np.where(grows, shares, 0.0), initial=0.0), np.inf).T
    spans[1, way, shape] = np.where(met, lowest(np.where(shrinks, shares, 1.0), initial=1.0), -np.inf).T
    return spans[0], spans[1]


def _depths(lanes: Lanes, corners: Complexes, normals: Complexes, vectors: Complexes) -> tuple[Floats, Floats]:
    """How deep each oblong is in each shape along every normal of both, and how fast that grows along the vector.

    Each pair of a way and a shape has corners and normals (corner, pair) and a vector (pair,). Depths in inches are
    (normal, oblong, pair), the mover's own four normals first; speeds are (normal, 1, pair), alike for all oblongs.
    """
    x, y, nx, ny = corners.real, corners.imag, normals.real, normals.imag
    vx, vy = vectors.real, vectors.imag
    (mx, my), (hx, hy) = lanes.middles.T[:, :, None], lanes.halves.T[:, :, None]
    depths = np.empty((4 + len(x), len(mx), len(vectors)))
    speeds = np.empty((4 + len(x), 1, len(vectors)))
    theirs = np.array([-lowest(x), highest(x), -lowest(y), highest(y)])
    np.add(theirs[:, None], lanes.own_extents[:, :, None], out=depths[:4])
    speeds[:4, 0] = vx, -vx, vy, -vy
    speeds[4:, 0] = -(nx * vx + ny * vy)
    limits = (nx * x + ny * y)[:, None]
    nx, ny = nx[:, None], ny[:, None]
    np.add(limits - nx * mx - ny * my, np.abs(nx) * hx + np.abs(ny) * hy, out=depths[4:])
    return depths, speeds


def corner_angles(lanes: Lanes, turns: Floats) -> Floats:
    """The directions in which a corner of the mover goes through one of a shape, after each turn: (shape, ray, turn).

    Degrees off straight ahead, clockwise, from -180 to 180. Between two neighbouring ones the mover meets every shape
    with the same corners and edges. O(corners of the shapes times corners of the oblongs) a turn.
    """
    rotations, shifts = lanes.frames(turns)
    corners = lanes.shapes.corners[..., None] * rotations + shifts
    apart = corners[:, :, None] - lanes.own_corners[:, None]
    angles: Floats = np.degrees(np.arctan2(apart.real, apart.imag))
    return angles.reshape(len(corners), -1, len(turns))


def grazing_angles(angles: Floats) -> Floats:
    """Of these directions (shape, ray, turn) those in which the mover just passes each shape: (side, shape, turn).

    On its left side first. Degrees off straight ahead, clockwise, from -180 to below 180.
    """
    offsets = (angles - angles[:, :1] + 180) % 360 - 180
    ends = angles[:, 0] + np.array([lowest(offsets, axis=1), highest(offsets, axis=1)])
    rays: Floats = (ends + 180) % 360 - 180
    return rays


def slowing_factors(enters: Floats, leaves: Floats, factors: Floats) -> Floats:
    """How many times as dear each way is (way,) by the shapes that it crosses in spans (way, shape, oblong).

    `factors` (shape,) is what an inch costs inside each shape; where shapes overlap, the dearest counts alone. The way
    is cut at every end of a span, and each part is priced by its middle: O(spans squared) a way.
    """
    ways = len(enters)
    enters, leaves = enters.reshape(ways, -1), leaves.reshape(ways, -1)
    ends = np.zeros((ways, 1)), np.ones((ways, 1))
    cuts = np.concatenate([*ends, np.minimum(enters, 1.0), np.maximum(leaves, 0.0)], axis=1)
    cuts.sort(axis=1)
    lengths, middles = cuts[:, 1:] - cuts[:, :-1], ((cuts[:, 1:] + cuts[:, :-1]) / 2)[:, :, None]
    inside = (enters[:, None] < middles) & (middles < leaves[:, None])
    worst = np.where(inside, factors.repeat(enters.shape[1] // len(factors)), 0.0).max(axis=2)
    dearness: Floats = (lengths * np.where(worst > 0, worst, 1.0)).sum(axis=1)
    return dearness


def contact_vectors(
    lanes: Lanes, turns: Floats, rays: Floats, *, cone: float, most: Floats | float = NEVER
) -> Complexes:
    """The vectors, in inches, by which a mover comes to touch after each turn in radians (turn,): (1 + ray, turn).

    The first row has the shortest vectors no more than `cone` degrees off straight ahead; the others those along `rays`
    (ray, turn), degrees off straight ahead, clockwise and less than 90. None goes back. Infinite where nothing is met;
    what is farther than `most` inches, of each turn (turn,) or all, may be missed.
    """
    vectors = np.full((1 + len(rays), len(turns)), NEVER, dtype=np.complex128)
    lines = _touching_lines(lanes, turns, most)
    (x, dx), (y, dy) = lines
    shares = -(x * dx + y * dy) / np.maximum(dx * dx + dy * dy, ROUNDING**2)
    shares = np.minimum(np.maximum(shares, 0.0), 1.0)
    x, y = x + shares * dx, y + shares * dy
    squares = x * x + y * y
    limits = np.broadcast_to(np.square(np.maximum(most, 0.0)), turns.shape)
    near = np.flatnonzero(lowest(squares) < limits)
    x, y, squares = x[:, near], y[:, near], squares[:, near]
    apart = np.where(np.abs(x) <= tan(radians(cone)) * y + ROUNDING, squares, NEVER)
    line, turn = apart.argmin(axis=0), np.arange(len(near))
    vectors[0, near] = np.where(np.isfinite(apart[line, turn]), x[line, turn] + 1j * y[line, turn], NEVER)
    vectors[1:, near] = _along_rays(lines[..., near], rays[:, near], squares < limits[near])
    return vectors


def _along_rays(lines: Floats, rays: Floats, kept: Flags) -> Complexes:
    """The vector along each ray to the first of the lines (xy, start or way, line, turn) that are kept (line, turn)."""
    slopes = np.tan(np.radians(rays))
    low, high, growth, offset = _inverse_distances(lines)
    turn, line = np.nonzero((kept & (low <= highest(slopes)) & (high >= lowest(slopes))).T)
    nearest = np.zeros(slopes.shape)
    if len(turn):
        aside = slopes[:, turn]
        nearness = aside * growth[line, turn] - offset[line, turn]
        nearness[(aside < low[line, turn]) | (high[line, turn] < aside)] = 0.0
        firsts = np.flatnonzero(np.diff(turn, prepend=-1))
        nearest[:, turn[firsts]] = np.maximum.reduceat(nearness, firsts, axis=1)
    finite = nearest > 0
    return np.where(finite, (slopes + 1j) / np.where(finite, nearest, 1.0), NEVER)


def _inverse_distances(lines: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Of each line (line, turn): its least and largest slope x / y ahead, and 1/y on it as growth times slope - offset.

    Both ends are a hair farther out: lines that share a corner leave no gap.
    """
    (x, dx), (y, dy) = lines
    end_x, end_y, turning = x + dx, y + dy, x * dy - y * dx
    seen = np.abs(turning) > ROUNDING * (np.abs(dx) + np.abs(dy))  # who looks along a line sees its ends, not it
    turning = np.where(seen, turning, 1.0)
    aside = np.copysign(BESIDE, turning * dy)  # where a line leads behind, it passes on this hand
    start = np.where(y > ROUNDING, x / np.maximum(y, ROUNDING), aside)
    end = np.where(end_y > ROUNDING, end_x / np.maximum(end_y, ROUNDING), aside)
    low = np.where(seen & ((y > ROUNDING) | (end_y > ROUNDING)), np.minimum(start, end), BESIDE)
    return low - ROUNDING, np.maximum(start, end) + ROUNDING, dy / turning, dx / turning


def _touching_lines(lanes: Lanes, turns: Floats, most: Floats | float) -> Floats:
    """The boundary of the vectors at which oblongs overlap shapes, but for its rear: (xy, start or way, line, turn).

    An edge of a shape is met by the corner of the oblong on the side to which its normal points. A side of an oblong is
    met by the shape's corner that is nearest along it, or by all of those that are as near (ROUNDING): then the line is
    longer by what lies between them.
    """
    rotations, shifts = lanes.frames(turns)
    seen = lanes.shape_outlines[..., None] * rotations
    seen[0] += shifts
    if seen.shape[2] > 1 and np.isfinite(most).any():
        seen = seen[:, :, _within(lanes, seen[0], most)]
    x, y = seen.real, seen.imag
    oblongs, (corners, shapes) = len(lanes.halves), seen.shape[1:3]
    lines = np.empty((2, 2, (corners + 3) * shapes * oblongs, len(turns)))
    edge_lines, side_lines = np.split(lines, [corners * shapes * oblongs], axis=2)

    by_edge = edge_lines.reshape(2, 2, corners, shapes, oblongs, -1)
    for line, along, middles, halves in zip(by_edge, (x, y), lanes.middles.T, lanes.halves.T, strict=True):
        starts, edges, normals = along[:, :, :, None]
        np.add(starts - middles[:, None], np.copysign(halves[:, None], normals), out=line[0])
        line[1] = edges

    (last_corners, side_lengths), (x, y) = lanes.own_sides, (x[0], y[0])
    away, aside = np.array([x, -x, y]), np.array([y, y, x])
    near = lowest(away, axis=1)
    first = away <= near[:, None] + ROUNDING
    low = lowest(np.where(first, aside, NEVER), axis=1)
    ways = (highest(np.where(first, aside, -NEVER), axis=1) - low)[:, :, None] + side_lengths[..., None]
    near[1] *= -1
    (rx, ry), ends = side_lines.reshape(2, 2, 3, shapes, oblongs, -1), last_corners[..., None]
    rx[0, :2], rx[0, 2], ry[0, :2], ry[0, 2] = near[:2, :, None], low[2, :, None], low[:2, :, None], near[2, :, None]
    rx[0] -= ends.real
    ry[0] -= ends.imag
    rx[1, :2], rx[1, 2], ry[1, :2], ry[1, 2] = 0.0, ways[2], ways[:2], 0.0
    return lines


def _within(lanes: Lanes, corners: Complexes, most: Floats | float) -> Flags:
    """Which shapes (corner, shape, turn) may be so near after any turn, along x as well as along y; one at least."""
    (left, _), (right, high) = lanes.bounds
    x, y = corners.real, corners.imag
    beside = np.maximum(lowest(x) - right, left - highest(x))
    near: Flags = (np.maximum(beside, lowest(y) - high) <= most).any(axis=1)
    near[near.argmax()] = True
    return near
