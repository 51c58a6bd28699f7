"""Dice: totals with their exact chances, and rolls from a seed."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

DICE = re.compile(r"^(?P<count>[1-9]?)d(?P<faces>[36])(?:\+(?P<more>[1-9]))?$")

Odds = dict[int, Fraction]


def parse_dice(dice: str) -> tuple[int, int, int]:
    """How many dice, of how many faces, and what is added: `d3+1` is 1, 3, 1. ValueError for anything else."""
    match = DICE.match(dice)
    if not match:
        raise ValueError(f"“{dice}” are no dice")
    return int(match["count"] or 1), int(match["faces"]), int(match["more"] or 0)


def odds_of(dice: str) -> Odds:
    """The exact chance of each total of dice such as `2d6` or `d3+1`, least total first; ValueError for no dice."""
    count, faces, more = parse_dice(dice)
    totals = Counter(sum(throw) + more for throw in product(range(1, faces + 1), repeat=count))
    return {total: Fraction(totals[total], faces**count) for total in sorted(totals)}


def mean_of(odds_of: Odds) -> Fraction:
    """The expected total, exact."""
    return sum((total * chance for total, chance in odds_of.items()), Fraction())


def totals_of(dice: int, faces: int) -> dict[int, Fraction]:
    """The exact chance of each total of `dice` dice with faces 1 to `faces`; of no dice the total is 0."""
    totals: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for total, chance in totals.items():
            for face in range(1, faces + 1):
                after[total + face] = after.get(total + face, Fraction()) + chance / faces
        totals = after
    return totals


def mean_halved(dice: int, faces: int, halvings: int) -> Fraction:
    """The exact mean of the dice's total, halved and rounded up `halvings` times (“Area Attacks”)."""
    return sum((chance * -(-total // 2**halvings) for total, chance in totals_of(dice, faces).items()), Fraction())


class Chance:
    """A stream of rolls from a seed, equal on every machine: the Mersenne Twister's bits, no division or rounding."""

    def __init__(self, seed: int) -> None:
        self._bits = Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """Uniform integer in [0, limit)."""
        bits = limit.bit_length()
        drawn = self._bits(bits)
        while drawn >= limit:
            drawn = self._bits(bits)
        return drawn

    def randint(self, least: int, most: int) -> int:
        """Uniform integer in [least, most]."""
        return least + self.below(most - least + 1)

    def roll(self, dice: str) -> int:
        """The total of dice as `2d6` or `d3+1`."""
        count, faces, more = parse_dice(dice)
        return sum(self.randint(1, faces) for _ in range(count)) + more
