"""The 60/40 rule as laws: more normal troops never hurt, and no order matters."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.edits import AddModels
from tabletop.arcana.army.roster import Models, Roster, Unit, new_roster
from tabletop.arcana.army.rules import CORE
from tabletop.arcana.army.rules.composition import normal_troops_share, special_troops_share, within_points_limit
from tabletop.arcana.army.troop_class import is_special
from tabletop.findings import Finding, Report
from tests.laws import of_each
from tests.reviews import brief, priced, reviewed
from tests.strategies import ARMIES, CATALOGUE, armies

AGREED = st.integers(1, 4000)


def one_more(roster: Roster, profile: str) -> Roster:
    """The roster with one more model of this profile, in a unit of its own."""
    unit = Unit(ref="fresh", models=(Models(profile=profile, count=1),))
    return replace(roster, units=(*roster.units, unit))


def normal_profiles(roster: Roster) -> list[str]:
    army = CATALOGUE.lists[roster.army]
    return [row.slug for row in CATALOGUE.rows_of(army.slug) if not is_special(row, army, roster.options)]


def shortfall(report: Report, code: str) -> int:
    return sum(abs(each.actual - each.limit) for each in report.findings if each.code == code)


def about_parts(findings: tuple[Finding, ...]) -> Counter[str]:
    return Counter(brief(finding) for finding in findings)


def with_prices(findings: tuple[Finding, ...]) -> set[tuple[str, int | None, int | None]]:
    return {(brief(finding), finding.actual, finding.limit) for finding in findings}


@given(st.data(), armies(limits=st.none()))
def test_a_normal_model_never_lowers_the_normal_share_when_no_size_is_agreed(
    data: st.DataObject, roster: Roster
) -> None:
    before = priced(roster)
    assume(before.points)
    after = priced(one_more(roster, data.draw(st.sampled_from(normal_profiles(roster)))))
    assert Fraction(after.normal, after.points) >= Fraction(before.normal, before.points)


@given(st.data(), armies())
def test_a_normal_model_never_makes_a_legal_share_illegal(data: st.DataObject, roster: Roster) -> None:
    after = one_more(roster, data.draw(st.sampled_from(normal_profiles(roster))))
    broken = {finding.code for finding in reviewed(roster).findings}
    if roster.units:
        assert {finding.code for finding in reviewed(after).findings} & {"COMP-01", "COMP-02"} <= broken


@given(st.data(), armies(limits=AGREED))
def test_a_normal_model_never_makes_the_shortfall_of_an_agreed_game_greater(
    data: st.DataObject, roster: Roster
) -> None:
    after = one_more(roster, data.draw(st.sampled_from(normal_profiles(roster))))
    assert shortfall(reviewed(after), "COMP-01") <= shortfall(reviewed(roster), "COMP-01")


@given(armies(limits=AGREED), AGREED)
def test_a_larger_game_never_asks_for_fewer_normal_troops(roster: Roster, more: int) -> None:
    larger = replace(roster, points_limit=roster.points_limit + more)
    assert shortfall(reviewed(larger), "COMP-01") >= shortfall(reviewed(roster), "COMP-01")
    assert shortfall(reviewed(larger), "COMP-02") <= shortfall(reviewed(roster), "COMP-02")


@given(armies(limits=st.none()))
def test_both_shares_fail_together_when_no_size_is_agreed(roster: Roster) -> None:
    codes = {finding.code for finding in reviewed(roster).findings}
    assert ("COMP-01" in codes) == ("COMP-02" in codes)


@given(st.data(), armies())
def test_order_of_units_and_models_changes_no_finding(data: st.DataObject, roster: Roster) -> None:
    shuffled = [replace(unit, models=tuple(data.draw(st.permutations(unit.models)))) for unit in roster.units]
    shuffled = [replace(unit, characters=tuple(data.draw(st.permutations(unit.characters)))) for unit in shuffled]
    permuted = replace(roster, units=tuple(data.draw(st.permutations(shuffled))))
    before, after = reviewed(roster), reviewed(permuted)
    assert after.is_legal == before.is_legal
    assert about_parts(after.findings) == about_parts(before.findings)
    assert with_prices(after.findings) == with_prices(before.findings)


@given(armies())
def test_findings_stand_in_rulebook_order(roster: Roster) -> None:
    places = [[rule.code for rule in CORE.rules].index(finding.code) for finding in reviewed(roster).findings]
    assert places == sorted(places)


@given(armies())
def test_a_share_is_either_a_finding_or_an_explained_pass(roster: Roster) -> None:
    report = reviewed(roster)
    for rule in (normal_troops_share, special_troops_share):
        said = [each for each in (*report.findings, *report.passes) if each.code == rule.code]
        assert len(said) == (1 if roster.points_limit or priced(roster).points else 0)


@given(armies(limits=AGREED))
def test_the_size_of_the_game_is_either_kept_or_a_finding(roster: Roster) -> None:
    report = reviewed(roster)
    broken = within_points_limit.code in {finding.code for finding in report.findings}
    assert broken == (priced(roster).points > roster.points_limit)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (32, "Normal troops cost 640 of 1,000 points (64 %), at least 600."),
        (30, "Normal troops cost 600 of 1,000 points (60 %), at least 600."),
    ],
)
def test_a_pass_is_explained_in_numbers(count: int, said: str) -> None:
    report = reviewed(axemen(count, 1000))
    assert said in [each.message for each in report.passes]


def test_a_share_just_under_the_limit_is_never_rounded_up_to_it() -> None:
    (finding,) = reviewed(axemen(239, 8000)).findings
    assert finding.message == "Normal troops cost 4,780 of 8,000 points (59.7 %); at least 4,800 needed, 20 more to go."
    assert (finding.actual, finding.limit) == (4780, 4800)


def test_adding_what_the_remedy_says_meets_the_share_exactly() -> None:
    (finding,) = reviewed(axemen(29, 1000)).findings
    assert [remedy.label for remedy in finding.remedies] == ["1 Axeman more", "Agree on another size: 966 points"]
    assert finding.remedies[0].edit == AddModels(unit="u1", profile="dwarves/axemen", count=1)


@of_each("army", ARMIES)
def test_every_army_can_start_with_the_remedy_for_an_empty_one(army: str) -> None:
    empty = new_roster(name="Empty", army=army)
    (finding,) = reviewed(empty).findings
    (remedy,) = finding.remedies
    assert reviewed(remedy.edit.applied(empty, CATALOGUE)).findings == ()


def axemen(count: int, limit: int) -> Roster:
    unit = Unit(ref="u1", models=(Models(profile="dwarves/axemen", count=count),))
    return replace(new_roster(name="Axes", army="dwarves", points_limit=limit), units=(unit,))
