"""The illegal corpus: a sound army of each list, spoilt in one way at a time, with the codes that it must get."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.catalogue import CASES, read_yaml
from tests.corpus.printed import ARMIES, COMMON, WEAPONS, WIZARDS, of
from tests.corpus.singles import SINGLES
from tests.corpus.sound import (
    Plain,
    alone,
    fighters,
    hero,
    normal,
    of_models,
    other_normal,
    plus,
    size_of,
    sound,
    stranger,
    wizard,
)

Spoilt = tuple[Plain, set[str]] | None
NOT_MENDED = {"TOUR-10"}  # another army would have to be chosen


@dataclass(frozen=True)
class Illegal:
    """A roster and the codes of exactly the errors that it has."""

    name: str
    roster: Plain
    codes: frozenset[str]


def too_dear(army: str) -> Spoilt:
    row = normal(army)
    return plus(army, of_models(row.slug, size_of(army) // 3 // row.points + 1)), {"SIZE-01"}


def too_few_troops(army: str) -> Spoilt:
    roster = sound(army)
    return roster | {"units": [of_models(normal(army).slug)]}, {"COMP-01"}


def heroes_only(army: str) -> Spoilt:
    return sound(army) | {"units": [heroes(army)]}, {"COMP-01", "COMP-02"}


def too_special(army: str) -> Spoilt:
    return plus(army, heroes(army)), {"SIZE-01", "COMP-02"}


def heroes(army: str) -> Plain:
    """More of them than 40 % pay for."""
    number = size_of(army) * 40 // 100 // hero(army).points + 1
    return {"ref": "x1", "characters": [{"ref": f"y{each}", "profile": hero(army).slug} for each in range(number)]}


def foreign_troops(army: str) -> Spoilt:
    return plus(army, of_models(normal(stranger(army)).slug, 5)), {"LIST-01"}


def foreign_leader(army: str) -> Spoilt:
    foreign = alone(army, profile=hero(stranger(army)).slug)
    return plus(army, foreign), {"LIST-01"}


def foreign_mount(army: str) -> Spoilt:
    steed = "dark-elves/elven-steed" if army != "dark-elves" else "high-elves/elven-steed"
    row = hero(army)
    codes = {"LIST-01"} | ({"MNT-02"} if row.base >= 2 else set()) | ({"MNT-03"} if row.walks_only else set())
    return plus(army, alone(army, mount={"profile": steed})), codes


def nobody(army: str) -> Spoilt:
    return plus(army, {"ref": "x1", "name": "Nobody"}), {"UNIT-01"}


def nothing(army: str) -> Spoilt:
    return sound(army) | {"units": []}, {"ROST-01", "COMP-01"}


def mixed_troops(army: str) -> Spoilt:
    roster = plus(army)
    roster["units"][-1]["models"].append({"profile": other_normal(army).slug, "count": 1})
    return roster, {"UNIT-02"}


def troops_with_machines(army: str) -> Spoilt:
    roster = plus(army)
    roster["units"][-1]["models"].append({"profile": "war-machines/light-catapult", "count": 1})
    return roster, {"UNIT-02"}


def heroes_in_the_ranks(army: str) -> Spoilt:
    return plus(army, of_models(hero(army).slug)), {"UNIT-04"}


def a_trooper_in_command(army: str) -> Spoilt:
    return plus(army, alone(army, profile=normal(army).slug)), {"UNIT-04"}


def heads_on_parade(army: str) -> Spoilt:
    return plus(army, of_models("monsters/hydra-head", 2)), {"UNIT-03"}


def riding_a_gun(army: str) -> Spoilt:
    codes = {"MNT-01"} | ({"MNT-02", "MNT-03"} if hero(army).walks_only and hero(army).base >= 9 else set())
    return plus(army, alone(army, mount={"profile": "war-machines/light-catapult"})), codes


def riding_a_golem(army: str) -> Spoilt:
    row = hero(army)
    golem = "monsters/golem-clay" if row.base >= 1 else "monsters/kobolds"
    codes = {"MNT-02"} | ({"MNT-03"} if row.walks_only else set())
    return plus(army, alone(army, mount={"profile": golem})), codes


def a_full_chariot(army: str) -> Spoilt:
    if hero(army).walks_only:
        return None
    return plus(army, alone(army, mount={"profile": "vehicles/medium-chariot-with-3-spearmen-and-4-horses"})), {
        "MNT-04"
    }


def leading_from_above(army: str) -> Spoilt:
    if hero(army).walks_only:
        return None
    unit = of_models("monsters/bear", 5) | alone(army, mount={"profile": "monsters/giant-eagle"})
    return plus(army, unit), {"MNT-05"}


def noisy_infiltrators(army: str) -> Spoilt:
    row = next((each for each in of(army, "troops") if each.infiltrates is None and each.is_normal), None)
    return (plus(army, of_models(row.slug) | {"infiltrating": True}), {"INF-01"}) if row else None


def a_noisy_hero(army: str) -> Spoilt:
    hidden = alone(army) | {"infiltrating": True}
    return (plus(army, hidden), {"INF-02"}) if hero(army).infiltrates is None else None


def crews_for_troops(army: str) -> Spoilt:
    return plus(army, of_models(normal(army).slug, reinforced=1)), {"WM-01"}


def heads_on_troops(army: str) -> Spoilt:
    unit = of_models(normal(army).slug, upgrades=[{"profile": "monsters/hydra-head"}])
    return plus(army, unit), {"EQP-01"}


def a_borrowed_weapon(army: str) -> Spoilt:
    archer = next((each for each in fighters(army) if each.skill in (3, 4, 5)), None)
    weapon = next(each for each in WEAPONS if each not in COMMON.get(army, ()))
    return (plus(army, alone(army, profile=archer.slug, weapon=weapon)), {"CHAR-01"}) if archer else None


def an_unskilled_archer(army: str) -> Spoilt:
    row = next((each for each in fighters(army) if each.skill not in (3, 4, 5)), None)
    if row is None or army not in COMMON:
        return None
    return plus(army, alone(army, profile=row.slug, weapon=COMMON[army][0])), {"CHAR-02"}


def a_wizard_without_a_school(army: str) -> Spoilt:
    """Where there is a choice: one school alone is the wizard's without a word."""
    row = wizard(army)
    has_a_choice = row is not None and len(WIZARDS[row.slug]) > 1
    return (plus(army, alone(army, profile=row.slug)), {"CHAR-03"}) if row and has_a_choice else None


def a_wizard_of_another_school(army: str) -> Spoilt:
    row = wizard(army)
    school = next(each for each in ("death", "life", "air") if row is None or each not in WIZARDS[row.slug])
    return (plus(army, alone(army, profile=row.slug, school=school)), {"CHAR-03"}) if row else None


def a_learned_fighter(army: str) -> Spoilt:
    return plus(army, alone(army, school="plague")), {"CHAR-03"}


def greedy_with_allies(army: str) -> Spoilt:
    """The army spends two thirds of the game, and has promised 45 % of it to others."""
    friend, share = normal(stranger(army)), size_of(army) * 45 // 100
    ally = {"army": stranger(army), "points": share, "units": [of_models(friend.slug, share * 2 // 3 // friend.points)]}
    return plus(army, allies=[ally]), {"ALLY-02"}


def idle_allies(army: str) -> Spoilt:
    """The ally's share is nearly all for its heroes."""
    leader = {"ref": "y1", "profile": hero(stranger(army)).slug}
    ally = {"army": stranger(army), "points": 200, "units": [{"ref": "x1", "characters": [leader]}]}
    codes = {"COMP-01"} | ({"COMP-02"} if hero(stranger(army)).points > 80 else set())
    return plus(army, size=3000, allies=[ally]) | {"points_limit": 3200}, codes


def tournament(army: str, *units: Plain, size: int = 4000, **fields: Any) -> Plain:
    return plus(army, *units, size=4000, rules="tournament", **fields) | {"points_limit": size}


def of_another_size(army: str) -> Spoilt:
    return tournament(army, size=3999), {"TOUR-01"}


def with_friends(army: str) -> Spoilt:
    friend = normal(stranger(army))
    count = 600 // friend.points
    ally = {"army": stranger(army), "points": 700, "units": [of_models(friend.slug, count)]}
    return tournament(army, allies=[ally]), {"TOUR-02"}


def a_huge_unit(army: str) -> Spoilt:
    row = normal(army)
    return tournament(army, of_models(row.slug, 800 // row.points + 1)), {"TOUR-04"}


def three_small_units(army: str) -> Spoilt:
    small = [of_models(normal(army).slug) | {"ref": f"x{number}"} for number in range(3)]
    return tournament(army, *small), {"TOUR-05"}


def sick_wizards(army: str) -> Spoilt:
    return tournament(army, options={"optional_schools": True}), {"TOUR-06"}


def cheap_monsters(army: str) -> Spoilt:
    return tournament(army, options={"cheap_monsters_as_normal": True}), {"TOUR-07"}


WAYS: tuple[Callable[[str], Spoilt], ...] = (
    too_dear, too_few_troops, heroes_only, too_special, foreign_troops, foreign_leader, foreign_mount, nobody, nothing,
    mixed_troops, troops_with_machines, heroes_in_the_ranks, a_trooper_in_command, heads_on_parade, riding_a_gun,
    riding_a_golem, a_full_chariot, leading_from_above, noisy_infiltrators, a_noisy_hero, crews_for_troops,
    heads_on_troops, a_borrowed_weapon, an_unskilled_archer, a_wizard_without_a_school, a_wizard_of_another_school,
    a_learned_fighter, greedy_with_allies, idle_allies, of_another_size, with_friends, a_huge_unit, three_small_units,
    sick_wizards, cheap_monsters,
)  # fmt: skip


@cache
def illegal_corpus() -> tuple[Illegal, ...]:
    return tuple(_illegal())


def _illegal() -> Iterator[Illegal]:
    for army in ARMIES:
        for way in WAYS:
            if spoilt := way(army):
                roster, codes = spoilt
                yield Illegal(f"{army}: {way.__name__.replace('_', ' ')}", deepcopy(roster), frozenset(codes))
    for name, army, units, codes in SINGLES:
        yield Illegal(f"{army}: {name}", plus(army, *units), frozenset(codes))
    yield from designed()


def designed() -> Iterator[Illegal]:
    """The first case of each rule of designing that breaks it, with the errors that the case states."""
    for path in sorted(CASES.glob("*.yaml")):
        if path.stem.startswith(("VEH-", "WM-", "DSGN-03", "TOUR-09", "TOUR-10", "UNIT-05")) and path.stem != "WM-01":
            case = next(case for case in read_yaml(path)["cases"] if case["kind"] == "illegal")
            codes = {finding.split()[0] for finding in case["findings"]} - {"DSGN-01", "LIST-02"}
            yield Illegal(f"{path.stem}: {case['name']}", case["roster"], frozenset(codes))
