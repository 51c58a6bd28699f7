"""The search for a block's way: gaps are found, every dip is followed, and a fine grid finds nothing better."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from benchmarks.charge import missed, pairs, table
from tabletop.arcana.rules.charge import solve
from tests.tables import block
from tests.tables import table as small_table

HARDLY = 0.1  # inches
DIPS = (
    block("r1", models=6, files=3, corner=(21.2, 23.7)),
    block("b1", models=6, files=3, corner=(20.1, 20)),
)


def test_a_gap_that_takes_a_wheel_and_a_slanted_move_is_found() -> None:
    assert solve(table(4), "b29", "r28").possible


def test_of_two_dips_the_deeper_is_followed() -> None:
    """Seen from turns an even step apart the other looks better."""
    found = solve(small_table(*DIPS), "r1", "b1")
    assert found.needed == pytest.approx(10.0617, abs=1e-4)


def test_a_friend_in_the_way_shows_no_better_dip() -> None:
    friend = block("r2", models=6, files=3, corner=(20, 20))
    alone, hindered = (solve(small_table(*DIPS, *more), "r1", "b1") for more in ((), (friend,)))
    assert alone.needed is not None
    assert hindered.needed is not None
    assert alone.needed <= hindered.needed


@pytest.mark.parametrize("seed", [0, 3])
def test_a_fine_grid_finds_nothing_shorter(seed: int) -> None:
    scene = table(seed)
    found = [solve(scene, ref, target) for ref, target in pairs(scene)]
    inches = [missed(scene, each) for each in found if each.charger.is_ranked]
    assert len(inches) > 20
    assert max(inches) == 0


def test_the_grid_would_notice_a_longer_way() -> None:
    scene = small_table(*DIPS)
    found = solve(scene, "r1", "b1")
    assert found.needed is not None
    assert missed(scene, replace(found, needed=found.needed + 1)) == pytest.approx(1, abs=HARDLY)
