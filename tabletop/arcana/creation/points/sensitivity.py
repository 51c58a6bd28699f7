"""What one step of each statistic would cost, and the smallest change that reaches a wished-for price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.points.changes import Change, Variations, with_changes
from tabletop.arcana.creation.points.formula import BOOK_FORMULA, Formula
from tabletop.arcana.creation.points.refusals import Refusal, check, refusals
from tabletop.arcana.creation.points.steps import moves
from tabletop.receipts import rounded_up

FARTHEST = 6
MOST_PAIRED = 120


class Step(Struct, frozen=True):
    """One field a step up or down, or an ability on or off; no price where the formula refuses it."""

    field: str
    before: Any
    after: Any
    exact: Fraction | None = None
    difference: Fraction | None = None
    refusal: Refusal | None = None

    @property
    def points(self) -> int | None:
        """The exact price rounded up."""
        return None if self.exact is None else rounded_up(self.exact)


class Way(Struct, frozen=True):
    """Changes of one or two statistics, how many steps they go, and the exact price they lead to."""

    changes: tuple[Change, ...]
    steps: int
    exact: Fraction

    @property
    def points(self) -> int:
        """The exact price rounded up."""
        return rounded_up(self.exact)


def sensitivity(design: Design, formula: Formula = BOOK_FORMULA) -> tuple[Step, ...]:
    """Every single step of every statistic, priced again; RefusedError where the design itself is refused."""
    check(design, formula)
    variations = Variations(design, formula)
    now = variations.exact()
    return tuple(_step(change, design, now, variations) for change, _ in moves(design, formula))


def _step(change: Change, design: Design, now: Fraction, variations: Variations) -> Step:
    before = change.before(design)
    refusal = _refusal(design, (change,), variations.formula)
    if refusal is not None:
        return Step(change.field, before, change.value, refusal=refusal)
    exact = variations.exact((change,))
    return Step(change.field, before, change.value, exact, exact - now)


def _refusal(design: Design, changes: Sequence[Change], formula: Formula) -> Refusal | None:
    return next(refusals(with_changes(design, changes), formula), None)


def cheapest_changes(design: Design, points: int, formula: Formula = BOOK_FORMULA, *, most: int = 5) -> tuple[Way, ...]:
    """The ways to this price in the fewest steps, of one statistic or of two, `most` of them at most.

    Where none leads there exactly, the ways that come nearest. RefusedError where the design itself is refused.
    """
    check(design, formula)
    variations = Variations(design, formula)
    singles = list(_singles(design, formula, variations))
    ways = [*singles, *_pairs(singles, design, variations)]
    nearest = min((abs(way.points - points) for way in ways), default=0)
    fitting = sorted((way for way in ways if abs(way.points - points) == nearest), key=lambda way: way.steps)
    return tuple(fitting[:most])


def _singles(design: Design, formula: Formula, variations: Variations) -> Iterator[Way]:
    for change, steps in moves(design, formula, FARTHEST):
        if _refusal(design, (change,), formula) is None:
            yield Way((change,), steps, variations.exact((change,)))


def _pairs(singles: Sequence[Way], design: Design, variations: Variations) -> Iterator[Way]:
    """One step in each of two statistics; what is allowed alone can only be refused beside a change of its own part.

    Only single statistics are changed in designs of so many attacks that pairs of their steps take long to price.
    """
    changes = [way.changes[0] for way in singles if way.steps == 1]
    if len(changes) > MOST_PAIRED:
        return
    for pair in combinations(changes, 2):
        first, second = pair
        if first.field == second.field:
            continue
        if first.head != second.head or _refusal(design, pair, variations.formula) is None:
            yield Way(pair, 2, variations.exact(pair))
