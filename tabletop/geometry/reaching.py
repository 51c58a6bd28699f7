"""How far straight ahead, or aslant, oblongs are from touching shapes, for many turns of the first at once."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin, tan

import numpy as np

from tabletop.geometry.convexes import Floats
from tabletop.geometry.lanes import Complexes, Flags, Lanes, highest, lowest
from tabletop.geometry.tolerances import ROUNDING
from tabletop.geometry.vectors import Point

NEVER = float("inf")


def reaches(
    place: Lanes, turns: Floats, *, cone: float, rays: Sequence[float], most: Floats | float = NEVER
) -> Complexes:
    """The vectors, as x + iy, by which a mover turned anticlockwise by each of `turns` in radians comes to touch.

    As an array (1 + ray, turn): the shortest of touches at a corner or square to an edge, in the cone of so many
    degrees off straight ahead, and those along single rays, clockwise in degrees. None goes back. Infinite where
    nothing is met. Overlaps at the start aren't looked for. What is farther than `most` after a turn may be missed.
    """
    lines = _between(place, turns, most)
    (x, dx), (y, dy) = lines
    shares = -(x * dx + y * dy) / np.maximum(dx * dx + dy * dy, ROUNDING**2)
    shares = np.minimum(np.maximum(shares, 0.0), 1.0)
    x, y = x + shares * dx, y + shares * dy
    apart = np.where(np.abs(x) <= tan(radians(cone)) * y + ROUNDING, x * x + y * y, NEVER)
    line, turn = apart.argmin(axis=0), np.arange(len(turns))
    shortest = np.where(np.isfinite(apart[line, turn]), x[line, turn] + 1j * y[line, turn], NEVER)
    return np.concatenate([shortest[None], _along(lines, np.array(rays))])


def along(place: Lanes, rays: Floats) -> Complexes:
    """The vectors to a touch along each of many rays without any turn."""
    return _along(_between(place, np.zeros(1)), rays)[:, 0]


def _along(lines: Floats, rays: Floats) -> Complexes:
    """Along each ray after each turn to the first of the lines (ray, turn)."""
    right, ahead = np.sin(np.radians(rays)), np.cos(np.radians(rays))
    axes = np.array([[ahead, -right], [right, ahead]]).swapaxes(1, 2)
    seen = (axes.reshape(-1, 2) @ lines.reshape(2, -1)).reshape(2, len(rays), *lines.shape[1:])
    (aside, across), (away, onward) = seen.swapaxes(1, 2)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        shares = -aside / across
        inches = away + shares * onward
    met = (shares >= -ROUNDING) & (shares <= 1 + ROUNDING) & (inches >= 0)
    least = lowest(np.where(met, inches, NEVER), axis=1)
    finite = np.isfinite(least)
    return np.where(finite, np.where(finite, least, 0.0) * (right + 1j * ahead)[:, None], NEVER)


def _between(place: Lanes, turns: Floats, most: Floats | float = NEVER) -> Floats:
    """The boundary of the vectors at which oblongs overlap shapes, but for its rear (xy, start or way, line, turn).

    A line is an edge of a shape at the corner of an oblong that comes first to it, or a side of an oblong at the
    corner of a shape that does.
    """
    seen = place.turning * np.exp(-1j * turns)
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


def seen_from(point: Point, corner: Point, facing: float) -> Point:
    """A point of the table in the frame of something with this front left corner and facing."""
    angle = radians(facing)
    x, y = point[0] - corner[0], point[1] - corner[1]
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
