"""What shadows close no line gets through: wide walls, walls that hide together, and never one with a gap."""

from __future__ import annotations

import numpy as np
from hypothesis import event, given
from hypothesis import strategies as st

from tabletop.geometry.primitives.convexes import Convexes, convexes
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.visibility.depth_limits import Depth, DepthLimits
from tabletop.geometry.visibility.occlusion import each_surely_hidden
from tabletop.geometry.visibility.sightlines import free_line
from tests.tabletop.geometry.limits import depth_limits

NEAR, FAR = oblong((0, 0), 0, 6, 2), oblong((0, 30), 0, 6, 2)
LEFT, RIGHT = oblong((-2, 12), 0, 8, 1), oblong((2, 18), 0, 8, 1)


def surely_hidden(first: Convexes, second: Convexes, shapes: Convexes, limits: DepthLimits) -> bool:
    """One pair of ends among these shapes."""
    every = Convexes(shapes.corners[None], shapes.normals[None], shapes.limits[None])
    return bool(
        each_surely_hidden(
            first, second, every, DepthLimits(limits.depths[None], limits.inches[None], limits.owners[None])
        )[0]
    )


def shut(*shapes: Polygon, depth: Depth = Depth.NONE) -> bool:
    limits = depth_limits([depth] * len(shapes), np.arange(len(shapes)))
    return surely_hidden(convexes([NEAR]), convexes([FAR]), convexes(list(shapes)), limits)


def test_a_broad_wall_closes_and_a_narrow_one_doesnt() -> None:
    assert shut(oblong((0, 15), 0, 8, 1))
    assert not shut(oblong((0, 15), 0, 5, 1))


def test_two_walls_close_together_what_neither_does() -> None:
    assert not shut(LEFT)
    assert not shut(RIGHT)
    assert shut(LEFT, RIGHT)


def test_a_gap_is_left_open() -> None:
    assert not shut(oblong((-5.01, 15), 0, 10, 0.5), oblong((5.01, 15), 0, 10, 0.5))


def test_what_one_may_see_through_closes_twice() -> None:
    assert not shut(oblong((0, 15), 0, 8, 1), depth=Depth.ONE)
    assert shut(oblong((0, 12), 0, 8, 1), oblong((0, 18), 0, 8, 1), depth=Depth.ONE)


def test_a_wall_behind_an_end_closes_nothing() -> None:
    assert not shut(oblong((0, -4), 0, 40, 1), oblong((0, 34), 0, 40, 1))


def test_ends_that_stand_around_each_other_arent_decided() -> None:
    around = convexes([oblong((0, 15), 0, 40, 40)])
    limits = depth_limits([Depth.NONE] * 2, np.arange(2))
    assert not surely_hidden(around, convexes([FAR]), convexes([LEFT, RIGHT]), limits)


walls = st.builds(
    oblong,
    st.tuples(st.floats(-8, 8), st.floats(2, 28)),
    st.floats(0, 360),
    st.floats(2, 14),
    st.floats(0.5, 3),
)


@given(st.lists(walls, min_size=1, max_size=6), st.sampled_from([Depth.NONE, Depth.ONE]), st.floats(-60, 60))
def test_where_shadows_close_no_line_is_free(shapes: list[Polygon], depth: Depth, facing: float) -> None:
    limits = depth_limits([depth] * len(shapes), np.arange(len(shapes)))
    ends, others = (NEAR, oblong((3, 30), facing, 6, 2)), convexes(shapes)
    if surely_hidden(convexes(ends[:1]), convexes(ends[1:]), others, limits):
        event("closed")
        assert free_line(*ends, others, limits) is None
