"""The course of a battle: armies set up, steps finished, turns begun."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.facts.course import EndProposed
from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.movement import ChargeCompleted
from tabletop.arcana.battle.state import SIDES, Falling, Result, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.rules.harm.losses import Left
from tabletop.battle.events import Clock, RefusalError
from tests.battles import after, first_event, given, moving, reaching, rules
from tests.catalogue import printed_catalogue
from tests.laws import of_each


def begun() -> State:
    return rules().apply(rules().start(), first_event("dwarves", "orcs"))


def set_up() -> State:
    state = after(begun(), "red", {"command": "deploy"})
    return after(state, "blue", {"command": "deploy"})


def test_armies_are_brought_whole() -> None:
    state = begun()
    assert {unit.side for unit in state.units.values()} == {"red", "blue"}
    assert sum(unit.points for unit in state.of("red")) == state.army("red").points
    assert all(unit.standing is Standing.WAITING for unit in state.units.values())


def test_whoever_leaves_units_beside_the_table_is_told_so() -> None:
    with pytest.raises(RefusalError, match="may set up"):
        after(begun(), "red", {"command": "finish"})


def test_the_first_turn_begins_when_both_have_set_up() -> None:
    state = after(set_up(), "red", {"command": "finish"})
    assert state.clock.turn == 0
    state = after(state, "blue", {"command": "finish"})
    assert (state.clock.turn, state.clock.phase) == (1, "movement")


@of_each(
    ("seat", "command", "why"),
    [
        ("red", {"command": "deploy", "unit": "r1", "files": 100}, "can't stand 100 wide"),
        ("red", {"command": "deploy", "unit": "b1"}, "isn't yours"),
        ("blue", {"command": "correct", "unit": "r1", "why": "I say so", "files": 0}, "isn't yours"),
        ("red", {"command": "correct", "unit": "r1", "why": "counted", "files": 99}, "can't stand 99 wide"),
        ("red", {"command": "correct", "unit": "r1", "body": "r1-m1", "why": "counted", "lost": [9]}, "fewer than"),
        (
            "red",
            {"command": "correct", "unit": "r1", "body": "r1-m1", "why": "counted", "left": 900},
            "no more are left",
        ),
        ("red", {"command": "correct", "unit": "r1", "why": "counted", "left": 9}, "Say of which models"),
        ("red", {"command": "correct", "unit": "r1", "why": "counted", "power": 1}, "Say of which models"),
    ],
)
def test_what_cant_stand_so_is_refused(seat: str, command: dict[str, object], why: str) -> None:
    with pytest.raises(RefusalError, match=why):
        after(begun(), seat, command)


def test_the_table_is_right() -> None:
    stated = {"command": "correct", "unit": "r1", "body": "r1-m1", "left": 12, "why": "counted at the table"}
    state = after(set_up(), "red", stated)
    assert state.unit("r1").body("r1-m1").left == 12


def refused(state: State, seat: str, command: dict[str, object]) -> str:
    with pytest.raises(RefusalError) as refusal:
        after(state, seat, command)
    return str(refusal.value)


def test_nobody_agrees_to_an_own_proposal_and_who_made_one_may_take_it_back() -> None:
    agrees, withdraws = {"command": "agree_end"}, {"command": "withdraw_end"}
    state = after(set_up(), "red", {"command": "propose_end", "winner": "red"})
    assert refused(state, "red", agrees) == f"That is for {state.army('blue').name} to agree to"
    assert refused(state, "blue", withdraws) == "Nobody has proposed an end"
    assert refused(after(state, "red", withdraws), "blue", agrees) == "Nobody has proposed an end"
    instead = after(state, "blue", {"command": "propose_end", "winner": None})
    assert instead.agreeing == ("red",)
    ended = after(instead, "red", agrees)
    assert ended.result is not None
    assert (ended.result.winner, ended.proposed, ended.proposed_by) == (None, None, None)


def test_who_wins_by_the_book_doesnt_end_the_battle_alone() -> None:
    for winner, sides in (("red", ("blue",)), ("blue", ("red",)), (None, ("red", "blue"))):
        result = msgspec.convert({"winner": winner, "level": "total"}, Result)
        state = rules().apply(set_up(), EndProposed(result=result))
        assert state.agreeing == sides
        assert all(after(state, side, {"command": "agree_end"}).result == result for side in sides)


def test_a_referee_sets_units_by_hand_and_writes_notes_and_does_nothing_else() -> None:
    state = set_up()
    stated = {"command": "correct", "unit": "b1", "files": 0, "why": "counted at the table"}
    assert after(state, "referee", stated).unit("b1").files == 0
    assert after(state, "referee", {"command": "note", "text": "Hm"}) == state
    for command in ("concede", "propose_end", "agree_end", "withdraw_end", "finish", "deploy", "roll_initiative"):
        stated = {"command": command} | ({"winner": "red"} if command == "propose_end" else {})
        assert refused(state, "referee", stated).startswith("Only a side does that")


def test_a_correction_states_models_and_wounds_together() -> None:
    """Of three wounded boars one is left; what was to fall of it is counted, unless only its power is set."""
    hurt = ModelsFell(unit="r4", body="r4-m1", left=4, lost=(2, 1, 1))
    owed = Falling(unit="r4", body="r4-m1", left=2, by="b1")
    state = replace(given(set_up(), hurt), falling=(owed,))
    correct = {"command": "correct", "unit": "r4", "body": "r4-m1", "why": "counted"}
    counted = after(state, "red", {**correct, "left": 1})
    assert (counted.unit("r4").main.remains, counted.falling) == (Left(1, (2,)), ())
    assert after(state, "red", {**correct, "power": 1}).falling == (owed,)


def test_a_step_waits_for_nobody_who_could_do_nothing_in_it() -> None:
    """Only red may shoot: it is done, so the volleys are. Whose units all ran moves nobody."""
    state = moving()
    kept = (unit.having_done(barred=("shooting",)) for unit in state.of("blue"))
    state = reaching(state.having(*kept), Step.VOLLEYS)
    assert {side: bool(to_do(state, printed_catalogue(), side)) for side in SIDES} == {"red": True, "blue": False}
    assert after(state, "red", {"command": "finish", "anyway": True}).clock.step != Step.VOLLEYS
    ran = moving()
    for unit in ran.of("blue"):
        ran = ran.with_unit(unit.ref, lambda its: replace(its, standing=Standing.BROKEN).having_done(fled=True))
    assert after(ran, "red", {"command": "finish", "anyway": True}).clock.phase not in ("movement", "fleeing")


def test_the_berserk_follow_at_once_without_being_asked() -> None:
    """Of the two that the lads fight the boars are berserk: only the pikes are asked."""
    contacts = ChargeCompleted(unit="r4", target="b1"), ChargeCompleted(unit="r2", target="b1")
    state = replace(
        given(moving(mover="blue"), *contacts), clock=Clock(turn=2, phase="movement", step="first-mover", side="blue")
    )
    state = state.with_unit("b1", lambda unit: unit.having_done(was_charged=False))
    state = after(state, "blue", {"command": "fall_back", "unit": "b1", "inches": 100}, typed=[1, 1])
    assert state.retreat is not None
    assert state.retreat.followers == ("r2",)
    assert {contact.foe("b1") for contact in state.contacts} == {"r2", "r4"}
