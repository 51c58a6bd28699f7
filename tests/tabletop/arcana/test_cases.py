"""The rule cases: each roster's exact findings, remedies that help, and rules that can't be left out."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec
import pytest

from tabletop.arcana.edits import read_edit
from tabletop.arcana.muster import CORE
from tabletop.arcana.roster import Roster, read_roster
from tests.catalogue import CASES, printed_catalogue, read_yaml
from tests.reviews import briefs, reviewed, weight

KINDS = {"legal", "illegal", "boundary"}


class Case(NamedTuple):
    code: str
    name: str
    kind: str
    roster: Roster
    findings: list[str]


def read_cases() -> list[Case]:
    files = [read_yaml(path) | {"stem": path.stem} for path in sorted(CASES.glob("*.yaml"))]
    return [case_of(file, each) for file in files for each in file["cases"]]


def case_of(file: dict[str, Any], case: dict[str, Any]) -> Case:
    assert file["stem"] == file["code"]
    assert set(case) == {"name", "kind", "roster", "findings"}
    assert case["kind"] in KINDS
    roster = read_roster(json.dumps(case["roster"]))
    return Case(file["code"], case["name"], case["kind"], roster, case["findings"])


ALL = read_cases()
FAILING = [case for case in ALL if case.findings]


def label(value: Any) -> str:
    return f"{value.code}: {value.name}" if isinstance(value, Case) else str(value)


@pytest.mark.parametrize("case", ALL, ids=label)
def test_case_has_exactly_the_findings_it_states(case: Case) -> None:
    assert briefs(case.roster) == sorted(case.findings)


@pytest.mark.parametrize("case", ALL, ids=label)
def test_case_is_what_it_says(case: Case) -> None:
    codes = {finding.split()[0] for finding in case.findings}
    assert (case.kind == "legal") <= (codes == set())
    assert (case.kind == "illegal") <= (case.code in codes)


def test_cases_are_named_apart() -> None:
    assert len({label(case) for case in ALL}) == len(ALL)


def test_every_rule_has_its_file_and_every_file_its_rule() -> None:
    assert {case.code for case in ALL} == {rule.code for rule in CORE.rules}


@pytest.mark.parametrize("code", [rule.code for rule in CORE.rules])
def test_every_rule_has_a_legal_case_and_an_illegal_one_that_breaks_only_it(code: str) -> None:
    cases = [case for case in ALL if case.code == code]
    assert any(case.kind == "legal" for case in cases)
    alone = [case for case in cases if case.kind == "illegal" and {text.split()[0] for text in case.findings} == {code}]
    assert alone


@pytest.mark.parametrize("code", [rule.code for rule in CORE.rules])
def test_no_rule_can_be_left_out_unnoticed(code: str) -> None:
    without = CORE.without(code)
    assert any(briefs(case.roster, without) != sorted(case.findings) for case in ALL if case.code == code)


@pytest.mark.parametrize("case", FAILING, ids=label)
def test_every_finding_has_a_remedy(case: Case) -> None:
    for finding in reviewed(case.roster).findings:
        assert finding.remedies, finding.message


@pytest.mark.parametrize("case", FAILING, ids=label)
def test_every_remedy_mends_its_finding_or_makes_it_smaller(case: Case) -> None:
    for finding in reviewed(case.roster).findings:
        for remedy in finding.remedies:
            changed = remedy.edit.applied(case.roster, printed_catalogue())
            assert weight(changed, finding) < weight(case.roster, finding), remedy.label


@pytest.mark.parametrize("case", FAILING, ids=label)
def test_every_remedy_can_be_posted(case: Case) -> None:
    for finding in reviewed(case.roster).findings:
        for remedy in finding.remedies:
            assert read_edit(msgspec.to_builtins(remedy.edit)) == remedy.edit
