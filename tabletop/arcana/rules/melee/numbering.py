"""Values by numbers, and what is known of numbers in arrays: tables, distributions, how often pairs come up.

Whatever is asked for is found out when it is first asked for, by a rule that answers for one value at a time; from then
on arrays of any length take it at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tabletop.dice import Distribution
from tabletop.work import go_on

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Value = TypeVar("Value", bound=Hashable)

NOTHING: Ints = np.zeros(0, dtype=np.int64)


class Numbered(Generic[Value]):
    """Values by the numbers in whose order they have come up."""

    def __init__(self) -> None:
        self._numbers: dict[Value, int] = {}
        self.values: list[Value] = []

    def number(self, value: Value) -> int:
        if value not in self._numbers:
            self._numbers[value] = len(self.values)
            self.values.append(value)
        return self._numbers[value]


class Table:
    """Whole numbers of rows and columns, each found out when it is first asked for."""

    def __init__(self, find: Callable[[int, int], int]) -> None:
        self._find = find
        self._found: Ints = np.full((64, 8), -1, dtype=np.int64)

    def __call__(self, rows: Ints, columns: Ints) -> Ints:
        if not len(rows):
            return rows
        self._found = with_room(self._found, int(rows.max()), int(columns.max()), empty=-1)
        found = self._found[rows, columns]
        missing = found < 0
        if missing.any():
            wide = self._found.shape[1]
            for code in np.unique(rows[missing] * wide + columns[missing]).tolist():
                go_on()
                row, column = divmod(code, wide)
                self._found[row, column] = self._find(row, column)
            found = self._found[rows, columns]
        return found


def with_room(table: Any, row: int, column: int, *, empty: int) -> Any:
    """The table with that row and column, twice as long as these where it ends before."""
    wanted = [
        2 * place if place >= length else length for place, length in zip((row, column), table.shape, strict=True)
    ]
    more = [(0, own - length) for own, length in zip(wanted, table.shape, strict=True)]
    return np.pad(table, more, constant_values=empty) if tuple(wanted) != table.shape else table


def kept_at(kept: array[int], places: Ints) -> Ints:
    return np.frombuffer(kept, dtype=np.int64)[places]


class Spreads:
    """Distributions of whole numbers, by the places at which they are kept."""

    def __init__(self) -> None:
        self._starts, self._outcomes, self._chances = array("q", [0]), array("q"), array("d")

    def keep(self, outcomes: Distribution[Any], number: Callable[[Any], int]) -> int:
        """The place of a distribution of what has numbers; its chances are rounded once."""
        for outcome, weight in outcomes.weights.items():
            self._outcomes.append(number(outcome))
            self._chances.append(weight / outcomes.total)
        self._starts.append(len(self._outcomes))
        return len(self._starts) - 2

    @property
    def count(self) -> int:
        return len(self._starts) - 1

    def follow(self, places: Ints) -> tuple[Ints, Ints, Floats]:
        """Every outcome of the distributions at places: at the how manieth of these, its number, its chance."""
        starts = np.frombuffer(self._starts, dtype=np.int64)
        counts = starts[places + 1] - starts[places]
        whose = np.repeat(np.arange(len(places)), counts)
        at = np.arange(len(whose)) + (starts[places] - counts.cumsum() + counts)[whose]
        return whose, np.frombuffer(self._outcomes, dtype=np.int64)[at], np.frombuffer(self._chances)[at]


Follow = Callable[[Ints], tuple[Ints, Ints, Floats]]


def both(chances: Floats, own: Follow, by_own: Ints, its: Follow, by_its: Ints) -> tuple[Ints, Ints, Ints, Floats]:
    """What follows where both sides go on by themselves: from the how manieth, what of both, and the chance."""
    at, a, one = own(by_own)
    on, b, other = its(by_its[at])
    return at[on], a[on], b, (chances[at] * one)[on] * other


def merged(whose: Ints, a: Ints, b: Ints, chances: Floats) -> tuple[Ints, Ints, Ints, Floats]:
    """The same with what is equal taken together."""
    wide, far = int(a.max(initial=0)) + 1, int(b.max(initial=0)) + 1
    codes, at = np.unique((whose * wide + a) * far + b, return_inverse=True)
    rest, b = np.divmod(codes, far)
    whose, a = np.divmod(rest, wide)
    together: Any = np.bincount(at, chances)
    return whose, a, b, together


class Come:
    """How often each pair of states or of others is come by, a row for each of the first side.

    Pairs are kept by what is left in both together, as far as that isn't below 0: those with the most are gone on from
    first, once nothing more comes to as much.
    """

    def __init__(self, own: Callable[[Ints], Ints], its: Callable[[Ints], Ints]) -> None:
        """`own` and `its` are what is left of either side, by numbers."""
        self._left_of = own, its
        self._waiting: dict[int, list[tuple[Ints, Ints]]] = {}
        self.times: Floats = np.zeros((64, 64))

    @property
    def most(self) -> int:
        """The most that is left in pairs that wait, -1 where none does."""
        return max(self._waiting, default=-1)

    def add(self, first: Ints, second: Ints, often: Floats) -> None:
        if not (kept := often > 0).all():  # less than there are floats for
            first, second, often = first[kept], second[kept], often[kept]
        if not len(first):
            return
        self.times = with_room(self.times, int(first.max()), int(second.max()), empty=0)
        times, at = self.times.reshape(-1), first * self.times.shape[1] + second
        new = at[times[at] == 0]
        np.add.at(times, at, often)
        if len(new):
            self._wait(*np.divmod(np.unique(new), self.times.shape[1]))

    def _wait(self, first: Ints, second: Ints) -> None:
        left = self._left_of[0](first) + self._left_of[1](second)
        order = left.argsort(kind="stable")
        levels, starts = np.unique(left[order], return_index=True)
        for level, at in zip(levels.tolist(), np.split(order, starts[1:]), strict=True):
            if level >= 0:
                self._waiting.setdefault(level, []).append((first[at], second[at]))

    def taken(self, left: int) -> tuple[Ints, Ints, Floats]:
        """The pairs in which so much is left, and how often they are come by; they wait no longer."""
        waiting = self._waiting.pop(left, [(NOTHING, NOTHING)])
        first, second = (np.concatenate(each) for each in zip(*waiting, strict=True))
        often = self.times[first, second]
        self.times[first, second] = 0
        return first, second, often
