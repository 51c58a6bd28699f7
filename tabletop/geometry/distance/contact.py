"""How far straight ahead, or aslant, oblongs are from touching convex shapes, for many turns of the oblongs at once.

The vectors by which a mover comes to overlap a shape are the Minkowski difference of both (see `free_space`), a convex
area whose boundary is made of straight lines: each edge of the shape, met by the corner of an oblong that comes first
to it, and each side of an oblong, met by the corner of the shape that comes first. As a mover never goes back, only the
right, the left and the front of an oblong count. All these lines are laid out for every turn as one array, and then

- the shortest vector to a touch is to the nearest point of one of them;
- along a ray, x is a slope times y; on a straight line 1/y is linear in the slope, so the first touch is the largest
  1/y of all lines that the slope crosses: a multiplication a line, and no divisions.

Exact but for floating point: a touch is where the distance is 0, no tolerance of a rule is used. Lines reach ROUNDING
farther in slope at either end, so that two that share a corner leave no gap between them, and the cone of the shortest
vector is wider by it. Overlaps at the start aren't looked for: `sweeps` and `lanes` do that. Cost, in numpy: O((corners
+ 3) times shapes times oblongs) for each turn, and for each ray of it the lines near its slope; shapes that are farther
off than `most` after every turn are left out first.

Everything is seen from the mover as `lanes` has it, as complex numbers x + iy.
"""

from __future__ import annotations

from math import radians, tan

import numpy as np

from tabletop.geometry.motion.lanes import Complexes, Flags, Lanes, highest, lowest
from tabletop.geometry.primitives.convexes import Floats
from tabletop.geometry.primitives.tolerances import ROUNDING

NEVER = float("inf")
BESIDE = 1e9  # slopes of what is as good as beside


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
