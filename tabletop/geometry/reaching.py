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


class Edges(Struct, frozen=True):
    """Every corner of one kind against every edge of the other: rows of x0, y0, x1, y1 for the target and the mover.

    What lies between them, target less mover, holds the whole boundary of the vectors at which the two touch.
    """

    target: Floats
    mover: Floats


class Reaches(Struct, frozen=True):
    """For each turn the least inches to a touch in the cone, with its vector, and those along each ray asked for."""

    least: Floats
    vectors: Floats
    rays: tuple[Floats, ...]


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

    `cone` is the steepest angle off straight ahead and `rays` are single angles, clockwise, in degrees. Inches are
    infinite where nothing is met. Overlaps at the start aren't looked for.
    """
    x0, y0, dx, dy = _between(edges, np.asarray(turns, dtype=float))
    share = np.clip(-(x0 * dx + y0 * dy) / np.maximum(dx * dx + dy * dy, ROUNDING**2), 0, 1)
    nearest = np.stack([x0 + share * dx, y0 + share * dy], axis=-1)
    inches = np.hypot(nearest[..., 0], nearest[..., 1])
    steep = np.tan(np.radians(cone)) * nearest[..., 1] + ROUNDING
    inches[np.abs(nearest[..., 0]) > steep] = NEVER
    straight = tuple(_along(x0, y0, dx, dy, ray=angle) for angle in rays)
    return _least(nearest, inches, straight, rays)


def _between(edges: Edges, turns: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The edges as seen from the turned mover: starts and vectors, turns down and edges across."""
    cosines, sines = np.cos(turns)[:, None], np.sin(turns)[:, None]
    ax, ay, bx, by = edges.target.T
    x0 = cosines * ax + sines * ay - edges.mover[:, 0]
    y0 = cosines * ay - sines * ax - edges.mover[:, 1]
    dx = cosines * bx + sines * by - edges.mover[:, 2] - x0
    dy = cosines * by - sines * bx - edges.mover[:, 3] - y0
    return x0, y0, dx, dy


def _along(x0: Floats, y0: Floats, dx: Floats, dy: Floats, *, ray: float) -> Floats:
    """The least inches along one ray to any of the edges."""
    across, ahead = sin(radians(ray)), cos(radians(ray))
    slope, offset = across * dy - ahead * dx, across * y0 - ahead * x0
    with np.errstate(divide="ignore", invalid="ignore"):
        share = -offset / slope
        inches = across * (x0 + share * dx) + ahead * (y0 + share * dy)
    met = (share >= -ROUNDING) & (share <= 1 + ROUNDING) & (inches >= 0)
    found: Floats = np.where(met, inches, NEVER).min(axis=1)
    return found


def along(edges: Edges, rays: Sequence[float]) -> Floats:
    """The inches to a touch along each of many rays without any turn, clockwise off straight ahead in degrees."""
    x0, y0, dx, dy = (part[0] for part in _between(edges, np.zeros(1)))
    across, ahead = np.sin(np.radians(rays))[:, None], np.cos(np.radians(rays))[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (ahead * x0 - across * y0) / (across * dy - ahead * dx)
        inches = across * (x0 + share * dx) + ahead * (y0 + share * dy)
    met = (share >= -ROUNDING) & (share <= 1 + ROUNDING) & (inches >= 0)
    found: Floats = np.where(met, inches, NEVER).min(axis=1)
    return found


def _least(nearest: Floats, inches: Floats, straight: tuple[Floats, ...], rays: Sequence[float]) -> Reaches:
    best = inches.argmin(axis=1)
    rows = np.arange(len(best))
    least, vectors = inches[rows, best].copy(), nearest[rows, best].copy()
    for found, angle in zip(straight, rays, strict=True):
        better = found < least - ROUNDING
        least = np.where(better, found, least)
        way = np.array([sin(radians(angle)), cos(radians(angle))])
        finite = np.where(np.isfinite(found), found, 0.0)
        vectors = np.where(better[:, None], finite[:, None] * way, vectors)
    return Reaches(least, vectors, straight)


def seen_from(point: Point, corner: Point, facing: float) -> Point:
    """A point of the table in the frame of something with this front left corner and facing."""
    angle = radians(facing)
    x, y = point[0] - corner[0], point[1] - corner[1]
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
