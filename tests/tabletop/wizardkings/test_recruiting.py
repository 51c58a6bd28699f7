"""Recruiting, WK-10 to WK-20: who may, how much, and every reason why not; the digest's worked cases 4 to 13."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop.boards.hex import read_board
from tabletop.decoding import MalformedError
from tabletop.wizardkings.catalogue import Ground, Hexside, Kind, Moon, Terrain
from tabletop.wizardkings.pack import Map, UnitRow
from tabletop.wizardkings.play.ground import Site, Standing, site_of
from tabletop.wizardkings.play.recruiting import (
    Readings,
    Recruit,
    hex_limit,
    most_gained,
    recruits,
    recruits_after_victory,
    refused_limit,
)
from tests.bay import HOUSE
from tests.laws import law_of


def unit(name: str, terrain: Terrain | None, cost: int = 2, steps: int = 1, most: int = 4, **fields: Any) -> Standing:
    kind = fields.pop("kind", Kind.ARMY)
    row = UnitRow(id=name, name=name.capitalize(), kind=kind, terrain=terrain, cost=cost, max_steps=most)
    return Standing(ref=name, row=row, steps=steps, **fields)


def goblin(steps: int = 1, **fields: Any) -> Standing:
    return unit("goblin", Terrain.MOUNTAIN, 1, steps, **fields)


def orc(**fields: Any) -> Standing:
    return unit("orc", Terrain.MOUNTAIN, 2, **fields)


def flyer(name: str = "pegasus", **fields: Any) -> Standing:
    return unit(name, Terrain.FLY, 6, most=3, **fields)


def beast(cost: int = 4, **fields: Any) -> Standing:
    return unit("werewolf", Terrain.FOREST, cost, kind=Kind.WEREBEAST, **fields)


MOUNTAIN, FOREST, SWAMP = (Site(ground=ground) for ground in (Ground.MOUNTAIN, Ground.FOREST, Ground.SWAMP))
CLEAR, SEA, COAST = Site(), Site(ground=Ground.SEA), Site(ground=Ground.COASTAL)
CITY, CAPITAL = Site(city=2), Site(city=3, capital=True)
UNDINE, GRIFFIN = unit("undine", Terrain.SWAMP), unit("griffin", Terrain.FLY, kind=Kind.CHAOS)


def edges(kind: Hexside, count: int, ground: Ground = Ground.CLEAR) -> Site:
    return Site(ground=ground, sides={kind: count})


def only(of: Standing, site: Site, moon: Moon | None = None, readings: Readings | None = None) -> Recruit:
    (one,) = recruits([of], site, moon, readings or Readings())
    return one


# What it is, the unit, its hex, the moon, steps that it may gain, the rules against it.
CASES: list[tuple[str, Standing, Site, Moon | None, int, list[str]]] = [
    ("4: a goblin in a mountain hex", goblin(), MOUNTAIN, None, 2, []),
    ("5: at 3 it is capped at 4", goblin(3), MOUNTAIN, None, 1, []),
    ("5: at 4 it is refused", goblin(4), MOUNTAIN, None, 0, ["WK-10"]),
    ("6: an orc gains 1", orc(), MOUNTAIN, None, 1, []),
    ("7: a flyer in a clear city hex", flyer(), CITY, None, 1, []),
    ("7: a flyer in a forest city", flyer(), Site(ground=Ground.FOREST, city=2), None, 0, ["WK-12"]),
    ("7: unless it is the capital", flyer(), Site(ground=Ground.FOREST, city=2, capital=True), None, 1, []),
    ("7: a flyer in the open", flyer(), CLEAR, None, 0, ["WK-12"]),
    ("8: no terrain type in a clear hex", unit("knight", Terrain.NONE), CLEAR, None, 1, []),
    ("8: no terrain type in a forest", unit("knight", Terrain.NONE), FOREST, None, 0, ["WK-12"]),
    ("9: two river sides", UNDINE, edges(Hexside.RIVER, 2), None, 1, []),
    ("9: one river side", UNDINE, edges(Hexside.RIVER, 1), None, 0, ["WK-12"]),
    ("9: full swamp", UNDINE, SWAMP, None, 1, []),
    ("10: a troll that moved", unit("troll", Terrain.SWAMP, moved=True), SWAMP, None, 0, ["WK-11"]),
    ("10: that fought", unit("troll", Terrain.SWAMP, fought=True), SWAMP, None, 0, ["WK-11"]),
    ("10: an enemy in its hex (K-6)", orc(), Site(ground=Ground.MOUNTAIN, enemies=True), None, 0, ["WK-11"]),
    ("10: a castle", unit("castle", None, kind=Kind.CASTLE), CAPITAL, None, 0, ["WK-10"]),
    ("10: a wizard", unit("wizard", Terrain.FLY, kind=Kind.WIZARD), CITY, None, 0, ["WK-10"]),
    ("12: a werebeast at new moon", beast(), FOREST, Moon.NEW, 0, ["WK-16"]),
    ("12: at half moon", beast(), FOREST, Moon.HALF, 1, []),
    ("12: at full moon", beast(), FOREST, Moon.FULL, 2, []),
    ("12: of 1 gold at full moon", beast(1), FOREST, Moon.FULL, 3, []),
    ("12: of 1 gold at 2 steps", beast(1, steps=2), FOREST, Moon.FULL, 2, []),
    ("12: with no moon said", beast(), FOREST, None, 0, ["WK-16"]),
    ("a desert unit", unit("nomad", Terrain.DESERT), Site(ground=Ground.DESERT), None, 1, []),
    ("a desert unit elsewhere", unit("nomad", Terrain.DESERT), CLEAR, None, 0, ["WK-12"]),
    ("forest by hexsides (K-3)", unit("elf", Terrain.FOREST), edges(Hexside.FOREST, 2), None, 1, []),
    ("mountains by hexsides (K-10)", orc(), edges(Hexside.MOUNTAIN, 3), None, 1, []),
    ("an aquatic unit at sea", unit("kraken", Terrain.AQUATIC), SEA, None, 1, []),
    ("at a coast", unit("kraken", Terrain.AQUATIC), COAST, None, 1, []),
    ("at a wooded coast", unit("elf", Terrain.FOREST), Site(ground=Ground.FOREST, coastal=True), None, 1, []),
    ("a coast is clear land, too", unit("knight", Terrain.NONE), COAST, None, 1, []),
    ("aquatic on land", unit("kraken", Terrain.AQUATIC), CLEAR, None, 0, ["WK-12"]),
    ("a city unit as one without a type (K-8)", unit("guard", Terrain.CITY), CLEAR, None, 1, []),
    ("any class in the own capital", unit("kraken", Terrain.AQUATIC), CAPITAL, None, 1, []),
    ("chaos by its terrain", GRIFFIN, CITY, None, 1, []),
    ("a hole in the pack", unit("thing", None), CLEAR, None, 0, ["WK-12"]),
]


@law_of(CASES, lambda case: case[0])
def test_wk_10_to_13_and_15_16_40_say_who_recruits_how_much(
    case: tuple[str, Standing, Site, Moon | None, int, list[str]],
) -> None:
    found = only(case[1], case[2], case[3])
    assert (found.most, [each.code for each in found.refusals]) == (case[4], case[5])
    assert all(each.sentence.endswith(".") and each.citation.section for each in found.refusals)


# What it is, units of one hex, the moon, how many may recruit there.
LIMITS: list[tuple[str, list[Standing], Moon | None, int]] = [
    ("two mountain units", [orc(), goblin()], None, 2),
    ("two flyers", [flyer(), flyer("sprite")], None, 1),
    ("two without a terrain type", [unit("a", Terrain.NONE), unit("b", Terrain.CITY)], None, 1),
    ("two of chaos", [GRIFFIN, GRIFFIN], None, 1),
    ("griffin and orc (case 11)", [GRIFFIN, orc()], None, 1),
    ("a mountain and a forest unit (K-4)", [orc(), unit("elf", Terrain.FOREST)], None, 1),
    ("two werebeasts at full moon (K-7)", [beast(), beast()], Moon.FULL, 2),
    ("two werebeasts at half moon", [beast(), beast()], Moon.HALF, 1),
    ("a werebeast and chaos at full moon", [beast(), GRIFFIN], Moon.FULL, 1),
]


@law_of(LIMITS, lambda case: case[0])
def test_wk_14_the_limit_is_the_hexs_and_1_for_different_types(
    case: tuple[str, list[Standing], Moon | None, int],
) -> None:
    assert hex_limit(case[1], case[2]) == case[3]
    assert bool(list(refused_limit(case[1], case[2]))) is (len(case[1]) > case[3])


def test_worked_case_6_a_third_unit_is_refused() -> None:
    three = [orc(), goblin(), goblin()]
    assert [each.most for each in recruits(three[:2], MOUNTAIN)] == [1, 2]
    (refused,) = refused_limit(three, None)
    assert refused.sentence == "3 mountain units want to recruit in a hex: at most 2 may."
    (mixed,) = refused_limit([GRIFFIN, orc()], None)
    assert mixed.sentence == "2 of different types (chaos, mountain) want to recruit in a hex: at most 1 may."


def test_readings_that_players_may_switch() -> None:
    text, summary = Readings(forest_sides=False), Readings(mountain_sides=False)
    assert not only(unit("elf", Terrain.FOREST), edges(Hexside.FOREST, 2), readings=text).most
    assert not only(orc(), edges(Hexside.MOUNTAIN, 2), readings=summary).most
    cities, guard = Readings(city_units_in_cities=True), unit("guard", Terrain.CITY)
    assert [only(guard, site, readings=cities).most for site in (CITY, CLEAR)] == [1, 0]
    assert most_gained(goblin(), None, one_step=True) == 1
    after = recruits_after_victory([goblin()], MOUNTAIN, None, Readings(one_step_after_battle=True))
    assert [each.most for each in after] == [1]


def codes(found: list[Recruit]) -> list[list[str]]:
    return [[each.code for each in one.refusals] for one in found]


def test_wk_20_worked_case_13_an_army_that_stays_recruits_again_and_one_that_regroups_does_not() -> None:
    again = recruits_after_victory([goblin(2, fought=True), orc(moved=True, fought=True)], MOUNTAIN)
    assert [each.most for each in again] == [2, 1]
    kraken, drake = unit("kraken", Terrain.AQUATIC), flyer("drake", kind=Kind.CHAOS)
    assert codes(recruits_after_victory([kraken, drake], SEA)) == [["WK-20"], ["WK-20", "WK-12"]]
    assert codes(recruits_after_victory([kraken, drake], COAST))[0] == []
    wizard = unit("wizard", Terrain.FLY, kind=Kind.WIZARD, fatigued=True)
    assert codes(recruits_after_victory([orc(), wizard], MOUNTAIN)) == [["WK-34"], ["WK-34", "WK-10"]]
    assert codes(recruits_after_victory([orc(), goblin(regroups=True)], MOUNTAIN)) == [["WK-20"], ["WK-20"]]
    assert codes(recruits_after_victory([orc()], MOUNTAIN, won=False)) == [["WK-20"]]
    assert codes(recruits_after_victory([orc()], CLEAR)) == [["WK-12"]]
    assert codes(recruits_after_victory([beast()], FOREST, Moon.NEW)) == [["WK-16"]]


def test_a_hex_of_the_map_says_its_ground_edges_city_and_henge() -> None:
    assert HOUSE.map is not None
    henge = site_of(HOUSE.map, "3,2", enemies=True)
    assert (henge.ground, henge.henge, henge.enemies) == (Ground.CLEAR, True, True)
    bridges = site_of(HOUSE.map, "5,3", capital=True)
    assert (bridges.city, bridges.capital, bridges.sides) == (2, True, {Hexside.RIVER: 2})
    assert only(UNDINE, site_of(HOUSE.map, "2,3")).most == 1
    for name in ("9,9", "north"):
        with pytest.raises(MalformedError, match="is no hex of this board"):
            site_of(HOUSE.map, name)
    board = {
        "format": "muster-board/1", "kind": "hex", "layout": "odd-q", "rows": ["E ."],
        "side_kinds": {"W": {"name": "Wall"}}, "sides": [{"a": "0,0", "b": "0,1", "kind": "W"}],
    }  # fmt: skip
    strange = Map(id="x", board=read_board(json.dumps(board)))
    with pytest.raises(MalformedError, match="0,0 is “E”, no terrain of the game"):
        site_of(strange, "0,0")
    assert site_of(strange, "0,1").sides == {}
