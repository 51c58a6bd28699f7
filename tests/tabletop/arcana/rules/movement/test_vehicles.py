"""Towed vehicles take hits in rough ground unless they are pulled with care."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.arcana.rules.movement.move_state import MoveState, Rough
from tabletop.arcana.rules.movement.vehicles import terrain_hits
from tests.tables import loose, table


def march(rough: Rough, *, path: float, towed: bool = True) -> MoveState:
    scene = table(loose("r1", (10, 10), towed=towed))
    unit = scene.units["r1"]
    return replace(MoveState(scene=scene, began=unit, unit=unit, allowance=8.0), path=path, rough=rough)


@pytest.mark.parametrize(
    ("difficult", "very", "path", "hits"),
    [
        (5, 0, 8, (5, 0)),
        (0, 3.5, 8, (0, 3)),
        (2.75, 1.25, 8, (2, 1)),
        (0.5, 0, 8, (0, 0)),
        (0, 2.01, 2.1, (0, 2)),
    ],
)
def test_every_whole_inch_of_rough_ground_is_a_hit(
    difficult: float, very: float, path: float, hits: tuple[int, int]
) -> None:
    found = terrain_hits(march(Rough(difficult, very), path=path))
    assert found is not None
    assert (found.rough, found.very_rough, found.careful) == (*hits, False)


@pytest.mark.parametrize("path", [0.5, 2])
def test_who_moves_two_inches_at_most_takes_none_and_is_careful(path: float) -> None:
    found = terrain_hits(march(Rough(path, 0), path=path))
    assert found is not None
    assert (found.rough, found.very_rough, found.careful) == (0, 0, True)


def test_what_is_not_towed_or_was_not_there_takes_none() -> None:
    assert terrain_hits(march(Rough(5, 0), path=8, towed=False)) is None
    assert terrain_hits(march(Rough(), path=8)) is None
