"""Convex polygons as arrays: inches inside them, wider ones, and corners behind edges."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.geometry.primitives.convexes import convexes, corners_behind, inches_inside, widen_polygon
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, area
from tests.tabletop.geometry.longhand import convex

points = st.tuples(st.floats(-20, 20), st.floats(-20, 20))


@given(points, points, st.floats(0, 360), st.floats(0.5, 10), st.floats(0.5, 10))
def test_inches_inside_are_those_of_shapely(
    start: tuple[float, float], end: tuple[float, float], facing: float, width: float, depth: float
) -> None:
    """Along an edge is outside to us and inside to shapely."""
    shape = oblong((0, 0), facing, width, depth)
    assume(shapely.LineString([start, end]).intersection(shapely.Polygon(shape).boundary).length == 0)
    whole = shapely.LineString([start, end]).intersection(shapely.Polygon(shape)).length
    lengths = inches_inside(np.array([start]), np.array([end]), convexes([shape, oblong((0, 0), 0, 6, 2)]))
    assert lengths[0, 0] == pytest.approx(whole, abs=1e-6)


@given(st.floats(0, 360), st.floats(0.5, 10), st.floats(0.5, 10), st.floats(0.001, 1))
def test_a_widened_oblong_is_larger_on_every_side(facing: float, width: float, depth: float, inches: float) -> None:
    larger = widen_polygon(oblong((3, 4), facing, width, depth), inches)
    assert area(larger) == pytest.approx((width + 2 * inches) * (depth + 2 * inches))


@given(st.lists(convex, min_size=1, max_size=4), st.floats(-0.5, 2))
def test_corners_of_larger_shapes_are_those_of_each_alone(polygons: list[Polygon], larger: float) -> None:
    shapes = convexes(polygons)
    found = corners_behind(shapes.normals, shapes.limits + max(larger, 0.0))
    for corner in (corner for polygon in polygons for corner in widen_polygon(polygon, max(larger, 0.0))):
        assert np.hypot(*(found - corner).T).min() < 1e-6


def test_a_smaller_shape_may_have_fewer_corners() -> None:
    """The cut of a corner is gone as soon as its neighbours meet before it."""
    cut = convexes([((0.0, 0.0), (10.0, 0.0), (10.0, 9.9), (9.9, 10.0), (0.0, 10.0))])
    found = corners_behind(cut.normals, cut.limits - 1)
    assert sorted(map(tuple, found.round(9).tolist())) == [(1, 1), (1, 9), (9, 1), (9, 9)]
    assert not len(corners_behind(cut.normals, cut.limits - 6))
