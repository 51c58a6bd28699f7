"""Verdicts as plain values, in the one shape that programs are given."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletop.citations import plain_citation
from tabletop.findings import Finding
from tabletop.receipts import plain_lines
from tabletop.rosters.verdict import Verdict

Plain = dict[str, Any]


def plain_summary(verdict: Verdict) -> Plain:
    """`legal`, `points`, the game's own shares of them and every finding with the name of the unit it is about."""
    return {
        "legal": verdict.report.is_legal,
        "points": verdict.points,
        **verdict.shares,
        "findings": [
            plain_finding(finding) | {"unit": verdict.units.get(finding.culprit.ref, "")}
            for finding in verdict.report.findings
        ],
    }


def plain_verdict(verdict: Verdict) -> Plain:
    """A verdict with the rules that it was made by, its receipt and what the rules that are met have measured.

    Amounts of the receipt are exact, as `75` or `855/2`, and rounded part by part.
    """
    summary = plain_summary(verdict)
    findings = summary.pop("findings")
    return summary | {
        "rules": verdict.rules_version,
        "receipt": [
            {"ref": entry.ref, "name": entry.name, "points": entry.points, "lines": plain_lines(entry.breakdown)}
            for entry in verdict.receipt
        ],
        "findings": findings,
        "passes": [
            {"code": passed.code, "message": passed.message, "citation": plain_citation(passed.citation)}
            for passed in verdict.report.passes
        ],
    }


def plain_finding(finding: Finding) -> Plain:
    """A finding with its severity as a word, and its remedies' labels and edits."""
    plain: Plain = msgspec.json.decode(msgspec.json.encode(finding))  # as JSON has it: no tuples
    remedies = [{"label": remedy["label"], "edit": remedy["edit"]} for remedy in plain["remedies"]]
    return plain | {"severity": finding.severity.name.lower(), "remedies": remedies}
