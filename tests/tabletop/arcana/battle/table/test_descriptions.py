"""A table in words."""

from __future__ import annotations

import pytest

from tabletop.arcana.battle.table import Play, carried_out, read_command
from tabletop.arcana.battle.table.descriptions import facing_in_words, formation_in_words, movement_in_words, relations
from tabletop.arcana.battlefield import lay
from tests.played import ford
from tests.tables import NOTHING, loose

SCENE = lay(ford(), NOTHING)


def test_a_block_is_told_by_its_shape_its_middle_and_its_facing() -> None:
    told = "10 models, 5 wide and 2 deep, middle at 22.5 across and 11.0 up, facing up the table"
    assert formation_in_words(SCENE.unit("r1")) == told
    assert formation_in_words(SCENE.unit("b3")).startswith("2 models, loose, middle at 61.0 across")
    assert movement_in_words(SCENE, SCENE.unit("r1"), None) == '12" of its 12" move left'


def test_what_is_left_is_said_of_the_move_and_of_the_ground_under_the_unit() -> None:
    state = carried_out(Play(table=ford()), SCENE, read_command("r2", "forward 6.5")).play
    scene = lay(state.table, NOTHING)
    told = '4" of its 12" move left'
    assert movement_in_words(scene, scene.unit("r2"), None) == '12" of its 12" move left, enough for 3" on this ground'
    assert movement_in_words(scene, scene.unit("r2"), state.turn["r2"]) == f'{told}, enough for 1" on this ground'
    beside = lay(ford(terrain=[]), NOTHING)
    assert movement_in_words(beside, beside.unit("r2"), state.turn["r2"]) == told


@pytest.mark.parametrize(
    ("degrees", "words"), [(0, "up the table"), (90, "right"), (359.99, "up the table"), (45, "45.0°")]
)
def test_a_facing_is_told(degrees: float, words: str) -> None:
    assert facing_in_words(degrees) == words


def test_the_nearest_comes_first_and_only_enemies_are_looked_for() -> None:
    found = relations(SCENE, "r2", with_sight=True)
    gaps = [each.gap.inches for each in found]
    assert gaps == sorted(gaps)
    assert {each.unit.ref: bool(each.told) for each in found} == {"r1": False, "b1": True, "b2": True, "b3": True}


def test_crowds_of_loose_models_are_not_looked_for() -> None:
    places = {"r1": 5.0, "b1": 30.0}
    crowds = [loose(ref, *((2.0 * x, y + row) for x in range(30) for row in range(3))) for ref, y in places.items()]
    found = relations(lay(ford(units=crowds), NOTHING), "r1", with_sight=True)
    assert [(each.sight, each.told) for each in found] == [(None, "too many models to look for")]


def test_a_blocked_sight_says_by_what() -> None:
    found = {each.unit.ref: each for each in relations(SCENE, "r2", with_sight=True)}
    assert "Wood" in found["b2"].told
    assert found["b1"].told == "in sight"
