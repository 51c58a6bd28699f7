"""The number that hits, line by line, and how likely a d6 brings it: alike for missiles, blows and rams."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from msgspec import Struct

from tabletop.receipts import Breakdown

AFTER_A_ONE = 3  # what a need of 0 has to roll after a 1; one less for each below it


class Needed(Struct, frozen=True):
    """The number to roll on a d6, or less, with where it comes from and the chance of it."""

    breakdown: Breakdown

    @property
    def number(self) -> int:
        return int(self.breakdown.exact)

    @property
    def chance(self) -> Fraction:
        return chance_of(self.number)


def chance_of(number: int) -> Fraction:
    """All that is rolled for it has to come up."""
    rolls = rolls_of(number)
    return Fraction(prod(rolls), 6 ** len(rolls)) if rolls else Fraction()


def rolls_of(number: int) -> tuple[int, ...]:
    """What is rolled, each with a d6 or less, after each other: one number, or less than 1 takes a 1 and a second roll.

    A zero takes 3 or less after the 1, one less a 2, two less another 1; below that nothing hits and nothing is rolled.
    """
    if number > 0:
        return (min(number, 6),)
    return (1, AFTER_A_ONE + number) if AFTER_A_ONE + number > 0 else ()
