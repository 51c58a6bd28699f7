"""What dice have brought against what was to be expected of them, and how many such battles would have brought less.

Dice that each come up or don't, with chances of their own, bring a sum whose distribution is the product of their
polynomials. Dice of one chance are one binomial; the few binomials are multiplied as long numbers (Kronecker's
substitution). What is expected is exact. Chances of sums are whole numbers out of 2¹²⁸, rounded down: for up to
100,000 dice they are right to 2⁻¹⁰⁰. Cost: some milliseconds for 2,000 dice, where exact weights take seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import comb
from typing import TypeVar

from msgspec import Struct

Key = TypeVar("Key", bound=Hashable)

BITS = 128  # of a chance
ROOM = BITS // 4 + 4  # bytes of a coefficient in a product of two: twice the bits, and carries
ONE = 1 << BITS


class Attempt(Struct, frozen=True):
    """Dice of which each comes up on `good` of its `sides`, and how many did; `of` is the unit that threw."""

    side: str
    of: str
    purpose: str
    dice: int
    good: int
    hits: int
    sides: int = 6


class Luck(Struct, frozen=True):
    """How many of so many dice came up, how many were to be expected, and the chances of fewer and of just as many."""

    dice: int
    hits: int
    expected: Fraction
    fewer: Fraction
    as_many: Fraction

    @property
    def percentile(self) -> Fraction:
        """The share of such throws that bring less, with half of those that bring the same: 1/2 is neither luck."""
        return self.fewer + self.as_many / 2


def luck(attempts: Iterable[Attempt]) -> Luck:
    """What all these attempts together have brought."""
    counted: Counter[tuple[int, int]] = Counter()
    hits = 0
    for attempt in attempts:
        counted[min(max(attempt.good, 0), attempt.sides), attempt.sides] += attempt.dice
        hits += attempt.hits
    expected = sum((Fraction(good * dice, sides) for (good, sides), dice in counted.items()), Fraction())
    certain: Sequence[int] = [ONE]
    chances = reduce(_product, (_binomial(good, sides, dice) for (good, sides), dice in counted.items()), certain)
    fewer, as_many = sum(chances[:hits]), chances[hits] if hits < len(chances) else 0
    return Luck(counted.total(), hits, expected, Fraction(fewer, ONE), Fraction(as_many, ONE))


def luck_by(attempts: Iterable[Attempt], key: Callable[[Attempt], Key]) -> Mapping[Key, Luck]:
    """Luck by side, by unit or by purpose, in the order in which they come up."""
    groups: dict[Key, list[Attempt]] = {}
    for attempt in attempts:
        groups.setdefault(key(attempt), []).append(attempt)
    return {group: luck(members) for group, members in groups.items()}


def _binomial(good: int, sides: int, dice: int) -> Sequence[int]:
    """The chances of 0 to all dice coming up."""
    bad, total = sides - good, sides**dice
    return [comb(dice, hits) * good**hits * bad ** (dice - hits) * ONE // total for hits in range(dice + 1)]


def _product(one: Sequence[int], two: Sequence[int]) -> Sequence[int]:
    """The chances of the sums of two independent numbers."""
    count = len(one) + len(two) - 1
    product = (_as_one_number(one) * _as_one_number(two)).to_bytes(count * ROOM, "little")
    places = range(0, count * ROOM, ROOM)
    return [int.from_bytes(product[place : place + ROOM], "little") >> BITS for place in places]


def _as_one_number(chances: Sequence[int]) -> int:
    return int.from_bytes(b"".join(chance.to_bytes(ROOM, "little") for chance in chances), "little")
