"""Fights: blows in their order over all units of a fight, what players choose before them, and who falls."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.facts.course import PhaseBegun
from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.melee import BlowsStruck
from tabletop.arcana.battle.fights import shared_out
from tabletop.arcana.battle.state import Aim, BattleUnit, Body, Contact, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.profiles import Armour, Melee, Section, Statistics
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import RefusalError
from tests.battles import after, at, first_event, happenings, rules
from tests.catalogue import printed_catalogue
from tests.laws import law_of


def blows() -> State:
    """Dwarves and orcs, Axemen and Orc Warriors front to front since this turn."""
    state = at(rules().apply(rules().start(), first_event("dwarves", "orcs")), Step.BLOWS)
    return replace(state, contacts=(Contact(units=("r1", "b1"), since=1),))


def unit(
    ref: str, side: str, models: int, figures: Statistics, *, files: int = 0, lost: tuple[int, ...] = ()
) -> BattleUnit:
    body = Body(
        ref=f"{ref}-m1",
        name=ref,
        profile="hogmen/hog-warrior",
        section=Section.TROOPS,
        wounds=figures.wounds,
        at_first=models,
        left=models,
        lost=lost,
        figures=msgspec.json.encode(figures).decode(),
    )
    return BattleUnit(ref=ref, side=side, name=ref.title(), army="hogmen", bodies=(body,), files=files)  # type: ignore[arg-type]


def hogs_of_war() -> State:
    """The book's melee: hogs between cavalry with lances, which have come in this turn, and loose scouts (E49…E51)."""
    lance = Melee(attacks=1, skill=2, strength=1, long_weapon=True)
    horse = Melee(name="Horse", attacks=1, skill=2)
    cavalry = Statistics(wounds=2, armour=Armour(value=3), base=2, melee=(lance, horse))
    scouts = Statistics(armour=Armour(value=2), melee=(Melee(attacks=1, skill=3),))
    hogs = Statistics(armour=Armour(value=2), melee=(Melee(attacks=1, skill=2, strength=1),))
    fielded = (
        unit("cavalry", "red", 10, cavalry, files=6, lost=(1,)),
        unit("scouts", "red", 14, scouts),
        unit("hogs", "blue", 23, hogs, files=6),
    )
    state = rules().apply(rules().start(), replace(first_event("dwarves", "orcs"), fielded=fielded))
    contacts = (
        Contact(units=("cavalry", "hogs"), touching=(6, 5), since=1),
        Contact(units=("scouts", "hogs"), sides=("front", "left"), touching=(6, 4), since=1),  # type: ignore[arg-type]
    )
    return replace(at(state, Step.BLOWS), contacts=contacts)


def test_the_hogs_of_war_lose_as_in_the_book() -> None:
    """Lances first: two hogs fall, two others step up at -1; then all others at once (E49, E50, E51)."""
    state = hogs_of_war()
    lances = [1, 2, 2, *[6] * 7, 1, 5, 5]
    horses = [2, 2, *[6] * 4, 3, 3]
    hogs_at_cavalry = [2, 1, 6, 2, 5, 2, 5]
    scouts = [3, 3, 3, *[6] * 3, 2, 3, 3]
    hogs_at_scouts = [1, 2, 6, 6, 2, 2]
    typed = lances + horses + hogs_at_cavalry + scouts + hogs_at_scouts
    facts = [it.fact for it in happenings(state, "red", {"command": "fight", "unit": "hogs"}, typed=typed)]
    struck = [
        (
            fact.unit,
            fact.target,
            fact.when,
            [(blow.dice, blow.needed, blow.hits, blow.saved, blow.wounds) for blow in fact.blows],
        )
        for fact in facts
        if isinstance(fact, BlowsStruck)
    ]
    assert struck == [
        ("cavalry", "hogs", "first", [(10, 2, 3, 1, 2)]),
        ("cavalry", "hogs", "normal", [(6, 2, 2, 0, 2)]),
        ("hogs", "cavalry", "normal", [(3, 2, 2, 1, 1), (2, 1, 0, 0, 0)]),
        ("scouts", "hogs", "normal", [(6, 3, 3, 1, 2)]),
        ("hogs", "scouts", "normal", [(4, 2, 2, 0, 2)]),
    ]
    left = {fact.unit: fact.left for fact in facts if isinstance(fact, ModelsFell)}
    assert left == {"cavalry": 9, "scouts": 12, "hogs": 17}


def fought(state: State, typed: list[int]) -> State:
    """The state when the Axemen's fight is over, before the next phase."""
    for it in happenings(state, "red", {"command": "fight", "unit": "r1"}, typed=typed):
        if isinstance(it.fact, PhaseBegun):
            break
        state = rules().apply(state, it.fact)
    return state


def test_a_character_strikes_first_and_by_himself() -> None:
    """The lord fells two of five orcs with blows at 4, two step up; he and four axemen are struck as one unit."""
    lord, axes, orcs = [2, 5, 1], [3, 1, 4, 4, 4], [6, 4, 2, 1, 4, 1, 4]
    state = fought(blows(), lord + axes + orcs)
    dwarves, lads = state.unit("r1"), state.unit("b1")
    assert (dwarves.main.left, dwarves.turn.fallen, dwarves.turn.fought) == (19, 1, True)
    assert (lads.main.left, lads.turn.fallen, lads.turn.fought) == (27, 3, True)


def test_who_has_lost_too_many_stands_loose_and_then_is_off_the_table() -> None:
    state = blows().with_unit("b1", lambda orcs: orcs.having(replace(orcs.main, left=6)))
    assert fought(state, [2, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]).unit("b1").files == 0
    state = state.with_unit("b1", lambda orcs: orcs.having(replace(orcs.main, left=1)))
    state = fought(state, [1, 6, 6])
    assert state.unit("b1").standing is Standing.LOST
    assert not state.contacts


def test_a_pursuer_rams_who_covers_a_retreat_but_strikes_no_first_blows() -> None:
    """Though it fought as the turn began; long weapons of neither side strike first (B18)."""
    lance = Melee(attacks=1, skill=2, strength=1, long_weapon=True)
    riders = unit("riders", "red", 6, Statistics(wounds=2, base=2, melee=(lance,), ramming=Melee(attacks=1, skill=2)))
    cover = unit("cover", "blue", 12, Statistics(melee=(lance,)))
    state = rules().apply(rules().start(), replace(first_event("dwarves", "orcs"), fielded=(riders, cover)))
    state = replace(at(state, Step.BLOWS), contacts=(Contact(units=("riders", "cover"), since=1),))
    state = state.with_unit("riders", lambda own: own.having_done(pursued=True, was_engaged=True))
    state = state.with_unit("cover", lambda own: own.having_done(covered=True))
    command = msgspec.convert({"command": "fight", "unit": "riders"}, rules().commands)
    facts = [it.fact for it in rules().decide(state, command, "red", NotedDice.seeded(1))]
    struck = {(fact.unit, fact.when, fact.rams) for fact in facts if isinstance(fact, BlowsStruck)}
    assert struck == {("riders", "normal", True), ("cover", "normal", False)}


def giants() -> State:
    """Three giants, the first with one wound left, and orcs all around them, three at each."""
    giant = Statistics(wounds=6, base=4, melee=(Melee(attacks=1, skill=3, wounds_d3=1),))
    orc = Statistics(melee=(Melee(attacks=1, skill=3),))
    fielded = (unit("giants", "red", 3, giant, lost=(5,)), unit("orcs", "blue", 20, orc))
    state = rules().apply(rules().start(), replace(first_event("dwarves", "orcs"), fielded=fielded))
    contact = Contact(units=("giants", "orcs"), touching=(3, 9), since=1)
    return replace(at(state, Step.BLOWS), contacts=(contact,))


def test_large_models_are_struck_each_by_itself() -> None:
    """Blows are shared out before they are rolled, and what kills the first twice over is lost (reading BR15)."""
    typed = [3, 4, 1, *[3, 3, 3], *[6, 6, 6], *[1, 5, 1]]
    facts = [it.fact for it in happenings(giants(), "red", {"command": "fight", "unit": "orcs"}, typed=typed)]
    fell = {fact.unit: (fact.left, fact.lost) for fact in facts if isinstance(fact, ModelsFell)}
    assert fell == {"giants": (2, (2,)), "orcs": (18, ())}
    assert [(fact.unit, len(fact.blows)) for fact in facts if isinstance(fact, BlowsStruck)] == [
        ("giants", 3),
        ("orcs", 3),
    ]


def test_further_characters_strike_by_themselves() -> None:
    """A champion who has joined the Axemen strikes with the lord; both roll dice of their own."""
    state = blows()
    champion = replace(state.unit("r3").characters[0], commands=False)
    state = state.with_unit("r1", lambda guard: replace(guard, bodies=(*guard.bodies, champion)))
    found = msgspec.convert({"command": "fight", "unit": "r1"}, rules().commands)
    purposes = [throw.purpose for it in rules().decide(state, found, "red", NotedDice.seeded(1)) for throw in it.dice]
    assert purposes[:2] == ["Dwarf Lord, blows, to hit", "Dwarf Champion, blows, to hit"]


def test_players_choose_before_blows() -> None:
    """Axemen who touch two units of orcs: by themselves they share themselves out; chosen, all strike at one."""
    state = replace(blows(), contacts=(*blows().contacts, Contact(units=("r1", "b2"), since=1)))
    chosen = {"command": "choose_targets", "unit": "r1", "aims": [{"at": "b2", "touching": 4, "leads": True}]}
    state = after(state, "red", {**chosen, "aims": [*chosen["aims"], {"at": "b1", "touching": 0}]})  # type: ignore[misc]
    found = msgspec.convert({"command": "fight", "unit": "r1"}, rules().commands)
    facts = [it.fact for it in rules().decide(state, found, "red", NotedDice.seeded(3))]
    struck = {
        (fact.target, blow.character)
        for fact in facts
        if isinstance(fact, BlowsStruck) and fact.unit == "r1"
        for blow in fact.blows
    }
    assert struck == {("b2", True), ("b2", False)}


def test_a_side_is_to_fight_once_in_each_fight() -> None:
    state = replace(blows(), contacts=(*blows().contacts, Contact(units=("r2", "b1"), since=1)))
    for side, unit_ref in (("red", "r1"), ("blue", "b1")):
        assert [task.unit for task in to_do(state, printed_catalogue(), side)] == [unit_ref]


FIGHT = {"command": "fight", "unit": "r1"}


@law_of(
    lambda: [
        ("aren't in a fight", blows(), {**FIGHT, "unit": "r2"}),
        ("no unit", blows(), {**FIGHT, "unit": "r9"}),
        ("another step", at(blows(), Step.VOLLEYS), FIGHT),
        ("fought this turn", blows().with_unit("r1", lambda own: own.having_done(fought=True)), FIGHT),
        ("don't touch", blows(), {"command": "choose_targets", "unit": "r1", "aims": [{"at": "b2"}]}),
        ("At most 4", blows(), {"command": "choose_targets", "unit": "r1", "aims": [{"at": "b1", "touching": 9}]}),
        ("lines", blows(), {"command": "choose_targets", "unit": "r1", "aims": [{"at": "b1", "lines": [9]}]}),
        ("rams", blows(), {"command": "choose_targets", "unit": "r1", "aims": [{"at": "b1", "rams": True}]}),
        ("isn't yours", blows(), {"command": "choose_targets", "unit": "b1"}),
    ],
    name=lambda case: case[0],
)
def test_what_cant_be_fought_is_refused(case: tuple[str, State, dict[str, Any]]) -> None:
    reason, state, command = case
    with pytest.raises(RefusalError, match=reason):
        after(state, "red", command)


def test_a_fight_counted_at_the_table_is_only_noted() -> None:
    facts = [it.fact for it in happenings(blows(), "red", {**FIGHT, "by_hand": True}, typed=[])]
    assert not any(isinstance(fact, BlowsStruck | ModelsFell) for fact in facts)
    assert rules().sentence(facts[0], blows()).endswith("over for this turn, counted at the table")


@pytest.mark.parametrize("said", [{}, {"front": 2, "flank": 2}])
def test_who_touches_on_two_sides_strikes_at_one_and_is_counted_once(said: dict[str, int]) -> None:
    """Two giants with an enemy before them and one at their flank are two, however many each of them touches."""
    giant = Statistics(wounds=6, base=4, melee=(Melee(attacks=2, skill=2),))
    man = Statistics(melee=(Melee(attacks=1, skill=1),))
    giants = unit("giants", "red", 2, giant, files=2, lost=(1,))
    giants = replace(giants, aims=tuple(Aim(at=foe, touching=number) for foe, number in said.items()))
    foes = (unit("front", "blue", 10, man, files=5), unit("flank", "blue", 10, man, files=5))
    state = rules().apply(rules().start(), replace(first_event("dwarves", "orcs"), fielded=(giants, *foes)))
    contacts = (
        Contact(units=("giants", "front"), since=1),
        Contact(units=("giants", "flank"), sides=(Facing.LEFT, Facing.FRONT), since=1),
    )
    state = replace(at(state, Step.BLOWS), contacts=contacts)
    assert shared_out(state, printed_catalogue(), "giants") == {"front": 1, "flank": 1}
    facts = rules().decide(
        state, msgspec.convert(FIGHT | {"unit": "giants"}, rules().commands), "red", NotedDice.seeded(1)
    )
    assert all(its.fact.left <= 2 for its in facts if isinstance(its.fact, ModelsFell) and its.fact.unit == "giants")
