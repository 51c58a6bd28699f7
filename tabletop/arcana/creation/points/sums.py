"""Running sums that keep a receipt: every amount is a line with its label and citation, exact to the fraction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from tabletop.citations import Citation
from tabletop.receipts import Line

ZERO = Fraction(0)
DECIMAL_PLACES = 10**6


class Tally(Struct, frozen=True):
    """Lines and their sum; a multiplication is a line that states the product and adds the increment."""

    lines: tuple[Line, ...] = ()
    total: Fraction = ZERO

    def plus(self, label: str, amount: Fraction, citation: Citation) -> Tally:
        """The tally with one line more; itself where the amount is 0."""
        if not amount:
            return self
        return Tally((*self.lines, Line(label, amount, citation)), self.total + amount)

    def times(self, factor: Fraction, what: str, citation: Citation, *, name: str = "") -> Tally:
        """The total times a factor, as one line more that adds the increment: `Crew: × 3 attacks: 3 × 12 = 36`."""
        if factor == 1:
            return self
        number, whose = format_amount(factor), f"{name}: " if name else ""
        product = self.total * factor
        label = f"{whose}× {number} {what}: {number} × {format_amount(self.total)} = {format_amount(product)}"
        return self.plus(label, product - self.total, citation)

    def at_least(self, least: Fraction, citation: Citation, *, name: str) -> Tally:
        """The sum, raised to `least` where it is lower."""
        if self.total >= least:
            return self
        return self.plus(f"{name}: at least {format_amount(least)}", least - self.total, citation)

    def concat(self, other: Tally) -> Tally:
        """The lines of both tallies, the other's last; the totals added."""
        return Tally(self.lines + other.lines, self.total + other.total)


NOTHING = Tally()


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    """One tally of all their lines in order."""
    whole = NOTHING
    for tally in tallies:
        whole = whole.concat(tally)
    return whole


def either_or(ways: Sequence[tuple[str, Tally]], share: Fraction, citation: Citation) -> Tally:
    """Ways to do one thing: the dearest in full, every other at a share (ruling P6); of equals the first is full."""
    if len(ways) < 2:
        return sum_tallies(tally for _, tally in ways)
    dearest = max(range(len(ways)), key=lambda number: ways[number][1].total)
    return sum_tallies(
        tally if number == dearest else tally.times(share, "as the lesser choice", citation, name=name)
        for number, (name, tally) in enumerate(ways)
    )


def format_amount(amount: Fraction) -> str:
    """A number as a receipt writes it: 12, 20.25, 2/3, -53 1/3."""
    if amount.denominator == 1:
        return str(amount.numerator)
    if DECIMAL_PLACES % amount.denominator == 0:
        return f"{float(amount):.15g}"
    whole, rest = divmod(abs(amount), 1)
    return f"{'-' if amount < 0 else ''}{f'{whole} ' if whole else ''}{rest}"
