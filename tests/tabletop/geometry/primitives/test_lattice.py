"""Lattices, whose neighbours share corners."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.primitives.lattice import Lattice
from tabletop.geometry.primitives.polygons import Polygon, area, signed_area

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
