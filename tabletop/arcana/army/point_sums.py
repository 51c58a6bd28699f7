"""Which sums of points can be reached by models at home, kept as the bits of a number.

How they are found, what is guaranteed and what it costs stands at the head of `fielding.py`, which asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.rules.composition import NORMAL_PERCENT, SPECIAL_PERCENT
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.work import go_on

MOST_MIXED = 200  # ways to take kinds of which each model costs normal and special points at once


class Stock(Struct, frozen=True, dict=True):
    """Models of one kind at home: what each costs, and by how many they may be taken."""

    row: Row
    bought: tuple[str, ...]
    count: int
    painted: int
    normal: int
    special: int
    kept: int
    smallest: int
    largest: int
    may_be_small: bool  # its units don't count among the few that are
    usual: int  # the smallest unit that is wished

    @property
    def price(self) -> int:
        return self.normal + self.special

    @property
    def is_character(self) -> bool:
        return self.row.section == Section.CHARACTERS

    @property
    def is_mixed(self) -> bool:
        return bool(self.normal and self.special)

    @cached_property
    def numbers(self) -> list[tuple[int, int]]:
        """How many models may be taken, and whether one small unit (1) is among them, none (0) first."""
        numbers = [] if self.kept else [(0, 0)]
        for taken in range(max(self.kept, 1), self.count + 1):
            if self.is_character or self.sizes(taken):
                numbers.append((taken, 0))
            elif self.usual <= taken <= self.largest:
                numbers.append((taken, 0 if self.may_be_small else 1))
        return numbers

    def sizes(self, taken: int) -> list[int]:
        """Sizes of units, as equal as can be, each of them neither too small nor too large; empty where none do."""
        units = -(-taken // self.largest)
        if taken < units * self.smallest:
            return []
        return [taken // units + (number < taken % units) for number in range(units)]


class Sums:
    """Which sums of points can be reached by kinds one after the other, for each number of small units."""

    def __init__(self, stocks: Sequence[Stock], most: int, small: int, each: Callable[[Stock], int]) -> None:
        self.stocks = sorted(stocks, key=lambda stock: (each(stock), stock.row.slug, stock.bought))
        self.each = each
        self.looked = 0
        mask = (1 << (most + 1)) - 1
        self.steps = [[1] + [0] * small]
        for stock in self.stocks:
            before, after = self.steps[-1], [0] * (small + 1)
            for taken, is_small in stock.numbers:
                go_on()
                points = taken * each(stock)
                if points > most:
                    break
                for units in range(is_small, small + 1):
                    sums = before[units - is_small]
                    self.looked += sums.bit_count()
                    after[units] |= sums << points & mask
            self.steps.append(after)

    def within(self, small: int) -> int:
        """The sums with at most so many small units, as bits."""
        sums = 0
        for bits in self.steps[-1][: small + 1]:
            sums |= bits
        return sums

    def taken(self, points: int, small: int, likes: Callable[[Stock, int], float]) -> dict[int, int]:
        """How many models of each kind, by its place, make up a sum; of a kind the number that is liked best."""
        chosen: dict[int, int] = {}
        left = next(units for units in range(small + 1) if self.steps[-1][units] >> points & 1)
        for place in range(len(self.stocks) - 1, -1, -1):
            stock, before = self.stocks[place], self.steps[place]
            ways = [
                (taken, is_small)
                for taken, is_small in stock.numbers
                if is_small <= left
                and taken * self.each(stock) <= points
                and before[left - is_small] >> (points - taken * self.each(stock)) & 1
            ]
            taken, is_small = min(ways, key=lambda way: (likes(stock, way[0]), way[1], -way[0]))
            chosen[place] = taken
            points -= taken * self.each(stock)
            left -= is_small
        return chosen


def largest_sum(stocks: Sequence[Stock], mixed: Sequence[Stock], size: int) -> int | None:
    """Points that no army of these models exceeds, whatever its units are like; None where there can be none."""
    loose = [replace(stock, smallest=1, largest=stock.count, usual=1, may_be_small=True) for stock in stocks]
    normal = Sums([stock for stock in loose if stock.normal], size, 0, lambda stock: stock.normal)
    special = Sums([stock for stock in loose if not stock.normal], size, 0, lambda stock: stock.special)
    each = [list(range(stock.kept, stock.count + 1)) for stock in mixed]
    best = None
    for number, counts in enumerate(product(*each)):
        if number == MOST_MIXED:
            return size
        n, s = points_of(mixed, counts)
        sums = totals(normal.within(0), special.within(0), size, n, s)
        if sums:
            best = max(best or 0, sums.bit_length() - 1)
    return best


def totals(normal: int, special: int, size: int, n: int = 0, s: int = 0) -> int:
    """The sums of both that keep to the 60/40 rule, as bits, beside `n` normal and `s` special points of others."""
    enough, mask = normal_needed(size), (1 << (size + 1)) - 1
    fitting = normal << n & mask & ~((1 << enough) - 1)
    sums = 0
    for points in bits_of(special << s & ((1 << (special_allowed(size) + 1)) - 1)):
        go_on()
        sums |= fitting << points
    return sums & mask


def bits_of(number: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def normal_needed(size: int) -> int:
    return -(-size * NORMAL_PERCENT // 100)


def special_allowed(size: int) -> int:
    return size * SPECIAL_PERCENT // 100


def points_of(stocks: Sequence[Stock], counts: Sequence[int]) -> tuple[int, int]:
    pairs = list(zip(stocks, counts, strict=True))
    return sum(stock.normal * count for stock, count in pairs), sum(stock.special * count for stock, count in pairs)


def highest_bits(bits: int) -> Iterator[int]:
    """The places of the bits that are set, the highest first."""
    while bits:
        place = bits.bit_length() - 1
        yield place
        bits ^= 1 << place
