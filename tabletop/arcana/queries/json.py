"""Findings and receipts as plain values, in the one shape that programs are given."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice, UnitPrice
from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.creation.points import Receipt
from tabletop.citations import Citation
from tabletop.findings import Finding, Report
from tabletop.receipts import Breakdown

Plain = dict[str, Any]


def plain_verdict(price: ArmyPrice, report: Report) -> Plain:
    """`legal`, `points`, `normal`, `special` and every finding."""
    shares = price.shares
    normal, special = sum(each.normal for each in shares), sum(each.special for each in shares)
    return {
        "legal": report.is_legal,
        "points": normal + special,
        "normal": normal,
        "special": special,
        "findings": [plain_finding(finding) for finding in report.findings],
    }


def plain_finding(finding: Finding) -> Plain:
    """A finding with its severity as a word."""
    plain: Plain = _plain(finding)
    return plain | {"severity": finding.severity.name.lower()}


def plain_passes(report: Report) -> list[Plain]:
    return [_plain(each) for each in report.passes]


def plain_receipt(army: Army, price: ArmyPrice) -> list[Plain]:
    """Every unit with its price and its lines; amounts are exact, as `75` or `855/2`, and rounded part by part."""
    prices = price.units
    return [_plain_unit(unit, prices[unit.ref]) for unit in army.units]


def _plain_unit(unit: FieldedUnit, price: UnitPrice) -> Plain:
    return {"ref": unit.ref, "name": unit.name, "points": price.points, "lines": plain_lines(price.breakdown)}


def plain_price(receipt: Receipt) -> Plain:
    """A design's receipt: `exact` is a fraction as text, `points` that rounded up, `special` by the core rules."""
    return {
        "name": receipt.design.name,
        "exact": str(receipt.exact),
        "points": receipt.points,
        "elite": receipt.elite,
        "special": receipt.is_special(),
        "lines": plain_lines(receipt.breakdown),
    }


def plain_lines(breakdown: Breakdown) -> list[Plain]:
    return [
        {"label": line.label, "amount": str(line.amount), "citation": plain_citation(line.citation)}
        for line in breakdown.lines
    ]


def plain_citation(citation: Citation) -> Plain:
    return {"document": citation.document, "section": citation.section}


def _plain(value: Struct) -> Plain:
    """As JSON has it: no tuples."""
    plain: Plain = msgspec.json.decode(msgspec.json.encode(value))
    return plain
