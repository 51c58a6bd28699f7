"""Commands on a table in play: the turn is one march, and what the rules refuse changes nothing."""

from __future__ import annotations

import pytest
from msgspec import convert, to_builtins

from tabletop.arcana.battle.table import Play, carried_out, read_command
from tabletop.arcana.battlefield import RankAndFile, Skirmish, lay
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.decoding import MalformedError
from tests.played import play
from tests.tables import NOTHING, block, loose, terrain


def after(state: Play, *commands: str, ref: str = "r1", by_hand: bool = False) -> Play:
    """The play after these commands, each read back from what is kept."""
    for command in commands:
        done = carried_out(state, lay(state.table, NOTHING), read_command(ref, command), by_hand=by_hand)
        state = convert(to_builtins(done.play), Play)
    return state


def said(state: Play, command: str, ref: str = "r1", *, by_hand: bool = False) -> str:
    return carried_out(state, lay(state.table, NOTHING), read_command(ref, command), by_hand=by_hand).said


def block_of(state: Play, ref: str = "r1") -> RankAndFile:
    formation = next(unit.formation for unit in state.table.units if unit.ref == ref)
    assert isinstance(formation, RankAndFile)
    return formation


@pytest.mark.parametrize(
    "orders", ["forward 2; wheel left 2; forward 3", "diagonal left 30 4; back 1", "add both 1; forward 3"]
)
def test_orders_in_turn_are_the_same_as_all_at_once(orders: str) -> None:
    at_once, in_turn = after(play(), orders), after(play(), *orders.split("; "))
    one, other = block_of(at_once), block_of(in_turn)
    assert one.corner == pytest.approx(other.corner)
    assert (one.files, one.facing) == pytest.approx((other.files, other.facing))
    assert at_once.turn["r1"].spent == pytest.approx(in_turn.turn["r1"].spent)


def test_movement_runs_out_over_several_commands() -> None:
    state = after(play(), "forward 7")
    with pytest.raises(ForbiddenError):
        after(state, "forward 6")
    assert state.turn["r1"].left == 5


def test_a_hand_goes_as_far_as_the_rules_let_it() -> None:
    state = after(play(), "forward 20", by_hand=True)
    assert block_of(state).corner == pytest.approx((20, 24))


@pytest.mark.parametrize(
    ("ref", "order", "line"),
    [
        ("r1", "forward 20", 'Spears (r1) forward 12, as far as it goes: 12" moved, 12" spent, 0" left '),
        ("r2", "forward 8", 'Bows (r2) forward 7.5, as far as it goes: 7.5" moved, 12" spent, 0" left '),
        ("r1", "wheel left 170°", 'Spears (r1) wheel left 12, as far as it goes: 12" moved, 12" spent, 0" left '),
        ("b3", "heading 90 20", 'Scouts (b3) heading 90° 9.5, as far as it goes: 9.5" moved, 9.5" spent, 2.5" left '),
    ],
)
def test_as_far_as_it_goes_is_said_in_inches_moved(ref: str, order: str, line: str) -> None:
    assert said(play(), order, ref, by_hand=True).startswith(line)


def test_a_hand_stops_before_an_enemy_only_where_it_may_stand() -> None:
    state = after(play(), "put 22.5,25")
    with pytest.raises(ForbiddenError):
        after(state, "heading 0 5", by_hand=True)


def test_a_new_turn_gives_whole_moves() -> None:
    state = after(play(), "forward 7", "new turn", "forward 6")
    assert block_of(state).corner == pytest.approx((20, 25))


def test_putting_down_keeps_the_middle_and_costs_nothing() -> None:
    state = after(play(), "put 30,20 facing 90")
    block = block_of(state)
    assert block.facing == 90
    assert block.corner == pytest.approx((31, 22.5))
    assert state.turn == {}


@pytest.mark.parametrize(("command", "reason"), [("put 1,1", "off the table"), ("put 44.5,11", "stands there")])
def test_nothing_is_put_off_the_table_or_on_others(command: str, reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        after(play(), command)


def test_files_are_set_about_the_same_middle() -> None:
    state = after(play(), "set 10 files")
    assert block_of(state).files == 10
    assert block_of(state).corner == pytest.approx((17.5, 11.5))
    with pytest.raises(ForbiddenError):
        after(play(), "set 2 files")
    with pytest.raises(MalformedError):
        after(play(), "set 11 files")


def test_who_is_removed_is_in_no_fight_and_has_no_turn() -> None:
    state = after(after(play(), "forward 1"), "remove")
    assert [unit.ref for unit in state.table.units] == ["r2", "b1", "b2", "b3"]
    assert state.turn == {}


def test_a_charge_ends_in_contact_and_engages() -> None:
    state = after(play(), "put 22.5,24", "charge b1")
    engagement = state.table.engaged[0]
    assert (engagement.units, engagement.sides, engagement.this_turn) == (("r1", "b1"), ("front", "front"), True)
    lay(state.table, NOTHING)  # refuses units that stand apart
    with pytest.raises(ForbiddenError, match="engaged"):
        after(state, "forward 1")
    assert after(state, "new turn").table.engaged[0].this_turn is False


def test_a_charge_too_far_says_why() -> None:
    with pytest.raises(ForbiddenError, match="it needs"):
        after(play(), "charge b2")


@pytest.mark.parametrize(
    ("orders", "harm"),
    [
        (["heading 0 2"], "pulled with care: no hits, and no ramming this turn"),
        (["heading 0 2", "heading 0 1"], "hits each vehicle 3 times, very rough 0 times at strength 2"),
    ],
)
def test_rough_ground_hits_vehicles_by_the_whole_path_of_the_turn(orders: list[str], harm: str) -> None:
    rough = terrain("t1", "difficult", (0, 0), (72, 0), (72, 40), (0, 40))
    state = play(units=[loose("r1", (20, 12), base=9, towed=True)], terrain=[rough])
    assert said(after(state, *orders[:-1]), orders[-1]).endswith(harm)
    assert "rough" not in said(play(units=[loose("r1", (20, 12), base=9)], terrain=[rough]), "heading 0 3")


THROUGH = {
    "units": [
        block("r1", corner=(20, 12)),
        loose("r2", (22.5, 16), (24, 16)),
        loose("b1", (23, 24), side="blue"),
    ]
}


def test_who_is_ended_on_makes_way() -> None:
    state = after(play(**THROUGH), "forward 4.5")
    made_way = next(unit.formation for unit in state.table.units if unit.ref == "r2")
    assert isinstance(made_way, Skirmish)
    assert made_way.positions == (pytest.approx((22.5, 17)), pytest.approx((24, 17)))


def test_skirmishers_that_a_block_walked_through_move_no_more_this_turn() -> None:
    state = after(play(**THROUGH), "forward 6")
    for command in ("heading 0 1", "charge b1"):
        with pytest.raises(ForbiddenError, match="walked through"):
            after(state, command, ref="r2")
    assert after(state, "flee 3 180", ref="r2")
    assert after(state, "new turn", "heading 180 1", ref="r2").turn["r2"].spent == 1


def test_those_that_were_not_walked_through_do() -> None:
    assert after(after(play(**THROUGH), "forward 2"), "charge b1", ref="r2").table.engaged


@pytest.mark.parametrize(("ref", "command"), [("r1", "dance"), ("r9", "forward 1"), ("r1", ""), ("r1", "put here")])
def test_what_cannot_be_read_is_malformed(ref: str, command: str) -> None:
    with pytest.raises(MalformedError):
        after(play(), command, ref=ref)
