"""Distances: exact in fractions, alike from either side, and the nearest of many is the least of all."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, sqrt

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.distance.distances import (
    are_within,
    closest_pair,
    common_point,
    farthest_pair,
    gap,
    gap_from_disc,
    gap_from_point,
)
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, area
from tabletop.geometry.primitives.vectors import distance
from tests.tabletop.geometry.longhand import convex, squared_distance

SQUARE: Polygon = ((0, 0), (1, 0), (1, 1), (0, 1))
HORSESHOE: Polygon = ((0, 0), (5, 0), (5, 5), (4, 5), (4, 1), (1, 1), (1, 5), (0, 5))

angles = st.floats(0, 360)
middles = st.tuples(st.floats(-20, 20), st.floats(-20, 20))
oblongs = st.builds(oblong, middles, angles, st.floats(0.5, 6), st.floats(0.5, 6))


@given(convex, convex)
def test_the_distance_is_that_of_the_fractions(first: Polygon, second: Polygon) -> None:
    exact = squared_distance(first, second)
    assert isclose(gap(first, second).inches, sqrt(exact), abs_tol=1e-12)
    assert (gap(first, second).inches == 0) == (exact == 0)


@given(oblongs, oblongs)
def test_the_distance_is_that_of_another_implementation(first: Polygon, second: Polygon) -> None:
    assert isclose(gap(first, second).inches, shapely.distance(*map(shapely.Polygon, (first, second))), abs_tol=1e-9)


@given(oblongs, oblongs)
def test_the_distance_is_the_same_from_either_side_and_lies_between_its_points(first: Polygon, second: Polygon) -> None:
    there, back = gap(first, second), gap(second, first)
    assert isclose(there.inches, back.inches, abs_tol=1e-9)
    assert isclose(there.inches, distance(there.start, there.end), abs_tol=1e-12)


@pytest.mark.parametrize(
    ("other", "inches"),
    [
        pytest.param(((1, 0), (2, 0), (2, 1), (1, 1)), 0, id="side by side"),
        pytest.param(((1, 1), (2, 1), (2, 2), (1, 2)), 0, id="corner to corner"),
        pytest.param(((4, 5), (6, 5), (6, 6), (4, 6)), 5, id="three across and four up"),
        pytest.param(((2, 0.5), (3, -0.5), (4, 0.5), (3, 1.5)), 1, id="at 45 degrees, corner to side"),
        pytest.param(((0.25, 0.25), (0.5, 0.25), (0.5, 0.5)), 0, id="inside"),
        pytest.param(((-1, 0.4), (2, 0.4), (2, 0.6), (-1, 0.6)), 0, id="a cross, no corner inside the other"),
    ],
)
def test_the_distance_of_constructed_neighbours_is_exact(other: Polygon, inches: float) -> None:
    assert gap(SQUARE, other).inches == inches


def test_a_shape_in_the_bay_of_another_is_apart_from_it() -> None:
    inside = ((2, 2), (3, 2), (3, 3), (2, 3))
    assert common_point(HORSESHOE, inside) is None
    assert gap(HORSESHOE, inside).inches == 1


@given(st.lists(oblongs, min_size=1, max_size=6), st.lists(oblongs, min_size=1, max_size=6))
def test_the_closest_of_many_is_the_least_gap(first: list[Polygon], second: list[Polygon]) -> None:
    pair = closest_pair(first, second)
    assert pair.gap == gap(first[pair.first], second[pair.second])
    assert pair.gap.inches == min(gap(a, b).inches for a in first for b in second)


@given(st.lists(oblongs, min_size=1, max_size=4), st.lists(oblongs, min_size=1, max_size=4), st.floats(0, 20))
def test_within_is_what_the_closest_gap_says(first: list[Polygon], second: list[Polygon], inches: float) -> None:
    assert are_within(first, second, inches) == (closest_pair(first, second).gap.inches <= inches)


@given(st.lists(oblongs, min_size=2, max_size=6))
def test_the_farthest_of_many_is_the_widest_gap(polygons: list[Polygon]) -> None:
    pair = farthest_pair(polygons)
    assert pair is not None
    widest = max(gap(a, b).inches for index, a in enumerate(polygons) for b in polygons[:index])
    assert isclose(pair.gap.inches, widest, abs_tol=1e-12)


def test_one_alone_is_far_from_nobody_and_nothing_is_close_to_nothing() -> None:
    assert farthest_pair([SQUARE]) is None
    with pytest.raises(ValueError, match="nothing"):
        closest_pair([], [SQUARE])


@pytest.mark.parametrize(
    ("centre", "radius", "inches"),
    [((4, 0.5), 1, 2), ((4, 0.5), 3, 0), ((4, 0.5), 4, 0), ((0.5, 0.5), 1, 0), ((4, 5), 2, 3)],
)
def test_a_disc_is_measured_from_its_rim(centre: tuple[float, float], radius: float, inches: float) -> None:
    assert gap_from_disc(centre, radius, SQUARE).inches == pytest.approx(inches, abs=1e-12)


def test_a_point_inside_is_measured_to_the_edge() -> None:
    assert gap_from_point((0.5, 0.75), SQUARE).inches == 0.25


def test_a_turned_oblong_keeps_its_area() -> None:
    assert isclose(area(oblong((3, 4), 33, 2, 5)), Fraction(10))
