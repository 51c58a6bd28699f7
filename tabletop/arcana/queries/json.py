"""Findings and receipts as plain values, in the one shape that programs are given."""

from __future__ import annotations

from typing import Any

from tabletop.arcana.creation.points import Receipt
from tabletop.receipts import plain_lines

Plain = dict[str, Any]


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
