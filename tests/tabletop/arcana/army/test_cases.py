"""The rule cases: each roster's exact findings, remedies that mend, and rules that can't be left out."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec
from hypothesis import given

from tabletop.arcana.army.repair import look_with, make_legal
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.army.rules import TOURNAMENT, rulebook_of
from tabletop.arcana.game import ARCANA
from tabletop.findings import Severity
from tabletop.rulebook import Rule
from tests.catalogue import CASES, printed_catalogue, read_yaml
from tests.corpus.illegal import NOT_MENDED
from tests.laws import law_of
from tests.reviews import brief, briefs, reviewed, tried
from tests.strategies import armies

KINDS = {"legal", "illegal", "boundary"}
RULES = {rule.code: rule for rule in TOURNAMENT.rules}


class Case(NamedTuple):
    code: str
    name: str
    kind: str
    roster: Roster
    findings: list[str]

    @property
    def errors(self) -> set[str]:
        """The codes that make it illegal."""
        codes = {finding.split()[0] for finding in self.findings}
        return {code for code in codes if RULES[code].severity == Severity.ERROR}

    @property
    def breaks_its_rule(self) -> bool:
        return any(finding.split()[0] == self.code for finding in self.findings)


def read_cases() -> list[Case]:
    files = [read_yaml(path) | {"stem": path.stem} for path in sorted(CASES.glob("*.yaml"))]
    return [case_of(file, each) for file in files for each in file["cases"]]


def case_of(file: dict[str, Any], case: dict[str, Any]) -> Case:
    assert file["stem"] == file["code"]
    assert set(case) == {"name", "kind", "roster", "findings"}
    assert case["kind"] in KINDS
    roster = read_roster(json.dumps(case["roster"]))
    return Case(file["code"], case["name"], case["kind"], roster, case["findings"])


# Who has too many special troops has too few normal ones or too many points: 60 and 40 are a whole.
NEVER_ALONE = {"COMP-02": {"COMP-01", "SIZE-01", "ALLY-02"}}
ALL = read_cases()
ILLEGAL = [case for case in ALL if case.errors]


def label(value: Any) -> str:
    return f"{value.code}: {value.name}" if isinstance(value, Case) else str(getattr(value, "code", value))


@law_of(ALL, label)
def test_case_has_exactly_the_findings_it_states(case: Case) -> None:
    assert briefs(case.roster) == sorted(case.findings)


@law_of(ALL, label)
def test_case_is_what_it_says(case: Case) -> None:
    assert case.kind != "legal" or not (case.errors or case.breaks_its_rule)
    assert case.kind != "illegal" or case.breaks_its_rule


def test_cases_are_named_apart() -> None:
    assert len({label(case) for case in ALL}) == len(ALL)


def test_every_rule_has_its_file_and_every_file_its_rule() -> None:
    assert {case.code for case in ALL} == set(RULES)


@law_of(RULES.values(), label)
def test_every_rule_has_a_legal_case_a_boundary_and_an_illegal_one_that_breaks_only_it(rule: Rule) -> None:
    cases = [case for case in ALL if case.code == rule.code]
    assert {case.kind for case in cases} == KINDS
    alone = any(case.kind == "illegal" and case.errors <= {rule.code} for case in cases)
    assert alone is (rule.code not in NEVER_ALONE)


@given(armies())
def test_a_rule_that_never_fails_alone_has_company(roster: Roster) -> None:
    codes = {finding.code for finding in reviewed(roster).findings}
    for code, company in NEVER_ALONE.items():
        assert code not in codes or codes & company


@law_of(RULES.values(), label)
def test_no_rule_can_be_left_out_unnoticed(rule: Rule) -> None:
    cases = [case for case in ALL if case.code == rule.code and case.breaks_its_rule]
    for case in cases:
        without = rulebook_of(case.roster.rules).without(rule.code)
        assert briefs(case.roster, without) != sorted(case.findings)
    assert cases


@law_of(ILLEGAL, label)
def test_a_remedy_that_is_offered_mends_its_finding_and_breaks_nothing(case: Case) -> None:
    before = briefs(case.roster)
    for finding in tried(case.roster).findings:
        for remedy in finding.remedies if finding.severity == Severity.ERROR else ():
            after = [brief(each) for each in reviewed(remedy.edit.applied(case.roster, printed_catalogue())).findings]
            assert after.count(brief(finding)) < before.count(brief(finding)), remedy.label
            assert {code for text in after if is_error(code := text.split()[0])} <= case.errors, remedy.label


def is_error(code: str) -> bool:
    return RULES[code].severity == Severity.ERROR


@law_of(ILLEGAL, label)
def test_an_illegal_case_can_be_repaired(case: Case) -> None:
    look = look_with(printed_catalogue(), rulebook_of(case.roster.rules))
    repair = make_legal(look(case.roster), printed_catalogue(), look)
    left = {finding.code for finding in repair.after.report.findings if finding.severity == Severity.ERROR}
    assert left == case.errors & NOT_MENDED, [finding.message for finding in repair.after.report.findings]


@law_of([case for case in ALL if case.findings], label)
def test_every_remedy_can_be_posted(case: Case) -> None:
    for finding in reviewed(case.roster).findings:
        for remedy in finding.remedies:
            assert ARCANA.read_edit(msgspec.to_builtins(remedy.edit)) == remedy.edit
            remedy.edit.applied(case.roster, printed_catalogue())
