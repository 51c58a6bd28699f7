"""The end of a turn in a battle: regeneration, rallies, tests, payments, armies that break, objectives."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.arcana.battle.facts.losses import ModelsFell, UnitLost
from tabletop.arcana.battle.facts.morale import Broke, MoraleTested
from tabletop.arcana.battle.facts.movement import ChargeCompleted
from tabletop.arcana.battle.state import Loss, Scenario, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.odds.situations import Reason
from tabletop.battle.events import RefusalError
from tests.battles import after, begun_with, given, reaching, set_up

OLD_GUARD, PIKES, BOLTS, BOARS = "r1", "r2", "r3", "r4"
LADS, BIG_UNS, ARCHERS = "b1", "b2", "b3"


def fell(unit: str, left: int) -> ModelsFell:
    return ModelsFell(unit=unit, body=f"{unit}-m1", left=left)


def names_tests(*facts: Any) -> State:
    """As the morale phase begins, with tests named."""
    return reaching(given(set_up(), *facts), Step.REGENERATION)


def throws(unit: str, **fields: Any) -> dict[str, Any]:
    return {"command": "test_morale", "unit": unit, **fields}


@pytest.mark.parametrize(
    ("faces", "standing"), [([3, 4], Standing.READY), ([6, 6], Standing.BROKEN), ([1, 1], Standing.READY)]
)
def test_a_broken_unit_may_rally(faces: list[int], standing: Standing) -> None:
    state = reaching(given(set_up(), Broke(unit=PIKES)), Step.REGENERATION)
    assert state.clock.step == Step.RALLY
    state = after(state, "red", {"command": "rally", "unit": PIKES}, typed=faces)
    assert state.unit(PIKES).standing is standing


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ((), "isn't broken"),
        ((Broke(unit=PIKES), fell(PIKES, 13)), "losses this turn"),
        ((Broke(unit=PIKES), ChargeCompleted(unit=LADS, target=PIKES)), "in a fight"),
    ],
)
def test_who_may_not_rally_is_told_why(facts: tuple[Any, ...], why: str) -> None:
    state = reaching(given(set_up(), Broke(unit=BOLTS), *facts), Step.RALLY)
    with pytest.raises(RefusalError, match=why):
        after(state, "red", {"command": "rally", "unit": PIKES})


def test_a_quarter_lost_names_a_test_and_a_failed_one_breaks() -> None:
    state = names_tests(fell(LADS, 22), fell(ARCHERS, 8))
    assert (state.clock.step, state.tests) == (Step.TESTS, (LADS,))
    with pytest.raises(RefusalError, match="no test"):
        after(state, "blue", throws(ARCHERS))
    broken = after(state, "blue", throws(LADS), typed=[6, 5])
    assert (broken.unit(LADS).standing, broken.unit(LADS).broken_in) == (Standing.BROKEN, 1)
    held = after(state, "blue", throws(LADS), typed=[1, 1])
    assert held.unit(LADS).standing is Standing.READY
    assert held.clock.turn == 2
    uncounted = after(state, "blue", throws(LADS, counted=12), typed=[6, 5])  # it is counted here
    assert uncounted.unit(LADS).standing is Standing.BROKEN


def test_a_test_before_the_end_of_the_turn_isnt_the_one_at_its_end() -> None:
    for reason in (Reason.FALLING_BACK, Reason.FOLLOWING, Reason.COVERING, Reason.EXCHANGE):
        state = names_tests(MoraleTested(unit=LADS, number=9, reason=reason), fell(LADS, 22))
        assert after(state, "blue", throws(LADS), typed=[6, 5]).unit(LADS).standing is Standing.BROKEN


def test_the_berserk_pay_when_all_tests_are_over() -> None:
    fight = ChargeCompleted(unit=BOARS, target=LADS)
    state = names_tests(fell(BOARS, 4), fight, fell(LADS, 22))
    assert state.tests == (BOARS, LADS)
    state = after(state, "red", throws(BOARS), typed=[3, 3])  # misses 4 by 2, with 12 wounds left
    assert (state.unit(BOARS).wounds, len(state.falling)) == (12, 1)
    state = after(state, "blue", throws(LADS), typed=[1, 1])
    assert (state.falling, state.unit(BOARS).wounds) == ((), 10)


def test_numbers_press_one_enemy_whom_their_owner_chooses() -> None:
    fights = [ChargeCompleted(unit=LADS, target=unit) for unit in (PIKES, BOLTS)]
    state = names_tests(*fights, fell(PIKES, 9), fell(BOLTS, 8))
    assert state.tests == (PIKES, BOLTS)
    with pytest.raises(RefusalError, match="whom the numbers of Da Lads press"):
        after(state, "red", throws(PIKES))
    with pytest.raises(RefusalError, match="doesn't fight"):
        after(state, "blue", {"command": "press", "unit": LADS, "against": OLD_GUARD})
    state = after(state, "blue", {"command": "press", "unit": LADS, "against": BOLTS})
    tested = after(state, "red", throws(BOLTS), typed=[1, 1])
    with pytest.raises(RefusalError, match="Bolt Brothers tested this turn"):
        after(tested, "blue", {"command": "press", "unit": LADS, "against": PIKES})
    below, above = [1, 5], [1, 6]  # 9, 5 wounds lost, 1 superior enemy, 1 for its own numbers: 6
    assert after(state, "red", throws(PIKES), typed=below).unit(PIKES).standing is Standing.READY
    assert after(state, "red", throws(PIKES), typed=above).unit(PIKES).standing is Standing.BROKEN


def test_an_army_that_lost_much_may_break_and_the_end_is_proposed() -> None:
    lost = [UnitLost(unit=unit, how=Loss.FLED) for unit in (LADS, BIG_UNS)]
    state = names_tests(*lost)
    assert state.clock.step == Step.VICTORY
    held = after(state, "red", {"command": "test_armies"}, typed=[1, 1])
    assert (held.proposed, held.clock.turn) == (None, 2)
    broke = after(state, "blue", {"command": "test_armies"}, typed=[6, 6])
    assert broke.proposed is not None
    assert (broke.proposed.winner, broke.proposed.level) == ("red", "total")
    ended = after(broke, "blue", {"command": "agree_end"})
    assert ended.result == broke.proposed
    with pytest.raises(RefusalError, match="over"):
        after(ended, "red", {"command": "finish"})


def test_an_objective_is_reached_while_its_unit_is_broken() -> None:
    state = begun_with(Scenario.MEETING)
    name = {"command": "name_objective", "kind": "unit", "what": "Defeat Stonewall", "unit": PIKES}
    state = after(state, "red", name)
    assert [(it.side, it.unit) for it in state.objectives] == [("blue", PIKES)]
    for command in ("deploy", "finish"):
        for seat in ("red", "blue"):
            state = after(state, seat, {"command": command})
    state = reaching(given(state, Broke(unit=PIKES)), Step.TESTS)
    assert state.objectives[0].reached
    assert state.proposed is not None
    assert state.proposed.winner == "blue"


def test_ground_is_reached_at_the_end_of_a_turn_and_both_may_draw() -> None:
    """Reading BR62; who holds ground is said in the last step of a turn alone."""
    ground = {"command": "name_objective", "kind": "terrain", "what": "Hold the hill"}
    with pytest.raises(RefusalError, match="Only a meeting engagement"):
        after(begun_with(Scenario.ATTRITION), "red", ground)
    state = after(after(begun_with(Scenario.MEETING), "red", ground), "blue", ground)
    reached = [{"command": "reach_objective", "objective": ref} for ref in ("o1", "o2")]
    for command in ("deploy", "finish"):
        for seat in ("red", "blue"):
            state = after(state, seat, {"command": command})
    with pytest.raises(RefusalError, match="another step"):
        after(state, "blue", reached[0])
    state = after(reaching(state, Step.VICTORY), "blue", reached[0])
    assert state.proposed is not None
    assert (state.proposed.winner, state.proposed.level) == ("blue", "objectives")
    state = after(state, "red", reached[1])
    assert state.proposed is not None
    assert (state.proposed.winner, state.proposed.level) == (None, "objectives")
