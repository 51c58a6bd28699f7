"""What a fight does: models fall, units flee and rally, and manoeuvre in contact."""

from __future__ import annotations

import pytest

from tabletop.arcana.battle.table import Play
from tabletop.arcana.battlefield import Skirmish, read_table, write_table
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.decoding import MalformedError
from tests.played import play
from tests.tables import block, loose, terrain
from tests.tabletop.arcana.battle.table.test_commands import after, block_of, said

FIGHT = {"units": ["r1", "b1"], "sides": ["front", "front"]}


GUARDS = {"name": "Guards", "count": 4}
RED = block("r1", corner=(20, 20), name="Spears")
BLUE = block("b1", corner=(25, 20), facing=180, side="blue", name="Axes")
FRESH = block("r2", corner=(20, 16), name="Fresh")


def fight() -> Play:
    """Ten against ten, front to front, from an earlier turn; a friend behind."""
    return play(units=[RED, BLUE, FRESH], engaged=[FIGHT])


def test_models_fall_from_the_back() -> None:
    state = after(play(), "lose 3")
    assert next(each.models for each in state.table.units if each.ref == "r1") == 7
    assert block_of(state).corner == (20, 12)
    assert said(play(), "lose 3") == "Spears (r1): 3 of 10 models fall"


def test_after_casualties_the_table_is_still_a_file_that_reads() -> None:
    """The last to fall are the leaders, and the living have lost no more than they can have."""
    hurt = block("r1", corner=(20, 12), wounds=3, wounds_lost=15, members=[{"name": "Captain", "count": 2}, GUARDS])
    state = after(play(units=[hurt], engaged=[]), "lose 7")
    (unit,) = state.table.units
    assert (unit.models, unit.wounds_lost) == (3, 6)
    assert [(member.name, member.count) for member in unit.members] == [("Captain", 2), ("Guards", 1)]
    assert read_table(write_table(state.table)) == state.table


def test_the_last_to_fall_takes_the_unit_off() -> None:
    state = after(fight(), "lose 10")
    assert [each.ref for each in state.table.units] == ["b1", "r2"]
    assert state.table.engaged == ()


@pytest.mark.parametrize("command", ["lose 0", "lose 11"])
def test_more_than_there_are_cannot_fall(command: str) -> None:
    with pytest.raises(MalformedError):
        after(play(), command)


def test_a_unit_flees_out_of_its_fight_loose_and_broken() -> None:
    state = after(fight(), "flee 8 180")
    fled = next(each for each in state.table.units if each.ref == "r1")
    assert fled.broken
    assert isinstance(fled.formation, Skirmish)
    assert max(y for _, y in fled.formation.positions) < 12
    assert state.table.engaged == ()


def test_whoever_reaches_the_edge_is_gone() -> None:
    assert "leaves the table" in said(fight(), "flee 40 180")
    assert "r1" not in [each.ref for each in after(fight(), "flee 40 180").table.units]


def test_without_a_direction_it_flees_the_best_way() -> None:
    fled = next(each for each in after(fight(), "flee 5").table.units if each.ref == "r1")
    assert isinstance(fled.formation, Skirmish)
    assert min(y for _, y in fled.formation.positions) < 18


def test_who_can_fly_flees_on_the_wing() -> None:
    flyer = loose("r1", (20, 20), movement=4, fly=12)
    wood = terrain("t1", "difficult", (0, 0), (72, 0), (72, 19), (0, 19))
    over = after(play(units=[flyer, BLUE], terrain=[wood]), "flee 8 180 high").table.units[0]
    on_foot = after(play(units=[flyer, BLUE], terrain=[wood]), "flee 8 180").table.units[0]
    landed = after(play(units=[flyer, BLUE], terrain=[wood]), "flee 8 land").table.units[0]
    assert (over.altitude, over.formation.positions[0][1]) == ("high", pytest.approx(12))
    assert (on_foot.altitude, on_foot.formation.positions[0][1]) == ("ground", pytest.approx(20 - 0.5 - 7.5 * 3 / 4))
    assert landed.altitude == "ground"
    with pytest.raises(MalformedError, match="can't fly"):
        after(play(), "flee 8 180 low")


def test_the_broken_move_only_as_they_flee() -> None:
    with pytest.raises(ForbiddenError, match="broken"):
        after(fight(), "flee 5", "forward 1")


def test_only_the_broken_rally() -> None:
    state = after(fight(), "flee 5", "rally")
    assert not next(each.broken for each in state.table.units if each.ref == "r1")
    with pytest.raises(MalformedError):
        after(state, "rally")


def test_a_turn_in_a_fight_changes_the_side_that_the_enemy_is_on() -> None:
    behind = [block("r1", corner=(25, 18), facing=180), BLUE]
    state = after(play(units=behind, engaged=[{**FIGHT, "sides": ["rear", "front"]}]), "manoeuvre turn about")
    assert block_of(state).facing % 360 == 0
    assert [(each.units, each.sides) for each in state.table.engaged] == [(("r1", "b1"), ("front", "front"))]


@pytest.mark.parametrize(("speed", "fights"), [(12, 1), (2, 0)])
def test_whoever_falls_back_and_cant_be_followed_has_no_fight(speed: int, fights: int) -> None:
    state = after(play(units=[RED, {**BLUE, "movement": speed}], engaged=[FIGHT]), "manoeuvre fall back 3")
    assert block_of(state).corner == pytest.approx((20, 17))
    assert block_of(state, "b1").corner == pytest.approx((25, 17 if fights else 20))
    assert len(state.table.engaged) == fights


def test_a_fresh_unit_takes_the_fight_over() -> None:
    state = after(fight(), "manoeuvre exchange r2")
    assert [each.units for each in state.table.engaged] == [("r2", "b1")]


def test_nobody_out_of_a_fight_manoeuvres() -> None:
    with pytest.raises(ForbiddenError, match="engaged"):
        after(play(), "manoeuvre turn about")
