"""What engaged units do instead of moving in a battle, and blows on the way."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.morale import Broke
from tabletop.arcana.battle.facts.movement import ChargeCompleted, InitiativeRolled, MoverChosen
from tabletop.arcana.battle.state import Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.battle.events import RefusalError
from tests.battles import after, given, reaching, set_up
from tests.laws import of_each

OLD_GUARD, PIKES, BOLTS, BOARS = "r1", "r2", "r3", "r4"
LADS, BIG_UNS, WYVERN, SHAMAN = "b1", "b2", "b5", "b6"


def in_a_fight(*facts: Any, side: Facing = Facing.FRONT) -> State:
    """The pikes fight orcs who came upon them in the turn before; red moves."""
    state = given(set_up(), ChargeCompleted(unit=LADS, target=PIKES, side=side), *facts)
    state = after(reaching(state, Step.VICTORY), "red", {"command": "note", "text": "A turn later"})
    state = given(state, InitiativeRolled(winner="red"), MoverChosen(first="red"))
    return after(state, "red", {"command": "note", "text": "Red moves"})


def fall_back(**fields: Any) -> dict[str, Any]:
    return {"command": "fall_back", "unit": PIKES, "inches": 200, **fields}


def test_a_fight_grows_by_a_file_at_each_flank() -> None:
    state = in_a_fight()
    assert (state.clock.turn, state.clock.step) == (2, Step.FIRST_MOVER)
    wider = after(state, "red", {"command": "reform", "unit": PIKES, "files": 7, "foe": LADS, "touching": [7, 5]})
    assert (wider.unit(PIKES).files, wider.contacts[0].touching) == (7, (5, 7))
    loose = after(state, "red", {"command": "reform", "unit": PIKES, "files": 0})
    assert loose.unit(PIKES).files == 0


@of_each(
    ("command", "why"),
    [
        ({"command": "reform", "unit": PIKES, "files": 8}, "at each flank"),
        ({"command": "reform", "unit": PIKES, "foe": BIG_UNS}, "doesn't fight"),
        ({"command": "reform", "unit": OLD_GUARD, "files": 6}, "in no fight"),
        ({"command": "face", "unit": PIKES, "foe": LADS}, "fought in its front"),
        (fall_back(inches=251), "2.5 inches at most"),
        ({"command": "exchange", "unit": PIKES, "fresh": PIKES}, "isn't fresh"),
        ({"command": "follow", "unit": PIKES}, "nothing to answer"),
        ({"command": "march", "unit": PIKES}, "in a fight"),
        ({"command": "charge", "unit": PIKES, "target": LADS, "overruns": True}, "fewer than"),
    ],
)
def test_manoeuvres_are_judged(command: dict[str, Any], why: str) -> None:
    with pytest.raises(RefusalError, match=why):
        after(in_a_fight(), "red", command)


def test_who_is_fought_in_the_flank_turns_and_cant_fall_back() -> None:
    state = in_a_fight(side=Facing.LEFT)
    with pytest.raises(RefusalError, match="flank or rear"):
        after(state, "red", fall_back())
    state = after(state, "red", {"command": "face", "unit": PIKES, "foe": LADS})
    assert state.contacts[0].sides == (Facing.FRONT, Facing.FRONT)
    assert after(state, "red", {"command": "reform", "unit": PIKES, "files": 6}).unit(PIKES).files == 6


@pytest.mark.parametrize(
    ("answer", "faces", "engaged"),
    [
        ({"follows": True}, [], True),
        ({"follows": False}, [1, 1], False),  # passes the test of its morale value, and stays
        ({"follows": False}, [6, 6], True),
    ],
)
def test_enemies_keep_up_with_who_falls_back(answer: dict[str, Any], faces: list[int], engaged: bool) -> None:
    state = after(in_a_fight(), "red", fall_back(), typed=[1, 1])
    assert state.retreat is not None
    assert (state.answering, state.retreat.followers) == ("blue", (LADS,))
    state = after(state, "blue", {"command": "follow", "unit": LADS, **answer}, typed=faces)
    assert (state.retreat, state.is_engaged(PIKES)) == (None, engaged)
    with pytest.raises(RefusalError, match="in a fight" if engaged else "fell back"):
        after(state, "red", {"command": "march", "unit": PIKES})


def test_who_fails_to_fall_back_fights_worse() -> None:
    state = after(in_a_fight(), "red", fall_back(), typed=[6, 6])
    pikes = state.unit(PIKES)
    assert (pikes.turn.failed_to_fall_back, pikes.standing, state.is_engaged(PIKES)) == (True, Standing.READY, True)


def test_a_fresh_unit_takes_anothers_place() -> None:
    exchange = {"command": "exchange", "unit": PIKES, "fresh": OLD_GUARD}
    state = after(in_a_fight(), "red", exchange, typed=[1, 1])
    [contact] = state.contacts
    assert (contact.units, contact.since) == ((LADS, OLD_GUARD), 1)
    assert (state.unit(PIKES).files, state.unit(PIKES).turn.shot) == (0, True)
    state = after(in_a_fight(), "red", exchange, typed=[6, 6])
    assert state.unit(PIKES).standing is Standing.BROKEN
    assert state.flight is not None
    assert state.flight.pursuers == (LADS,)
    state = after(state, "blue", {"command": "pursue"}, typed=[2])
    assert (state.contacts, state.unit(PIKES).turn.moved) == ((), 700)
    with pytest.raises(RefusalError, match="it is broken"):
        after(state, "red", {"command": "march", "unit": PIKES})


def test_the_strong_run_the_weak_over_and_go_on() -> None:
    few = ModelsFell(unit=LADS, body="b1-m1", left=4)
    state = in_a_fight(few)
    state = given(state, ModelsFell(unit=BIG_UNS, body="b2-m1", left=2))
    over = {"command": "charge", "unit": OLD_GUARD, "target": BIG_UNS, "overruns": True}
    state = after(after(state, "red", over), "blue", {"command": "respond", "unit": BIG_UNS, "response": "stand"})
    guard = state.unit(OLD_GUARD)
    assert (guard.turn.overran, guard.turn.charged, state.is_engaged(OLD_GUARD)) == (True, None, False)
    on = after(state, "red", {"command": "charge", "unit": OLD_GUARD, "target": LADS})
    assert on.charge is not None
    state = given(in_a_fight(), Broke(unit=BIG_UNS))
    ridden = after(state, "red", over | {"overruns": False})  # all of them catch it, and it runs a die more
    assert ridden.unit(BIG_UNS).turn.fled
    assert ridden.charge is None
    many = given(in_a_fight(), Broke(unit=BIG_UNS))
    with pytest.raises(RefusalError, match="fewer than"):
        after(many, "red", over | {"unit": BOLTS})
    with pytest.raises(RefusalError, match="doesn't fight"):
        after(given(in_a_fight(few), Broke(unit=BIG_UNS)), "red", over | {"unit": PIKES})


def test_out_of_a_fight_all_foes_weigh_together() -> None:
    """30 orcs are three times as many as 9 pikes, but not as 9 pikes and 2 crossbows with their champion."""
    state = given(set_up(), ChargeCompleted(unit=LADS, target=PIKES), ModelsFell(unit=PIKES, body="r2-m1", left=9))
    state = after(reaching(state, Step.VICTORY), "red", {"command": "note", "text": "A turn later"})
    state = given(state, InitiativeRolled(winner="blue"), MoverChosen(first="blue"))
    state = after(state, "blue", {"command": "note", "text": "Blue moves"})
    over = {"command": "charge", "unit": LADS, "target": PIKES, "overruns": True}
    ran = after(after(state, "blue", over), "red", {"command": "respond", "unit": PIKES, "response": "stand"})
    assert (ran.unit(LADS).turn.overran, ran.is_engaged(LADS)) == (True, False)
    both = given(state, ChargeCompleted(unit=BOLTS, target=LADS), ModelsFell(unit=BOLTS, body="r3-m1", left=2))
    with pytest.raises(RefusalError, match="for all whom it fights"):
        after(both, "blue", over)


def test_who_is_flown_over_strikes() -> None:
    state = given(set_up(), InitiativeRolled(winner="blue"), MoverChosen(first="blue"))
    state = after(state, "blue", {"command": "note", "text": "Blue moves"})
    found = after(state, "blue", {"command": "fly_over", "unit": WYVERN, "by": PIKES}, typed=[1] * 14 + [6] * 14)
    assert found.unit(WYVERN).wounds < state.unit(WYVERN).wounds
