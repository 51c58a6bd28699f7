"""Force design, AW-10 to AW-16: legal and illegal forces, their ways out, edits, merges, text and paper."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tabletop.arrakhar.catalogue import PROFILES, TERMS, Scenario, Side, UnitType
from tabletop.arrakhar.desk import facts_of
from tabletop.arrakhar.edits import Rename, Seal, SetAdvanced, SetCost, SetCount, SetLimit, SetNotes, SetScenario
from tabletop.arrakhar.force import Force, new_force
from tabletop.arrakhar.game import ARRAKHAR, ArrakharVerdict
from tabletop.arrakhar.rules import RULEBOOK
from tabletop.decoding import MalformedError
from tabletop.findings import Finding, Severity
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4
from tabletop.rosters.digest import content_digest
from tabletop.rosters.document import write_roster
from tabletop.rosters.verdict import VerdictSeal
from tests.laws import law_of
from tests.valley import PACKS

SEAL = VerdictSeal(date="1 May 2026", rules_version="1", digest="AAAAA", address="https://muster.test/check/")


def force(army: str = "sorcerer", scenario: str = "basic", *, salt: str = "a", **counts: Any) -> Force:
    """A force with so many of each type; other fields by their own names."""
    fields = {name: counts.pop(name) for name in ("advanced", "points_limit", "costs") if name in counts}
    units = [{"models": [{"profile": f"arrakhar/{unit}", "count": count}]} for unit, count in counts.items()]
    plain = {"format": "muster-roster/1", "game": "arrakhar", "name": "Mine", "army": army, "scenario": scenario}
    return ARRAKHAR.read(json.dumps(plain | {"units": units, "salt": salt} | fields))


def judged(of: Force) -> ArrakharVerdict:
    return ARRAKHAR.verdicts([of], PACKS)[0]


def errors(of: Force) -> list[str]:
    return [each.code for each in judged(of).report.findings if each.severity is Severity.ERROR]


def finding(of: Force, code: str) -> Finding:
    (only,) = [each for each in judged(of).report.findings if each.code == code]
    return only


def evil(sorcerer: int, demon: int, orc: int, ghoul: int, **fields: Any) -> Force:
    return force(**fields, sorcerer=sorcerer, demon=demon, orc=orc, ghoul=ghoul)


# The digest's number, the force, its points by the house's costs, and the errors.
WORKED: list[tuple[int, Force, int, list[str]]] = [
    (21, evil(6, 6, 6, 6), 42, []),
    (22, evil(6, 14, 14, 6), 66, []),
    (23, evil(6, 14, 14, 7), 67, ["AW-10"]),
    (25, evil(6, 6, 21, 6), 57, ["AW-11"]),
    (26, evil(4, 4, 4, 4, scenario="short"), 28, []),
    (26, evil(9, 9, 9, 9, scenario="long"), 63, []),
]


@law_of(WORKED)
def test_worked_cases_of_force_design(case: tuple[int, Force, int, list[str]]) -> None:
    _, of, points, wrong = case
    assert (judged(of).points, errors(of)) == (points, wrong)


def test_worked_case_21_says_what_is_unspent() -> None:
    left = finding(evil(6, 6, 6, 6), "AW-10B")
    assert (left.message, left.severity) == ("24 of 66 points are unspent.", Severity.NOTE)
    assert left.remedies[0].label == "Add 8 sorcerers"


def test_spells_are_listed_with_commas() -> None:
    assert "casts haste, fireball and the wand" in facts_of(PROFILES[UnitType.WIZARD])
    assert "casts summon and fireball" in facts_of(PROFILES[UnitType.SORCERER])


def test_aw_10_names_what_is_over_and_the_ways_out() -> None:
    over = finding(evil(6, 14, 14, 7), "AW-10")
    assert over.message == "The force costs 67 points, 1 more than the 66 allowed."
    assert (over.actual, over.limit) == (67, 66)
    assert [remedy.label for remedy in over.remedies] == [
        "Take off 1 demon", "Take off 1 orc", "Take off 1 ghoul", "Agree on 67 points",
    ]  # fmt: skip
    fewer = {remedy.label for remedy in finding(evil(6, 6, 50, 6), "AW-10").remedies}
    assert {"Take off 30 orcs"} == {label for label in fewer if "orcs" in label}
    crowd = finding(evil(20, 9, 9, 9), "AW-10")
    assert "Play the long scenario" in [remedy.label for remedy in crowd.remedies if remedy.by_agreement]


@law_of(
    [evil(6, 14, 14, 7), evil(6, 6, 21, 6), evil(5, 6, 6, 6), force(army="wizard", orc=3, wizard=4), evil(20, 20, 9, 9)]
)
def test_every_way_out_mends_its_finding(of: Force) -> None:
    for each in judged(of).report.findings:
        for remedy in each.remedies:
            after = judged(ARRAKHAR.edited(of, remedy.edit, PACKS))
            assert each.message not in [left.message for left in after.report.findings], remedy.label
            assert remedy.change in (None, after.points - judged(of).points), remedy.label


def test_aw_11_and_6_keep_to_the_counters_there_are() -> None:
    many = finding(evil(6, 6, 21, 6), "AW-11")
    assert many.message == "There are 21 orcs in the force, and 20 counters of them."
    assert (many.culprit.ref, many.remedies[0].label) == ("orc", "Keep 20 orcs")


def test_aw_12_each_type_has_the_scenarios_minimum_except_in_advanced_play() -> None:
    for scenario in Scenario:
        for side in Side:
            least = new_force(side, scenario, name="Least")
            assert judged(least).report.is_legal
            assert set(least.counts.values()) == {TERMS[scenario][side].least}
            fewer = SetCount(profile=next(iter(least.counts)), count=TERMS[scenario][side].least - 1).applied(least)
            assert errors(fewer) == ["AW-12"]
            assert judged(fewer).is_draft
            assert errors(SetAdvanced(advanced=True).applied(fewer)) == []
    few = finding(evil(5, 6, 6, 6), "AW-12")
    assert few.message == "The force has 5 sorcerers; 1 more is needed for the 6 of the basic scenario."
    assert [remedy.label for remedy in few.remedies] == ["Add 1 sorcerer", "Play the advanced game, without minimums"]


def test_aw_13_only_the_sides_own_units() -> None:
    mixed = force("wizard", wizard=4, barbarian=4, dwarf=4, elf=4, orc=2, wand=1)
    assert errors(mixed) == ["AW-13", "AW-13"]
    assert [each.message for each in judged(mixed).report.findings if each.code == "AW-13"] == [
        "2 orcs are the sorcerer's, not the wizard's.",
        "1 wand is in nobody's force.",
    ]


def test_aw_14_a_force_is_sealed_by_a_salt() -> None:
    bare = evil(6, 6, 6, 6, salt="")
    (remedy,) = finding(bare, "AW-14").remedies
    one, other = (ARRAKHAR.edited(bare, remedy.edit, PACKS) for _ in range(2))
    assert content_digest(one) != content_digest(other) != content_digest(bare)
    assert re.fullmatch(r"[0-9a-f]{32}", one.salt)
    assert "AW-14" in [met.code for met in judged(one).report.passes]


def test_aw_15_orcs_outside_the_force_may_wander() -> None:
    met = {each.code: each.message for each in judged(evil(6, 6, 14, 6)).report.passes}
    assert met["AW-15"] == "6 orcs outside the force may still come as wandering orcs; nothing else does."
    met = {each.code: each.message for each in judged(new_force(Side.WIZARD, Scenario.SHORT, name="A")).report.passes}
    assert met["AW-15"] == "What isn't in the force stays out of play."


def test_aw_16_a_handicap_is_said_and_the_sorcerers_goes_by_two() -> None:
    agreed = finding(evil(6, 6, 6, 6, points_limit=61), "AW-16")
    assert agreed.message == (
        "61 points are agreed, 5 fewer than the 66 of the basic scenario. "
        "The rules move the sorcerer's points in steps of 2."
    )
    assert errors(evil(6, 14, 14, 6, points_limit=64)) == ["AW-10"]
    assert "steps" not in finding(evil(6, 6, 6, 6, points_limit=68), "AW-16").message


def test_each_rule_has_its_own_code_statement_and_section() -> None:
    assert [each.code for each in RULEBOOK.rules] == [
        "AW-10", "AW-10C", "AW-10D", "AW-11", "AW-12", "AW-13", "AW-14", "AW-15", "AW-16", "AW-10B",
    ]  # fmt: skip
    assert all(each.statement and each.citation.section for each in RULEBOOK.rules)


def test_the_players_own_chart_is_used_and_its_holes_are_named() -> None:
    own = evil(6, 6, 6, 6, costs={"sorcerer": 2, "demon": 2, "orc": 1})
    assert judged(own).points == 30
    assert judged(own).figures_from == "costs of the player's own chart"
    assert finding(own, "AW-10C").message == "6 ghouls without a known cost: enter it in the chart."
    (remedy,) = finding(own, "AW-10C").remedies
    assert ARRAKHAR.edited(own, remedy.edit, PACKS).costs is None
    (fold,) = ARRAKHAR.desk(judged(own)).folds
    chosen = {choice.label: [each.label for each in choice.options if each.chosen] for choice in fold.choices}
    assert chosen == {
        "Sorcerers": ["2 points"], "Demons": ["2 points"], "Orcs": ["1 point"], "Ghouls": [], "Chart": [],
    }  # fmt: skip
    whole = SetCost(unit="ghoul", cost=1).applied(own)  # type: ignore[arg-type]
    assert errors(whole) == []


# What can't be read: another field, and what is said of it.
MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"army": "dwarves"}, "army: must be one of wizard, sorcerer"),
    ({"scenario": "epic"}, "scenario: must be one of short, basic, long"),
    ({"advanced": 1}, "advanced: must be true or false"),
    ({"points": 9}, "points: there is no such field"),
    ({"units": [{"models": [{"profile": "arrakhar/elf", "count": -1}]}]}, "units[0].models[0].count: must be at least"),
    (
        {"units": [{"models": [{"profile": "arrakhar/troll", "count": 1}]}]},
        "units[0].models[0].profile: there is no “arrakhar/troll”",
    ),
]


@law_of(MALFORMED, lambda case: case[1])
def test_a_file_that_is_no_force_is_refused_by_its_field(case: tuple[dict[str, Any], str]) -> None:
    fields, says = case
    (problem,) = ARRAKHAR.read_any(
        "a", json.dumps(json.loads(write_roster(evil(6, 6, 6, 6))) | fields).encode(), PACKS
    ).problems
    assert f"{problem.text}: {problem.reason}".startswith(says)


def test_edits_change_one_thing() -> None:
    of = evil(6, 6, 6, 6)
    assert ARRAKHAR.edited(of, SetCount(profile="arrakhar/orc", count=9), PACKS).counts["arrakhar/orc"] == 9
    assert "arrakhar/orc" not in ARRAKHAR.edited(of, SetCount(profile="arrakhar/orc", count=0), PACKS).counts
    agreed = SetLimit(points_limit=70).applied(of)
    assert (agreed.limit, SetScenario(scenario=Scenario.LONG).applied(agreed).limit) == (70, 100)
    assert SetLimit(points_limit=66).applied(agreed).points_limit is None
    assert SetNotes(notes="Ours").applied(of).notes == "Ours"
    assert SetCost(unit="orc", cost=None).applied(of).costs is None  # type: ignore[arg-type]
    with pytest.raises(MalformedError, match="profile: there is no “arrakhar/troll”"):
        ARRAKHAR.edited(of, SetCount(profile="arrakhar/troll", count=1), PACKS)
    with pytest.raises(MalformedError, match="begin: must be one of wizard, sorcerer"):
        ARRAKHAR.begun("dragon")


def test_two_changes_are_both_kept_where_they_are_of_different_things() -> None:
    base = evil(6, 6, 6, 6)
    orcs, ghouls = (SetCount(profile=f"arrakhar/{unit}", count=8).applied(base) for unit in ("orc", "ghoul"))
    both = ARRAKHAR.merged(base, orcs, Rename(name="Horde").applied(ghouls))
    assert both
    assert (both.counts["arrakhar/orc"], both.counts["arrakhar/ghoul"], both.name) == (8, 8, "Horde")
    more = SetCount(profile="arrakhar/orc", count=9).applied(base)
    assert ARRAKHAR.merged(base, orcs, more) is None
    assert ARRAKHAR.merged(base, Rename(name="A").applied(base), Rename(name="B").applied(base)) is None
    assert ARRAKHAR.merged(base, orcs, orcs) == orcs


def test_differences_are_sentences_with_points() -> None:
    base = evil(6, 6, 6, 6)
    after = SetCount(profile="arrakhar/demon", count=9).applied(SetScenario(scenario=Scenario.LONG).applied(base))
    after = Seal().applied(SetAdvanced(advanced=True).applied(after))
    assert [str(change) for change in ARRAKHAR.differences(base, after, PACKS)] == [
        "scenario: basic → long", "advanced play", "sealed anew", "demons: 6 → 9, +6",
    ]  # fmt: skip
    agreed = SetNotes(notes="x").applied(SetCost(unit="orc", cost=2).applied(SetLimit(points_limit=60).applied(base)))  # type: ignore[arg-type]
    assert [str(change) for change in ARRAKHAR.differences(base, agreed, PACKS)] == [
        "points agreed: 66 → 60", "other costs of the player's own chart", "other notes",
    ]  # fmt: skip


def test_every_print_and_verdict_says_whose_figures_it_has() -> None:
    verdict = judged(evil(6, 6, 6, 6))
    sheet = ARRAKHAR.sheet(verdict, paper=A4, seal=SEAL)
    assert sheet.mark == verdict.figures_from == verdict.listed.rules_name == "house pack, not the published numbers"
    assert verdict.rules_version.endswith(", house pack, not the published numbers")
    assert render(sheet).startswith(b"%PDF")
    assert ARRAKHAR.write(verdict.roster, ARRAKHAR.formats["text"], PACKS).content.decode().splitlines() == [
        "Mine", "Arrakhar's Wand: sorcerer, basic scenario, 66 points", "", "6 sorcerers", "6 demons", "6 orcs",
        "6 ghouls", "", "Haunts: 6, 2 of each type",
    ]  # fmt: skip


def test_a_page_steps_each_type_and_chooses_the_scenario() -> None:
    desk = ARRAKHAR.desk(judged(evil(6, 20, 6, 0, advanced=True)))
    assert [(each.plural, each.count, each.points, each.note) for each in desk.counters] == [
        ("Sorcerers", 6, 18, ""), ("Demons", 20, 40, ""), ("Orcs", 6, 6, ""), ("Ghouls", 0, 0, ""),
    ]  # fmt: skip
    assert (desk.counters[1].more, desk.counters[3].fewer) == (None, None)
    assert ARRAKHAR.read_edit(desk.counters[0].more) == SetCount(profile="arrakhar/sorcerer", count=7)
    assert [[option.label for option in choice.options if option.chosen] for choice in desk.choices] == [
        ["Basic, 66"], ["None: advanced play"], [],
    ]  # fmt: skip
