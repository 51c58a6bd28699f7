"""Units with mounted leaders, characters alone and doubled wounds in a battle: by the resolvers, and not by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.missiles import MissilesShot
from tabletop.arcana.battle.facts.morale import PaidInWounds
from tabletop.arcana.battle.situations import fields_of, stated
from tabletop.arcana.battle.spells import BorneSpell
from tabletop.arcana.battle.state import BattleUnit, Body, Contact, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.catalogue.profiles import Melee, Missile, Morale, MoraleKind, Section, Statistics
from tests.battles import at, first_event, happenings, rules

SURE = Melee(attacks=1, skill=6)
TROOPS, HERO, MOUNT = "m1", "c1", "c1-mount"


def body(ref: str, figures: Statistics, section: Section, count: int = 1, **more: Any) -> Body:
    own = {"name": ref, "profile": "hogmen/hog-warrior", "at_first": count, "left": count, "wounds": figures.wounds}
    text = msgspec.json.encode(figures).decode()
    return Body(ref=ref, section=section, figures=text, **own, **more)


def troops(ref: str, figures: Statistics, count: int) -> Body:
    return body(f"{ref}-{TROOPS}", figures, Section.TROOPS, count)


def hero(ref: str, figures: Statistics, number: int = 1, *, rides: bool = False, **more: Any) -> Body:
    return body(f"{ref}-c{number}", figures, Section.CHARACTERS, character=True, rides=rides, **more)


def mount(ref: str, figures: Statistics, section: Section = Section.MONSTERS) -> Body:
    return body(f"{ref}-{MOUNT}", figures, section)


def fought(*bodies: tuple[Body, ...], step: Step = Step.BLOWS) -> State:
    """Two units, the second of blue, in a fight of this turn, or not while missiles fly."""
    sides, refs = ("red", "blue"), ("r", "b")
    units = [
        BattleUnit(ref=ref, side=side, name=ref.upper(), army="hogmen", bodies=own)  # type: ignore[arg-type]
        for ref, side, own in zip(refs, sides, bodies, strict=True)
    ]
    state = rules().apply(rules().start(), replace(first_event("dwarves", "orcs"), fielded=tuple(units)))
    contact = Contact(units=("r", "b"), touching=(2, 2), since=1)
    return replace(at(state, step), contacts=() if step is Step.VOLLEYS else (contact,))


def fell(state: State, seat: str, command: dict[str, Any], typed: list[int]) -> dict[str, tuple[int, tuple[int, ...]]]:
    """What bodies are left with, of those that lose anything."""
    facts = [it.fact for it in happenings(state, seat, command, typed=typed)]
    return {fact.body: (fact.left, fact.lost) for fact in facts if isinstance(fact, ModelsFell | PaidInWounds)}


MEN, LORD, GRIFFON = Statistics(), Statistics(wounds=2), Statistics(wounds=4, melee=(SURE,))
STRIKER = Statistics(wounds=9, melee=(replace(SURE, attacks=3),))
LED = troops("r", MEN, 6), mount("r", GRIFFON), hero("r", LORD, rides=True)


def test_a_die_parts_the_hits_on_a_mounted_leader_and_its_mount_strikes() -> None:
    """Line 2469: of three hits a 2 and a 1 are on the rider, whom they kill; the griffon hits the hero back."""
    state = fought(LED, (hero("b", STRIKER),))
    typed = [3, 1, 1, 1, 2, 5, 1]  # the griffon; the hero, and on whom each of his hits is
    assert fell(state, "red", {"command": "fight", "unit": "r"}, typed) == {
        "b-c1": (1, (1,)), "r-c1-mount": (1, (1,)), "r-c1": (0, ()),
    }  # fmt: skip


def test_a_riderless_mount_fights_on_and_a_rider_goes_on_afoot() -> None:
    def without(ref: str) -> State:
        state = fought(LED, (hero("b", STRIKER),))
        return state.with_unit("r", lambda unit: unit.having(replace(unit.body(ref), left=0)))

    alone = without("r-c1")
    assert [entry.character.fallen for entry in stated(alone.unit("r")).entries] == [True]
    assert fell(alone, "red", {"command": "fight", "unit": "r"}, [3, 1, 1, 1])["r-c1-mount"] == (1, (3,))
    afoot = fell(without("r-c1-mount"), "red", {"command": "fight", "unit": "r"}, [1, 1, 1])
    assert afoot == {"r-c1": (0, ()), "r-m1": (5, ())}  # what is more than the rider had goes on


def test_the_mount_of_a_leader_is_no_trooper_and_counts_in_the_test() -> None:
    """Readings BR55 and BR107: a lost model of four wounds beside six men."""
    state = fought(LED, (hero("b", STRIKER),))
    assert fields_of(state.unit("r"))["models_at_first"] == 7
    [first] = happenings(
        state, "red", {"command": "correct", "unit": "r", "body": "r-c1-mount", "left": 0, "why": "so"}, typed=[]
    )
    unit = rules().apply(state, first.fact).unit("r")
    assert (unit.turn.fallen, unit.turn.mounts_lost, unit.turn.characters_lost) == (0, (4,), 0)
    assert (fields_of(unit)["mounts_lost"], unit.mount_of(unit.body("r-c1"))) == ((4,), None)


def test_arrows_beyond_the_men_find_the_rider_or_the_mount() -> None:
    bow = Missile(name="Bow", range=20, attacks=1, skill=6)
    archers = troops("b", Statistics(missile=(bow,)), 3)
    state = fought((replace(LED[0], left=1), *LED[1:]), (archers,), step=Step.VOLLEYS)
    shot = {"command": "shoot", "unit": "b", "target": "r", "range": 1000}
    thrown = happenings(state, "blue", shot, typed=[1, 1, 1, 2, 3])[0].fact
    assert isinstance(thrown, MissilesShot)
    falling = {it.body: (it.left, it.lost) for it in thrown.falling}
    assert falling == {"r-m1": (0, ()), "r-c1": (1, (1,)), "r-c1-mount": (1, (1,))}


def test_characters_alone_fight_as_one_unit_and_each_of_them_may_be_struck() -> None:
    """Two heroes against three men, who strike at the first of them as nobody else is there."""
    heroes = hero("r", LORD, 1), hero("r", replace(LORD, melee=(SURE,)), 2)
    state = fought(heroes, (troops("b", Statistics(melee=(SURE,)), 3),))
    assert fell(state, "red", {"command": "fight", "unit": "r"}, [1, 1, 1]) == {"b-m1": (2, ()), "r-c1": (0, ())}
    mixed = (mount("r", GRIFFON), hero("r", LORD, rides=True), hero("r", LORD, 2))
    known = stated(fought(mixed, (hero("b", STRIKER),)).unit("r"))
    assert (known.troops, known.rides, [it.ref for it in known.bodies]) == (
        None, (2, 0, 0), ["r-c1", "r-c1-mount", "r-c2"],
    )  # fmt: skip
    state = fought(mixed, (hero("b", STRIKER),))
    assert fell(state, "red", {"command": "fight", "unit": "r"}, [1, 1, 1, 1, 6, 6, 6])["r-c1-mount"] == (1, (3,))


def test_several_aboard_one_chariot_are_parted_by_dice() -> None:
    chariot = mount("r", Statistics(wounds=4), Section.VEHICLES)
    crew = hero("r", LORD, 1, rides=True), hero("r", LORD, 2, rides=True)
    state = fought((chariot, *crew), (hero("b", STRIKER),))
    assert fell(state, "red", {"command": "fight", "unit": "r"}, [1, 1, 1, 1, 2, 3, 3, 4]) == {
        "r-c1-mount": (1, (1,)), "r-c1": (1, (1,)), "r-c2": (1, (1,)),
    }  # fmt: skip
    among = fought((troops("r", MEN, 6), chariot, *crew), (hero("b", STRIKER),))
    assert [it.character.aboard for it in stated(among.unit("r")).entries] == [None, 1]
    assert fell(among, "red", {"command": "fight", "unit": "r"}, [1, 1, 1, 3, 3, 3]) == {"r-c1-mount": (1, (3,))}


@pytest.mark.parametrize("led", [False, True])
def test_festering_wounds_double_what_blows_and_payments_cost(led: bool) -> None:
    """Line 3386 and reading BR102, with a leader or without one: three hits on men of two wounds fell three."""
    bold = Statistics(wounds=2, morale=Morale(value=2, kind=MoraleKind.FEARLESS))
    bodies = (troops("r", bold, 6), *([hero("r", LORD)] if led else []))
    plague = BorneSpell(spell="plague/festering-wounds", caster="b-c1")
    state = fought(bodies, (troops("b", replace(STRIKER, wounds=1), 2),))
    state = state.with_unit("r", lambda unit: replace(unit, spells=(plague,)))
    assert fell(state, "red", {"command": "fight", "unit": "r"}, [1, 1, 1, 6, 6, 6]) == {"r-m1": (0, ())}
    tests = replace(at(state, Step.TESTS), tests=("r",))
    tests = tests.with_unit("r", lambda unit: unit.having_done(frightened=True, wounded=True, fallen=3))
    paid = fell(tests, "red", {"command": "test_morale", "unit": "r"}, [2, 2])
    assert paid == {"r-m1": (1, ())}  # 4 is 5 more than 2 - 3: five wounds, each of which fells a man


def test_characters_strike_once_where_several_large_models_are_fought() -> None:
    giants = troops("b", Statistics(wounds=9), 2)
    state = fought((troops("r", MEN, 6), hero("r", replace(LORD, melee=(SURE,)))), (giants,))
    assert fell(state, "red", {"command": "fight", "unit": "r"}, [1]) == {"b-m1": (2, (1,))}
