"""The start of a turn in a battle: ground that harms, flights out of and without a fight, pursuits, covering units."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.arcana.battle.facts.morale import Broke
from tabletop.arcana.battle.facts.movement import ChargeCompleted
from tabletop.arcana.battle.fights import is_fresh
from tabletop.arcana.battle.state import Loss, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.battle.events import RefusalError
from tests.battles import after, given, reaching, set_up

OLD_GUARD, PIKES, BOARS = "r1", "r2", "r4"
LADS, BIG_UNS = "b1", "b2"
LAGOON = {"harm": "hits", "dice": "2d6", "strength": 3}


def runs(unit: str = LADS, **fields: Any) -> dict[str, Any]:
    return {"command": "flee", "unit": unit, **fields}


def broken(*fights: tuple[str, str]) -> State:
    """The orcs' first unit is broken in the last turn, in fights that go on."""
    facts = [ChargeCompleted(unit=charger, target=target) for charger, target in fights]
    state = given(set_up(), *facts, Broke(unit=LADS))
    step = Step.ENGAGED_RUNNERS if fights else Step.LOOSE_RUNNERS
    return reaching(state, step)


def test_ground_strikes_who_stands_in_it() -> None:
    state = after(set_up(), "red", {"command": "enter_hazard", "unit": PIKES, "hazard": LAGOON})
    state = reaching(state, Step.HAZARDS)
    assert state.clock.step == Step.HAZARDS
    for unit in (OLD_GUARD, LADS):
        with pytest.raises(RefusalError):
            after(state, "red", {"command": "suffer", "unit": unit})
    state = after(state, "red", {"command": "suffer", "unit": PIKES}, typed=[1, 2, 6, 6, 6])  # armour 3 against 3
    assert (state.unit(PIKES).models, state.clock.phase) == (11, "movement")


@pytest.mark.parametrize(
    ("command", "inches", "how_lost"),
    [
        (runs(), 300, None),
        (runs(inches=400), 700, None),
        (runs(edge=300), 300, Loss.FLED),
        (runs(edge=301), 300, None),
    ],
)
def test_out_of_a_fight_a_unit_adds_what_it_said(command: dict[str, Any], inches: int, how_lost: Loss | None) -> None:
    state = after(broken(), "blue", command, typed=[3])
    lads = state.unit(LADS)
    assert (lads.turn.moved, lads.files, lads.how_lost) == (inches, 0, how_lost)
    assert state.clock.phase == "movement"


@pytest.mark.parametrize(
    ("seat", "command", "why"),
    [
        ("blue", runs(inches=601), "at most 6 inches"),
        ("blue", runs(BIG_UNS), "isn't one"),
        ("blue", runs(through=[BIG_UNS]), "no enemy"),
        ("blue", runs(altitude="high"), "can't fly"),
        ("red", runs(), "isn't yours"),
    ],
)
def test_flights_are_judged(seat: str, command: dict[str, Any], why: str) -> None:
    with pytest.raises(RefusalError, match=why):
        after(broken(), seat, command)


def test_out_of_a_fight_it_adds_its_whole_move_and_may_be_pursued() -> None:
    state = after(broken((PIKES, LADS)), "blue", runs())
    assert state.flight is not None
    assert (state.answering, state.flight.inches, state.flight.pursuers) == ("red", 600, (PIKES,))
    with pytest.raises(RefusalError, match="can't pursue"):
        after(state, "red", {"command": "pursue", "pursuers": [OLD_GUARD]})
    state = after(state, "red", {"command": "pursue", "pursuers": [PIKES]}, typed=[1, 2, 6])
    assert (state.unit(LADS).models, state.unit(LADS).turn.moved) == (30 - 14, 1300)
    led = after(broken((OLD_GUARD, LADS)), "blue", runs())
    led = after(led, "red", {"command": "pursue", "pursuers": [OLD_GUARD]}, typed=[1, 6, 6])
    assert led.unit(LADS).models == 30 - 23  # the lord's three attacks count with those of twenty axemen


def test_who_fights_others_lets_it_go_and_the_berserk_never_do() -> None:
    state = after(broken((PIKES, LADS), (PIKES, BIG_UNS)), "blue", runs(), typed=[1])
    assert (state.flight, state.is_engaged(PIKES), state.is_engaged(LADS)) == (None, True, False)
    state = after(broken((BOARS, LADS)), "blue", runs())
    with pytest.raises(RefusalError, match="must pursue"):
        after(state, "red", {"command": "pursue"})


@pytest.mark.parametrize(("faces", "standing"), [([1, 1, 1], Standing.READY), ([1, 6, 6, 1, 6, 1], Standing.BROKEN)])
def test_another_unit_may_cover_the_retreat(faces: list[int], standing: Standing) -> None:
    """It needs its morale with all changes; where it fails, both run, and the pursuers go on."""
    state = after(broken((PIKES, LADS)), "blue", runs())
    state = after(state, "red", {"command": "pursue", "pursuers": [PIKES], "covered_by": BIG_UNS}, typed=faces)
    assert state.unit(BIG_UNS).standing is standing
    assert state.is_engaged(PIKES) is (standing is Standing.READY)
    assert state.unit(BIG_UNS).turn.fled is (standing is Standing.BROKEN)
    assert not any(is_fresh(state, contact, BIG_UNS) for contact in state.contacts)  # no blows of a first round
