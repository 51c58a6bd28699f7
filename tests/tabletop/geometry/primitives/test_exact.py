"""Exact polygons on a grid of whole numbers, against shapely and against arithmetic."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon

from tabletop.geometry.primitives.exact import (
    TURNS,
    UNIT,
    Ring,
    box,
    heading,
    hull,
    mirror_ring,
    move_ring,
    overlap,
    rotate_grid_point,
    scale_ring,
)
from tabletop.geometry.primitives.polygons import signed_area
from tests.laws import of_each

points = st.tuples(st.integers(-50, 50), st.integers(-50, 50))
rings = st.lists(points, min_size=3, max_size=9).map(hull).filter(lambda ring: len(ring) > 2 and signed_area(ring) > 0)


@given(rings, rings)
def test_overlap_is_what_shapely_says(first: Ring, second: Ring) -> None:
    assert overlap(first, second) == (Polygon(first).intersection(Polygon(second)).area > 1e-9)
    assert overlap(first, second) == overlap(second, first)


@given(rings)
def test_neighbours_that_touch_do_not_overlap(ring: Ring) -> None:
    left, _, right, _ = box(ring)
    assert not overlap(ring, move_ring(ring, (right - left, 0)))
    assert overlap(ring, move_ring(ring, (0, 0)))


@of_each("turn", range(-TURNS, 2 * TURNS))
def test_headings_are_sines_and_cosines_to_four_digits(turn: int) -> None:
    angle = radians(360 / TURNS * turn)
    assert heading(turn) == (round(UNIT * cos(angle)), round(UNIT * sin(angle)))


@pytest.mark.parametrize(
    ("turn", "there"), [(0, (30, 10)), (6, (-10, 30)), (12, (-30, -10)), (18, (10, -30)), (2, (21, 24)), (-2, (31, -6))]
)
def test_turning_goes_anticlockwise_to_the_nearest_point(turn: int, there: tuple[int, int]) -> None:
    assert rotate_grid_point((30, 10), turn) == there


def test_halves_are_rounded_up() -> None:
    assert scale_ring(((1, 3), (-1, -3)), 1, 2) == ((1, 2), (0, -1))


@given(rings)
def test_a_mirrored_ring_keeps_its_sense_and_area(ring: Ring) -> None:
    assert signed_area(mirror_ring(ring)) == signed_area(ring)
    assert set(mirror_ring(ring)) == {(y, x) for x, y in ring}
