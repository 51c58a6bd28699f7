"""The one shape in which programs are told of findings and receipts."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.game import judge
from tabletop.findings import Severity
from tabletop.rosters.plain import plain_verdict
from tests.catalogue import SAMPLES, printed_catalogue
from tests.laws import of_each

ILLEGAL = {
    "format": "muster-roster/1",
    "game": "arcana",
    "name": "Mixed",
    "army": "dwarves",
    "points_limit": 100,
    "units": [
        {
            "ref": "u1",
            "models": [{"profile": "dwarves/axemen", "count": 5}, {"profile": "dwarves/pikemen", "count": 5}],
        },
        {"ref": "u2", "infiltrating": True, "models": [{"profile": "dwarves/double-axemen", "count": 1}]},
        {"ref": "u3", "models": []},
    ],
}


def answered(content: bytes) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]], Any]:
    verdict = judge(read_roster(content), printed_catalogue())
    plain = plain_verdict(verdict)
    return plain, plain["receipt"], plain["passes"], verdict.report


def test_every_finding_is_told_whole_and_in_order() -> None:
    verdict, _, _, report = answered(json.dumps(ILLEGAL).encode())
    assert verdict["legal"] is False
    assert len(verdict["findings"]) == len(report.findings) > 1
    for plain, finding in zip(verdict["findings"], report.findings, strict=True):
        assert Severity[plain["severity"].upper()] is finding.severity
        assert (plain["code"], plain["message"]) == (finding.code, finding.message)
        assert (plain["actual"], plain["limit"]) == (finding.actual, finding.limit)
        assert plain["culprit"] == {"kind": finding.culprit.kind, "ref": finding.culprit.ref}
        assert plain["citation"] == {"document": finding.citation.document, "section": finding.citation.section}
        assert [remedy["label"] for remedy in plain["remedies"]] == [remedy.label for remedy in finding.remedies]
        assert all("verb" in remedy["edit"] for remedy in plain["remedies"])


def test_answers_are_plain_json() -> None:
    told = answered(json.dumps(ILLEGAL).encode())[:3]
    assert json.loads(json.dumps(told)) == list(told), "no tuples, fractions or structs"


def test_an_amount_is_exact_and_the_points_are_rounded() -> None:
    _, receipt, _, _ = answered(json.dumps(ILLEGAL).encode())
    assert [unit["ref"] for unit in receipt] == ["u1", "u2", "u3"]
    assert receipt[1]["lines"][0]["amount"] == "95/4"
    assert receipt[1]["points"] == 24
    assert receipt[2] == {"ref": "u3", "name": "Empty unit", "points": 0, "lines": []}


@of_each("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_totals_are_those_of_the_units(path: Any) -> None:
    verdict, receipt, passes, _ = answered(path.read_bytes())
    assert verdict["points"] == verdict["normal"] + verdict["special"] == sum(unit["points"] for unit in receipt)
    for unit in receipt:
        exact = sum(Fraction(line["amount"]) for line in unit["lines"])
        assert abs(exact - unit["points"]) <= Fraction(len(unit["lines"]), 2)
    assert all(set(each) == {"code", "message", "citation"} for each in passes)
