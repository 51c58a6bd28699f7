"""Motions: exact against fractions where they are straight, against another implementation where they turn."""

from __future__ import annotations

from math import asin, atan2, degrees, hypot, isclose, sqrt

import pytest
import shapely
from hypothesis import assume, event, given
from hypothesis import strategies as st

from tabletop.geometry.motion.sweeps import Drift, Swing, first_contact, merge_spans, overlap_spans, shape_at
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, move_polygon
from tabletop.geometry.primitives.tolerances import GRAZE
from tabletop.geometry.primitives.vectors import rotate_points
from tests.tabletop.geometry.longhand import convex, overlap_span, whole

UNIT: Polygon = ((0, 0), (0, -2), (4, -2), (4, 0))  # four wide, two deep, its front left corner at the origin
SAMPLES = 97

angles = st.floats(-180, 180).filter(lambda angle: abs(angle) > 1)
middles = st.tuples(st.floats(-8, 8), st.floats(-8, 8))
oblongs = st.builds(oblong, middles, st.floats(0, 360), st.floats(0.5, 4), st.floats(0.5, 4))


@given(convex, convex, st.tuples(whole, whole))
def test_a_straight_motion_overlaps_exactly_as_in_fractions(
    mover: Polygon, obstacle: Polygon, vector: tuple[int, int]
) -> None:
    assume(vector != (0, 0))
    exact, found = overlap_span(mover, obstacle, vector), overlap_spans([Drift(mover, vector)], [obstacle])
    if exact is None:
        assert found == ()
    elif not found:  # so short or so shallow that it only grazes
        event("grazing")
        assert shallow(mover, obstacle, vector, exact)
    else:
        assert found[0] == pytest.approx([float(share) for share in exact], abs=1e-9)


def shallow(mover: Polygon, obstacle: Polygon, vector: tuple[int, int], exact: tuple[object, object]) -> bool:
    middle = sum(map(float, exact)) / 2  # type: ignore[arg-type]
    shape = shapely.Polygon(shape_at(Drift(mover, vector), middle))
    overlap = shape.intersection(shapely.Polygon(obstacle))
    return bool(overlap.buffer(-2 * GRAZE).is_empty)


@given(oblongs, oblongs, middles, angles)
def test_a_turn_overlaps_where_another_implementation_says_so(
    mover: Polygon, obstacle: Polygon, pivot: tuple[float, float], angle: float
) -> None:
    swing = Swing(mover, pivot, angle)
    found = overlap_spans([swing], [obstacle])
    for number in range(SAMPLES + 1):
        share = number / SAMPLES
        overlap = shapely.Polygon(shape_at(swing, share)).intersection(shapely.Polygon(obstacle))
        inside = any(start <= share <= end for start, end in found)
        if inside:
            assert overlap.area > 0 or any(isclose(share, end, abs_tol=1e-6) for span in found for end in span)
        else:
            assert overlap.buffer(-2 * GRAZE).is_empty


def test_the_outer_corner_of_a_wheel_meets_a_wall_at_half_its_height() -> None:
    wall = ((0, 2), (10, 2), (10, 3), (0, 3))
    contact = first_contact([Swing(UNIT, (0, 0), -90)], [wall])
    assert contact is not None
    assert contact.share * 90 == pytest.approx(30, abs=1e-9)  # sin 30° = 2 / 4
    assert contact.where == pytest.approx((4 * sqrt(3) / 2, 2), abs=1e-9)


def test_a_post_meets_the_front_edge_of_a_wheel() -> None:
    post = ((2, 2), (2.1, 2.2), (1.9, 2.2))
    contact = first_contact([Swing(UNIT, (0, 0), -90)], [post])
    assert contact is not None
    assert contact.share * 90 == pytest.approx(45, abs=1e-9)


def test_the_rear_corner_of_a_wheel_swings_out() -> None:
    wall = ((4.25, -5), (5, -5), (5, 5), (4.25, 5))
    contact = first_contact([Swing(UNIT, (0, 0), -90)], [wall])
    assert contact is not None
    reach = hypot(4, 2)
    turned = degrees(asin(4.25 / reach)) - degrees(asin(4 / reach))
    assert contact.share * 90 == pytest.approx(turned, abs=1e-9)


def test_a_wall_out_of_reach_of_every_corner_is_never_met() -> None:
    wall = ((4.5, -5), (5, -5), (5, 5), (4.5, 5))
    assert first_contact([Swing(UNIT, (0, 0), -90)], [wall]) is None


def test_a_thin_post_between_start_and_end_isnt_jumped_over() -> None:
    post = ((3, 1), (3.00001, 1), (3.00001, 1.25), (3, 1.25))
    contact = first_contact([Swing(UNIT, (0, 0), -90)], [post])
    assert contact is not None
    assert contact.share * 90 == pytest.approx(degrees(atan2(1, 3)), abs=1e-3)


@pytest.mark.parametrize(
    ("neighbour", "motion", "share"),
    [
        pytest.param(((4, -2), (6, -2), (6, 2), (4, 2)), Drift(UNIT, (0, 3)), None, id="slides along a neighbour"),
        pytest.param(((4, 0), (6, 0), (6, 2), (4, 2)), Drift(UNIT, (0, 3)), None, id="passes a corner"),
        pytest.param(((4, 0), (6, 0), (6, 2), (4, 2)), Drift(UNIT, (3, 3)), 0, id="into a corner at 45 degrees"),
        pytest.param(((4, 0), (6, 0), (6, 2), (4, 2)), Drift(UNIT, (-3, 3)), None, id="off a corner at 45 degrees"),
        pytest.param(((0, 1.5), (4, 1.5), (4, 3), (0, 3)), Drift(UNIT, (0, 3)), 0.5, id="straight into a front"),
        pytest.param(((0, 3), (4, 3), (4, 4), (0, 4)), Drift(UNIT, (0, 3)), None, id="up to a front and no farther"),
        pytest.param(((0, 0), (4, 0), (4, 2), (0, 2)), Drift(UNIT, (0, -3)), None, id="away from a front in contact"),
        pytest.param(((0, 0), (4, 0), (4, 2), (0, 2)), Swing(UNIT, (0, 0), 20), None, id="turns away from a front"),
        pytest.param(((0, 0), (4, 0), (4, 2), (0, 2)), Swing(UNIT, (0, 0), -20), 0, id="turns into a front"),
        pytest.param(((-2, -2), (0, -2), (0, 0), (-2, 0)), Swing(UNIT, (0, 0), -90), None, id="wheels off a neighbour"),
    ],
)
def test_contact_is_met_where_the_insides_would_overlap_next(
    neighbour: Polygon, motion: Drift | Swing, share: float | None
) -> None:
    contact = first_contact([motion], [neighbour])
    assert (contact.share if contact else None) == (None if share is None else pytest.approx(share, abs=1e-12))


@given(oblongs, oblongs, middles, angles, st.floats(0, 360))
def test_a_turned_world_meets_at_the_same_share(
    mover: Polygon, obstacle: Polygon, pivot: tuple[float, float], angle: float, turn: float
) -> None:
    here = overlap_spans([Swing(mover, pivot, angle)], [obstacle])
    swing = Swing(rotate_points(mover, (1, 1), turn), rotate_points((pivot,), (1, 1), turn)[0], angle)
    there = overlap_spans([swing], [rotate_points(obstacle, (1, 1), turn)])
    if len(here) != len(there):
        event("boundary")
        shortest = min(end - start for start, end in {*here, *there})
        assert shortest * abs(angle) < 5
    else:
        assert [share for span in there for share in span] == pytest.approx(
            [share for span in here for share in span], abs=1e-5
        )


@given(oblongs, oblongs, middles)
def test_a_motion_and_its_reverse_meet_from_both_ends(mover: Polygon, obstacle: Polygon, vector: Polygon) -> None:
    there = overlap_spans([Drift(mover, vector)], [obstacle])
    back = overlap_spans([Drift(move_polygon(mover, vector), (-vector[0], -vector[1]))], [obstacle])
    assert len(there) == len(back)
    for start, end in there:
        assert [1 - end, 1 - start] == pytest.approx(back[0], abs=1e-6)


def test_pieces_of_a_motion_take_their_turn() -> None:
    wall = ((0, 1), (4, 1), (4, 2), (0, 2))
    late = Drift(UNIT, (0, 2), start=0.5, end=1.0)
    contact = first_contact([late], [wall])
    assert contact is not None
    assert contact.share == pytest.approx(0.75)
    assert shape_at(late, 0.25) == UNIT


def test_spans_that_touch_are_one() -> None:
    assert merge_spans([(0.5, 0.7), (0.0, 0.2), (0.2, 0.3), (0.6, 0.9)]) == ((0.0, 0.3), (0.5, 0.9))
