"""What the rules refuse wagons, those aboard them, casters and whoever fights; and what few commands bring."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.arcana.battle.commands.ground import MOST_GROUND
from tabletop.arcana.battle.facts.magic import SpellLaid
from tabletop.arcana.battle.spells import BorneSpell
from tabletop.arcana.battle.state import Ground, Scenario, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.terrain.kinds import TerrainKind
from tabletop.battle.game import EVERYTHING
from tests.battles import after, at, begun_with, given, rules, set_up
from tests.laws import law_of
from tests.refusals import misjudged
from tests.stories import fielded, fielding
from tests.tabletop.arcana.battle.test_refusals import (
    GUARD,
    KRUG,
    LADS,
    MUMBLE,
    PIKES,
    casting,
    changed,
    do,
    fighting,
)

WAGONS, CARGO, ENEMIES = "r1", "r2", "b1"
WAGON = "Assault Wagon, 4 horses, 1 crew, 5 cargo"


def refusals(*cases: tuple[State, str, dict[str, Any], str]) -> list[str]:
    return misjudged(lambda state, command, seat: after(state, seat, command), cases)


def convoy(step: Step = Step.FIRST_MOVER, **cargo: Any) -> State:
    """Warriors aboard four wagons, three of which are damaged, as red moves."""
    state = rules().apply(
        rules().start(),
        fielding(
            "A convoy",
            fielded(WAGONS, "vehicles/assault-wagon-4-horses-1-crew-5-cargo", 4),
            fielded(CARGO, "barbarians/wood-warrior", 12),
            fielded(ENEMIES, "hogmen/swine", 10),
        ),
    )
    state = replace(at(state, step), mover="red")
    wagons = state.unit(WAGONS)
    state = state.having(wagons.having(replace(wagons.main, lost=(5, 3, 1))))
    clock = replace(state.clock, side="red" if step is Step.FIRST_MOVER else "")
    return changed(replace(state, clock=clock), CARGO, **({"aboard": WAGONS} | cargo))


def test_wagons_and_who_is_aboard_them() -> None:
    repairing = convoy(Step.RECURRING)
    wagons = repairing.unit(WAGONS)
    whole = repairing.having(wagons.having(replace(wagons.main, lost=())))
    blues = replace(convoy(), clock=replace(convoy().clock, side="blue"))
    assert refusals(
        (blues, "red", do("alight", CARGO), "It isn't your step"),
        (blues, "blue", do("charge", ENEMIES, target=CARGO), "Wood Warrior is aboard Assault Wagon"),
        (convoy(loaded=True), "red", do("alight", CARGO), "Wood Warrior has boarded or left vehicles this turn"),
        (convoy(aboard=None), "red", do("alight", CARGO), "Wood Warrior is aboard nothing"),
        (changed(convoy(), WAGONS, moved=900), "red", do("alight", CARGO), f"{WAGON} has charged or moved more"),
        (repairing, "red", do("repair", CARGO), "Wood Warrior can't: only units of towed vehicles do"),
        (whole, "red", do("repair", WAGONS), f"{WAGON} can't: none of several is damaged"),
        (repairing, "red", do("repair", WAGONS, apart=4), f"{WAGON} can't: only damaged vehicles are taken apart"),
        (changed(repairing, WAGONS, moved=100), "red", do("repair", WAGONS), f"{WAGON} can't: it has moved"),
    ) == []  # fmt: skip


def test_b61a_the_worst_are_repaired_first_where_nobody_says_otherwise() -> None:
    mended = after(convoy(Step.RECURRING), "red", do("repair", WAGONS)).unit(WAGONS).main
    assert (mended.left, mended.lost) == (
        3,
        (2, 1),
    )  # one wound of the wagon that had lost five of six goes to the worst


def bought() -> State:
    """The shaman has a dispel that he has bought, too."""
    state = casting()
    shaman = state.unit(MUMBLE)
    return state.having(shaman.having(replace(shaman.main, counterspell=True)))


def thief() -> State:
    """The shaman is of chaos, whose spells can be stolen."""
    state = casting()
    shaman = state.unit(MUMBLE)
    return state.having(shaman.having(replace(shaman.main, school=School.CHAOS)))


def test_casters_and_their_spells() -> None:
    wind = SpellLaid(unit=LADS, spell=BorneSpell(spell="air/guardian-wind", caster=f"{MUMBLE}-c1"), spell_name="Wind")
    cast = given(casting(), wind)
    spent = cast.having(cast.unit(MUMBLE).having_done(cast=(f"{MUMBLE}-c1",)))
    two = spent.unit(KRUG)
    two = spent.having(two.having(replace(two.main, school=School.AIR, power=9)))
    announced = after(foes_may_counter(), "blue", do("cast", MUMBLE, spell="air/spark", target=PIKES))
    assert refusals(
        (casting(), "blue", do("cast", MUMBLE, spell="elk/spark"), "There is no spell “elk/spark”"),
        (casting(), "blue", do("cast", MUMBLE, spell="air/spark", caster="b9-c1"), "Mumble have no caster"),
        (casting(), "blue", do("cast", MUMBLE, spell="air/spark", target=PIKES, bought=True),
         "Orc Shaman has bought no"),
        (bought(), "blue", do("cast", MUMBLE, spell="air/spark", target=PIKES, bought=True),
         "Mumble doesn't know Spark"),
        (casting(), "blue", do("cast", MUMBLE, spell="life/bless", target=PIKES), "Orc Shaman doesn't know"),
        (thief(), "blue", do("cast", MUMBLE, spell="chaos/steal-enchantment"), "There is no spell there for Steal"),
        (casting(), "blue", do("pass_casting", LADS), "Da Lads have no caster"),
        (two, "blue", do("switch_off", MUMBLE, spell="air/guardian-wind", on=LADS), "Orc Shaman has cast or passed"),
        (casting(), "red", do("let_pass"), "No spell waits"),
        (announced, "blue", do("let_pass"), "It isn't your step"),
        (announced, "red", do("counter", PIKES, power=1), "Stonewall have no caster"),
        (announced, "red", do("counter", GUARD, power=40), "Dwarf Lord has 5 power"),
    ) == []  # fmt: skip


def foes_may_counter() -> State:
    """The lord of the old guard is here a caster with power."""
    state = replace(casting(), to_cast="blue")
    guard = state.unit(GUARD)
    lord = replace(guard.characters[0], school=School.EARTH, power=5)
    return state.having(replace(guard, bodies=tuple(lord if body.ref == lord.ref else body for body in guard.bodies)))


def test_others_refusals_of_a_turn() -> None:
    full = replace(begun_with(Scenario.ATTRITION), terrain=(Ground(kind=TerrainKind.HILL, where="x"),) * MOST_GROUND)
    assert refusals(
        (full, "red", do("place_terrain", kind="hill", where="there"), f"{MOST_GROUND} pieces of terrain are there"),
        (at(set_up(), Step.REGENERATION), "red", do("regenerate", PIKES), "Stonewall has nothing to regain"),
        (at(set_up(), Step.CHARACTERS), "red", do("move_character", PIKES), "Stonewall has no characters who could go"),
        (at(set_up(), Step.BLOWS), "red", do("begin_fight", PIKES), "Stonewall aren't in a fight"),
        (at(set_up(), Step.BLOWS), "red", do("throw", PIKES), "The fight of Stonewall waits for no throw"),
        (fighting(), "red", do("exchange", PIKES, fresh=LADS), "Da Lads isn't yours"),
        (fighting(), "red", do("fall_back", PIKES, inches=9000), "Stonewall may fall back 2.5 inches at most"),
        (set_up(), "red", do("leave_phases"), "No table can be laid or put away: none is laid"),
    ) == []  # fmt: skip


# What is sent, and the units that it is about: a phone that hears of an event on these alone knows that it is late.
ABOUT: list[tuple[dict[str, Any], set[str]]] = [
    (do("board", "r1", carrier="r2"), {"r1", "r2"}),
    (do("alight", "r1"), {"r1"}),
    (do("charge", "r1", target="b1"), {"r1", "b1"}),
    (do("close_in", "r1", foe="b1"), {"r1", "b1"}),
    (do("face", "r1", foe="b1"), {"r1", "b1"}),
    (do("exchange", "r1", fresh="r2"), {"r1", "r2"}),
    (do("fly_over", "r1", by="b1"), {"r1", "b1"}),
    (do("move_character", "r1", to="b1"), {"r1", "b1"}),
    (do("move_character", "r1"), {"r1"}),
    (do("cast", "r1", spell="air/spark", target="b1", to="r2"), {"r1", "b1", "r2"}),
    (do("cast", "r1", spell="air/spark"), {"r1"}),
    (do("finish"), {EVERYTHING}),
]


@law_of(ABOUT, str)
def test_what_a_command_is_about(case: tuple[dict[str, Any], set[str]]) -> None:
    plain, about = case
    assert rules().touches(msgspec.convert(plain, rules().commands)) == about
