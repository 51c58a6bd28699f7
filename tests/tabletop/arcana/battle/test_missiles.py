"""Volleys: who may shoot, what they fell, and when that is taken off."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.missiles import MissilesShot, Reloaded
from tabletop.arcana.battle.facts.movement import Exchanged
from tabletop.arcana.battle.state import Contact, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.rules.harm.losses import Left
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import RefusalError
from tests.battles import after, at, first_event, given, happenings, rules
from tests.catalogue import printed_catalogue
from tests.laws import law_of

BOLTS = {"command": "shoot", "unit": "r3", "target": "b2", "range": 1500}  # crossbows at Greater Orcs, a third beyond
BALLISTA = {"command": "shoot", "unit": "r5", "target": "b2", "range": 2000}


def volleys() -> State:
    return at(rules().apply(rules().start(), first_event("dwarves", "orcs")), Step.VOLLEYS)


def test_losses_to_a_volley_wait_for_the_end_of_the_phase() -> None:
    """Ten of the crossbows stand in two ranks; skill 2 against 12 base units in ranks at normal range needs 2."""
    state = volleys()
    (shot,) = happenings(state, "red", BOLTS, typed=[1, 1, 2, 2, 2, 3, 4, 5, 6, 6, 1, 6, 6, 6, 6])
    fact = shot.fact
    assert isinstance(fact, MissilesShot)
    assert (fact.shots, fact.needed, fact.hits) == (10, 2, 5)
    assert [throw.of for throw in shot.dice] == ["r3", "r3"]
    assert rules().sentence(fact, state) == "Bolt Brothers shot at Big Uns: 10 shots, 5 hits, 2 will fall"
    state = rules().apply(state, fact)
    assert state.unit("b2").models == 12
    state = after(
        state, "red", BALLISTA, typed=[1, 6, 6, 6, 6, 5, 5, 5]
    )  # one hit becomes 3, each costs 3 of at most 2
    assert state.unit("b2").models == 12
    assert [unit.unit for unit in to_do(state, printed_catalogue(), "red")] == []
    state = after(state, "red", {"command": "finish"})
    _, fell, *_ = happenings(state, "blue", {"command": "finish", "anyway": True}, typed=[])
    assert fell.fact == ModelsFell(unit="b2", body="b2-m1", left=7, by="r5")
    state = rules().apply(state, fell.fact)
    assert (state.unit("b2").turn.fallen, state.falling) == (5, ())


def test_a_volley_from_two_ranges_needs_two_numbers_and_is_one_volley() -> None:
    """Four at 15 inches need 2, six at 20 need 1; both losses are pending as one."""
    from_two = {**BOLTS, "shots": 4, "further": [{"range": 2000, "shots": 6}]}
    near, far = happenings(volleys(), "red", from_two, typed=[1, 2, 3, 4, 6, 6, 1, 2, 2, 2, 2, 2, 6])
    assert [(it.fact.shots, it.fact.needed, it.fact.hits) for it in (near, far)] == [(4, 2, 2), (6, 1, 1)]
    state = given(volleys(), near.fact, far.fact)
    assert state.remains("b2", "b2-m1") == Left(11, (1,))
    with pytest.raises(RefusalError, match="shot this turn"):
        after(state, "red", BOLTS)


@law_of(
    lambda: [
        ("how many dice", volleys(), "red", {**BOLTS, "further": [{"range": 2000, "shots": 6}]}),
        ("isn't yours", volleys(), "blue", BOLTS),
        ("how far", volleys(), "red", {**BOLTS, "range": None}),
        ("no enemy", volleys(), "red", {**BOLTS, "target": "r1"}),
        ("nothing to shoot with", volleys(), "red", {**BOLTS, "unit": "r2"}),
        ("shot this turn", after(volleys(), "red", BOLTS), "red", BOLTS),
        ("in a fight", replace(volleys(), contacts=(Contact(units=("r3", "b1"), since=1),)), "red", BOLTS),
        ("took their place", given(volleys(), Exchanged(unit="r3", fresh="r1")), "red", BOLTS),
        ("another step", at(volleys(), Step.BLOWS), "red", BOLTS),
        ("90 inches are too far", volleys(), "red", {**BOLTS, "range": 9000}),
    ],
    name=lambda case: case[0],
)
def test_who_may_not_shoot_is_told_why(case: tuple[str, State, str, dict[str, Any]]) -> None:
    reason, state, seat, command = case
    with pytest.raises(RefusalError, match=reason):
        after(state, seat, command)


def test_what_misses_in_a_melee_is_rolled_at_the_friends_in_it() -> None:
    """Twelve orcs on one front, their enemies the Axemen: bows miss, and are rolled again at these."""
    state = replace(volleys(), contacts=(Contact(units=("r1", "b1"), since=1),))
    bows = {"command": "shoot", "unit": "r3", "target": "b1", "range": 1000}
    (shot,) = happenings(state, "red", bows, typed=[1, 1, *[6] * 8, 1, *[6] * 10])
    fact = shot.fact
    assert isinstance(fact, MissilesShot)
    assert (fact.hits, [(stray.unit, stray.hits) for stray in fact.strays]) == (2, [("r1", 1)])


def test_who_has_shot_reloads_for_a_turn_at_rest() -> None:
    """It doesn't shoot meanwhile; who has moved, and a war machine in a fight, goes on waiting."""
    state = volleys().with_unit("r5", lambda betty: replace(betty, unloaded=(("r5-m1", ""),)))
    with pytest.raises(RefusalError, match="have yet to reload"):
        after(state, "red", BALLISTA)
    moved = state.with_unit("r5", lambda betty: betty.having_done(moved=300))
    fights = replace(state, contacts=(Contact(units=("r5", "b1"), since=1),))
    overran = state.with_unit("r5", lambda betty: betty.having_done(overran=True))
    pursued = state.with_unit("r5", lambda betty: betty.having_done(pursued=True))
    other = state.with_unit("r5", lambda betty: replace(betty, unloaded=(("r5-m2", ""),)))
    assert after(other, "red", BALLISTA, seed=1).unit("r5").turn.shot  # the other one's
    for waiting, loads in ((state, True), *((it, False) for it in (moved, fights, overran, pursued))):
        ended = after(waiting, "red", {"command": "finish", "anyway": True})
        brought = happenings(ended, "blue", {"command": "finish", "anyway": True}, typed=[])
        assert any(isinstance(it.fact, Reloaded) for it in brought) is loads


def test_what_is_known_of_the_shooter_counts_whatever_is_said() -> None:
    """Who came out of hiding after all moves shoots at -1; who has moved 3 inches hasn't moved less."""
    state = volleys().with_unit("r3", lambda bolts: bolts.having_done(arrived=True, moved=300))
    shot = msgspec.convert({**BOLTS, "moved": 100}, rules().commands).situation(state, printed_catalogue())
    assert (shot.arrived, shot.moved) == (True, 3)


def test_a_horde_of_hundreds_is_shot_at_and_its_loss_can_be_read_again() -> None:
    """A legal army may have units of more than a hundred models."""
    state = volleys()
    horde = state.unit("b2")
    horde = horde.having(replace(horde.main, at_first=400, left=400))
    state = replace(state, units={**state.units, "b2": horde})
    (shot,) = rules().decide(state, msgspec.convert(BOLTS, rules().commands), "red", NotedDice.seeded(1))
    assert isinstance(shot.fact, MissilesShot)
    assert shot.fact.falling[0].left == 400
    assert msgspec.json.decode(msgspec.json.encode(shot.fact), type=MissilesShot) == shot.fact
