"""Points and vectors of the table: pairs of floats in inches, x to the right and y up.

Directions are angles in degrees, clockwise from up (0 is up the table, 90 to the right). Turns are clockwise above 0.
Quarter turns are exact, so that what faces along the table's edges keeps whole numbers; other turns lose what sine and
cosine lose in floating point.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, degrees, hypot, radians, sin

Point = tuple[float, float]
Vector = tuple[float, float]

QUARTERS: tuple[Vector, ...] = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))


def heading(angle: float) -> Vector:
    """The vector one inch long in a direction in degrees; exact at every quarter turn."""
    quarter, rest = divmod(angle, 90)
    if rest == 0:
        return QUARTERS[int(quarter) % 4]
    return sin(radians(angle)), cos(radians(angle))


def direction(vector: Vector) -> float:
    """The direction of a vector in degrees, from 0 to below 360; 0 for a vector without length."""
    return normalized_angle(degrees(atan2(*vector))) if vector != (0, 0) else 0.0


def normalized_angle(angle: float) -> float:
    """The direction of an angle in degrees, from 0 to below 360."""
    # The first remainder of a tiny angle below 0 is rounded to 360 itself.
    return angle % 360 % 360


def turn_between(first: float, second: float) -> float:
    """The degrees to turn from the first direction to the second, from -180 to below 180."""
    return (second - first + 180) % 360 - 180


def rightward(vector: Vector) -> Vector:
    """The vector after a quarter turn clockwise."""
    return vector[1], -vector[0]


def plus(first: Vector, second: Vector) -> Vector:
    return first[0] + second[0], first[1] + second[1]


def minus(first: Vector, second: Vector) -> Vector:
    return first[0] - second[0], first[1] - second[1]


def times(vector: Vector, factor: float) -> Vector:
    return vector[0] * factor, vector[1] * factor


def dot(first: Vector, second: Vector) -> float:
    return first[0] * second[0] + first[1] * second[1]


def cross(first: Vector, second: Vector) -> float:
    """The area between two vectors in square inches; above 0 where the second lies anticlockwise of the first."""
    return first[0] * second[1] - first[1] * second[0]


def length(vector: Vector) -> float:
    return hypot(*vector)


def distance(first: Point, second: Point) -> float:
    return hypot(second[0] - first[0], second[1] - first[1])


def midpoint(first: Point, second: Point) -> Point:
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def ahead(point: Point, angle: float, inches: float) -> Point:
    """The point so many inches away in a direction in degrees."""
    return plus(point, times(heading(angle), inches))


def rotate_point(point: Point, pivot: Point, angle: float) -> Point:
    """The point after a turn about the pivot, in degrees clockwise; exact at every quarter turn."""
    return rotate_points((point,), pivot, angle)[0]


def rotate_points(points: Iterable[Point], pivot: Point, angle: float) -> tuple[Point, ...]:
    """Points after a turn about the pivot, in degrees clockwise; exact at every quarter turn."""
    (left, low), (sine, cosine) = pivot, heading(angle)
    return tuple(
        (left + (x - left) * cosine + (y - low) * sine, low + (y - low) * cosine - (x - left) * sine) for x, y in points
    )


def local_point(point: Point, corner: Point, facing: float) -> Point:
    """A point of the table in the frame of something with this front left corner and facing: x right, y ahead."""
    angle = radians(facing)
    x, y = point[0] - corner[0], point[1] - corner[1]
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
