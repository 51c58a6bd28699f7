"""Lanes of turned oblongs: what sweeps find one by one, and dearer ground counted once."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, inf, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.motion.lanes import (
    Lanes,
    corner_angles,
    grazing_angles,
    lane_spans,
    lanes_of,
    shapes_of,
    slowing_factors,
)
from tabletop.geometry.motion.sweeps import Drift, overlap_spans
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, move_polygon
from tabletop.geometry.primitives.vectors import rotate_points

OWN: tuple[Polygon, ...] = (oblong((2, -1), 0, 4, 2), oblong((2, -2.5), 0, 2, 1))
SQUARE: Polygon = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
TRIANGLE: Polygon = ((0.0, 0.0), (3.0, 1.0), (1.0, 2.0))
tenths = st.integers(-80, 120).map(lambda number: number / 10)
ALIKE = 1e-6


def lanes_among(own: Sequence[Polygon], *shapes: Polygon) -> Lanes:
    return lanes_of(shapes_of(own), shapes_of(shapes))


def one_by_one(shape: Polygon, turn: float, vector: complex) -> list[tuple[float, float]]:
    """The spans of each oblong by itself."""
    pivot = (4.0 if turn < 0 else 0.0, 0.0)
    turned = (rotate_points(own, pivot, -degrees(turn)) for own in OWN)
    going = vector * np.exp(1j * turn)
    return [(overlap_spans([Drift(own, (going.real, going.imag))], [shape]) or ((inf, -inf),))[0] for own in turned]


@given(st.sampled_from([SQUARE, TRIANGLE]), tenths, tenths, st.floats(-pi, pi), tenths, tenths)
def test_lanes_meet_what_sweeps_meet(
    shape: Polygon, x: float, y: float, turn: float, across: float, ahead: float
) -> None:
    lanes = lanes_among(OWN, SQUARE, move_polygon(shape, (x, y)))
    enters, leaves = lane_spans(lanes, np.array([turn]), np.array([across + 1j * ahead]))
    known = one_by_one(move_polygon(shape, (x, y)), turn, across + 1j * ahead)
    for number, (start, end) in enumerate(known):
        assert (enters[0, 1, number], leaves[0, 1, number]) == pytest.approx((start, end), abs=ALIKE)


def test_a_shape_ahead_is_entered_and_left() -> None:
    lanes = lanes_among(OWN[:1], move_polygon(SQUARE, (2, 5)))
    enters, leaves = lane_spans(lanes, np.zeros(2), np.array([10j, -10j]))
    assert enters[:, 0, 0].tolist() == pytest.approx([0.4, inf])
    assert leaves[:, 0, 0].tolist() == pytest.approx([0.8, -inf])


def test_what_is_only_brushed_is_not_met() -> None:
    lanes = lanes_among(OWN[:1], move_polygon(SQUARE, (5, 5)))
    enters, _ = lane_spans(lanes, np.zeros(1), np.array([10j]))
    assert enters.tolist() == [[[inf]]]


def test_a_quarter_turn_is_seen_by_the_mover_itself() -> None:
    lanes = lanes_among(OWN[:1], move_polygon(SQUARE, (-5, 2)))
    enters, _ = lane_spans(lanes, np.array([pi / 2]), np.array([10j]))
    assert enters[0, 0, 0] == pytest.approx(0.4)


def test_an_oblong_passes_just_beside_a_shape() -> None:
    lanes = lanes_among(OWN[:1], move_polygon(SQUARE, (2, 6)))
    left, right = grazing_angles(corner_angles(lanes, np.zeros(1)))[:, 0, 0].tolist()
    assert (left, right) == pytest.approx((-np.degrees(np.arctan2(3, 5)), np.degrees(np.arctan2(3, 5))))


def test_of_two_slow_shapes_the_worst_counts_alone() -> None:
    enters, leaves = np.array([[[0.0], [0.5]]]), np.array([[[1.0], [0.75]]])
    assert slowing_factors(enters, leaves, np.array([2.0, 4.0])).tolist() == [2.5]


def test_what_is_not_met_slows_nothing() -> None:
    nowhere = np.full((1, 1, 2), inf), np.full((1, 1, 2), -inf)
    assert slowing_factors(*nowhere, np.array([4.0])).tolist() == [1.0]
