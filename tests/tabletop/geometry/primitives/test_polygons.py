"""Polygons: hulls, areas, containment, depth of overlaps, and cuts."""

from __future__ import annotations

from math import isclose

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.geometry.primitives.convexes import widen_polygon
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import (
    Polygon,
    anticlockwise,
    area,
    box,
    centroid,
    clip_polygon,
    contains,
    hull,
    is_convex,
    overlapping,
    signed_area,
)
from tabletop.geometry.primitives.vectors import heading, times
from tests.tabletop.geometry.longhand import convex, grid, overlap_depth, squared_distance

SQUARE: Polygon = ((0, 0), (1, 0), (1, 1), (0, 1))
HORSESHOE: Polygon = ((0, 0), (5, 0), (5, 5), (4, 5), (4, 1), (1, 1), (1, 5), (0, 5))


@given(st.lists(grid, min_size=1, max_size=12))
def test_a_hull_is_convex_and_holds_every_point(points: list[tuple[int, int]]) -> None:
    corners = hull(points)
    assert set(corners) <= set(points)
    if len(corners) > 2:
        assert is_convex(corners)
        assert signed_area(corners) > 0
        assert all(shapely.Polygon(corners).intersects(shapely.Point(point)) for point in points)


@given(convex)
def test_area_and_middle_are_those_of_another_implementation(corners: Polygon) -> None:
    other = shapely.Polygon(corners)
    assert isclose(area(corners), other.area)
    assert centroid(corners) == pytest.approx((other.centroid.x, other.centroid.y))
    assert anticlockwise(corners[::-1])[0] in corners
    assert signed_area(anticlockwise(corners[::-1])) > 0


@given(convex, convex)
def test_depth_is_above_nothing_just_where_the_insides_overlap(first: Polygon, second: Polygon) -> None:
    overlap = shapely.Polygon(first).intersection(shapely.Polygon(second)).area
    assert (overlap_depth(first, second) > 1e-9) == (overlap > 1e-9)
    assert (overlap_depth(first, second) > -1e-12) >= (squared_distance(first, second) == 0)


@pytest.mark.parametrize(
    ("other", "deep"),
    [
        (((1, 0), (2, 0), (2, 1), (1, 1)), 0),
        (((0.75, 0.5), (2, 0.5), (2, 2), (0.75, 2)), 0.25),
        (((3, 0), (4, 0), (4, 1), (3, 1)), -2),
    ],
)
def test_depth_is_how_far_to_push(other: Polygon, deep: float) -> None:
    assert overlap_depth(SQUARE, other) == deep == overlap_depth(other, SQUARE)


@pytest.mark.parametrize(
    ("point", "inside"), [((0.5, 3), True), ((2.5, 3), False), ((2.5, 0.5), True), ((6, 3), False)]
)
def test_a_bay_is_outside(point: tuple[float, float], inside: bool) -> None:
    assert contains(HORSESHOE, point) is inside
    assert not is_convex(HORSESHOE)


def test_overlapping_pairs_are_found_and_touching_ones_arent() -> None:
    row = [oblong((x, 0), 0, 1, 1) for x in (0, 1, 2.5, 4)]
    assert sorted(overlapping(row, [oblong((1.75, 0), 0, 1, 1)])) == [(1, 0), (2, 0)]
    assert list(overlapping(row, row)) == []


def test_a_box_is_what_a_polygon_reaches() -> None:
    assert box(HORSESHOE) == (0, 0, 5, 5)


@given(st.floats(0, 360), st.tuples(st.floats(-20, 20), st.floats(-20, 20)))
def test_what_is_cut_off_and_what_is_left_are_the_whole(angle: float, on: tuple[float, float]) -> None:
    normal, whole = heading(angle), oblong((0, 0), 0, 10, 6)
    parts = clip_polygon(whole, [(normal, on)]), clip_polygon(whole, [(times(normal, -1), on)])
    assume(all(not part or area(part) > 1e-9 for part in parts))
    assert sum(area(part) for part in parts if part) == pytest.approx(60)
    assert all(contains(widen_polygon(whole, 1e-6), point) for part in parts for point in part)
