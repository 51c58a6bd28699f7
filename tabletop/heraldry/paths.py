"""Closed and open paths of straight lines and cubic curves, in parts of a shield's width; x runs right, y down.

A path is drawn as it is in SVG and in PDF. Where lines must be counted or cut it is flattened: each curve becomes
CURVE_STEPS chords (Bernstein polynomials). Arcs of circles are curves of at most WIDEST_ARC degrees, whose controls lie
4/3 tan(a/4) of the radius along the tangents; a quarter circle is then true to three hundredths of a percent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import pairwise
from math import ceil, cos, radians, sin, tan

from msgspec import Struct

Point = tuple[float, float]
Polygon = tuple[Point, ...]

CURVE_STEPS = 12
WIDEST_ARC = 90


class Step(StrEnum):
    """What the pen does in one step of a path, by SVG's letters."""

    MOVE = "M"
    LINE = "L"
    CURVE = "C"
    CLOSE = "Z"


class Segment(Struct, frozen=True):
    """One step of a path: a move or a line has one point, a cubic curve two controls and its end, a close none."""

    kind: Step
    points: tuple[Point, ...] = ()


Path = tuple[Segment, ...]
CLOSE = Segment(Step.CLOSE)


def path(drawing: str) -> Path:
    """A path from SVG's absolute M, L, C and Z, in percent of the unit square: "M 0 0 L 100 0 50 80 Z"."""
    steps = re.findall(r"([MLCZ])([^MLCZ]*)", drawing)
    return tuple(segment for letter, figures in steps for segment in _segments(Step(letter), figures.split()))


def _segments(kind: Step, figures: list[str]) -> Iterator[Segment]:
    values = [float(figure) / 100 for figure in figures]
    points = list(zip(values[::2], values[1::2], strict=True))
    size = 3 if kind == Step.CURVE else 1
    if kind == Step.CLOSE:
        yield CLOSE
    for start in range(0, len(points), size):
        yield Segment(kind, tuple(points[start : start + size]))


def polygon_path(polygon: Iterable[Point]) -> Path:
    """A closed path of straight lines."""
    first, *others = polygon
    return (Segment(Step.MOVE, (first,)), *(Segment(Step.LINE, (point,)) for point in others), CLOSE)


def mirror_half(half: Path) -> Path:
    """A half outline, drawn from the axis x = 0.5 back to it, closed by its mirror image."""
    back = [
        Segment(segment.kind, tuple((1 - x, y) for x, y in (*reversed(segment.points[:-1]), before.points[-1])))
        for before, segment in reversed(list(pairwise(half)))
    ]
    return (*half, *back, CLOSE)


def mirror_pair(side: Path) -> Path:
    """A closed path and its mirror image about x = 0.5."""
    return side + tuple(Segment(segment.kind, tuple((1 - x, y) for x, y in segment.points)) for segment in side)


def circle_point(centre: Point, radius: float, angle: float) -> Point:
    """The point at an angle in degrees, clockwise from three o'clock."""
    return centre[0] + radius * cos(radians(angle)), centre[1] + radius * sin(radians(angle))


def arc(centre: Point, radius: float, start: float, end: float) -> Path:
    """Curves from one angle to another, in degrees clockwise from three o'clock; the pen stands at the start."""
    count = max(1, ceil(abs(end - start) / WIDEST_ARC))
    step = (end - start) / count
    return tuple(_curve(centre, radius, start + step * turn, step) for turn in range(count))


def _curve(centre: Point, radius: float, start: float, step: float) -> Segment:
    reach = 4 / 3 * tan(radians(step / 4)) * radius
    begin, end = circle_point(centre, radius, start), circle_point(centre, radius, start + step)
    return Segment(
        Step.CURVE, (circle_point(begin, reach, start + 90), circle_point(end, reach, start + step - 90), end)
    )


def circle(centre: Point, radius: float) -> Path:
    """A whole circle as a closed path."""
    return (Segment(Step.MOVE, (circle_point(centre, radius, 0),)), *arc(centre, radius, 0, 360), CLOSE)


def scale_path(shape: Path, scale: float, shift: Point) -> Path:
    """The path scaled about the origin, then moved by a shift."""
    return tuple(
        Segment(segment.kind, tuple((x * scale + shift[0], y * scale + shift[1]) for x, y in segment.points))
        for segment in shape
    )


def flatten_path(shape: Path) -> tuple[Polygon, ...]:
    """Each part of the path, from a move to the next, as a polygon; its curves are short chords."""
    parts: list[list[Point]] = []
    for segment in shape:
        if segment.kind == Step.MOVE:
            parts.append([segment.points[0]])
        elif segment.kind == Step.CURVE:
            parts[-1].extend(_chords(parts[-1][-1], *segment.points))
        else:
            parts[-1].extend(segment.points)
    return tuple(tuple(part) for part in parts)


def _chords(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    for t in (step / CURVE_STEPS for step in range(1, CURVE_STEPS + 1)):
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        pairs = list(zip(weights, (start, first, second, end), strict=True))
        yield sum(weight * x for weight, (x, _) in pairs), sum(weight * y for weight, (_, y) in pairs)
