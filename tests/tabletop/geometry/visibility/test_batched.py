"""Many lines at once are those that are found one by one, and what is allowed inside bodies counts body by body."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tabletop.geometry.distance.distances import gap
from tabletop.geometry.primitives.convexes import inches_inside
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.visibility.batched import (
    Blockers,
    Ends,
    blockers_of,
    ends_of,
    free_lines,
    outlook,
    plain_line,
    shapes_between,
)
from tabletop.geometry.visibility.depth_limits import Depth
from tests.tabletop.geometry.limits import depth_limits

NEAR = ends_of([oblong((0, 0), 0, 6, 2)])


def lines_to(others: list[Ends], blockers: Blockers, allowed: dict[int, Depth | float]) -> list[Segment | None]:
    return free_lines(outlook(blockers, NEAR, others), [allowed] * len(others))


def row(y: float) -> list[Polygon]:
    """One body of two halves that touch."""
    return [oblong((-10, y), 0, 20, 1), oblong((10, y), 0, 20, 1)]


@pytest.mark.parametrize(
    ("allowed", "seen"),
    [
        ({}, True),
        ({0: Depth.ANY, 1: Depth.ANY}, True),
        ({0: Depth.NONE}, False),
        ({0: Depth.ONE}, True),
        ({0: Depth.ONE, 1: Depth.ONE}, False),
        ({0: 1.01, 1: 1.01}, True),
        ({0: 1.01, 1: 0.99}, False),
    ],
)
def test_a_line_runs_through_what_it_may(allowed: dict[int, Depth | float], seen: bool) -> None:
    [line] = lines_to([ends_of([oblong((0, 30), 0, 6, 2)])], blockers_of([row(10), row(20)]), allowed)
    assert (line is not None) == seen


def test_the_inches_inside_are_measured_as_it_stands_not_half_by_half() -> None:
    """Ten parts in one line, each a hair larger than it is to leave no gap, aren't ten hairs more."""
    steps = [oblong((0, 10 + 0.3 * number), 0, 20, 0.3) for number in range(10)]
    ends = [ends_of([oblong((0, 30), 0, 6, 2)])]
    assert lines_to(ends, blockers_of([steps]), {0: 3.0}) != [None]
    assert lines_to(ends, blockers_of([steps]), {0: 2.998}) == [None]


def test_no_line_runs_between_both_halves_of_a_body() -> None:
    halves = [oblong((x, 15), 0, 20, 40) for x in (-10, 10)]
    ends = [ends_of([oblong((0, 30), 0, 6, 2)])]
    assert lines_to(ends, blockers_of([halves]), {0: 27.9}) == [None]
    assert lines_to(ends, blockers_of([halves]), {0: 28.0}) != [None]
    assert list(blockers_of([halves]).crossed_by(((0.0, 0.0), (0.0, 30.0)))) == [(0, 0.0, pytest.approx(30))]


WOOD = oblong((0, 0), 0, 90, 90)


def test_who_stands_among_others_in_a_wood_sees_the_nearest_of_them() -> None:
    """What is around all of them holds the viewer too: lines between what is around both say nothing."""
    others = [oblong(at, 45, 1, 1) for at in ((1.3, -5.5), (4, 4.5), (-2.6, 0.6))]
    among = outlook(blockers_of([[WOOD]]), ends_of([oblong((0, 0), 20, 1, 1)]), [ends_of(others)])
    assert free_lines(among, [{0: 1.5}]) != [None]
    assert free_lines(among, [{0: 1.48}]) == [None]


spots = st.tuples(st.floats(-6, 6), st.floats(-6, 6))
bases = st.lists(st.builds(oblong, spots, st.floats(0, 90), st.just(1.0), st.just(1.0)), min_size=1, max_size=4)


@settings(max_examples=20)
@given(bases, bases)
def test_in_a_wood_one_sees_as_far_as_to_the_nearest(first: list[Polygon], others: list[Polygon]) -> None:
    nearest = min(gap(one, other).inches for one in first for other in others)
    assume(nearest > 0.1)
    among = outlook(blockers_of([[WOOD]]), ends_of(first), [ends_of(others)])
    assert free_lines(among, [{0: nearest + 2e-3}]) != [None]
    assert free_lines(among, [{0: nearest - 2e-3}]) == [None]


def test_a_line_enters_bodies_in_shares_and_inches() -> None:
    blockers = blockers_of([row(10), [oblong((0, 20), 0, 2, 2)], [oblong((30, 5), 0, 2, 2)]])
    found = list(blockers.crossed_by(((3.0, 0.0), (3.0, 40.0))))
    assert [body for body, *_ in found] == [0]
    assert found[0][1:] == pytest.approx((9.5 / 40, 1.0), abs=2e-3)


def test_without_anything_in_the_way_middles_see_each_other() -> None:
    assert lines_to([ends_of([oblong((0, 30), 0, 6, 2)])], blockers_of([]), {}) == [((0, 0), (0, 30))]


def test_ends_about_one_middle_have_what_is_between_them_in_the_way() -> None:
    ring = [oblong((x, y), 0, 1, 1) for x, y in ((-8, 0), (8, 0), (0, -8), (0, 8))]
    fence = [oblong((x, 0), 0, 0.5, 20) for x in (-5, 5)] + [oblong((0, y), 0, 20, 0.5) for y in (-5, 5)]
    assert lines_to([ends_of(ring)], blockers_of([fence]), {0: Depth.NONE}) == [None]
    assert lines_to([ends_of(ring)], blockers_of([fence[:3]]), {0: Depth.NONE}) != [None]


oblongs = st.builds(
    oblong, st.tuples(st.floats(-15, 15), st.floats(3, 27)), st.floats(0, 360), st.floats(1, 8), st.floats(1, 4)
)
far = st.builds(oblong, st.tuples(st.floats(-30, 30), st.just(40.0)), st.floats(0, 90), st.just(5.0), st.just(2.0))


@given(
    st.lists(oblongs, min_size=1, max_size=8),
    st.lists(far, min_size=2, max_size=5),
    st.sampled_from([Depth.NONE, Depth.ONE, 1]),
)
def test_many_are_seen_as_each_alone_and_by_lines_that_are_free(
    shapes: list[Polygon], others: list[Polygon], inches: Depth | float
) -> None:
    blockers = blockers_of([[shape] for shape in shapes])
    ends, allowed = [ends_of([other]) for other in others], dict.fromkeys(range(len(shapes)), inches)
    together = lines_to(ends, blockers, allowed)
    assert [line is None for line in together] == [lines_to([end], blockers, allowed) == [None] for end in ends]
    for end, line in zip(ends, together, strict=True):
        plain = plain_line(shapes_between(blockers, NEAR, end, allowed.__getitem__), NEAR, end)
        assert plain is None or plain == (line or False)
    limits = depth_limits([inches] * len(shapes), blockers.owners)
    for start, end in filter(None, together):
        inside = inches_inside(np.array([start]), np.array([end]), blockers.shapes_for(limits.depths))
        assert limits.excess(inside)[0] <= 0
