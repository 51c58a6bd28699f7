"""The lines that cutouts are made of, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, radians, sin

from tabletop.pdf.cutouts import Line, Polyline
from tabletop.pdf.surface import Pen, Point
from tabletop.pdf.typography import INK, Style

INCH = 25.4
MM_A_BASE: dict[int, float] = {15: 15.0, 25: 25.0, 28: 25.0}  # 28 mm figures stand on 25 mm bases (Templates)

CUT = Pen(0.25, INK)
FINE = Pen(0.15, INK)
TITLE = Style(9, "bold")
TEXT = Style(7.5)
SMALL = Style(7)
STEPS = 360


def base_size(stands_on: tuple[float, float], scale: int) -> tuple[float, float]:
    """Millimetres of a base of so many base units' width and depth, for models of a scale."""
    wide, deep = stands_on
    return wide * MM_A_BASE[scale], deep * MM_A_BASE[scale]


def around(centre: Point, radius: float, start: float = 0.0, end: float = 360.0) -> Polyline:
    """A circle or a part of it, by degrees clockwise from straight up; its widest points are exact."""
    count = max(2, round(STEPS * abs(end - start) / 360))
    angles = (start + (end - start) * step / count for step in range(count + 1))
    return tuple(towards(centre, radius, angle) for angle in angles)


def towards(centre: Point, radius: float, angle: float) -> Point:
    """The point at a distance in a direction, in degrees clockwise from straight up."""
    turn = radians(angle)
    return round(centre[0] + radius * sin(turn), 9), round(centre[1] - radius * cos(turn), 9)


def oblong(width: float, height: float, at: Point = (0.0, 0.0)) -> Polyline:
    """A closed rectangle from its top left."""
    x, y = at
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)


def cross(centre: Point, reach: float) -> Iterator[Line]:
    """A mark for a middle: two lines across each other with a small ring."""
    x, y = centre
    yield Line(((x - reach, y), (x + reach, y)), CUT)
    yield Line(((x, y - reach), (x, y + reach)), CUT)
    yield Line(around(centre, reach / 2), FINE)


def arc_degrees(length: float, radius: float) -> float:
    """The angle over which an arc is so long."""
    return length / radius * 180 / pi
