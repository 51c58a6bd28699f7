"""Prices as receipts: lines with labels, exact amounts in points and citations, whose sum is the price."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from msgspec import Struct

from tabletop.citations import Citation, plain_citation


class Line(Struct, frozen=True):
    """One item of a receipt, in victory points, exact."""

    label: str
    amount: Fraction
    citation: Citation


class Breakdown(Struct, frozen=True):
    """Lines whose sum is the exact price."""

    lines: tuple[Line, ...]

    @property
    def exact(self) -> Fraction:
        amounts = [line.amount for line in self.lines]
        if len(amounts) == 1:  # nearly always
            return amounts[0]
        if all(amount.denominator == 1 for amount in amounts):  # whole numbers add up in a tenth of the time
            return Fraction(sum([amount.numerator for amount in amounts]))
        return sum(amounts, Fraction(0))

    @property
    def points(self) -> int:
        """The price as it is paid: printed rows are whole, a surcharge in per cent goes to the nearest point."""
        return to_nearest(self.exact)

    def __add__(self, other: Breakdown) -> Breakdown:
        return Breakdown(self.lines + other.lines)


def to_nearest(amount: Fraction) -> int:
    """The nearest whole number, a half going up (ruling P18)."""
    return int(amount) if amount.denominator == 1 else floor(amount + Fraction(1, 2))


def rounded_up(amount: Fraction) -> int:
    """The next whole number (ruling P1)."""
    return ceil(amount)


def plain_lines(breakdown: Breakdown) -> list[dict[str, Any]]:
    """The lines for JSON: an amount is exact, as `75` or `855/2`."""
    return [
        {"label": line.label, "amount": str(line.amount), "citation": plain_citation(line.citation)}
        for line in breakdown.lines
    ]
