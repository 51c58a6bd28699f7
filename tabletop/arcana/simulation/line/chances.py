"""What attacks bring, as tables to draw from: distributions accumulated, one row for each number of attacks.

An attack's wounds are the chances of 0, 1, 2 … of them; those of n attacks are its n-fold sum. Both are computed in
double precision by additions and multiplications alone, so that every machine has the same table. All rows stand behind
one another in one array, the row's number added to each chance: so one search finds the outcomes of thousands of rows.
Error: 2⁻⁴⁰ a chance, far below what any number of battles could show. Cost: a search, about 200 ns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from tabletop.arcana.simulation.seeds import Floats, Ints

Chances = tuple[float, ...]  # of 0, 1, 2 … wounds by one attack
NOTHING: Chances = (1.0,)
CERTAIN = 1 - 2.0**-52  # what is above is never drawn for


class Throws:
    """Rows of accumulated chances, added one distribution after the other, and outcomes drawn from them."""

    def __init__(self) -> None:
        self._numbers: dict[Chances, int] = {}
        self._most: list[int] = []

    def number(self, chances: Chances, most: int) -> int:
        """The distribution's number, kept for up to so many attacks at once."""
        found = self._numbers.setdefault(chances, len(self._numbers))
        if found == len(self._most):
            self._most.append(0)
        self._most[found] = max(self._most[found], most)
        return found

    def close(self) -> None:
        """Make the table; nothing can be added any more."""
        rows: list[Floats] = []
        bases: list[int] = []
        for chances, most in zip(self._numbers, self._most, strict=True):
            bases.append(len(rows))
            rows += sums(chances, most)
        self._bases, self._tops = np.array(bases or [0]), np.array(self._most or [0])
        lengths = np.array([len(row) for row in rows] or [0])
        self._starts, self._lengths = np.cumsum(lengths) - lengths, lengths
        self._chances = np.concatenate([number + row for number, row in enumerate(rows)]) if rows else np.zeros(0)

    def drawn(self, numbers: Any, attacks: Ints, uniform: Floats) -> Ints:
        """What so many attacks of those distributions bring, by inversion: more for a greater uniform number."""
        rows = self._bases[numbers] + np.minimum(attacks, self._tops[numbers])
        found = self._chances.searchsorted(rows + uniform, side="right") - self._starts[rows]
        drawn: Ints = np.minimum(found, self._lengths[rows] - 1)  # a number next to 1 is rounded up to the next row
        return drawn


def mean(chances: Chances) -> float:
    return sum(number * chance for number, chance in enumerate(chances))


@lru_cache(maxsize=512)
def sums(chances: Chances, most: int) -> tuple[Floats, ...]:
    """Accumulated chances of 0 to `most` attacks together, the last of each row 1."""
    row, found = np.ones(1), []
    for _ in range(most + 1):
        accumulated = np.cumsum(row)
        enough = accumulated[: int(np.searchsorted(accumulated, CERTAIN)) + 1].copy()
        enough[-1] = 1.0
        found.append(enough)
        following = np.zeros(len(row) + len(chances) - 1)
        for number, chance in enumerate(chances):
            following[number : number + len(row)] += row * chance
        row = following
    return tuple(found)


def hit_or_not(chance: float, wounds: Chances, *, times: int = 1) -> Chances:
    """One attack that hits with a chance, each hit counting so many times with these wounds."""
    hit = NOTHING
    for _ in range(times):
        hit = both(hit, wounds)
    return (1 - chance + chance * hit[0], *(chance * each for each in hit[1:]))


def both(first: Chances, second: Chances) -> Chances:
    """The sum of two."""
    found = [0.0] * (len(first) + len(second) - 1)
    for one, chance in enumerate(first):
        for other, its in enumerate(second):
            found[one + other] += chance * its
    return tuple(found)


def mixture(parts: Sequence[tuple[float, Chances]]) -> Chances:
    """One of several, each with its chance; the chances add up to 1."""
    found = [0.0] * max(len(chances) for _, chances in parts)
    for share, chances in parts:
        for number, chance in enumerate(chances):
            found[number] += share * chance
    return tuple(found)


def several(chances: Chances, times: int) -> Chances:
    """The sum of so many of one."""
    found = NOTHING
    for _ in range(times):
        found = both(found, chances)
    return found
