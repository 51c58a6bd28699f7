"""What a wheel costs: how far its outer front corner goes."""

from __future__ import annotations

from math import asin, degrees, radians, sin
from typing import Literal

Measure = Literal["arc", "chord"]

# “RaF Movement” prices a wheel by how far the moving corner travels: along its arc (ruling T1). The straight line is
# the other reading; by it, several small wheels cost more than one large one.
WHEEL_MEASURE: Measure = "arc"


def wheel_cost(width: float, angle: float, measure: Measure = WHEEL_MEASURE) -> float:
    """The inches that a front of a width pays for a wheel by an angle in degrees."""
    turned = radians(angle)
    return width * turned if measure == "arc" else 2 * width * sin(turned / 2)


def wheel_angle(width: float, inches: float, measure: Measure = WHEEL_MEASURE) -> float:
    """The degrees that so many inches wheel a front of a width; ValueError where no chord is that long."""
    if measure == "arc":
        return degrees(inches / width)
    return degrees(2 * asin(inches / (2 * width)))
