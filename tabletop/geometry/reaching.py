"""How far straight ahead, or aslant, polygons are from touching others, for many turns of the first at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.polygons import Polygon, sides
from tabletop.geometry.tolerances import ROUNDING
from tabletop.geometry.vectors import Point

Floats = NDArray[np.float64]
NEVER = float("inf")
Lines = tuple[Floats, Floats, Floats, Floats]


class Edges(Struct, frozen=True):
    """Every corner of one kind against every edge of the other: rows of x0, y0, x1, y1 for the target and the mover.

    What lies between them, target less mover, holds the whole boundary of the vectors at which the two touch.
    """

    target: Floats
    mover: Floats

    def near(self, turn: float, inches: float) -> Edges:
        """Those no farther than so many inches from a touch after a turn."""
        x0, y0, dx, dy = _between(self, np.array([turn]))
        kept = np.hypot(*_nearest(x0, y0, dx, dy))[0] <= inches
        return Edges(self.target[kept], self.mover[kept])

    @property
    def farthest(self) -> float:
        """How far a corner of the target is from the point that the mover turns about."""
        return float(np.hypot(self.target[:, 0], self.target[:, 1]).max(initial=0.0))


class Reaches(Struct, frozen=True):
    """For each turn the least inches to a touch in the cone, with its vector, and those along each ray (ray, turn)."""

    least: Floats
    vectors: Floats
    rays: Floats


def edges_between(mover: Sequence[Polygon], target: Sequence[Polygon]) -> Edges:
    """Both in the mover's own frame: y ahead, x to its right, the point it turns about at the origin."""
    rows = [row for own in mover for other in target for row in _rows(own, other)]
    table = np.array(rows)
    return Edges(table[:, :4], table[:, 4:])


def _rows(own: Polygon, other: Polygon) -> Iterable[tuple[float, ...]]:
    for start, end in sides(other):
        yield from ((*start, *end, *corner, *corner) for corner in own)
    for start, end in sides(own):
        yield from ((*corner, *corner, *start, *end) for corner in other)


def reaches(edges: Edges, turns: Sequence[float] | Floats, *, cone: float, rays: Sequence[float]) -> Reaches:
    """For a mover turned anticlockwise by each of `turns` in radians, then going straight.

    `cone` is the steepest angle off straight ahead and `rays` are single angles, clockwise, in degrees. Inches, and
    then vectors too, are infinite where nothing is met. Overlaps at the start aren't looked for.
    """
    lines = _between(edges, np.asarray(turns, dtype=float))
    x, y = _nearest(*lines)
    inches = np.hypot(x, y)
    inches[np.abs(x) > np.tan(np.radians(cone)) * y + ROUNDING] = NEVER
    best = inches.argmin(axis=1)[:, None]
    least, *nearest = (np.take_along_axis(each, best, axis=1)[:, 0] for each in (inches, x, y))
    return _least(least, np.stack(nearest, axis=-1), _along(lines, rays), rays)


def _between(edges: Edges, turns: Floats) -> Lines:
    """The edges as seen from the turned mover: starts and vectors, turns down and edges across."""
    cosines, sines = np.cos(turns)[:, None], np.sin(turns)[:, None]
    ax, ay, bx, by = edges.target.T
    x0 = cosines * ax + sines * ay - edges.mover[:, 0]
    y0 = cosines * ay - sines * ax - edges.mover[:, 1]
    dx = cosines * bx + sines * by - edges.mover[:, 2] - x0
    dy = cosines * by - sines * bx - edges.mover[:, 3] - y0
    return x0, y0, dx, dy


def along(edges: Edges, rays: Sequence[float] | Floats, turn: float = 0.0) -> Floats:
    """The inches to a touch along each of many rays after one turn, clockwise off straight ahead in degrees."""
    return _along(_between(edges, np.array([turn])), rays)[:, 0]


def _nearest(x0: Floats, y0: Floats, dx: Floats, dy: Floats) -> tuple[Floats, Floats]:
    """The point of each edge that is nearest to the mover's own place."""
    share = np.clip(-(x0 * dx + y0 * dy) / np.maximum(dx * dx + dy * dy, ROUNDING**2), 0, 1)
    return x0 + share * dx, y0 + share * dy


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
