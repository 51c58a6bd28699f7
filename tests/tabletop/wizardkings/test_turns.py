"""Wizards, chaos, builds, retreats and ends: WK-30 to WK-35, WK-40, WK-42, WK-50 to WK-53, WK-60, WK-71, WK-72."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tabletop.wizardkings.catalogue import Kind, Moon, Size, Terrain
from tabletop.wizardkings.pack import Spell, UnitRow
from tabletop.wizardkings.play.building import (
    OFF_MAP,
    BuildPhase,
    CadrePick,
    CastlePick,
    City,
    arrivals,
    is_out_for_good,
    refused_picks,
)
from tabletop.wizardkings.play.casting import (
    Kill,
    fatigue_chance,
    is_fatigued,
    refused_chaos_spell,
    refused_spell,
    refused_study,
    rounds_held,
    steps_after_spell,
    steps_learnt,
    steps_studied,
)
from tabletop.wizardkings.play.ends import Ended, Goal, HeldCity, Victory, ended, gold_held, refused_goal
from tabletop.wizardkings.play.ground import Refusal, Site, Standing
from tests.bay import HOUSE
from tests.laws import law_of

BOLT = Spell(id="bolt", name="Bolt", level=1, kind="direct")
BRIDGE = Spell(id="bridge", name="Bridge", level=1, kind="indirect")
WALL = Spell(id="wall", name="Wall", level=3, kind="lasting")


def row(name: str, kind: Kind, **fields: Any) -> UnitRow:
    return UnitRow(id=name, name=name.capitalize(), kind=kind, max_steps=4, **fields)


def wizard(steps: int = 1, **fields: Any) -> Standing:
    return Standing(ref="wizard", row=row("wizard", Kind.WIZARD), steps=steps, **fields)


def hag(steps: int) -> Standing:
    return Standing(ref="hag", row=row("hag", Kind.CHAOS), steps=steps)


def codes(refusals: Any) -> list[str]:
    return [each.code for each in refusals if isinstance(each, Refusal) and each.sentence.endswith(".")]


def test_wk_2_and_30_worked_case_15_a_wizard_learns_once_by_a_direct_spell() -> None:
    two, bridge, later = (Kill(BOLT), Kill(BOLT)), (Kill(BRIDGE),), (Kill(BOLT), Kill(BOLT, battle=2))
    assert [steps_learnt(wizard(), kills) for kills in (two, bridge, later, ())] == [1, 0, 1, 0]
    assert steps_learnt(wizard(), (Kill(BRIDGE), Kill(WALL), Kill(BOLT, battle=2))) == 1
    assert steps_learnt(wizard(4), two) == 0


def test_wk_31_worked_case_16_a_wizard_studies_at_a_henge() -> None:
    henge = Site(henge=True)
    assert [steps_studied(face) for face in range(1, 7)] == [1, 1, 0, 0, 0, 0]
    assert codes(refused_study(wizard(), henge)) == []
    for who, site in ((wizard(), Site()), (wizard(moved=True), henge), (wizard(fought=True), henge)):
        assert codes(refused_study(who, site)) == ["WK-31"]
    assert codes(refused_study(wizard(4), henge)) == codes(refused_study(hag(1), henge)) == ["WK-31"]


def test_wk_32_to_35_worked_case_14_spells_by_steps_and_fatigue() -> None:
    levels = (1, 2, 3)
    allowed = [[each for each in levels if not codes(refused_spell(wizard(steps), each))] for steps in (1, 2, 3, 4)]
    assert allowed == [[1], [1, 2], [1, 2, 3], [1, 2, 3]]
    assert codes(refused_spell(wizard(), 1, cast=True)) == ["WK-32"]
    assert codes(refused_spell(wizard(fatigued=True), 1)) == ["WK-34"]
    assert steps_after_spell(wizard(3), 3) == 3
    assert (is_fatigued(3, 3), is_fatigued(4, 3)) == (True, False)
    assert [fatigue_chance(level) for level in (1, 2, 3)] == [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]
    assert [rounds_held(spell) for spell in (BOLT, WALL)] == [0, 1]


def test_wk_40_worked_case_17_chaos_pays_for_spells_and_never_its_last_step() -> None:
    assert codes(refused_chaos_spell(hag(1), 1)) == ["WK-40"]
    assert (codes(refused_chaos_spell(hag(2), 1)), steps_after_spell(hag(2), 1)) == ([], 1)
    assert codes(refused_chaos_spell(hag(2), 2)) == ["WK-40"]


GOBLIN = row("goblin", Kind.ARMY, terrain=Terrain.MOUNTAIN)
DRAGON, WOLF = row("dragon", Kind.CHAOS), row("wolf", Kind.WEREBEAST)
A, B, TOWN, OUTPOST = City(name="A", capital=True), City(name="B", capital=True), City(name="Town"), City(name="Out")
FALLEN = City(name="A", capital=True, enemies=True)
ABROAD, HELD = City(name="Abroad", home=False), City(name="Held", home=False, garrison=True)


def goblin(at: str = "A") -> CadrePick:
    return CadrePick(GOBLIN, at)


def castle(city: str = "Town") -> CastlePick:
    return CastlePick(city)


# What it is, the picks, the rules against them, and what of the build phase is other than a large game's.
PICKS: list[tuple[str, list[Any], list[str], dict[str, Any]]] = [
    ("18: two cadres and a castle step", [goblin(), goblin("B"), castle()], [], {}),
    ("18: three castle steps", [castle(), castle("A"), castle("Out")], [], {}),
    ("18: two on one castle", [castle(), castle()], ["WK-53"], {}),
    ("18: four picks", [goblin()] * 4, ["WK-50"], {}),
    ("18: a wizard", [CadrePick(row("wizard", Kind.WIZARD), "A")], ["WK-50"], {}),
    ("18: a castle as a cadre", [CadrePick(row("keep", Kind.CASTLE), "A")], ["WK-50"], {}),
    ("18: an occupied capital", [goblin()], ["WK-52"], {"cities": (FALLEN, B, TOWN)}),
    ("18: all to the other", [goblin("B")] * 3, [], {"cities": (FALLEN, B, TOWN)}),
    ("18: castle steps elsewhere", [castle(), castle("Out")], [], {"cities": (FALLEN, TOWN, OUTPOST)}),
    ("18: no castle step there, either", [castle("A")], ["WK-52"], {"cities": (FALLEN,)}),
    ("19: an eliminated dragon", [CadrePick(DRAGON, "A")], ["WK-42"], {"dead": ("dragon",)}),
    ("19: an eliminated goblin", [goblin()], [], {"dead": ("goblin",)}),
    ("no more than the pool has", [goblin(), goblin()], ["WK-50"], {"pool": {"goblin": 1}}),
    ("as many as the pool has", [goblin(), goblin()], [], {"pool": {"goblin": 2}}),
    ("none of it in the pool", [goblin()], ["WK-50"], {"pool": {}}),
    ("stacking", [goblin()] * 3, ["WK-50"], {"stack_limit": 2}),
    ("stacking is met", [goblin(), goblin("B")], [], {"stack_limit": 1}),
    ("stacking says nothing off the map", [goblin("")], [], {"stack_limit": 1, "size": Size.SMALL}),
    ("off the map is a place of the small game", [goblin(OFF_MAP)], [], {"size": Size.SMALL}),
    ("a werebeast at new moon", [CadrePick(WOLF, "A")], ["WK-41"], {"moon": Moon.NEW}),
    ("a werebeast at full moon", [CadrePick(WOLF, "A")], [], {"moon": Moon.FULL}),
    ("a small game's cadre", [goblin("")], [], {"size": Size.SMALL}),
    ("a small game has no capitals", [goblin("A")], ["WK-51"], {"size": Size.SMALL}),
    ("no capital", [goblin("Town")], ["WK-51"], {}),
    ("nowhere", [goblin("")], ["WK-51"], {}),
    ("a castle nowhere", [castle("Atlantis")], ["WK-53"], {}),
    ("a city with enemies", [castle("X")], ["WK-53"], {"cities": (City(name="X", enemies=True),)}),
    ("somebody else's city", [castle("X")], ["WK-53"], {"cities": (City(name="X", mine=False),)}),
    ("abroad without a garrison", [castle("Abroad")], ["WK-53"], {"cities": (ABROAD,)}),
    ("abroad with a garrison", [castle("Held")], [], {"cities": (HELD,)}),
]


@law_of(PICKS, lambda case: case[0])
def test_wk_41_42_and_50_to_53_worked_cases_18_and_19_of_picks(
    case: tuple[str, list[Any], list[str], dict[str, Any]],
) -> None:
    _, picks, wrong, fields = case
    phase = BuildPhase(**{"size": Size.LARGE, "cities": (A, B, TOWN, OUTPOST)} | fields)
    assert codes(refused_picks(phase, picks)) == wrong


def test_wk_42_wizards_and_chaos_are_out_for_good_and_wk_51_and_52_say_where_cadres_arrive() -> None:
    out = [is_out_for_good(each) for each in (row("wizard", Kind.WIZARD), DRAGON, WOLF, GOBLIN)]
    assert out == [True, True, True, False]
    assert arrivals(Size.SMALL, ()) == [OFF_MAP]
    assert arrivals(Size.LARGE, (A, B, TOWN)) == ["A", "B"]
    assert arrivals(Size.LARGE, (FALLEN, B, TOWN)) == ["B"]
    assert arrivals(Size.MEDIUM, (FALLEN,)) == []


# The digest's case 21 and what follows from it: the size, the goal, whether it is allowed.
GOALS: list[tuple[Size, Goal, bool]] = [
    (Size.MEDIUM, Goal(held=True), True), (Size.MEDIUM, Goal(), False), (Size.MEDIUM, Goal(home=True), True),
    (Size.SMALL, Goal(held=True), False), (Size.SMALL, Goal(home=True), False), (Size.LARGE, Goal(), False),
    (Size.SMALL, Goal(home=True, empty=False), True), (Size.SMALL, Goal(city=False), True),
    (Size.LARGE, Goal(city=False), True),
]  # fmt: skip


@law_of(GOALS)
def test_wk_60_worked_case_21_where_one_may_retreat_to(case: tuple[Size, Goal, bool]) -> None:
    assert (codes(refused_goal(case[0], case[1])) == []) is case[2]


def test_wk_3_k_9_and_k_13_gold_is_of_cities_that_are_controlled() -> None:
    cities = [HeldCity(gold=3, home=True), HeldCity(gold=2, garrison=True), HeldCity(gold=1)]
    assert [gold_held(size, cities) for size in Size] == [2, 5, 5]
    assert HOUSE.map is not None
    assert gold_held(Size.SMALL, [HeldCity(gold=city.gold, garrison=True) for city in HOUSE.map.cities]) == 14


# The size, the turn, both sides' gold, lost wizards, whether at the turn's end; how it has ended and who has won.
ENDS: list[tuple[Size, int, tuple[int, int], tuple[int, int], bool, tuple[Victory, str] | None]] = [
    (Size.SMALL, 5, (7, 3), (0, 0), False, (Victory.INSTANT, "one")),
    (Size.SMALL, 5, (6, 3), (0, 0), True, None),
    (Size.SMALL, 4, (9, 3), (0, 0), True, None),
    (Size.SMALL, 12, (5, 6), (0, 0), True, (Victory.LAST_TURN, "two")),
    (Size.SMALL, 12, (5, 6), (0, 0), False, None),
    (Size.SMALL, 12, (6, 6), (0, 0), True, (Victory.TIE, "")),
    (Size.SMALL, 12, (6, 6), (1, 0), True, (Victory.BY_WIZARDS, "two")),
    (Size.SMALL, 12, (6, 6), (1, 1), True, (Victory.TIE, "")),
    (Size.SMALL, 6, (7, 7), (0, 0), True, None),
    (Size.MEDIUM, 10, (15, 9), (0, 0), True, (Victory.STRATEGIC, "one")),
    (Size.MEDIUM, 10, (15, 9), (0, 0), False, None),
    (Size.MEDIUM, 9, (15, 9), (0, 0), True, None),
    (Size.MEDIUM, 20, (11, 9), (0, 0), True, (Victory.MARGINAL, "one")),
    (Size.LARGE, 15, (2, 30), (0, 0), True, (Victory.STRATEGIC, "two")),
    (Size.LARGE, 30, (20, 20), (1, 2), True, (Victory.BY_WIZARDS, "one")),
]


@law_of(ENDS)
def test_wk_71_and_72_worked_case_20_when_a_game_ends_and_who_has_won(case: Any) -> None:
    size, turn, gold, lost, at_end, over = case
    said = ended(
        size, turn, dict(zip(("one", "two"), gold, strict=True)), dict(zip(("one", "two"), lost, strict=True)),
        end_of_turn=at_end,
    )  # fmt: skip
    assert said == (over and Ended(*over))
