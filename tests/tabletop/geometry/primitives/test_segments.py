"""Segments against other shapes, and directions that are exact at the quarters."""

from __future__ import annotations

from math import hypot, isclose, sqrt

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import circle_crossings, crossing, nearest_point, point_at, span_inside
from tabletop.geometry.primitives.vectors import (
    ahead,
    direction,
    distance,
    heading,
    normalized_angle,
    rotate_point,
    turn_between,
)
from tests.tabletop.geometry.longhand import convex, grid

SQUARE: Polygon = ((0, 0), (4, 0), (4, 4), (0, 4))


@given(grid, grid, convex)
def test_a_segment_is_inside_as_long_as_another_implementation_says(
    start: tuple[int, int], end: tuple[int, int], polygon: Polygon
) -> None:
    span = span_inside((start, end), polygon)
    long = (span[1] - span[0]) * distance(start, end) if span else 0
    along_an_edge = shapely.Polygon(polygon).boundary.intersection(shapely.LineString((start, end))).length
    whole = shapely.Polygon(polygon).intersection(shapely.LineString((start, end))).length
    assert isclose(long, whole, abs_tol=1e-9) or isclose(whole, along_an_edge)


def test_a_segment_along_an_edge_is_outside() -> None:
    assert span_inside(((-1, 0), (5, 0)), SQUARE) is None
    assert span_inside(((-1, 1), (7, 1)), SQUARE) == (0.125, 0.625)
    assert span_inside(((-1, 0.5), (7, 0.5)), SQUARE, margin=0.5) is None


@pytest.mark.parametrize(
    ("first", "second", "point"),
    [
        (((0, 0), (4, 4)), ((0, 4), (4, 0)), (2, 2)),
        (((0, 0), (4, 0)), ((4, 0), (4, 4)), (4, 0)),
        (((0, 0), (4, 0)), ((0, 1), (4, 1)), None),
        (((0, 0), (1, 1)), ((0, 4), (4, 0)), None),
    ],
)
def test_segments_cross_at_one_point_or_not(first: Polygon, second: Polygon, point: tuple[float, float] | None) -> None:
    assert crossing(first, second) == point


@given(grid, grid, grid)
def test_the_nearest_point_of_a_segment_is_the_nearest(
    start: tuple[int, int], end: tuple[int, int], point: tuple[int, int]
) -> None:
    foot = nearest_point((start, end), point)
    assert isclose(
        distance(foot, point), shapely.distance(shapely.LineString((start, end)), shapely.Point(point)), abs_tol=1e-9
    )


@pytest.mark.parametrize(
    ("segment", "points"),
    [
        (((-10, 3), (10, 3)), [(-4, 3), (4, 3)]),
        (((0, 3), (10, 3)), [(4, 3)]),
        (((-10, 5), (10, 5)), []),
        (((-10, 6), (10, 6)), []),
        (((0, 0), (1, 1)), []),
        (((3, 4), (10, 4)), [(3, 4)]),
    ],
)
def test_a_segment_crosses_a_circle_and_a_tangent_only_grazes(
    segment: Polygon, points: list[tuple[float, float]]
) -> None:
    found = list(circle_crossings(segment, (0, 0), 5))
    assert [number for point in found for number in point] == pytest.approx([n for point in points for n in point])


def test_shares_of_a_segment_are_points_on_it() -> None:
    assert point_at(((1, 1), (3, 5)), 0.25) == (1.5, 2)


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
