"""The number that hits, line by line, and how likely a d6 brings it: alike for missiles, blows and rams."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from tabletop.receipts import Breakdown

CHANCES: dict[int, Fraction] = {0: Fraction(3, 36), -1: Fraction(2, 36), -2: Fraction(1, 36)}
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
    """A zero takes a 1 and then 3 or less, one less a 2, two less another 1; below that nothing hits."""
    return Fraction(min(number, 6), 6) if number > 0 else CHANCES.get(number, Fraction())


def rolls_of(number: int) -> tuple[int, ...]:
    """What is rolled, each with a d6 or less: one number, a 1 and a second roll below it, nothing where none hits."""
    if number > 0:
        return (min(number, 6),)
    return (1, AFTER_A_ONE + number) if number in CHANCES else ()
