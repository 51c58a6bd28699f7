"""What the rules refuse, command by command: each with its reason, and nothing happens."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.facts.magic import SpellLaid
from tabletop.arcana.battle.facts.melee import FightFought
from tabletop.arcana.battle.facts.morale import Broke
from tabletop.arcana.battle.facts.movement import ChargeCompleted, FellBack
from tabletop.arcana.battle.spells import BorneSpell
from tabletop.arcana.battle.state import BattleUnit, Scenario, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.profiles import School
from tabletop.battle.events import RefusalError
from tests.battles import after, at, begun_with, given, moving, set_up
from tests.laws import law_of

GUARD, PIKES, BOLTS, BOARS, BALLISTA = "r1", "r2", "r3", "r4", "r5"
LADS, BIG_UNS, ARCHERS, BEASTS, KRUG, MUMBLE = "b1", "b2", "b3", "b4", "b5", "b6"


def do(command: str, unit: str = "", **fields: Any) -> dict[str, Any]:
    return {"command": command, **fields} | ({"unit": unit} if unit else {})


def changed(state: State, ref: str, **fields: Any) -> State:
    """The state with a unit changed, or with what it has done this turn."""
    own = {name: value for name, value in fields.items() if name in BattleUnit.__struct_fields__}
    done = {name: value for name, value in fields.items() if name not in own}
    return state.with_unit(ref, lambda unit: replace(unit, **own).having_done(**done))


def fled() -> State:
    """The lads have run this turn."""
    return changed(at(set_up(), Step.LOOSE_RUNNERS), LADS, fled=True, standing=Standing.BROKEN)


def few() -> State:
    """Of the pikes in a fight five are left."""
    return fighting().with_unit(PIKES, lambda unit: unit.having(replace(unit.main, left=5)))


def engaged_target() -> State:
    """The lads are shot at while they fight the pikes."""
    return at(given(set_up(), ChargeCompleted(unit=PIKES, target=LADS)), Step.VOLLEYS)


def fighting(ref: str = PIKES, foe: str = LADS, side: Facing = Facing.FRONT) -> State:
    """In the second turn, in a fight of the first; red moves."""
    state = given(set_up(), ChargeCompleted(unit=foe, target=ref, side=side))
    state = replace(at(state, Step.FIRST_MOVER, turn=2), mover="red")
    units = {key: unit.having_done(was_charged=False) for key, unit in state.units.items()}
    return replace(state, units=units, clock=replace(state.clock, side="red"))


def running() -> State:
    """The lads run from the pikes, who may pursue."""
    state = at(given(set_up(), ChargeCompleted(unit=PIKES, target=LADS)), Step.ENGAGED_RUNNERS)
    return after(given(state, Broke(unit=LADS)), "blue", do("flee", LADS))


def casting(power: int = 9, *, done: bool = False) -> State:
    """The shaman of the orcs, who is of air, has power; or has cast."""
    state = at(set_up(), Step.CASTING)
    shaman = state.unit(MUMBLE)
    shaman = shaman.having(replace(shaman.main, power=power))
    return state.having(shaman.having_done(cast=(f"{MUMBLE}-c1",)) if done else shaman)


def passed() -> State:
    """The shaman has passed, and Krug, here one, too, hasn't."""
    state = casting()
    krug = state.unit(KRUG)
    krug = krug.having(replace(krug.main, school=School.AIR, power=1))
    return after(state.having(krug), "blue", do("pass_casting", MUMBLE))


def bewitched() -> State:
    """The wind of the shaman is on the lads."""
    borne = BorneSpell(spell="air/guardian-wind", caster=f"{MUMBLE}-c1")
    return given(casting(), SpellLaid(unit=LADS, spell=borne, spell_name="Wind"))


def rammed() -> State:
    """The boars have run somebody over, and fight."""
    state = at(given(set_up(), ChargeCompleted(unit=BOARS, target=LADS)), Step.BLOWS)
    return changed(state, BOARS, overran=True)


def led_foes() -> State:
    """Pikes fight lads whom Krug leads now."""
    state = at(given(set_up(), ChargeCompleted(unit=PIKES, target=LADS)), Step.BLOWS)
    krug = state.unit(KRUG).main
    return state.with_unit(LADS, lambda unit: replace(unit, bodies=(*unit.bodies, replace(krug, ref="b1-c9"))))


def shooting(ref: str = BOLTS, **turn: Any) -> State:
    return at(set_up(), Step.VOLLEYS).with_unit(ref, lambda unit: unit.having_done(**turn))


def shoots(unit: str = BOLTS, **fields: Any) -> dict[str, Any]:
    return do("shoot", unit, target=LADS, range=1200) | fields


def retreating() -> State:
    """The lads have given ground; the boars, who are berserk, may follow."""
    return given(fighting(BOARS), FellBack(unit=LADS, inches=100, followers=(BOARS,)))


def victory(scenario: Scenario = Scenario.ATTRITION) -> State:
    return at(begun_with(scenario), Step.VICTORY)


AT_HIM = [{"at": LADS, "at_characters": True}]
CASES = [
    # whoever, whatever, whenever
    ("no unit", set_up(), "red", do("enter_hazard", "r99")),
    ("no unit", moving(), "red", do("charge", PIKES, target="b99")),
    ("no unit", set_up(), "referee", do("correct", "r99", why="counted")),
    ("no unit", set_up(), "referee", do("correct", PIKES, body="r99-m1", why="counted")),
    ("isn't your step", replace(moving(), finished=("red",)), "red", do("finish", anyway=True)),
    ("don't infiltrate", begun_with(Scenario.ATTRITION), "red", do("withhold", PIKES)),
    # fleeing
    ("isn't in ground", at(set_up(), Step.HAZARDS), "red", do("suffer", PIKES)),
    ("fled this turn", fled(), "blue", do("flee", LADS)),
    ("no enemy", running(), "red", do("pursue", pursuers=[PIKES], covered_by=BOLTS)),
    # moving
    ("is rolled", replace(at(set_up(), Step.INITIATIVE), initiative="red"), "red", do("roll_initiative")),
    ("flies high", changed(moving(), KRUG, altitude=Altitude.HIGH), "red", do("charge", PIKES, target=KRUG)),
    ("fights in|flank or rear", fighting(side=Facing.LEFT), "red", do("reform", PIKES, files=6)),
    ("can't stand 6 wide", few(), "red", do("reform", PIKES, files=6)),
    ("can't stand 30 wide", fighting(side=Facing.LEFT), "red", do("face", PIKES, foe=LADS, files=30)),
    ("isn't your step", fighting(), "blue", do("reform", LADS, files=0)),
    ("must follow", retreating(), "red", do("follow", BOARS, follows=False)),
    # magic
    ("isn't your step", replace(casting(), to_cast="blue"), "red", do("order_casting", first="red")),
    ("isn't your step", casting(done=True), "blue", do("cast", MUMBLE, spell="air/spark", target=PIKES)),
    ("needs a target", casting(), "blue", do("cast", MUMBLE, spell="air/spark")),
    ("No spell waits", casting(), "red", do("counter", PIKES, power=1)),
    ("There is no spell there", casting(), "blue", do("end_spell", spell="air/spark", on="b99")),
    ("no unit", casting(), "blue", do("spell_strikes", "b99", spell="air/spark")),
    ("There is no spell there", casting(), "blue", do("spell_strikes", PIKES, spell="air/spark")),
    ("There is no spell there", casting(), "blue", do("carried_out", spell="air/spark", caster=MUMBLE)),
    # missiles
    ("they are broken", changed(shooting(), BOLTS, standing=Standing.BROKEN), "red", shoots()),
    ("A spell keeps", shooting(barred=("shooting",)), "red", shoots()),
    ("shoot at one target", shooting(shot_at=BIG_UNS), "red", shoots()),
    ("no unit", engaged_target(), "red", shoots(strays=[{"unit": "r99"}])),
    ("shot this turn", shooting(shot_by=(f"{BOLTS}-m1",)), "red", shoots()),
    # once a turn, in its order, and by whom it is for
    ("nobody rams twice", rammed(), "red", do("choose_targets", BOARS, aims=[{"at": LADS, "rams": True}])),
    ("only monsters choose", led_foes(), "red", do("choose_targets", PIKES, aims=AT_HIM)),
    ("others after it", changed(moving(), GUARD, moved_already=True), "red", do("march", GUARD, inches=100)),
    ("more than a quarter", changed(moving(), GUARD, moved=300), "red", do("charge", GUARD, target=LADS)),
    ("has cast or passed", passed(), "blue", do("cast", MUMBLE, spell="air/spark", target=PIKES)),
    ("is on", bewitched(), "blue", do("cast", MUMBLE, spell="air/guardian-wind", target=LADS)),
    ("fled this turn", changed(moving(), GUARD, fled=True), "red", do("march", GUARD, inches=100)),
    ("pursued this turn", changed(moving(), GUARD, pursued=True), "red", do("march", GUARD, inches=100)),
    ("must answer first", running(), "blue", do("finish", anyway=True)),
    ("must answer first", retreating(), "red", do("finish", anyway=True)),
    # the end of a turn
    ("No army has to test", victory(), "red", do("test_armies")),
    ("no such objective", victory(Scenario.MEETING), "red", do("reach_objective", objective="o9")),
]  # fmt: skip


@law_of(lambda: CASES, name=lambda case: f"{case[3]['command']}: {case[0]}")
def test_what_the_rules_refuse(case: tuple[str, State, str, dict[str, Any]]) -> None:
    reason, state, seat, command = case
    with pytest.raises(RefusalError, match=reason):
        after(state, seat, command)


def test_a_spell_ends_by_its_casters_hand_once_a_turn() -> None:
    borne = SpellLaid(unit=LADS, spell=BorneSpell(spell="air/guardian-wind", caster=f"{MUMBLE}-c1"), spell_name="Wind")
    off = do("switch_off", MUMBLE, spell="air/guardian-wind", on=LADS)
    assert not after(given(casting(), borne), "blue", off).unit(LADS).spells


def test_who_fought_by_hand_waits_for_the_table_to_count() -> None:
    state = at(given(set_up(), ChargeCompleted(unit=PIKES, target=LADS)), Step.BLOWS)
    state = given(state, FightFought(fighters=(PIKES, LADS), by_hand=True))
    assert after(state, "red", do("note", text="Counting")).clock.step == Step.BLOWS
