"""The book's examples of morale, fought as battles with the dice that it prints."""

from __future__ import annotations

import pytest

from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.morale import MoraleTested
from tabletop.arcana.battle.facts.movement import ChargeCompleted, InitiativeRolled, MoverChosen
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.state import Army, BattleUnit, Body, Side, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.profiles import Section
from tabletop.battle.events import RefusalError
from tests.battles import after, given, happenings, reaching, rules

HOGS, SCOUTS, CAVALRY = "r1", "b1", "b2"


def unit(ref: str, profile: str, models: int, *, files: int = 6, wounds: int = 1, points: int = 0) -> BattleUnit:
    body = Body(
        ref=f"{ref}-m1",
        name=profile,
        profile=profile,
        section=Section.TROOPS,
        wounds=wounds,
        at_first=models,
        left=models,
        points=points,
    )
    side: Side = "red" if ref.startswith("r") else "blue"
    army = profile.partition("/")[0]
    return BattleUnit(
        ref=ref, side=side, name=ref.upper(), army=army, bodies=(body,), files=files, standing=Standing.READY
    )


def battle(*units: BattleUnit) -> State:
    sides: tuple[Side, Side] = ("red", "blue")
    armies = tuple(
        Army(
            side=side,
            name=side,
            army="marr",
            army_name="Marr",
            points=sum(each.points for each in units if each.side == side),
        )
        for side in sides
    )
    return given(rules().start(), BattleBegun(name="An example", armies=armies, fielded=units))


def fell(ref: str, left: int) -> ModelsFell:
    return ModelsFell(unit=ref, body=f"{ref}-m1", left=left)


def test_three_units_after_a_melee() -> None:
    """Hogs need 0 (the cavalry in their flank is superior, reading BR44), scouts 5 and the cavalry 6."""
    state = battle(
        unit(HOGS, "hogmen/swine", 25),
        unit(SCOUTS, "marr/legionnaire", 18),
        unit(CAVALRY, "marr/antesignani", 12, files=5, wounds=2),
    )
    fights = (
        ChargeCompleted(unit=SCOUTS, target=HOGS),
        ChargeCompleted(unit=CAVALRY, target=HOGS, side=Facing.LEFT),
    )
    state = reaching(given(state, *fights, fell(CAVALRY, 9), fell(SCOUTS, 12), fell(HOGS, 17)), Step.RALLY)
    assert state.tests == (HOGS, SCOUTS, CAVALRY)
    state = after(state, "red", {"command": "press", "unit": HOGS, "against": SCOUTS})
    thrown = {HOGS: ("red", [1, 4], 0), SCOUTS: ("blue", [1, 3], 5), CAVALRY: ("blue", [4, 5], 6)}
    for ref, (seat, faces, number) in thrown.items():
        test = {"command": "test_morale", "unit": ref}
        facts = [happening.fact for happening in happenings(state, seat, test, typed=faces)]
        assert [fact.number for fact in facts if isinstance(fact, MoraleTested)] == [number]
        state = after(state, seat, test, typed=faces)
    standings = {ref: state.unit(ref).standing for ref in thrown}
    assert standings == {HOGS: Standing.BROKEN, SCOUTS: Standing.READY, CAVALRY: Standing.BROKEN}


@pytest.mark.parametrize(("models", "lost", "tests"), [(12, 2, False), (12, 3, True), (13, 3, False), (13, 4, True)])
def test_a_quarter_of_the_models_it_started_with(models: int, lost: int, tests: bool) -> None:
    state = battle(unit(HOGS, "hogmen/swine", models), unit(SCOUTS, "marr/legionnaire", 18))
    state = reaching(given(state, fell(HOGS, models - lost)), Step.RALLY)
    assert (state.tests == (HOGS,)) is tests


@pytest.mark.parametrize(("lost", "most"), [(1499, None), (1500, 7), (1900, 7), (2000, 6)])
def test_an_army_of_5000_points(lost: int, most: int | None) -> None:
    """The best that it may roll: a tenth more lost is one less."""
    lost_units = [unit("r2", "hogmen/swine", 12, points=lost)]
    state = battle(
        unit(HOGS, "hogmen/swine", 12, points=5000 - lost), *lost_units, unit(SCOUTS, "marr/legionnaire", 18, points=5)
    )
    state = reaching(given(state, fell("r2", 2)), Step.VICTORY)
    assert (state.clock.step == Step.VICTORY) is (most is not None)
    if most is not None:
        for total, holds in ((most, True), (most + 1, False)):
            thrown = after(
                state, "red", {"command": "test_armies"}, typed=[1, total - 1] if total < 8 else [2, total - 2]
            )
            assert (thrown.proposed is None) is holds


def test_the_learning_games_first_melee_ends_as_the_book_says() -> None:
    """Butchers needn't test; berserkers need 6, miss it by 2 with an 8, and pay two wounds (its casualties apart)."""
    berserkers, butchers = "r1", "b1"
    state = battle(
        unit(berserkers, "dwarves/berserker", 8, files=0), unit(butchers, "hogmen/butcher", 10, files=5, wounds=2)
    )
    fight = ChargeCompleted(unit=berserkers, target=butchers)
    hurt = ModelsFell(unit=butchers, body="b1-m1", left=9, lost=(1,))
    state = reaching(given(state, fight, hurt, fell(berserkers, 5)), Step.RALLY)
    assert (state.tests, state.unit(butchers).wounds) == ((berserkers,), 17)
    test = {"command": "test_morale", "unit": berserkers}
    tested = [happening.fact for happening in happenings(state, "red", test, typed=[4, 4])]
    assert [(fact.number, fact.missed_by) for fact in tested if isinstance(fact, MoraleTested)] == [(6, 2)]
    state = after(state, "red", test, typed=[4, 4])
    assert (state.unit(berserkers).models, state.unit(berserkers).standing) == (3, Standing.READY)


def test_the_learning_games_shooting_makes_nobody_test() -> None:
    """A twelfth of the hogs and an eighth of the berserkers fell."""
    state = battle(unit("r1", "dwarves/berserker", 8, files=0), unit("b1", "hogmen/hog-watch", 12, wounds=2))
    losses = fell("r1", 7), ModelsFell(unit="b1", body="b1-m1", left=11, lost=(1,))
    assert reaching(given(state, *losses), Step.RALLY).tests == ()


def test_berserkers_of_the_learning_game_run_7_inches() -> None:
    state = battle(unit("r1", "dwarves/berserker", 8, files=0), unit("b1", "hogmen/butcher", 10, wounds=2))
    state = given(reaching(state, Step.HAZARDS), InitiativeRolled(winner="red"), MoverChosen(first="red"))
    state = after(state, "red", {"command": "note", "text": "Red moves"})
    state = after(state, "red", {"command": "run_berserk", "unit": "r1"}, typed=[3])  # a d3 of 2
    march = {"command": "march", "unit": "r1", "inches": 700}
    assert after(state, "red", march).unit("r1").turn.moved == 700
    with pytest.raises(RefusalError, match="7 inches at most"):
        after(state, "red", march | {"inches": 701})
