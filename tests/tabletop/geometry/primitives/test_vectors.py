"""Directions that are exact at the quarters, turns the short way, and frames."""

from __future__ import annotations

from math import hypot, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.primitives.vectors import (
    ahead,
    direction,
    heading,
    local_point,
    normalized_angle,
    rotate_point,
    turn_between,
)


def test_quarters_are_exact() -> None:
    assert [heading(angle) for angle in (0, 90, 180, 270, 360, -90)] == [
        (0, 1),
        (1, 0),
        (0, -1),
        (-1, 0),
        (0, 1),
        (-1, 0),
    ]
    assert rotate_point((1, 2), (0, 0), 90) == (2, -1)
    assert ahead((1, 1), 45, sqrt(8)) == pytest.approx((3, 3))


@given(st.floats(-720, 720))
def test_a_heading_is_one_long_and_read_back(angle: float) -> None:
    assert isclose(hypot(*heading(angle)), 1)
    assert abs(turn_between(direction(heading(angle)), angle)) < 1e-9
    assert 0 <= normalized_angle(angle) < 360


@pytest.mark.parametrize(("first", "second", "turn"), [(0, 90, 90), (350, 10, 20), (10, 350, -20), (0, 180, -180)])
def test_the_difference_of_directions_goes_the_short_way(first: float, second: float, turn: float) -> None:
    assert turn_between(first, second) == turn


def test_no_vector_has_no_direction_but_up() -> None:
    assert direction((0, 0)) == 0


def test_a_frame_has_its_own_ahead_and_right() -> None:
    assert local_point((3.0, 5.0), (3.0, 2.0), 90.0) == pytest.approx((-3, 0))
