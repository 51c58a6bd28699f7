"""The phase of magic: power, casters in turn, counterspells, what spells do at once, and how they last and end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.facts.magic import PowerFocused, SpellApplied
from tabletop.arcana.battle.spells import BorneSpell, LyingSpell
from tabletop.arcana.battle.state import Contact, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.odds.answers import counted
from tabletop.battle.events import RefusalError
from tests.battles import after, at, first_event, happenings, rules
from tests.catalogue import printed_catalogue
from tests.laws import law_of

STRIKE = {"command": "cast", "unit": "b5", "spell": "air/lightning-strike", "target": "r1"}
PASS = {"command": "let_pass"}


def casting(power: int = 3, *, theirs: int = 0) -> State:
    """The undead's necromancer with some power, and a wizard of the High Elves, here of air, with more."""
    state = at(rules().apply(rules().start(), first_event("undead", "high-elves")), Step.CASTING)
    for ref, points in (("r5", theirs), ("b5", power)):
        unit = state.unit(ref)
        wizard = unit.characters[0]
        state = state.having(unit.having(replace(wizard, power=points, school="air" if ref == "b5" else wizard.school)))
    return replace(state, mover="blue")


def test_casters_gather_a_point_as_the_phase_begins() -> None:
    state = at(casting(power=0), Step.RECURRING)
    brought = happenings(state, "red", {"command": "finish"}, typed=[])
    focused = next(it for it in brought if isinstance(it.fact, PowerFocused))
    assert [(own.unit, own.power) for own in focused.fact.powers] == [("r5", 1), ("b5", 1)]
    assert rules().sentence(focused.fact, state) == "Power gathered: Necromancer 1, Wizard 1"


def test_a_spell_strikes_at_once_where_nobody_can_counter_it() -> None:
    """Six eldritch hits against magic resistance 2 or so: each die saves or a skeleton falls."""
    state = casting()
    skeletons = state.unit("r1").main.left
    state = after(state, "blue", STRIKE, typed=[6, 6, 6, 6, 1, 1])
    assert state.unit("r1").main.left == skeletons - 4
    assert (state.unit("b5").characters[0].power, state.unit("b5").turn.cast) == (1, ("b5-c1",))
    assert state.casting is None


def test_a_counterspell_beats_a_spell_by_a_higher_sum() -> None:
    """The other side is asked first; ties stand; power is gone either way."""
    state = after(casting(theirs=1), "blue", STRIKE)
    assert [(task.task, task.unit) for task in to_do(state, printed_catalogue(), "red")] == [
        ("may counter a spell", "r5")
    ]
    assert not to_do(state, printed_catalogue(), "blue")
    counter = {"command": "counter", "unit": "r5", "power": 1}
    for faces, power in (([5, 3], 1), ([6, 1], 1)):
        done = after(state, "red", counter, typed=faces)
        assert (done.casting, done.unit("b5").characters[0].power) == (None, power)
        assert done.unit("r1").main.left == state.unit("r1").main.left
        assert not done.unit("r5").characters[0].power
    (tried, applied, fell, *_) = happenings(state, "red", counter, typed=[4, 3, 6, 6, 6, 6, 6, 6])
    assert rules().sentence(tried.fact, state) == "Necromancer failed to counter Lightning Strike"
    assert isinstance(applied.fact, SpellApplied)
    assert fell.fact.left == state.unit("r1").main.left - 6
    assert after(state, "red", PASS, seed=1).casting is None


def test_a_third_lasting_spell_displaces_the_lowest_of_three() -> None:
    state = casting(power=9)
    for spell in ("life/magic-shield", "life/courage", "life/bless"):
        unit = state.unit("b5")
        wizard = replace(unit.characters[0], school="life", power=9)
        state = at(replace(state.having(unit.having(wizard).having_done(cast=())), to_cast="blue"), Step.CASTING)
        cast = {"command": "cast", "unit": "b5", "spell": spell, "target": "b1"}
        state = after(state, "blue", cast, typed=[3, 1, 2] if spell == "life/bless" else [])
    assert [own.spell for own in state.unit("b1").spells] == ["life/magic-shield", "life/bless"]


def test_lasting_spells_are_dispelled_switched_off_and_done() -> None:
    """Fog is on the table until then; somebody says that the table shows it."""
    state = casting(power=1, theirs=1)
    state = state.having(state.unit("b5").having(replace(state.unit("b5").characters[0], school="water")))
    state = after(state, "blue", {"command": "cast", "unit": "b5", "spell": "water/fog-cloud"})
    state = after(state, "red", PASS)
    assert [own.name for own in state.lying] == [own.name for own in state.errands] == ["Fog Cloud"]
    done = after(state, "red", {"command": "carried_out", "spell": "water/fog-cloud", "caster": "b5-c1"})
    assert not done.errands
    dispel = {"command": "cast", "unit": "r5", "spell": "general/dispel", "against": "water/fog-cloud"}
    assert not after(state, "red", dispel, typed=[3, 3]).lying
    only_one = {"command": "cast", "unit": "r5", "spell": "general/dispel"}
    assert not after(state, "red", only_one, typed=[3, 3]).lying
    again = replace(state, to_cast="blue").with_unit("b5", lambda unit: unit.having_done(cast=()))
    off = {"command": "switch_off", "unit": "b5", "spell": "water/fog-cloud"}
    assert not after(again, "blue", off).lying
    ends = {"command": "end_spell", "spell": "water/fog-cloud"}
    assert not after(state, "blue", ends).lying
    with pytest.raises(RefusalError, match="isn't yours"):
        after(state, "red", ends)


def blessed(*, to: tuple[str, ...] = (), power: int = 0) -> State:
    """The skeletons are blessed; the elves' wizard is of chaos, and these spells are on a unit of theirs."""
    state = casting(power=power)
    state = state.having(state.unit("b5").having(replace(state.unit("b5").characters[0], school="chaos")))
    state = state.with_unit("b1", lambda own: replace(own, spells=tuple(BorneSpell(spell=it, caster="x") for it in to)))
    return state.with_unit("r1", lambda own: replace(own, spells=(BorneSpell(spell="life/bless", caster="r5-c1"),)))


def test_a_bought_counterspell_dispels_once_and_takes_no_wizard() -> None:
    dispel = {"command": "cast", "unit": "b1", "spell": "general/dispel", "target": "r1", "bought": True}
    with pytest.raises(RefusalError, match="has bought no counterspell"):
        after(blessed(power=2), "blue", {**dispel, "unit": "b5"})
    state = blessed()
    state = state.having(state.unit("b1").having(replace(state.unit("b1").main, counterspell=True)))
    assert "b1" in [task.unit for task in to_do(state, printed_catalogue(), "blue")]
    done = after(state, "blue", dispel, typed=[6, 1])
    assert not done.unit("r1").spells
    assert done.unit("b1").turn.countered == (done.unit("b1").main.ref,)
    used = state.with_unit("b1", lambda own: own.having_done(countered=(own.main.ref,)))
    with pytest.raises(RefusalError):
        after(used, "blue", dispel)


def test_a_stolen_spell_goes_to_a_friend_who_may_bear_it() -> None:
    steal = {"command": "cast", "unit": "b5", "spell": "chaos/steal-enchantment", "target": "r1"}
    for to, borne, why in (
        (None, (), "Say which unit of yours"),
        ("b99", (), "Say which unit of yours"),
        ("r1", (), "Say which unit of yours"),
        ("b1", ("life/bless",), "is on"),
        ("b1", ("life/courage", "life/magic-shield"), "bears 2 spells"),
    ):
        with pytest.raises(RefusalError, match=why):
            after(blessed(to=borne, power=1), "blue", {**steal, "to": to})
    stolen = after(blessed(power=1), "blue", {**steal, "to": "b1"}, typed=[6, 1])
    assert [(own.spell, own.caster) for own in stolen.unit("b1").spells] == [("life/bless", "b5-c1")]
    assert not stolen.unit("r1").spells
    twice = {"command": "cast", "unit": "r5", "spell": "life/bless", "target": "r1", "against": "life/courage"}
    healer = replace(blessed().unit("r5").characters[0], school="life", power=3)
    state = replace(blessed().having(blessed().unit("r5").having(healer)), to_cast="red")
    with pytest.raises(RefusalError, match="is on"):
        after(state, "red", twice)


def test_scrying_brings_hidden_infiltrators_out() -> None:
    scry = {"command": "cast", "unit": "b5", "spell": "general/scrying", "target": "r1"}
    with pytest.raises(RefusalError, match="needs a target"):
        after(casting(), "blue", scry)
    hidden = casting().with_unit("r1", lambda own: replace(own, standing=Standing.HIDDEN))
    found = after(hidden, "blue", scry, typed=[6]).unit("r1")
    assert (found.standing, found.turn.arrived) == (Standing.READY, True)


def test_summoned_creatures_are_a_unit_of_their_own() -> None:
    state = casting(theirs=3, power=0)
    raise_dead = {"command": "cast", "unit": "r5", "spell": "death/raise-dead", "extra": 1}
    state = after(replace(state, to_cast="red"), "red", raise_dead)
    dead = list(state.of("red"))[-1]
    assert (dead.name, dead.models, dead.is_here) == ("Skeleton Warriors", 6, True)


def test_a_storm_strikes_again_as_each_phase_begins() -> None:
    """A die of eldritch hits at the casting, and another in the next turn; nothing else is to do before the power."""
    storm = {"command": "cast", "unit": "b5", "spell": "air/lightning-storm", "target": "r1"}
    state = after(casting(), "blue", storm, typed=[1, 6])
    skeletons = state.unit("r1").main.left
    state = at(state, Step.RECURRING, turn=2)
    assert [(task.task, task.unit) for task in to_do(state, printed_catalogue(), "red")] == [
        ("suffers from a spell", "r1")
    ]
    strikes = {"command": "spell_strikes", "unit": "r1", "spell": "air/lightning-storm"}
    assert after(state, "red", strikes, typed=[2, 6, 1]).unit("r1").main.left == skeletons - 1


def test_a_template_on_the_table_strikes_whom_it_touches() -> None:
    """Who was under it at the casting, and who it comes upon later: the players say who and how many."""
    state = casting(power=3)
    tornado = {"command": "cast", "unit": "b5", "spell": "air/tornado", "target": "r1", "touched": None}
    state = after(state, "blue", tornado)
    assert [own.spell for own in state.lying] == ["air/tornado"]
    strikes = {"command": "spell_strikes", "unit": "r1", "spell": "air/tornado"}
    struck = after(state, "blue", strikes, typed=[1, 1, 1, 1, 6, 6, 6, 6])
    assert struck.unit("r1").main.left == state.unit("r1").main.left - 4
    assert not struck.unit("r1").files
    with pytest.raises(RefusalError, match="in this phase"):
        after(struck, "blue", strikes)
    with pytest.raises(RefusalError, match="another step"):
        after(replace(at(state, Step.VOLLEYS), errands=()), "blue", strikes)


def test_a_spell_on_a_unit_holds_for_its_character_too() -> None:
    """Blessed Axemen and their lord fight and test as anybody does; reading BR99."""
    state = at(rules().apply(rules().start(), first_event("dwarves", "orcs")), Step.BLOWS)
    bless = BorneSpell(spell="life/courage", caster="r1-c1")
    state = state.with_unit("r1", lambda guard: replace(guard, spells=(bless,)))
    state = replace(state, contacts=(Contact(units=("r1", "b1"), since=1),))
    morale = {"command": "test_morale", "unit": "r1"}
    value = [
        counted(printed_catalogue(), situation).receipts[0].breakdown.exact
        for before in (state, state.with_unit("r1", lambda guard: replace(guard, spells=())))
        if (situation := msgspec.convert(morale, rules().commands).situation(before, printed_catalogue()))
    ]
    assert value[0] == value[1] + 2
    assert after(state, "red", {"command": "fight", "unit": "r1"}).unit("b1").models < 30


def waiting() -> State:
    return after(casting(theirs=1), "blue", STRIKE)


@law_of(
    lambda: [
        ("another step", at(casting(), Step.VOLLEYS), "blue", STRIKE),
        ("isn't yours", casting(), "blue", {**STRIKE, "unit": "r5"}),
        ("isn't your step", casting(theirs=1), "red", {"command": "pass_casting", "unit": "r5"}),
        ("must answer first", waiting(), "blue", STRIKE),
        ("no spell", casting(), "blue", {**STRIKE, "spell": "air/earthquake"}),
        ("doesn't know", casting(), "blue", {**STRIKE, "spell": "life/bless"}),
        ("no caster", casting(), "blue", {**STRIKE, "unit": "b1"}),
        ("takes 3", casting(power=2), "blue", {**STRIKE, "extra": 1}),
        ("needs a target", casting(), "blue", {**STRIKE, "target": "r99"}),
        ("No spell waits", casting(theirs=1), "red", PASS),
        ("isn't your step", waiting(), "blue", PASS),
        ("takes 2", waiting(), "red", {"command": "counter", "unit": "r5", "power": 2}),
        ("There is no spell there", casting(), "blue", {"command": "switch_off", "unit": "b5", "spell": "air/spark"}),
        ("must be able to fly", casting(), "blue", {**STRIKE, "spell": "air/wind-spirit"}),
    ],
    name=lambda case: case[0],
)
def test_what_cant_be_cast_is_refused(case: tuple[str, State, str, dict[str, Any]]) -> None:
    reason, state, seat, command = case
    with pytest.raises(RefusalError, match=reason):
        after(state, seat, command)


@pytest.mark.parametrize("spell", ["nature/summon-swarm", "plague/summon-plague-rats"])
def test_a_swarm_goes_its_way_without_dice(spell: str) -> None:
    state = at(rules().apply(rules().start(), first_event("dwarves", "orcs")), Step.RECURRING)
    state = replace(state, lying=(LyingSpell(spell=spell, name="Swarm", caster="r1-c1", side="red"),))
    command = {"command": "move_template", "spell": spell, "caster": "r1-c1"}
    (moved, *_) = happenings(state, "red", command, typed=[])
    assert (moved.fact.inches, moved.fact.clock, moved.dice) == (6, None, ())
