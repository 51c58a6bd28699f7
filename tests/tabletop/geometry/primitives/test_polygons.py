"""Polygons: hulls, areas, containment, depth, and lattices whose neighbours share corners."""

from __future__ import annotations

from math import isclose

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.primitives.lattice import Lattice, oblong
from tabletop.geometry.primitives.polygons import (
    Polygon,
    anticlockwise,
    area,
    box,
    centroid,
    contains,
    hull,
    is_convex,
    overlapping,
    signed_area,
)
from tests.tabletop.geometry.longhand import convex, grid, overlap_depth, squared_distance

SQUARE: Polygon = ((0, 0), (1, 0), (1, 1), (0, 1))
HORSESHOE: Polygon = ((0, 0), (5, 0), (5, 5), (4, 5), (4, 1), (1, 1), (1, 5), (0, 5))
floats = st.floats(-100, 100)
lattices = st.builds(Lattice, st.tuples(floats, floats), st.floats(-360, 360), st.floats(0.5, 3), st.floats(0.5, 3))


@given(lattices, st.integers(0, 20), st.integers(0, 20))
def test_neighbours_share_their_corners_to_the_last_bit(lattice: Lattice, column: int, row: int) -> None:
    front_left, rear_left, rear_right, front_right = lattice.cell(column, row)
    assert (front_right, rear_right) == (lattice.cell(column + 1, row)[0], lattice.cell(column + 1, row)[1])
    assert (rear_left, rear_right) == (lattice.cell(column, row + 1)[0], lattice.cell(column, row + 1)[3])
    assert front_left == lattice.point(column, row)


@given(lattices)
def test_cells_run_anticlockwise_and_cover_the_block(lattice: Lattice) -> None:
    cells = [lattice.cell(column, row) for column in range(3) for row in range(2)]
    assert all(signed_area(cell) > 0 for cell in cells)
    assert isclose(sum(map(area, cells)), area(lattice.block((0, 3), (0, 2))), rel_tol=1e-9)


@pytest.mark.parametrize(
    ("facing", "corners"),
    [
        (0, ((10, 20), (10, 18), (13, 18), (13, 20))),
        (90, ((10, 20), (8, 20), (8, 17), (10, 17))),
        (180, ((10, 20), (10, 22), (7, 22), (7, 20))),
        (270, ((10, 20), (12, 20), (12, 23), (10, 23))),
    ],
)
def test_a_block_runs_right_along_its_front_and_back_from_it(facing: float, corners: Polygon) -> None:
    assert Lattice((10, 20), facing, 1, 1).block((0, 3), (0, 2)) == corners


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
    row = [oblong((place, 0), 0, 1, 1) for place in (0, 1, 2.5, 4)]
    assert sorted(overlapping(row, [oblong((1.75, 0), 0, 1, 1)])) == [(1, 0), (2, 0)]
    assert list(overlapping(row, row)) == []


def test_a_box_is_what_a_polygon_reaches() -> None:
    assert box(HORSESHOE) == (0, 0, 5, 5)
