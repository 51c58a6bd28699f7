"""How far straight ahead, or aslant, polygons are from touching others, for many turns of the first at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

import numpy as np
from msgspec import Struct

from tabletop.geometry.convexes import Floats
from tabletop.geometry.lanes import Complexes, Lanes
from tabletop.geometry.tolerances import ROUNDING
from tabletop.geometry.vectors import Point

NEVER = float("inf")
Lines = tuple[Floats, Floats, Floats, Floats]


class Reaches(Struct, frozen=True):
    """For each turn the least inches to a touch in the cone, with its vector, and those along each ray (ray, turn)."""

    least: Floats
    vectors: Floats
    rays: Floats


def reaches(place: Lanes, turns: Floats, *, cone: float, rays: Sequence[float]) -> Reaches:
    """For a mover turned anticlockwise by each of `turns` in radians, then going straight.

    `cone` is the steepest angle off straight ahead and `rays` are single angles, clockwise, in degrees; none goes back.
    Inches, and then vectors too, are infinite where nothing is met. Overlaps at the start aren't looked for.
    """
    lines = _between(place, turns)
    x0, y0, dx, dy = lines
    share = np.clip(-(x0 * dx + y0 * dy) / np.maximum(dx * dx + dy * dy, ROUNDING**2), 0, 1)
    x, y = x0 + share * dx, y0 + share * dy
    inches = np.hypot(x, y)
    inches[np.abs(x) > np.tan(np.radians(cone)) * y + ROUNDING] = NEVER
    best = inches.argmin(axis=1)[:, None]
    least, *nearest = (np.take_along_axis(each, best, axis=1)[:, 0] for each in (inches, x, y))
    return _least(least, np.stack(nearest, axis=-1), _along(lines, rays), rays)


def along(place: Lanes, rays: Sequence[float] | Floats) -> Floats:
    """The inches to a touch along each of many rays without any turn, clockwise off straight ahead in degrees."""
    return _along(_between(place, np.zeros(1)), rays)[:, 0]


def _between(place: Lanes, turns: Floats) -> Lines:
    """The boundary of the vectors at which oblongs overlap shapes, but for its rear: starts and ways (turn, line).

    A line is an edge of a shape at the corner of an oblong that comes first to it, or a side of an oblong at the
    corner of a shape that does.
    """
    spun = np.exp(-1j * turns)[:, None, None]
    corners = spun * place.corners
    lines = zip(_edges(place, corners, spun * place.normals), *_sides(place, corners.real, corners.imag), strict=True)
    x0, y0, dx, dy = (np.concatenate([part.reshape(len(turns), -1) for part in parts], axis=1) for parts in lines)
    return x0, y0, dx, dy


def _edges(place: Lanes, corners: Complexes, normals: Complexes) -> Lines:
    (mx, my), (hx, hy) = place.middles.T, place.halves.T
    right, ahead = (np.where(part >= 0, 1.0, -1.0)[..., None] for part in (normals.real, normals.imag))
    x0 = corners.real[..., None] - mx + right * hx
    y0 = corners.imag[..., None] - my + ahead * hy
    ways = corners[:, :, [*range(1, corners.shape[2]), 0]] - corners
    dx, dy = (np.repeat(part[..., None], len(place.own) // 4, axis=3) for part in (ways.real, ways.imag))
    return x0, y0, dx, dy


def _sides(place: Lanes, x: Floats, y: Floats) -> Iterator[Lines]:
    """Right, left and front."""
    (mx, my), (hx, hy) = place.middles.T, place.halves.T
    for right in (1, -1):
        near, low, high = _foremost(right * x, y)
        x0 = right * near - mx - right * hx
        yield x0, low - my - hy, np.zeros_like(x0), high - low + 2 * hy
    near, low, high = _foremost(y, x)
    y0 = near - my - hy
    yield low - mx - hx, y0, high - low + 2 * hx, np.zeros_like(y0)


def _foremost(away: Floats, aside: Floats) -> tuple[Floats, Floats, Floats]:
    """Of each shape's corners, how far away the nearest are, and from where to where they lie aside."""
    near = away.min(axis=2, keepdims=True)
    first = away <= near + ROUNDING
    low, high = np.where(first, aside, NEVER), np.where(first, aside, -NEVER)
    return near, low.min(axis=2, keepdims=True), high.max(axis=2, keepdims=True)


def _along(lines: Lines, rays: Sequence[float] | Floats) -> Floats:
    """The least inches along each ray after each turn to any of the edges (ray, turn)."""
    x0, y0, dx, dy = lines
    across, ahead = np.sin(np.radians(rays))[:, None, None], np.cos(np.radians(rays))[:, None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (ahead * x0 - across * y0) / (across * dy - ahead * dx)
        inches = across * (x0 + share * dx) + ahead * (y0 + share * dy)
    met = (share >= -ROUNDING) & (share <= 1 + ROUNDING) & (inches >= 0)
    found: Floats = np.where(met, inches, NEVER).min(axis=2)
    return found


def vectors_along(rays: Sequence[float] | Floats, inches: Floats) -> Floats:
    """So far along each ray (ray, ..., xy)."""
    angles = np.radians(rays).reshape(-1, *(1,) * (inches.ndim - 1))
    finite = np.where(np.isfinite(inches), inches, 0.0)
    vectors = np.stack([finite * np.sin(angles), finite * np.cos(angles)], axis=-1)
    return np.where(np.isfinite(inches)[..., None], vectors, NEVER)


def _least(least: Floats, nearest: Floats, straight: Floats, rays: Sequence[float]) -> Reaches:
    vectors = np.where(np.isfinite(least)[:, None], nearest, NEVER)
    for inches, vector in zip(straight, vectors_along(rays, straight), strict=True):
        better = inches < least - ROUNDING
        least, vectors = np.where(better, inches, least), np.where(better[:, None], vector, vectors)
    return Reaches(least, vectors, straight)


def seen_from(point: Point, corner: Point, facing: float) -> Point:
    """A point of the table in the frame of something with this front left corner and facing."""
    angle = radians(facing)
    x, y = point[0] - corner[0], point[1] - corner[1]
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
