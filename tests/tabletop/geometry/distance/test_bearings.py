"""Ranges of directions: across up, cut out of each other, and towards polygons."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.distance.bearings import (
    cut_ranges,
    directions_towards,
    join_ranges,
    nearest_direction,
    range_about,
    range_between,
    ranges_hold,
)

degrees = st.integers(0, 359)
SQUARE = ((-1.0, 9.0), (1.0, 9.0), (1.0, 11.0), (-1.0, 11.0))


def test_a_range_across_up_is_one_again_when_joined() -> None:
    assert join_ranges(range_between(350, 10)) == ((350, 370),)


def test_two_opposite_halves_leave_both_ends() -> None:
    assert cut_ranges(((0, 360),), (*range_about(90, 90), *range_about(270, 90))) == ((0, 0), (180, 180))
    for front in range(1, 90):
        rear = front + 180 + 1e-13  # as floats have enemies before and behind a block
        left = cut_ranges(((0, 360),), (*range_about(front, 90), *range_about(rear, 90)))
        assert [round(start, 6) for start, _ in left] == [front + 90, front + 270]


@given(degrees, st.integers(1, 179), degrees)
def test_what_is_cut_out_is_gone_and_the_rest_stays(middle: int, half: int, bearing: int) -> None:
    left = cut_ranges(((0.0, 360.0),), range_about(middle, half))
    apart = abs((bearing - middle + 180) % 360 - 180)
    assert ranges_hold(left, bearing) == (apart >= half)


def test_the_nearest_direction_is_an_end_or_itself() -> None:
    assert (
        nearest_direction([(100, 200)], 150),
        nearest_direction([(100, 200)], 90),
        nearest_direction([(100, 200)], 260),
    ) == (150, 100, 200)


def test_a_polygon_ahead_takes_the_directions_of_its_corners() -> None:
    (low, left), (right, high) = directions_towards((0.0, 0.0), SQUARE, 50)
    assert (low, high) == (-1, 361)
    assert left == pytest.approx(360 - right)
    assert left == pytest.approx(6.340191746)


def test_out_of_reach_nothing_is_taken() -> None:
    assert directions_towards((0.0, 0.0), SQUARE, 8.9) == ()


def test_in_contact_half_of_all_directions_lead_in() -> None:
    assert directions_towards((0.0, 9.0), SQUARE, 5) == ((-1, 90), (270, 361))


def test_at_a_corner_a_quarter_of_all_directions_leads_in() -> None:
    """Whichever of its two edges is nearer by what floats lose: along either the point only brushes past."""
    for lost in ((0.0, 0.0), (1e-9, 0.0), (-1e-9, 0.0), (0.0, 1e-9), (0.0, -1e-9), (-1e-9, 1e-9), (1e-9, 1e-9)):
        assert directions_towards((-1.0 + lost[0], 9.0 + lost[1]), SQUARE, 5) == ((0, 90),)
