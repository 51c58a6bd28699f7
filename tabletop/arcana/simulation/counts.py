"""A batch: so many pairs of battles of a cell, played and counted; a pure function of cell, seed and number.

A pair is two battles with one key, in the second of which the armies have changed seats, and so the dice they throw.
Of a swap both variants play the same pairs with the same dice. Everything is counted in whole numbers, so that the
order of adding up changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct

from tabletop.arcana.simulation.line.battle import Outcomes, played
from tabletop.arcana.simulation.line.forces import Force
from tabletop.arcana.simulation.line.state import LAST_TURN
from tabletop.arcana.simulation.line.tables import PRECISION, Meeting, meeting
from tabletop.arcana.simulation.policies import Policy
from tabletop.arcana.simulation.seeds import Ints, battle_keys
from tabletop.values import Value

SEATS = (0, 1), (1, 0)
SCORES = 5  # of a pair: 0 to 4 half points, two for a battle that is won, one for each that nobody wins
WON, UNDECIDED, LOST = 0, 1, 2


class Cell(Struct, frozen=True):
    """What a batch plays: one army or two variants of it against another, led by policies.

    `pair` numbers the dice: cells that are to be compared share it.
    """

    number: int
    own: tuple[Force, ...]
    other: Force
    policies: tuple[Policy, Policy]


class UnitCount(Value, frozen=True):
    """What a unit has destroyed over a batch's battles and what was lost of it, in points, and squares of the first."""

    destroyed: int
    squares: int
    lost: int


class VariantCount(Value, frozen=True):
    """Battles of one variant: won, undecided, lost; by the turn of their end; points lost by both; unit by unit."""

    games: tuple[int, int, int]
    turns: tuple[int, ...]
    lost: tuple[int, int]
    units: tuple[UnitCount, ...]


class Batch(Value, frozen=True):
    """A finished batch: its cell and number, pairs by their score, of a swap by both scores, and the rest by variant.

    Of a swap the score of the first variant comes first: `pairs[5 * first + second]`.
    """

    cell: int
    number: int
    pairs: tuple[int, ...]
    variants: tuple[VariantCount, ...]

    @property
    def battles(self) -> int:
        return sum(sum(variant.games) for variant in self.variants)


def batch_of(cell: Cell, seed: int, number: int, size: int) -> Batch:
    """The batch's counts: so many pairs, keyed by seed, cell and their own number."""
    keys = battle_keys(seed, cell.number, number * size, size)
    scores: list[Ints] = []
    variants: list[VariantCount] = []
    for force in cell.own:
        ends = [played(_meeting(force, cell.other, seats), cell.policies, keys) for seats in SEATS]
        scores.append(sum((np.array([2, 0, 1])[end.winner] for end in ends), np.zeros(size, np.int64)))
        variants.append(_counted(ends, force))
    cells, score = SCORES ** len(scores), np.zeros(size, np.int64)
    for each in scores:
        score = score * SCORES + each
    pairs = np.bincount(score, minlength=cells)
    return Batch(cell.number, number, _plain(pairs), tuple(variants))


@lru_cache(maxsize=64)
def _meeting(own: Force, other: Force, seats: tuple[int, int]) -> Meeting:
    return meeting((own, other), seats)


def _counted(ends: Sequence[Outcomes], force: Force) -> VariantCount:
    winner, turns = (np.concatenate([end[place] for end in ends]) for place in (0, 1))
    gained = np.concatenate([end.gained[0] for end in ends]) // PRECISION
    spent = np.concatenate([end.spent[0] for end in ends]) // PRECISION
    games = [int((winner == side).sum()) for side in (0, -1, 1)]
    units = zip(gained.sum(axis=0), (gained**2).sum(axis=0), spent.sum(axis=0), strict=True)
    return VariantCount(
        games=(games[WON], games[UNDECIDED], games[LOST]),
        turns=_plain(np.bincount(turns, minlength=LAST_TURN + 1)[1:]),
        lost=(sum(int(end.lost[0].sum()) for end in ends), sum(int(end.lost[1].sum()) for end in ends)),
        units=tuple(UnitCount(*map(int, unit)) for unit in units),
    )


def _plain(numbers: Ints) -> tuple[int, ...]:
    return tuple(map(int, numbers))
