"""What may come of dice: outcomes with whole weights out of a total, so that every chance is exact.

A chance is a weight out of the total, both Python's own integers, which don't overflow: nothing is rounded and no
common denominator is looked for but once a combination. Sums of dice are products of polynomials, and a polynomial of
whole numbers is one long number if each of its coefficients has room enough in it (Kronecker's substitution): Python
multiplies long numbers faster than any loop over coefficients. Cost: a sum of n dice takes one power of a number of
about 2.6 n² f bits, 20 dice some microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from typing import Generic, TypeVar, cast

Outcome = TypeVar("Outcome")
Other = TypeVar("Other")


class Distribution(Generic[Outcome]):
    """Every outcome with its weight out of `total`; two are equal when all their chances are.

    Outcomes are any values that can be keys; those of no weight are left out. Nothing changes one once it is made.
    """

    __slots__ = ("total", "weights")

    weights: Mapping[Outcome, int]
    total: int

    def __init__(self, weights: Mapping[Outcome, int]) -> None:
        """ValueError for a weight below 0, and where nothing has any weight."""
        self.weights = {outcome: weight for outcome, weight in weights.items() if weight}
        self.total = sum(self.weights.values())
        if not self.weights or min(self.weights.values()) < 0:
            raise ValueError("a distribution needs weights, none of them below 0")

    @classmethod
    def of(cls, weights: Mapping[Outcome, int], total: int) -> Distribution[Outcome]:
        """Of weights that are known to be more than 0, with their sum: nothing is looked at again."""
        made = object.__new__(cls)
        made.weights, made.total = weights, total
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.chances() == other.chances()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Distribution({self.weights})"

    def chance(self, outcome: Outcome) -> Fraction:
        """The exact chance of an outcome; 0 of what can't come up."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def chances(self) -> dict[Outcome, Fraction]:
        """Every outcome that can come up with its exact chance; numbers from the least to the greatest."""
        outcomes: Iterable[Outcome] = self.weights
        if all(isinstance(outcome, int) for outcome in self.weights):
            outcomes = cast("Iterable[Outcome]", sorted(cast("Iterable[int]", self.weights)))
        return {outcome: Fraction(self.weights[outcome], self.total) for outcome in outcomes}

    def chance_that(self, holds: Callable[[Outcome], bool]) -> Fraction:
        """The exact chance that something holds of the outcome."""
        return Fraction(sum(weight for outcome, weight in self.weights.items() if holds(outcome)), self.total)

    def map(self, function: Callable[[Outcome], Other]) -> Distribution[Other]:
        """What a function makes of the outcomes; those that become equal are one."""
        weights: dict[Other, int] = {}
        for outcome, weight in self.weights.items():
            made = function(outcome)
            weights[made] = weights.get(made, 0) + weight
        return Distribution.of(weights, self.total)

    def then(self, following: Callable[[Outcome], Distribution[Other]]) -> Distribution[Other]:
        """What comes of dice that depend on what came before: the mixture of what follows each outcome."""
        if len(self.weights) == 1:
            return following(next(iter(self.weights)))
        followed = [(weight, following(outcome)) for outcome, weight in self.weights.items()]
        common = lcm(*[after.total for _, after in followed])
        weights: dict[Other, int] = {}
        for weight, after in followed:
            scale = weight * (common // after.total)
            for outcome, own in after.weights.items():
                weights[outcome] = weights.get(outcome, 0) + scale * own
        return Distribution.of(weights, self.total * common)

    def lowest(self) -> Distribution[Outcome]:
        """The same chances by the least weights."""
        common = gcd(*self.weights.values())
        if common == 1:
            return self
        weights = {outcome: weight // common for outcome, weight in self.weights.items()}
        return Distribution.of(weights, self.total // common)

    def mean(self: Distribution[int]) -> Fraction:
        """The expected number, exact."""
        return Fraction(sum(number * weight for number, weight in self.weights.items()), self.total)

    def at_least(self: Distribution[int]) -> dict[int, Fraction]:
        """The chance of at least each number, from 1 to the greatest that can come up."""
        numbers = range(max(self.weights), 0, -1)
        beyond = accumulate(self.weights.get(number, 0) for number in numbers)
        chances = [(number, Fraction(weight, self.total)) for number, weight in zip(numbers, beyond, strict=True)]
        return dict(reversed(chances))

    def middle(self: Distribution[int], share: Fraction) -> tuple[int, int]:
        """The least and the greatest number when as little as possible of what `share` leaves is cut off at each end.

        A tail is cut where it and all beyond it come up with at most half of 1 - share.
        """
        numbers = sorted(self.weights)
        return self._beyond_tail(numbers, share), self._beyond_tail(numbers[::-1], share)

    def _beyond_tail(self: Distribution[int], numbers: Sequence[int], share: Fraction) -> int:
        """The first number that can't be cut off with all before it."""
        tail = (1 - share) / 2 * self.total
        sums = accumulate(self.weights[number] for number in numbers)
        return next(number for number, so_far in zip(numbers, sums, strict=True) if so_far > tail)

    def summed(self: Distribution[int], times: int) -> Distribution[int]:
        """The sum of so many independent ones; of none it is 0. ValueError where a number is below 0."""
        if min(self.weights) < 0:
            raise ValueError("only numbers from 0 on are summed")
        room = (self.total**times).bit_length()
        product = sum(weight << (room * number) for number, weight in self.weights.items()) ** times
        mask, weights, number = (1 << room) - 1, {}, 0
        while product:
            weights[number] = product & mask
            product >>= room
            number += 1
        return Distribution(weights)


def certain(outcome: Outcome) -> Distribution[Outcome]:
    """The one outcome that always comes up."""
    return Distribution({outcome: 1})
