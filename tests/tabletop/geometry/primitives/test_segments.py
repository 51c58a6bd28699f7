"""Segments against each other, circles and polygons."""

from __future__ import annotations

from math import isclose

import pytest
import shapely
from hypothesis import given

from tabletop.geometry.distance.distances import gap_from_point
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import circle_crossings, crossing, point_at, span_inside
from tabletop.geometry.primitives.vectors import (
    distance,
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
    foot = gap_from_point(point, (start, end)).end
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
