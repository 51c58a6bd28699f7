"""Moving in a battle: initiative, marches, charges with their answers, flights and pursuits."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.arcana.battle.facts.movement import InfiltratorPlaced, ManoeuvreDone
from tabletop.arcana.battle.facts.setup import UnitWithheld
from tabletop.arcana.battle.state import Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.battle.events import RefusalError
from tests.battles import after, given, moving, reaching, rules, set_up
from tests.laws import of_each

OLD_GUARD, PIKES, BOLTS, BOARS, BALLISTA = "r1", "r2", "r3", "r4", "r5"  # move 4 or 5, berserk, a war machine
LADS, BIG_UNS, ARCHERS, BEASTS, WYVERN = "b1", "b2", "b3", "b4", "b5"


def charge(unit: str, target: str, **fields: Any) -> dict[str, Any]:
    return {"command": "charge", "unit": unit, "target": target, **fields}


def charged(unit: str = PIKES, target: str = LADS) -> State:
    return after(moving(), "red", charge(unit, target, touching=[5, 5]))


def test_a_tie_is_thrown_again_and_the_higher_chooses() -> None:
    state = after(set_up(), "red", {"command": "roll_initiative"}, typed=[4, 4])
    assert state.initiative is None
    state = after(state, "blue", {"command": "roll_initiative"}, typed=[2, 5])
    with pytest.raises(RefusalError, match="other side chooses"):
        after(state, "red", {"command": "choose_mover", "first": "red"})
    state = after(state, "blue", {"command": "choose_mover", "first": "red"})
    assert (state.mover, state.clock.step, state.clock.side) == ("red", "first-mover", "red")


def test_a_unit_moves_until_another_has_begun() -> None:
    state = after(moving(), "red", {"command": "march", "unit": PIKES, "inches": 250})
    state = after(state, "red", {"command": "march", "unit": PIKES, "inches": 250, "files": 7})
    assert (state.unit(PIKES).turn.moved, state.unit(PIKES).files) == (500, 7)
    state = after(state, "red", {"command": "march", "unit": OLD_GUARD})
    with pytest.raises(RefusalError, match="others after it"):
        after(state, "red", {"command": "march", "unit": PIKES})


@of_each(
    ("seat", "command", "why"),
    [
        ("red", {"command": "march", "unit": PIKES, "inches": 600}, "5 inches at most"),
        ("red", {"command": "march", "unit": PIKES, "files": 14}, None),
        ("red", {"command": "march", "unit": PIKES, "files": 2}, "can't stand 2 wide"),
        ("red", {"command": "march", "unit": PIKES, "altitude": "high"}, "can't fly"),
        ("red", {"command": "march", "unit": LADS}, "isn't yours"),
        ("blue", {"command": "march", "unit": LADS}, "isn't your step"),
        ("red", {"command": "run_berserk", "unit": PIKES}, "isn't berserk"),
        ("red", charge(BOARS, LADS), "throw its d3 first"),
        ("red", charge(PIKES, OLD_GUARD), "no enemy"),
        ("red", charge(PIKES, LADS, touching=[99, 1]), "only 14 models"),
        ("red", {"command": "flee", "unit": PIKES}, "another step"),
        ("red", {"command": "appear", "unit": PIKES}, "another step"),
        ("red", {"command": "respond", "unit": PIKES, "response": "stand"}, "nothing to answer"),
        ("red", {"command": "pursue"}, "nothing to answer"),
    ],
)
def test_orders_are_judged(seat: str, command: dict[str, Any], why: str | None) -> None:
    state = moving()
    if why is None:
        assert after(state, seat, command) != state
        return
    with pytest.raises(RefusalError, match=why):
        after(state, seat, command)


def test_a_charge_is_declared_in_the_first_quarter_and_once() -> None:
    state = after(moving(), "red", {"command": "march", "unit": PIKES, "inches": 126})
    with pytest.raises(RefusalError, match="more than a quarter"):
        after(state, "red", charge(PIKES, LADS))
    state = after(charged(), "blue", {"command": "respond", "unit": LADS, "response": "flee"})
    state = after(state, "blue" if state.answering == "blue" else "red", {"command": "pursue"}, typed=[3])
    with pytest.raises(RefusalError, match="charged this turn"):
        after(state, "red", charge(PIKES, BIG_UNS))


def test_everybody_waits_for_the_answer_to_a_charge() -> None:
    with pytest.raises(RefusalError, match="must answer first"):
        after(charged(), "red", {"command": "finish", "anyway": True})


def test_who_stands_is_fought() -> None:
    state = after(charged(), "blue", {"command": "respond", "unit": LADS, "response": "stand"})
    [contact] = state.contacts
    assert (contact.units, contact.touching, contact.since) == ((PIKES, LADS), (5, 5), 1)
    assert (state.unit(PIKES).turn.charged, state.unit(LADS).turn.was_charged) == (LADS, True)
    assert state.charge is None


def test_who_fires_shoots_at_once() -> None:
    state = after(charged(target=ARCHERS), "blue", {"command": "respond", "unit": ARCHERS, "response": "fire"})
    assert state.unit(ARCHERS).turn.shot
    assert state.is_engaged(PIKES)
    with pytest.raises(RefusalError, match="can't answer so, but may stand or flee"):
        after(charged(), "blue", {"command": "respond", "unit": LADS, "response": "fire"})


@pytest.mark.parametrize(
    ("pursuers", "gap", "faces", "left"),
    [
        ([], 0, [4], 30),
        ([PIKES], 0, [6, 1], 30),  # 7 inches against 6
        ([PIKES], 0, [5, 1, 2], 30 - 14),  # 6 against 6: a wound for each pike, and 2 inches more
        ([PIKES], 100, [5, 1], 30),
    ],
)
def test_who_flees_may_be_caught(pursuers: list[str], gap: int, faces: list[int], left: int) -> None:
    state = after(charged(), "blue", {"command": "respond", "unit": LADS, "response": "flee", "inches": 100})
    assert state.unit(LADS).standing is Standing.BROKEN
    state = after(state, "red", {"command": "pursue", "pursuers": pursuers, "gap": gap}, typed=faces)
    lads = state.unit(LADS)
    assert (lads.models, lads.files, lads.turn.fled) == (left, 0, True)
    assert lads.turn.moved == 100 * (1 + faces[0]) + (200 if left < 30 else 0)
    assert state.unit(PIKES).turn.pursued is bool(pursuers)
    assert (state.flight, state.contacts) == (None, ())


def test_the_berserk_throw_a_d3_and_run_farther() -> None:
    state = after(moving(), "red", {"command": "run_berserk", "unit": BOARS}, typed=[3])
    assert state.unit(BOARS).turn.extra == 200
    whole = 100 * (rules().catalogue.rows["dwarves/berserker-boar-rider"].movement.ground or 0)
    with pytest.raises(RefusalError, match="at most"):
        after(state, "red", {"command": "march", "unit": BOARS, "inches": whole + 201})
    state = after(state, "red", charge(BOARS, LADS))
    stands = after(state, "blue", {"command": "respond", "unit": LADS, "response": "stand"})
    assert stands.is_engaged(BOARS)


def test_hidden_infiltrators_appear_before_or_after_all_moves() -> None:
    hidden = given(set_up(), UnitWithheld(unit=ARCHERS))
    early = after(reaching(hidden, Step.EARLY_INFILTRATORS), "blue", {"command": "appear", "unit": ARCHERS})
    late = after(reaching(hidden, Step.LATE_INFILTRATORS), "blue", {"command": "appear", "unit": ARCHERS})
    for state, is_late in ((early, False), (late, True)):
        archers = state.unit(ARCHERS)
        assert (archers.standing, archers.files) == (Standing.READY, 0)
        assert (archers.turn.arrived, archers.turn.moved_already) == (is_late, is_late)
    assert rules().reveals(InfiltratorPlaced(unit=ARCHERS))  # an undo across it asks the other player
    with pytest.raises(RefusalError, match="isn't hidden"):
        after(reaching(hidden, Step.EARLY_INFILTRATORS), "blue", {"command": "appear", "unit": LADS})


def test_loose_units_close_in_once_after_a_charge() -> None:
    state = after(charged(), "blue", {"command": "respond", "unit": LADS, "response": "stand"})
    state = given(state, ManoeuvreDone(unit=PIKES, files=0))
    state = reaching(state, Step.CLOSING)
    close = {"command": "close_in", "unit": PIKES, "foe": LADS, "touching": [9, 7]}
    with pytest.raises(RefusalError, match="only loose units"):
        after(state, "blue", close | {"unit": LADS, "foe": PIKES})
    state = after(state, "red", close)
    assert state.contacts[0].touching == (9, 7)


def test_chargers_throw_as_they_come_in_while_the_charged_shoot() -> None:
    state = moving("marr")
    legion = next(unit.ref for unit in state.of("red") if unit.main.profile == "marr/legionnaire")
    for command, why in (({"throws": "spear"}, "can't use"), ({"throws": "pil", "overruns": True}, "can't")):
        with pytest.raises(RefusalError, match=why):
            after(state, "red", charge(legion, ARCHERS, **command))
    state = after(state, "red", charge(legion, ARCHERS, throws="pil"))
    state = after(state, "blue", {"command": "respond", "unit": ARCHERS, "response": "fire"}, seed=4)
    assert state.unit(legion).turn.shot
    assert state.unit(ARCHERS).turn.shot
    assert state.unit(ARCHERS).turn.fallen > 0
    assert (state.falling, state.charge) == ((), None)


def test_a_flyer_that_engages_the_ground_lands() -> None:
    state = after(moving(mover="blue"), "blue", charge(WYVERN, PIKES, altitude="low"))
    assert state.unit(WYVERN).altitude is Altitude.LOW
    state = after(state, "red", {"command": "respond", "unit": PIKES, "response": "stand"})
    assert {state.unit(ref).altitude for ref in (WYVERN, PIKES)} == {Altitude.GROUND}
