"""One free line between many shapes: what centres and corners miss, gaps, grazes, and depths."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop.geometry.primitives.arrays import Floats
from tabletop.geometry.primitives.convexes import convexes, inches_inside, widen_polygon
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import GRAZE, RANGE
from tabletop.geometry.visibility.depth_limits import Depth, DepthLimits
from tabletop.geometry.visibility.sightlines import free_line
from tests.tabletop.geometry.limits import depth_limits

NEAR, FAR = oblong((0, 0), 0, 6, 2), oblong((0, 30), 0, 6, 2)


def allowing(depth: Depth | float, shapes: int = 1) -> DepthLimits:
    """A depth, or so many inches, inside each of so many bodies."""
    return depth_limits([depth] * shapes, np.arange(shapes))


def seen(*shapes: Polygon) -> Segment | None:
    return free_line(NEAR, FAR, convexes(list(shapes)), allowing(Depth.NONE, len(shapes)))


def test_nothing_between_is_seen_straight() -> None:
    assert free_line(NEAR, FAR, convexes([NEAR]).chosen(np.zeros(1, dtype=bool)), allowing(Depth.NONE, 0)) == (
        (0, 0),
        (0, 30),
    )
    assert seen(oblong((40, 15), 0, 5, 5)) == ((0, 0), (0, 30))


def test_a_broad_wall_hides() -> None:
    assert seen(oblong((0, 15), 0, 8, 1)) is None


def test_around_its_end_it_doesnt() -> None:
    assert seen(oblong((3, 15), 0, 8, 1)) is not None


def test_two_walls_hide_together_what_neither_does() -> None:
    left, right = oblong((-2, 12), 0, 8, 1), oblong((2, 18), 0, 8, 1)
    assert seen(left) is not None
    assert seen(right) is not None
    assert seen(left, right) is None


@pytest.mark.parametrize(("gap", "visible"), [(0.0, False), (0.0005, False), (0.05, True), (1.0, True)])
def test_a_gap_is_seen_through_where_it_is_one(gap: float, visible: bool) -> None:
    walls = oblong((-5 - gap / 2, 15), 0, 10, 0.5), oblong((5 + gap / 2, 15), 0, 10, 0.5)
    grown_walls = [widen_polygon(wall, 0.0005) for wall in walls]
    assert (seen(*grown_walls) is not None) == visible


def test_a_slit_beside_the_middle_that_no_corner_looks_through() -> None:
    walls = [oblong((-9.6, 15), 0, 20, 1), oblong((11.4, 15), 0, 21, 1)]
    for start, end in [((0, 0), (0, 30)), *(((x, 1), (z, 29)) for x in (-3, 3) for z in (-3, 3))]:
        assert inches_inside(np.array([start], float), np.array([end], float), convexes(walls)).any()
    assert seen(*walls) is not None


def inches_in_shape(line: Segment, shape: Polygon) -> float:
    """By shapely; along an edge counts as inside."""
    return float(shapely.intersection(shapely.LineString(line), shapely.Polygon(shape)).length)


@pytest.mark.parametrize(("inches", "visible"), [(3.0, True), (2.99, False), (3.01, True)])
def test_the_least_depth_counts(inches: float, visible: bool) -> None:
    wood, hidden = oblong((0, 30), 0, 40, 20), oblong((0, 23.5), 0, 1, 1)
    line = free_line(NEAR, hidden, convexes([wood]), allowing(inches))
    assert (line is not None) == visible


def test_the_least_depth_may_be_slantwise() -> None:
    """Across a corner it is shorter than straight."""
    wood, inside = oblong((0, 20), 45, 20, 20), oblong((0, 9), 0, 1, 1)
    away = oblong((-14, 4), 0, 1, 1)
    line = free_line(away, inside, convexes([wood]), allowing(2.5))
    assert line is not None
    assert inches_in_shape(line, wood) <= 2.5


def along_edge(polygon: Polygon, parts: int) -> Floats:
    corners = np.array(polygon)
    shares = np.arange(parts)[:, None] / parts
    return np.concatenate([a + shares * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])


@settings(max_examples=50)
@example(0.0, 0.0, 6.0, 4.0, 0.5)
@given(st.floats(-8, 8), st.floats(0, 180), st.floats(4, 20), st.floats(4, 10), st.floats(-0.5, 0.5))
def test_no_line_is_shorter_inside_than_what_is_found(
    x: float, facing: float, width: float, depth: float, spare: float
) -> None:
    """Tried lines bound the least inches from above; what is found is no line that has more.

    They are tried in a wood that is a little larger: one along its very edge, as from corner to corner of ends of its
    own width, has none inside, but is no gap to see through.
    """
    wood = oblong((x, 14), facing, width, depth)
    woods, larger = convexes([wood]), convexes([widen_polygon(wood, 2 * GRAZE)])
    starts, ends = along_edge(NEAR, 12), along_edge(FAR, 12)
    tried = inches_inside(np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1)), larger)[:, 0].min()
    allowed = max(tried + spare, 1e-2)
    line = free_line(NEAR, FAR, woods, allowing(allowed))
    assert line is not None or spare < 1e-2
    if line:
        start, end = (np.array([point]) for point in line)
        assert inches_inside(start, end, woods)[0, 0] <= allowed + RANGE + 1e-9
