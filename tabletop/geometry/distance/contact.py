"""How far straight ahead, or aslant, oblongs are from touching shapes, for many turns of the first at once."""

from __future__ import annotations

from math import radians, tan

import numpy as np

from tabletop.geometry.motion.lanes import Complexes, Flags, Lanes, highest, lowest
from tabletop.geometry.primitives.convexes import Floats
from tabletop.geometry.primitives.tolerances import ROUNDING

NEVER = float("inf")
BESIDE = 1e9  # slopes of what is as good as beside


def contact_vectors(
    place: Lanes, turns: Floats, rays: Floats, *, cone: float, most: Floats | float = NEVER
) -> Complexes:
    """The vectors, as x + iy, by which a mover that has turned by each of `turns` in radians comes to touch.

    As an array (1 + ray, turn): the shortest of touches at a corner or square to an edge, in the cone of so many
    degrees off straight ahead, and those along rays (ray, turn), clockwise in degrees. None goes back. Infinite where
    nothing is met. Overlaps at the start aren't looked for. What is farther than `most` after a turn may be missed.
    """
    found = np.full((1 + len(rays), len(turns)), NEVER, dtype=np.complex128)
    lines = _between(place, turns, most)
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
    found[0, near] = np.where(np.isfinite(apart[line, turn]), x[line, turn] + 1j * y[line, turn], NEVER)
    found[1:, near] = _along(lines[..., near], rays[:, near], squares < limits[near])
    return found


def _along(lines: Floats, rays: Floats, kept: Flags) -> Complexes:
    """Along each ray after each turn to the first of the lines kept (line, turn), as (ray, turn).

    Rays are less than a quarter turn aside.
    """
    slopes = np.tan(np.radians(rays))
    low, high, steeper, level = _as_slopes(lines)
    turn, line = np.nonzero((kept & (low <= highest(slopes)) & (high >= lowest(slopes))).T)
    nearest = np.zeros(slopes.shape)
    if len(turn):
        aside = slopes[:, turn]
        nearness = aside * steeper[line, turn] - level[line, turn]
        nearness[(aside < low[line, turn]) | (high[line, turn] < aside)] = 0.0
        firsts = np.flatnonzero(np.diff(turn, prepend=-1))
        nearest[:, turn[firsts]] = np.maximum.reduceat(nearness, firsts, axis=1)
    finite = nearest > 0
    return np.where(finite, (slopes + 1j) / np.where(finite, nearest, 1.0), NEVER)


def _as_slopes(lines: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Between which slopes (x for each y) lines lie ahead, and of 1/y on them: its growth with the slope, less what.

    Both ends are a hair farther out: lines that share a corner leave no gap.
    """
    (x, dx), (y, dy) = lines
    x_too, y_too, turning = x + dx, y + dy, x * dy - y * dx
    seen = np.abs(turning) > ROUNDING * (np.abs(dx) + np.abs(dy))  # who looks along a line sees its ends, not it
    turning = np.where(seen, turning, 1.0)
    aside = np.copysign(BESIDE, turning * dy)  # where a line leads behind, it passes on this hand
    start = np.where(y > ROUNDING, x / np.maximum(y, ROUNDING), aside)
    end = np.where(y_too > ROUNDING, x_too / np.maximum(y_too, ROUNDING), aside)
    low = np.where(seen & ((y > ROUNDING) | (y_too > ROUNDING)), np.minimum(start, end), BESIDE)
    return low - ROUNDING, np.maximum(start, end) + ROUNDING, dy / turning, dx / turning


def _between(place: Lanes, turns: Floats, most: Floats | float = NEVER) -> Floats:
    """The boundary of the vectors at which oblongs overlap shapes, but for its rear (xy, start or way, line, turn).

    A line is an edge of a shape at the corner of an oblong that comes first to it, or a side of an oblong at the
    corner of a shape that does.
    """
    spun, moved = place.frames(turns)
    seen = place.turning * spun
    seen[0] += moved
    if seen.shape[2] > 1 and np.isfinite(most).any():
        seen = seen[:, :, _within(place, seen[0], most)]
    x, y = seen.real, seen.imag
    oblongs, (corners, shapes) = len(place.halves), seen.shape[1:3]
    lines = np.empty((2, 2, (corners + 3) * shapes * oblongs, len(turns)))
    edges, others = np.split(lines, [corners * shapes * oblongs], axis=2)
    _edges(place, x, y, edges.reshape(2, 2, corners, shapes, oblongs, -1))
    _sides(place, x[0], y[0], others.reshape(2, 2, 3, shapes, oblongs, -1))
    return lines


def _within(place: Lanes, corners: Complexes, most: Floats | float) -> Flags:
    """Which shapes (corner, shape, turn) may be so near after any turn, along x as well as along y; one at least."""
    (left, _), (right, high) = place.reach
    x, y = corners.real, corners.imag
    beside = np.maximum(lowest(x) - right, left - highest(x))
    near: Flags = (np.maximum(beside, lowest(y) - high) <= most).any(axis=1)
    near[near.argmax()] = True
    return near


def _edges(place: Lanes, x: Floats, y: Floats, lines: Floats) -> None:
    """Lines (xy, start or way, corner, shape, oblong, turn) are written to the last."""
    for line, seen, middles, halves in zip(lines, (x, y), place.middles.T, place.halves.T, strict=True):
        corners, edges, normals = seen[:, :, :, None]
        np.add(corners - middles[:, None], np.copysign(halves[:, None], normals), out=line[0])
        line[1] = edges


def _sides(place: Lanes, x: Floats, y: Floats, lines: Floats) -> None:
    """Of the right, the left and the front (xy, start or way, side, shape, oblong, turn).

    With all of the shape's corners that come first at once.
    """
    away, aside = np.array([x, -x, y]), np.array([y, y, x])
    near = lowest(away, axis=1)
    first = away <= near[:, None] + ROUNDING
    low = lowest(np.where(first, aside, NEVER), axis=1)
    ways = (highest(np.where(first, aside, -NEVER), axis=1) - low)[:, :, None] + place.lengths[..., None]
    near[1] *= -1
    (rx, ry), ends = lines, place.ends[..., None]
    rx[0, :2], rx[0, 2], ry[0, :2], ry[0, 2] = near[:2, :, None], low[2, :, None], low[:2, :, None], near[2, :, None]
    rx[0] -= ends.real
    ry[0] -= ends.imag
    rx[1, :2], rx[1, 2], ry[1, :2], ry[1, 2] = 0.0, ways[2], ways[:2], 0.0
