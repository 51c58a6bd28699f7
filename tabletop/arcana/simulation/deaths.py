"""Who killed whom: of one side's units the wounds that each unit of the other cost them, and those of nobody's doing.

Counted by battle in arrays of (battles, rows, units): a row for each unit of the other side, then one for each cause.
Everything is wounds, whole numbers, of which a unit has as many for its points as it had at first. So the rows of a
unit's column, less what it regained, are what it lost; and what an enemy cost all of them is what that one destroyed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import numpy as np
from msgspec import Meta

from tabletop.arcana.simulation.seeds import Ints
from tabletop.values import Value

PRECISION = 1000  # parts of a point
MOST_MEETINGS = 900  # of a unit with an enemy: a batch has four numbers for each

Sum = Annotated[int, Meta(ge=0, le=2**50)]
Squares = Annotated[int, Meta(ge=0, le=2**62)]


class LossCause(StrEnum):
    """What costs a unit wounds, or gives them back, without a single enemy who did it."""

    FLED = "fled"  # what is left of who is broken at the end, or has run off the table
    PAID = "paid"  # in tests, to stay
    TOGETHER = "together"  # by several at once, as far as it can't be parted
    OTHER = "other"  # ground, a load that was shaken off, the own side
    REGAINED = "regained"  # counts against all others, and comes last


CAUSES = tuple(LossCause)


def rows_of(enemies: int) -> int:
    return enemies + len(CAUSES)


def row_of(cause: LossCause, enemies: int) -> int:
    """The place of a cause's row, after those of so many enemies."""
    return enemies + CAUSES.index(cause)


def worth_of(points: int, wounds: int) -> int:
    """What a wound of a unit is worth, in thousandths of a point."""
    return PRECISION * points // max(wounds, 1)


def destroyed_in(deaths: Ints, worth: Ints) -> Ints:
    """What each enemy destroyed of units whose wounds are worth so much, by battle."""
    found: Ints = deaths[:, : -len(CAUSES)].astype(np.int64) @ worth
    return found


def lost_in(deaths: Ints) -> Ints:
    """Wounds that each unit has lost in the end, by battle."""
    found: Ints = deaths[:, :-1].sum(axis=1, dtype=np.int64) - deaths[:, -1]
    return found


class Deaths(Value, frozen=True):
    """How one side's units died in a batch's battles: sums over these, and sums of squares.

    `wounds` has a row for each enemy, then for each cause, and a column for each unit, all in the order of their refs.
    `destroyed` are whole points of a battle by each enemy, `lost` wounds of each unit.
    """

    wounds: tuple[tuple[Sum, ...], ...]
    squares: tuple[tuple[Squares, ...], ...]
    destroyed: tuple[Sum, ...]
    destroyed_squares: tuple[Squares, ...]
    lost: tuple[Sum, ...]
    lost_squares: tuple[Squares, ...]

    def fits(self, *, enemies: int, wounds: Sequence[int], worth: Sequence[int], battles: int) -> bool:
        """Whether these may be counts of units with so many wounds at first, each worth so much, in so many battles."""
        tables, margins = (self.wounds, self.squares), (self.destroyed, self.destroyed_squares)
        if any(len(table) != rows_of(enemies) or {len(row) for row in table} != {len(wounds)} for table in tables):
            return False
        of_units = self.lost, self.lost_squares
        if any(len(own) != enemies for own in margins) or any(len(own) != len(wounds) for own in of_units):
            return False
        sums = [*zip(*self.wounds, strict=True)]
        if any(sum(own) - 2 * own[-1] != lost for own, lost in zip(sums, self.lost, strict=True)):
            return False
        if any(lost > most * battles for lost, most in zip(self.lost, wounds, strict=True)):
            return False
        for own, destroyed in zip(self.wounds, self.destroyed, strict=False):
            parts = sum(number * each for number, each in zip(own, worth, strict=True))
            if not PRECISION * destroyed <= parts <= PRECISION * (destroyed + battles):
                return False
        pairs = [*zip(*margins, strict=True), *zip(*of_units, strict=True)]
        for own, squares in zip(*tables, strict=True):
            pairs += zip(own, squares, strict=True)
        return all(own**2 <= squares * battles for own, squares in pairs)


def counted(deaths: Ints, worth: Ints) -> Deaths:
    """Battles summed up."""
    by_battle = deaths.astype(np.int64)
    destroyed, lost = destroyed_in(deaths, worth) // PRECISION, lost_in(deaths)
    return Deaths(
        wounds=_rows(by_battle.sum(axis=0)),
        squares=_rows((by_battle**2).sum(axis=0)),
        destroyed=_row(destroyed.sum(axis=0)),
        destroyed_squares=_row((destroyed**2).sum(axis=0)),
        lost=_row(lost.sum(axis=0)),
        lost_squares=_row((lost**2).sum(axis=0)),
    )


def _row(numbers: Ints) -> tuple[int, ...]:
    return tuple(numbers.tolist())


def _rows(numbers: Ints) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, numbers.tolist()))
