"""The price of a wheel: the arc, and the chord as the other reading."""

from __future__ import annotations

from math import isclose, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.rules.movement import WHEEL_MEASURE, wheel_angle, wheel_cost
from tabletop.arcana.rules.movement.motions import WheelMeasure

widths = st.floats(1, 20)
angles = st.floats(0.1, 179)


def test_the_arc_is_what_we_use() -> None:
    assert WHEEL_MEASURE is WheelMeasure.ARC
    assert wheel_cost(5, 90) == wheel_cost(5, 90, WheelMeasure.ARC)


@pytest.mark.parametrize(("angle", "arc", "chord"), [(90, pi / 2, sqrt(2)), (60, pi / 3, 1), (180, pi, 2)])
def test_both_readings_are_exact_where_they_can_be(angle: float, arc: float, chord: float) -> None:
    assert isclose(wheel_cost(4, angle), 4 * arc)
    assert isclose(wheel_cost(4, angle, WheelMeasure.CHORD), 4 * chord)


@given(widths, angles, st.sampled_from(WheelMeasure))
def test_an_angle_and_its_price_are_each_others_reverse(width: float, angle: float, measure: WheelMeasure) -> None:
    assert isclose(wheel_angle(width, wheel_cost(width, angle, measure), measure), angle, rel_tol=1e-6)


@given(widths, angles)
def test_two_small_wheels_cost_what_one_does_by_the_arc_and_more_by_the_chord(width: float, angle: float) -> None:
    assert isclose(2 * wheel_cost(width, angle / 2), wheel_cost(width, angle))
    assert 2 * wheel_cost(width, angle / 2, WheelMeasure.CHORD) > wheel_cost(width, angle, WheelMeasure.CHORD)


def test_no_chord_is_longer_than_two_widths() -> None:
    with pytest.raises(ValueError, match=r"math|expected"):
        wheel_angle(2, 4.1, WheelMeasure.CHORD)
