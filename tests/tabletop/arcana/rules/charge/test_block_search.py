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


@pytest.mark.parametrize(
    ("seed", "charger", "target", "least"),
    [
        (7, "r22", "b19", 15.883),  # a gap of twelve degrees of wheels, of no more than three of directions
        (16, "r38", "b39", 15.121),  # slow ground whose corner is just passed
        (17, "r32", "b35", 15.29),
        (34, "r8", "b9", 14.677),  # straight on, where a wheel was tried
        (35, "b37", "r36", 8.021),  # a target that is just touched, past slow ground
        (39, "r10", "b9", 11.521),
        (39, "r26", "b27", 10.523),
    ],
)
def test_ways_that_a_coarser_search_missed(seed: int, charger: str, target: str, least: float) -> None:
    found = solve(table(seed), charger, target)
    assert found.possible
    assert found.needed is not None
    assert found.needed <= least + HARDLY / 10


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
