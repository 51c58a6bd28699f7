"""Room for a shape: the shortest way off others, within an oblong, or none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.geometry.distance.distances import gap
from tabletop.geometry.motion.free_space import KeepOut, shortest_escape
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, move_polygon, overlapping
from tabletop.geometry.primitives.vectors import length

SIZE = (40.0, 40.0)
ONE = oblong((20, 20), 0, 1, 1)


@pytest.mark.parametrize(
    ("taken", "vector"),
    [
        pytest.param([], (0, 0), id="nothing is in the way"),
        pytest.param([KeepOut(oblong((20, 20.4), 0, 4, 1))], (0, -0.6), id="straight back"),
        pytest.param([KeepOut(oblong((20, 20.4), 0, 4, 1), 1.0)], (0, -1.6), id="with an inch between"),
        pytest.param([KeepOut(oblong((20.2, 20), 0, 1, 9))], (-0.8, 0), id="to the nearer side"),
    ],
)
def test_a_shape_goes_the_shortest_way(taken: list[KeepOut], vector: object) -> None:
    assert shortest_escape([ONE], taken, SIZE, 9) == pytest.approx(vector, abs=1e-9)


def test_the_edge_of_the_table_sends_it_the_other_way() -> None:
    corner = oblong((0.5, 0.5), 0, 1, 1)
    assert shortest_escape([corner], [KeepOut(oblong((0.5, 0.9), 0, 1, 1))], SIZE, 9) == pytest.approx((1, 0))


def test_there_may_be_no_room() -> None:
    assert shortest_escape([ONE], [KeepOut(oblong((20, 20), 0, 9, 9))], SIZE, 2) is None
    assert shortest_escape([ONE], [KeepOut(oblong((20, 20), 0, 40, 40))], SIZE, 60) is None


oblongs = st.builds(
    oblong, st.tuples(st.floats(16, 24), st.floats(16, 24)), st.floats(0, 360), st.floats(0.5, 4), st.floats(0.5, 4)
)


@settings(max_examples=40)
@given(oblongs, st.lists(oblongs, min_size=1, max_size=4), st.sampled_from([0.0, 1.0]))
def test_nothing_overlaps_after_it_and_a_shorter_way_would(
    shape: Polygon, others: list[Polygon], inches: float
) -> None:
    found = shortest_escape([shape], [KeepOut(other, inches) for other in others], SIZE, 30)
    assert found is not None
    moved = move_polygon(shape, found)
    assert not list(overlapping([moved], others))
    assert all(gap(moved, other).inches >= inches - 0.01 for other in others)
    if length(found) > 0.1:
        shorter = move_polygon(shape, (found[0] * 0.9, found[1] * 0.9))
        assert any(list(overlapping([shorter], others))) or any(gap(shorter, other).inches < inches for other in others)
