"""A design's price as plain values, in the one shape that programs are given."""

from __future__ import annotations

from tabletop.arcana.creation.points.pricing import Receipt
from tabletop.findings import Report
from tabletop.receipts import plain_lines
from tabletop.rosters.plain import Plain, plain_finding


def plain_price(receipt: Receipt, report: Report) -> Plain:
    """A design's receipt and what the rules of designing say of it, with whole designs as remedies.

    `exact` is a fraction as text, `points` that rounded up, `special` by the core rules.
    """
    return {
        "name": receipt.design.name,
        "exact": str(receipt.exact),
        "points": receipt.points,
        "elite": receipt.elite,
        "special": receipt.is_special(),
        "lines": plain_lines(receipt.breakdown),
        "legal": report.is_legal,
        "findings": [plain_finding(finding) for finding in report.findings],
    }
