"""Lines of a battle: strengths, volleys, targets, hits, and their exact odds, by the digest's worked cases."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tabletop.boards.area_graph import Terrain
from tabletop.decoding import MalformedError
from tabletop.dice.sources import Typed
from tabletop.greyhawk.answers import answered, resolved
from tabletop.greyhawk.catalogue import Tag, TroopClass
from tabletop.greyhawk.pack import TroopRow
from tabletop.greyhawk.play.lines import (
    Fighter,
    Ground,
    Lines,
    Side,
    free_attacks,
    hits_on,
    most_rounds,
    pursued,
    read_volley,
    refused_targets,
    strength,
    usual_targets,
)
from tabletop.greyhawk.play.odds import battle_odds, hits_of_volley, odds_of, round_odds, sampled, too_many
from tabletop.greyhawk.play.targets import Target, asking, chance_of_search, fortifying
from tabletop.greyhawk.situations import read_situation
from tests.crowns import HOUSE


def counter(ref: str, strength: int, reduced: int | None = None, **fields: Any) -> Fighter:
    bonus = fields.pop("bonus", 0)
    row = TroopRow(code=f"x{strength}-{reduced or 0}", name="Troop", kind=TroopClass.INFANTRY, strength=strength,
                   reduced=reduced, **fields)  # fmt: skip
    return Fighter(ref=ref, row=row, bonus=bonus)


def scout(ref: str) -> Fighter:
    return counter(ref, 3, tags=(Tag.SCOUT,))


A1, A2, D1, D2 = counter("a1", 5, 3), counter("a2", 3), counter("d1", 4), counter("d2", 2)
CASE = Lines(attackers=(A1, A2), defenders=(D1, D2))
AIMS = {"a1": "d1", "a2": "d2", "d1": "a1", "d2": "a2"}


def fought(lines: Lines, faces: dict[str, int]) -> Lines:
    """A round with these faces, everybody at whom the digest's cases say."""
    for volley in lines.order():
        if lines.shooters(volley):
            lines = read_volley(lines, volley, AIMS, faces)
    return lines


def left(lines: Lines) -> list[str]:
    return [f"{each.ref}{'*' * each.flipped}" for side in Side for each in lines.of(side)]


def order(lines: Lines) -> list[tuple[str, bool | None]]:
    return [(each.side.value, each.scouts) for each in lines.order() if lines.shooters(each)]


def test_gw_64_and_66_strengths_have_reasons_and_hit_on_themselves_or_less_cases_1_and_2() -> None:
    both = Ground(ferry=True, fort=True)
    assert hits_on(counter("a", 5), Side.ATTACKER, Ground()) == 5
    assert hits_on(counter("a", 2), Side.ATTACKER, both) == 1
    assert strength(counter("a", 9, bonus=3), Side.ATTACKER, Ground()) == 12
    assert hits_on(counter("a", 9, bonus=3), Side.ATTACKER, Ground()) == 10
    assert strength(counter("a", 4, bonus=3), Side.ATTACKER, Ground(fort=True)) == 6
    assert strength(counter("d", 4), Side.DEFENDER, both) == 4  # G-3: only attackers are weaker


def test_gw_70_a_race_has_one_more_in_its_own_terrain_where_that_is_played() -> None:
    orc = Fighter(ref="o", row=HOUSE.by_code["orc"])
    assert [strength(orc, Side.DEFENDER, Ground(terrain=where)) for where in (Terrain.HILL, Terrain.OPEN)] == [5, 4]
    assert strength(orc, Side.DEFENDER, Ground(terrain=Terrain.HILL, race=False)) == 4


def test_expected_hits_of_three_attackers_case_3() -> None:
    lines = Lines(attackers=(counter("a", 5), counter("b", 4), counter("c", 3)), defenders=(D1,))
    odds = hits_of_volley(lines, lines.order()[0])
    assert odds == {
        0: Fraction(21, 100), 1: Fraction(44, 100), 2: Fraction(29, 100), 3: Fraction(6, 100)
    }  # fmt: skip
    assert sum(count * chance for count, chance in odds.items()) == Fraction(6, 5)


def test_gw_65_on_open_ground_both_fire_before_hits_are_applied_case_5() -> None:
    assert left(fought(CASE, {"a1": 5, "a2": 4, "d1": 4, "d2": 10})) == ["a1*", "a2", "d2"]


def test_gw_67_over_a_river_the_defender_fires_first_in_round_one_alone_case_6() -> None:
    river = Lines(attackers=CASE.attackers, defenders=CASE.defenders, ground=Ground(river=True))
    assert left(fought(river, {"a1": 5, "a2": 4, "d1": 4, "d2": 10})) == ["a1*", "a2", "d1", "d2"]
    second = Lines(attackers=CASE.attackers, defenders=CASE.defenders, ground=Ground(river=True), round=2)
    assert left(fought(second, {"a1": 5, "a2": 4, "d1": 4, "d2": 10})) == ["a1*", "a2", "d2"]


def test_a_ferry_has_the_order_of_a_river_and_one_less_in_every_round_case_7() -> None:
    ferry = Ground(ferry=True)
    flipped = A1.hit()
    assert flipped is not None
    assert [hits_on(each, Side.ATTACKER, ferry) for each in (flipped, A2)] == [2, 2]
    lines = Lines(attackers=CASE.attackers, defenders=CASE.defenders, ground=ferry)
    assert order(lines) == [("defender", None), ("attacker", None)]
    assert order(Lines(attackers=CASE.attackers, defenders=CASE.defenders, ground=ferry, round=2))[0][0] == "attacker"


def test_gw_68_scouts_fire_before_all_others_case_9() -> None:
    attackers, defenders = (scout("s"), A1), (scout("t"), D1)
    river = Lines(attackers=attackers, defenders=defenders, ground=Ground(river=True))
    assert order(river) == [("defender", True), ("attacker", True), ("defender", False), ("attacker", False)]
    assert [volley.applies for volley in river.order()] == [True] * 4
    field = Lines(attackers=attackers, defenders=defenders)
    assert [volley.applies for volley in field.order()] == [False, True, False, True]
    alone = Lines(attackers=attackers, defenders=(D1,))
    assert [(volley.scouts, volley.applies) for volley in alone.order()] == [
        (True, True),
        (False, False),
        (False, True),
    ]


def test_gw_63_every_enemy_is_attacked_once_before_any_is_twice_case_10() -> None:
    four = [counter(f"a{number}", 3) for number in range(1, 5)]
    two, three = [D1, D2], [D1, D2, counter("d3", 3)]
    assert list(refused_targets(four, two, dict.fromkeys(("a1", "a2", "a3", "a4"), "d1")))
    assert not list(refused_targets(four, two, {"a1": "d1", "a2": "d2", "a3": "d2", "a4": "d2"}))
    assert list(refused_targets(four[:2], three, {"a1": "d1", "a2": "d1"}))
    assert not list(refused_targets(four[:2], three, {"a1": "d3", "a2": "d1"}))
    for one, other in product(range(1, 5), range(1, 4)):
        shooters, enemies = four[:one], three[:other]
        chosen = usual_targets(shooters, enemies, Side.ATTACKER, Ground())
        assert not list(refused_targets(shooters, enemies, chosen))


def test_gw_62_a_hero_may_lead_into_a_fourth_round() -> None:
    assert (most_rounds(False), most_rounds(True)) == (3, 4)


def test_gw_77_cavalry_that_nobody_screens_attacks_what_does_not_ride_case_21() -> None:
    riders = [Fighter(ref=f"c{number}", row=HOUSE.by_code["cavalry"]) for number in range(3)]
    retreating = [Fighter(ref="s1", row=HOUSE.by_code["cavalry"]), A1, A2]
    assert free_attacks(riders, retreating) == 2
    assert [each.ref for each in pursued(retreating)] == ["a1", "a2"]


def test_gw_80_fortifying_counts_infantry_builders_and_a_hero_case_17() -> None:
    rows = [HOUSE.by_code[code] for code in ("dwarf", "light-infantry", "orc", "scout", "cavalry")]
    target = fortifying(rows, hero=True)
    assert (target.number, target.chance, target.holds(6), target.holds(7)) == (6, Fraction(3, 5), True, False)


def test_diplomacy_by_rating_card_gifts_and_others_case_18() -> None:
    southmere = HOUSE.by_country["southmere"]
    assert asking(southmere, HOUSE.scenarios[0].power("norhal").alignment, ("norhal",), gifts=1).number == 7
    said = {"kind": "diplomacy", "rating": 4, "modifier": 1, "gifts": 2}
    assert chances(said)["succeeds"] == "7/10"
    assert chances(said | {"others": -2})["succeeds"] == "1/2"
    assert Target(()).chance == 0
    assert chance_of_search(6) == Fraction(2, 5)


def asked(situation: dict[str, Any]) -> Any:
    return read_situation(json.dumps({"format": "muster-situation/1", "game": "greyhawk"} | situation))


def chances(situation: dict[str, Any]) -> dict[str, str]:
    return {
        name: result["exact"]
        for name, result in answered(asked(situation), HOUSE)["results"].items()
        if "exact" in result
    }


def brute_round(lines: Lines) -> dict[tuple[int, ...], Fraction]:
    """What is left after a round by counting every throw: lives of both lines, in their order."""
    names = [each.ref for side in Side for each in lines.of(side)]
    found: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(1, 11), repeat=len(names)):
        thrown, now = dict(zip(names, faces, strict=True)), lines
        for volley in lines.order():
            chosen = usual_targets(now.shooters(volley), now.targets(volley), volley.side, now.ground)
            now = read_volley(now, volley, chosen, thrown) if chosen else (now.applied() if volley.applies else now)
        key = tuple(sum(each.lives for each in now.of(side)) for side in Side)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 10 ** len(names))
    return found


@pytest.mark.parametrize("ground", [Ground(), Ground(ferry=True, fort=True)])
@pytest.mark.parametrize("lines", [(A1, D1, D2), (A1, A2, D1), (scout("s"), A1, D1), (A1, scout("t"), D1)])
def test_the_odds_of_a_round_are_those_of_every_throw_counted(ground: Ground, lines: tuple[Fighter, ...]) -> None:
    attackers = tuple(each for each in lines if each.ref[0] in "as")
    both = Lines(attackers=attackers, defenders=tuple(each for each in lines if each not in attackers), ground=ground)
    odds: dict[tuple[int, ...], Fraction] = {}
    for pair, chance in round_odds(both).items():
        key = tuple(sum(each.lives for each in line) for line in pair)
        odds[key] = odds.get(key, Fraction(0)) + chance
    assert odds == brute_round(both)


def test_a_battle_is_its_rounds_one_after_the_other() -> None:
    """By the odds of single rounds, put together here without the chain's own shortcuts."""
    start = Lines(attackers=(A1, A2), defenders=(D1, counter("d3", 4, 2)), ground=Ground(river=True))
    states, ends = (
        {(start.attackers, start.defenders): Fraction(1)},
        dict.fromkeys(("win", "loss", "both"), Fraction(0)),
    )
    for number in range(1, 4):
        after: dict[Any, Fraction] = {}
        for (attackers, defenders), chance in states.items():
            lines = Lines(attackers=attackers, defenders=defenders, ground=start.ground, round=number)
            for pair, own in round_odds(lines).items():
                after[pair] = after.get(pair, Fraction(0)) + chance * own
        states = {}
        for pair, chance in after.items():
            if all(pair):
                states[pair] = chance
            else:
                ends["win" if pair[0] else "loss" if pair[1] else "both"] += chance
    found = battle_odds(start, last=3)
    assert (found.win, found.loss, found.both) == tuple(ends.values())
    assert found.retreat == sum(states.values())
    drawn = sampled(start, last=3, games=3000, seed=5)
    assert abs(float(drawn.win - found.win)) < 0.03
    assert abs(float(drawn.left[Side.ATTACKER] - found.left[Side.ATTACKER])) < 0.05


def test_what_takes_too_long_is_played_by_a_seed_and_says_so() -> None:
    many = tuple(counter(f"a{number}", 2 + number, 1 + number) for number in range(6))
    heavy = Lines(attackers=many, defenders=many)
    assert too_many(heavy, 4)
    assert odds_of(heavy, last=4, games=20).games == 20
    assert odds_of(CASE, last=4).games == 0


def test_situations_are_answered_exactly_and_played_once() -> None:
    battle = {
        "kind": "battle",
        "attackers": [{"troop": "heavy-infantry"}],
        "defenders": [{"troop": "orc"}],
        "river": True,
    }
    said = answered(asked(battle), HOUSE)
    assert sum(Fraction(said["results"][name]["exact"]) for name in ("win", "loss", "both", "retreat")) == 1
    assert said["facts"]["order"] == ["defender", "attacker"]
    once = resolved(asked(battle | {"kind": "round"}), HOUSE, Typed([4, 5], 10))
    assert once["results"] == {"attackers": ["a1"], "defenders": ["d1"], "flipped": ["a1"]}
    assert chances({"kind": "fortify", "troops": ["dwarf", "scout"]})["succeeds"] == "3/10"
    assert resolved(asked({"kind": "search", "monster": 6}), HOUSE, Typed([7], 10))["results"] == {"succeeds": True}
    assert (
        chances({"kind": "diplomacy", "country": "vale", "alignment": "evil", "home": "grimgard"})["succeeds"] == "2/5"
    )
    with pytest.raises(MalformedError, match=r"attackers\[0\]\.troop: there is no “elk”"):
        answered(asked(battle | {"attackers": [{"troop": "elk"}]}), HOUSE)
    with pytest.raises(MalformedError, match="one side"):
        answered(asked(battle | {"attackers": [{"troop": "scout", "flipped": True}]}), HOUSE)
