"""Rolls: values that say how many dice are thrown, how their faces are read, and what may come of it.

Each says it twice, `read` for faces that lie on the table and `odds` for all that might, and the tests hold the two
together by counting every throw of a few dice. Dice are six-sided but for those of `OddDice`; a d3 is half of one,
rounded up, as players throw it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb, factorial, gcd, prod
from typing import Any, Protocol

from msgspec import Struct

from tabletop.dice.distributions import Distribution

DICE = re.compile(r"^(?P<count>[1-9]?)d(?P<faces>[36])(?:\+(?P<more>[1-9]))?$")
SIDES = 6  # of every die that is thrown, if nothing else is said of it


class Throw(Protocol):
    """Dice thrown at once: `count` of them, how their faces are read, and the odds of what is read."""

    @property
    def count(self) -> int: ...

    def read(self, faces: Sequence[int]) -> Any: ...

    def odds(self) -> Distribution[Any]: ...


class Dice(Struct, frozen=True):
    """The total of so many d3 or d6 and more, then halved and rounded up `halvings` times, of which `most` count."""

    count: int
    faces: int = SIDES
    more: int = 0
    halvings: int = 0
    most: int | None = None

    def read(self, faces: Sequence[int]) -> int:
        """The total of six-sided faces; a d3 shows half of one, up."""
        share = SIDES // self.faces
        return self._counted(sum(-(-face // share) for face in faces))

    def odds(self) -> Distribution[int]:
        return _totals(self)

    def _counted(self, total: int) -> int:
        total = -(-(total + self.more) // 2**self.halvings)
        return total if self.most is None else min(total, self.most)


@lru_cache(maxsize=1024)
def _totals(dice: Dice) -> Distribution[int]:
    one = Distribution(dict.fromkeys(range(1, dice.faces + 1), 1))
    return one.summed(dice.count).map(dice._counted)


class Hits(Struct, frozen=True):
    """How many of so many dice come up with `needed` or less: none below 1, all from 6 on."""

    count: int
    needed: int

    def read(self, faces: Sequence[int]) -> int:
        return sum(face <= self.needed for face in faces)

    def odds(self) -> Distribution[int]:
        low = min(max(self.needed, 0), SIDES)
        common = gcd(low, SIDES)
        return binomial(self.count, low // common, SIDES // common)


class OddDice(Struct, frozen=True):
    """So many dice of another number of sides: how many come up with `needed` or less, or the faces if that is None."""

    sides: int
    count: int = 1
    needed: int | None = None

    def read(self, faces: Sequence[int]) -> Any:
        """How many are low enough; of one die its face, of several all faces in their order."""
        if self.needed is not None:
            return sum(face <= self.needed for face in faces)
        return faces[0] if self.count == 1 else tuple(faces)

    def odds(self) -> Distribution[Any]:
        if self.needed is not None:
            return binomial(self.count, min(max(self.needed, 0), self.sides), self.sides)
        throws = product(range(1, self.sides + 1), repeat=self.count)
        return Distribution({self.read(faces): 1 for faces in throws})


@lru_cache(maxsize=4096)
def binomial(count: int, kept: int, total: int) -> Distribution[int]:
    """How many of `count` are kept, each with a chance of `kept` out of `total`."""
    lost, weights, power = total - kept, {}, 1
    losses = [1]
    for _ in range(count):
        losses.append(losses[-1] * lost)
    for number in range(count + 1):
        weights[number] = comb(count, number) * power * losses[count - number]
        power *= kept
    return Distribution(weights)


class Total(Struct, frozen=True):
    """The sum of so many rolls of dice, each halved and limited by itself."""

    times: int
    dice: Dice

    @property
    def count(self) -> int:
        return self.times * self.dice.count

    def read(self, faces: Sequence[int]) -> int:
        return sum(_each(self.dice, faces))

    def odds(self) -> Distribution[int]:
        return _sums(self.times, self.dice)


@lru_cache(maxsize=4096)
def _sums(times: int, dice: Dice) -> Distribution[int]:
    return dice.odds().lowest().summed(times)


class Several(Struct, frozen=True):
    """What each of so many rolls of dice brings, the greatest first: for those that may not be put together freely."""

    times: int
    dice: Dice

    @property
    def count(self) -> int:
        return self.times * self.dice.count

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(_each(self.dice, faces), reverse=True))

    def odds(self) -> Distribution[tuple[int, ...]]:
        return _collections(self.times, self.dice)


@lru_cache(maxsize=1024)
def _collections(times: int, dice: Dice) -> Distribution[tuple[int, ...]]:
    """Multinomial weights: in how many orders the numbers come up, by the weight of each."""
    weights = dice.odds().lowest().weights
    found = {}
    for numbers in _descending(sorted(weights, reverse=True), times):
        orders = factorial(times) // prod(factorial(often) for often in Counter(numbers).values())
        found[numbers] = orders * prod(weights[number] for number in numbers)
    return Distribution(found)


def _descending(numbers: Sequence[int], length: int) -> Iterator[tuple[int, ...]]:
    """Every tuple of that length of numbers in their order, each as often as one likes."""
    if not length:
        yield ()
        return
    for place, number in enumerate(numbers):
        yield from ((number, *rest) for rest in _descending(numbers[place:], length - 1))


def _each(dice: Dice, faces: Sequence[int]) -> Iterator[int]:
    """What each roll of some dice brings, by the faces in the order in which they were thrown."""
    return (dice.read(faces[first : first + dice.count]) for first in range(0, len(faces), dice.count))


def parse_dice(dice: str) -> Dice:
    """Dice as `d6`, `2d6` or `d3+1`. ValueError for anything else."""
    match = DICE.match(dice)
    if not match:
        raise ValueError(f"“{dice}” are no dice")
    return Dice(int(match["count"] or 1), int(match["faces"]), int(match["more"] or 0))
