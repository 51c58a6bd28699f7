"""What only the table can count, how rare facts are told, facts that meet nothing, and what is offered then."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.battle.armies import MOST_UNITS, begun
from tabletop.arcana.battle.commands.fleeing import Suffer
from tabletop.arcana.battle.commands.magic import Counter
from tabletop.arcana.battle.commands.offers import offers
from tabletop.arcana.battle.facts.course import BattleEnded
from tabletop.arcana.battle.facts.fleeing import HazardSuffered
from tabletop.arcana.battle.facts.magic import SpellLaid
from tabletop.arcana.battle.facts.morale import TestsNamed
from tabletop.arcana.battle.facts.movement import (
    ChargeCompleted,
    ClosedIn,
    Followed,
    ManoeuvreDone,
    MissileOpened,
    OverrunStruck,
)
from tabletop.arcana.battle.spells import BorneSpell
from tabletop.arcana.battle.state import Objective, Options, Result, Scenario, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError
from tests.battles import SAMPLES, after, at, given, rules, set_up
from tests.catalogue import printed_catalogue
from tests.laws import law_of
from tests.tabletop.arcana.battle.test_refusals import BOARS, GUARD, LADS, MUMBLE, PIKES, casting, do, retreating


def enraged() -> State:
    """The lads have to test, under a spell that is for one model: no resolver knows what they need."""
    borne = BorneSpell(spell="chaos/enrage", caster=f"{MUMBLE}-c1")
    return given(at(set_up(), Step.TESTS), SpellLaid(unit=LADS, spell=borne, spell_name="E"), TestsNamed(named=(LADS,)))


def test_a_test_that_only_the_table_can_count_is_thrown_against_its_number() -> None:
    with pytest.raises(RefusalError, match=r"This isn't resolved here: unit\.spells must not be on a unit"):
        after(enraged(), "blue", do("test_morale", LADS), typed=[6, 6])
    failed = after(enraged(), "blue", do("test_morale", LADS, counted=7), typed=[4, 4])
    held = after(enraged(), "blue", do("test_morale", LADS, counted=7), typed=[3, 4])
    assert (failed.unit(LADS).standing, held.unit(LADS).standing) == (Standing.BROKEN, Standing.READY)
    known = given(at(set_up(), Step.TESTS), TestsNamed(named=(LADS,)))
    unread = after(known, "blue", do("test_morale", LADS, counted=2), typed=[3, 3])
    assert unread.unit(LADS).standing is Standing.READY  # where the rules can tell, they do


TOLD: list[tuple[Any, str]] = [
    (HazardSuffered(unit=LADS, strikes=False), "The ground spared Da Lads"),
    (ManoeuvreDone(unit=PIKES, files=6), "Stonewall formed 6 wide"),
    (ManoeuvreDone(unit=PIKES, files=0), "Stonewall went into loose order"),
    (ManoeuvreDone(unit=PIKES), "Stonewall closed in"),
    (ManoeuvreDone(unit=PIKES, foe=LADS, faces=True), "Stonewall turned to face Da Lads"),
    (OverrunStruck(unit=BOARS, target=LADS), "Boar Boys ran Da Lads over, counted at the table"),
    (BattleEnded(result=Result(winner=None, level="agreed", reason="Both shook hands.")), "A draw. Both shook hands."),
]


@law_of(TOLD, lambda case: case[1])
def test_a_fact_is_told_in_a_few_words(case: tuple[Any, str]) -> None:
    fact, words = case
    assert rules().sentence(fact, set_up()) == words


def test_a_fact_about_a_fight_that_there_is_not_changes_no_contact() -> None:
    state = given(at(set_up(), Step.FIRST_MOVER), ChargeCompleted(unit=PIKES, target=LADS))
    assert given(state, MissileOpened(unit=PIKES, throws="Breath", salt="0" * 32)).charge is None
    for fact in (
        ClosedIn(unit=PIKES, foe=MUMBLE, touching=(1, 1)),
        ManoeuvreDone(unit=PIKES, foe=MUMBLE, faces=True, touching=(1, 1)),
        Followed(unit=PIKES, retreating=MUMBLE, follows=True),
    ):
        assert given(state, fact).contacts == state.contacts
    assert given(retreating(), Followed(unit=GUARD, retreating=LADS, follows=True)).retreat == retreating().retreat


def test_a_unit_taken_out_of_a_retreat_is_waited_for_no_more() -> None:
    both = replace(retreating(), retreat=replace(retreating().retreat, followers=(BOARS, GUARD)))  # type: ignore[type-var]
    assert both.apart(GUARD).retreat == retreating().retreat
    assert both.apart(LADS).retreat is None
    assert retreating().apart(BOARS).retreat is None


def test_what_is_offered_has_its_targets() -> None:
    over = given(set_up(), BattleEnded(result=Result(winner="red", level="total")))
    assert offers(over, rules().catalogue, "red") == ()
    objectives = (
        Objective(ref="o1", side="red", kind="terrain", what="the hill", reached=True),
        Objective(ref="o2", side="red", kind="terrain", what="the ford"),
    )
    meeting = replace(at(set_up(scenario=Scenario.MEETING), Step.VICTORY), objectives=objectives)
    found = [offer for offer in offers(meeting, rules().catalogue, "red") if offer.command == "reach_objective"]
    assert [offer.targets for offer in found] == [("o2",)]


def test_ground_that_harms_nobody_and_spells_that_nobody_casts_have_no_odds() -> None:
    with pytest.raises(RefusalError, match="Stonewall isn't in ground that harms"):
        Suffer(unit=PIKES).situation(set_up(), rules().catalogue)
    assert Counter(unit=GUARD, power=3).situation(casting(), rules().catalogue) is None


def test_a_battle_is_of_armies_with_units_and_of_no_crowds() -> None:
    dwarves = read_roster((SAMPLES / "dwarves.json").read_bytes())
    few = {"scenario": Scenario.ATTRITION, "options": Options()}

    def of(roster: Roster) -> Any:
        return resolve(roster, printed_catalogue())

    with pytest.raises(MalformedError, match=r"blue: .* has no units"):
        begun("x", (of(dwarves), of(replace(dwarves, units=()))), **few)  # type: ignore[arg-type]
    many = enumerate(dwarves.units[:1] * (MOST_UNITS + 1))
    crowd = tuple(replace(unit, ref=f"u{number}", characters=()) for number, unit in many)
    with pytest.raises(MalformedError, match=f"a battle here has at most {MOST_UNITS} units"):
        begun("x", (of(replace(dwarves, units=crowd)), of(dwarves)), **few)  # type: ignore[arg-type]
