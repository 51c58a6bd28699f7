"""A table without phases is a battle: its commands are facts, and phases begin on it and are left again."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battle.commands.sandbox import BeginPhases, BringArmy, OnTable
from tabletop.arcana.battle.facts.sandbox import difference, set_out
from tabletop.arcana.battle.state import SIDES, Scenario, Standing
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battle.table import Play, command_text, read_command
from tabletop.arcana.battlefield import read_table
from tabletop.battle.commands import ConflictError
from tabletop.battle.events import RefusalError
from tabletop.battle.log import UndoMode
from tabletop.battle.undo import Undo
from tabletop.decoding import MalformedError
from tests.battles import SAMPLES
from tests.sandboxes_by_lot import given, played_by_lot, table_log
from tests.stories import Story, check_kept
from tests.tables import block, loose, plain_table, terrain

AXES, ORCS = {"profile": "dwarves/axemen"}, {"profile": "orcs/orc-warrior"}
RAIDERS = read_roster((SAMPLES / "dwarf-raiding-party.json").read_bytes())
WOOD = terrain("t1", "dense-forest", (40, 18), (48, 18), (48, 26), (40, 26))


def table(*units: dict[str, Any], **more: Any) -> Play:
    return Play(table=read_table(json.dumps(plain_table(*units, ground=[WOOD], **more))))


FIELD = (
    block("r1", corner=(20, 12), name="Axes", **AXES),
    block("r2", corner=(42, 12), name="Bows"),
    block("b1", corner=(25, 20), facing=180, name="Orcs", **ORCS),
    loose("b2", (60, 30), (62, 30), facing=180, name="Scouts", **ORCS),
)


def ordered(unit: str, words: str) -> OnTable:
    return OnTable(order=read_command(unit, words))


@pytest.mark.parametrize("seed", range(8))
def test_a_table_played_by_lot_is_the_fold_of_its_log(seed: int) -> None:
    assert played_by_lot(seed, 40)["TableChanged"]


def test_two_phones_move_two_units_at_once_and_one_unit_once() -> None:
    log = table_log(table(*FIELD))
    moved = given(log, ordered("r1", "forward 1"), seat="red")
    both = given(moved, ordered("b1", "forward 1"), on=log.head, seat="blue")
    assert both.head == log.head + 2
    with pytest.raises(ConflictError) as conflict:
        given(both, ordered("r1", "forward 1"), on=log.head, seat="blue")
    assert len(conflict.value.since) == 2


def test_whoever_plays_a_side_moves_everybody_and_who_watches_nobody() -> None:
    log = table_log(table(*FIELD))
    assert given(log, ordered("b1", "forward 1"), seat="red").head == 2
    with pytest.raises(RefusalError):
        given(log, ordered("b1", "forward 1"), seat="watcher")


def test_what_the_rules_refuse_says_why_and_what_cannot_be_read_names_it() -> None:
    log = table_log(table(*FIELD))
    with pytest.raises(RefusalError, match=r"Not by the rules: .* try: "):
        given(log, ordered("r1", "charge b2"))
    with pytest.raises(MalformedError, match="dance"):
        given(log, ordered("r1", "dance"))
    crowd = table_log(table(*(loose(f"r{number}", (number % 60, number // 60)) for number in range(120))))
    with pytest.raises(MalformedError, match="at most 100 units"):
        given(crowd, ordered("r1", "remove"))


def test_a_difference_is_only_what_changed_and_makes_one_table_of_the_other() -> None:
    before, after = table(*FIELD), table(FIELD[2], *FIELD[:2])
    moved = table(*FIELD[:3], block("b2", corner=(50, 30), facing=180))
    for one, other, stated, gone in ((before, moved, 1, 0), (before, after, 3, 4), (after, before, 4, 3)):
        fact = difference(one, other, "so")
        assert (len(fact.stated), len(fact.gone)) == (stated, gone)  # type: ignore[union-attr]
        state = set_out(one).applied(table_log(one).state)
        assert fact.applied(state).sandbox == other
    larger = table(*FIELD, size=[80, 48])
    assert difference(before, larger, "so") == set_out(larger, "so")


def test_phases_and_a_table_without_them_each_refuse_what_is_the_others() -> None:
    log = table_log(table(FIELD[0], FIELD[2]))
    with pytest.raises(RefusalError, match="without phases"):
        given(log, msgspec.convert({"command": "finish"}, log.rules.commands))
    phased = given(log, BeginPhases())
    with pytest.raises(RefusalError, match=r"by phases|by them"):
        given(phased, ordered("r1", "forward 1"))
    assert given(phased, Undo(log.head)).state == log.state


@pytest.mark.parametrize(
    ("units", "why"),
    [
        (FIELD, "Bows .r2. has no profile"),
        (FIELD[:1], "there are no units of blue"),
        ((*FIELD[:1], block("b1", corner=(25, 20), **ORCS) | {"side": "green"}), "neither of red nor of blue"),
    ],
)
def test_phases_cannot_begin_with_whom_they_know_nothing_of(units: tuple[dict[str, Any], ...], why: str) -> None:
    with pytest.raises(RefusalError, match=why):
        given(table_log(table(*units)), BeginPhases())


def test_who_was_brought_with_a_roster_keeps_characters_and_points_through_phases() -> None:
    log = table_log(table(FIELD[2]))
    log = given(log, BringArmy(side="red", roster=RAIDERS))
    army = log.state.army("red")
    log = given(log, ordered("r1", "lose 3"))
    phased = given(log, BeginPhases()).state
    assert phased.army("red") == army
    unit = phased.unit("r1")
    assert unit.models == log.state.unit("r1").models - 3
    assert [body.left for body in unit.characters] == [body.left for body in log.state.unit("r1").characters]
    assert sum(each.points for each in phased.of("red")) == army.points


def test_a_game_goes_from_a_table_to_phases_and_back_and_is_kept_for_ever() -> None:
    begins = set_out(table(*FIELD[:1], FIELD[2], name="The ford"), "The table is laid")
    story = Story(begins, undo=UndoMode.FREE)

    def order(unit: str, words: str, **more: Any) -> None:
        assert command_text(read_command(unit, words)) == words
        story.does("red", "on_table", order=msgspec.to_builtins(read_command(unit, words)), **more)

    order("r1", "put 27.5,13.5 facing 0")
    order("r1", "charge b1")
    order("b1", "lose 2")
    story.does("red", "bring_army", side="red", roster=msgspec.to_builtins(RAIDERS), besides=True)
    order("r3", "forward 2")
    story.does("blue", "call_table", name="The bridge")
    order("r4", "remove")
    order("r1", "new turn")
    order("r2", "forward 30", by_hand=True)
    story.does("blue", "begin_phases", scenario=Scenario.AGREED)
    state = story.state
    assert (state.clock.turn, state.clock.step, state.scenario) == (1, Step.DEPLOYMENT, Scenario.AGREED)
    assert state.unit("b1").models == 8
    assert [contact.units for contact in state.contacts] == [("r1", "b1")]
    assert state.unit("r4").standing is Standing.LOST
    assert state.laid is not None
    assert set(state.laid.spent) == {"r2"}
    story.does("red", "leave_phases")
    assert story.state.sandbox is not None
    assert story.state.sandbox.turn["r2"].left == 0
    story.does("red", "begin_phases", scenario=Scenario.AGREED)
    assert story.state == state
    for side in SIDES:
        story.does(side, "finish")
    assert story.state.clock.turn == 2
    story.does("red", "leave_phases")
    order("r1", "lose 1")
    order("b1", "flee 4 0")
    story.does("blue", "undo", to=story.log.live()[-2].seq)
    story.does("blue", "begin_phases")
    assert story.state.clock.turn == 2
    assert story.state.unit("r1").models == 9
    story.does("blue", "concede")
    check_kept(story.log, "without-phases")
