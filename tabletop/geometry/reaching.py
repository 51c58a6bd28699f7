"""How far straight ahead, or aslant, oblongs are from touching shapes, for many turns of the first at once."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin, tan

import numpy as np

from tabletop.geometry.convexes import Floats
from tabletop.geometry.lanes import Complexes, Lanes, following
from tabletop.geometry.tolerances import ROUNDING
from tabletop.geometry.vectors import Point

NEVER = float("inf")
# An oblong's right side, left side and front: where it looks and what lies along it, as x + iy.
LOOKS = np.array([1, -1, 1j])[:, None, None]
ALONG = np.array([1j, 1j, 1])[:, None, None]


def reaches(place: Lanes, turns: Floats, *, cone: float, rays: Sequence[float]) -> Complexes:
    """The vectors, as x + iy, by which a mover turned anticlockwise by each of `turns` in radians comes to touch.

    As an array (1 + ray, turn): the shortest of touches at a corner or square to an edge, in the cone of so many
    degrees off straight ahead, and those along single rays, clockwise in degrees. None goes back. Infinite where
    nothing is met. Overlaps at the start aren't looked for.
    """
    starts, ways = _between(place, turns)
    squares = np.maximum(ways.real**2 + ways.imag**2, ROUNDING**2)
    shares = -(starts * ways.conj()).real / squares
    nearest = starts + np.minimum(np.maximum(shares, 0), 1) * ways
    x, y = nearest.real, nearest.imag
    apart = np.where(np.abs(x) <= tan(radians(cone)) * y + ROUNDING, x * x + y * y, NEVER)
    turn, line = np.arange(len(turns)), apart.argmin(axis=1)
    shortest = np.where(np.isfinite(apart[turn, line]), nearest[turn, line], NEVER)
    return np.concatenate([shortest[None], _along(starts, ways, np.array(rays))])


def along(place: Lanes, rays: Floats) -> Complexes:
    """The vectors to a touch along each of many rays without any turn."""
    return _along(*_between(place, np.zeros(1)), rays)[:, 0]


def _along(starts: Complexes, ways: Complexes, rays: Floats) -> Complexes:
    """Along each ray after each turn to the first of the edges (ray, turn)."""
    right, ahead = np.sin(np.radians(rays))[:, None, None], np.cos(np.radians(rays))[:, None, None]
    x, y, dx, dy = (np.ascontiguousarray(part) for part in (starts.real, starts.imag, ways.real, ways.imag))
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = (right * y - ahead * x) / (ahead * dx - right * dy)
        inches = right * (x + shares * dx) + ahead * (y + shares * dy)
    met = (shares >= -ROUNDING) & (shares <= 1 + ROUNDING) & (inches >= 0)
    least = np.where(met, inches, NEVER).min(axis=2)
    finite = np.isfinite(least)
    headings = right[:, 0] + 1j * ahead[:, 0]
    return np.where(finite, np.where(finite, least, 0.0) * headings, NEVER)


def _between(place: Lanes, turns: Floats) -> tuple[Complexes, Complexes]:
    """The boundary of the vectors at which oblongs overlap shapes, but for its rear: starts and ways (turn, line).

    A line is an edge of a shape at the corner of an oblong that comes first to it, or a side of an oblong at the
    corner of a shape that does.
    """
    spun = np.exp(-1j * turns)[:, None, None]
    corners = spun * place.shapes.corners
    lines = zip(_edges(place, corners, spun * place.shapes.normals), _sides(place, corners), strict=True)
    starts, ways = (np.concatenate([part.reshape(len(turns), -1) for part in parts], axis=1) for parts in lines)
    return starts, ways


def _edges(place: Lanes, corners: Complexes, normals: Complexes) -> tuple[Complexes, Complexes]:
    middles, halves = place.middles, place.halves
    first = np.where(normals.real >= 0, 1, -1)[..., None] * halves[:, 0]
    first = first + np.where(normals.imag >= 0, 1j, -1j)[..., None] * halves[:, 1]
    ways = following(corners) - corners
    starts = corners[..., None] - (middles[:, 0] + 1j * middles[:, 1]) + first
    return starts, np.repeat(ways[..., None], len(middles), axis=3)


def _sides(place: Lanes, corners: Complexes) -> tuple[Complexes, Complexes]:
    """With all of the shape's corners that come first at once."""
    away = (corners[:, None] * LOOKS.conj()).real
    aside = (corners[:, None] * ALONG.conj()).real
    near = away.min(axis=3, keepdims=True)
    first = away <= near + ROUNDING
    low = np.where(first, aside, NEVER).min(axis=3, keepdims=True)
    high = np.where(first, aside, -NEVER).max(axis=3, keepdims=True)
    return near * LOOKS + low * ALONG - place.ends, (high - low + place.lengths) * ALONG


def seen_from(point: Point, corner: Point, facing: float) -> Point:
    """A point of the table in the frame of something with this front left corner and facing."""
    angle = radians(facing)
    x, y = point[0] - corner[0], point[1] - corner[1]
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
