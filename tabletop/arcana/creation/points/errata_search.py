"""The likeliest change or two changes of a row that give its printed price."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from msgspec import Struct

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.points.changes import PRICED_BY, Change, Variations
from tabletop.arcana.creation.points.formula import Formula
from tabletop.arcana.creation.points.likely_causes import Suspicion, likely_causes
from tabletop.receipts import rounded_up, to_nearest

CONTENT = 3
PAIRED = 1


class Explanation(Struct, frozen=True):
    """Changes that give the printed price, in words, and the exact price with them."""

    suspicions: tuple[Suspicion, ...]
    exact: Fraction

    @property
    def weight(self) -> int:
        return _weight(self.suspicions)

    @property
    def words(self) -> str:
        return " and ".join(suspicion.words for suspicion in self.suspicions)


def fits(exact: Fraction, printed: int) -> bool:
    """Whether the printed price is the exact one rounded up or to the nearest."""
    return printed in (rounded_up(exact), to_nearest(exact))


def explanations(design: Design, printed: int, formula: Formula) -> tuple[Explanation, ...]:
    """The least far-fetched changes that give the price, one or two, all that are equally so; empty where none do."""
    variations = Variations(design, formula)
    known = list(likely_causes(design, formula))
    singles = list(_singles(known, printed, variations))
    least = min((single.weight for single in singles), default=math.inf)
    if least <= CONTENT:
        return _likeliest(singles)
    return _likeliest([*singles, *_pairs(known, printed, variations, least)])


def _likeliest(candidates: Sequence[Explanation]) -> tuple[Explanation, ...]:
    least = min((explanation.weight for explanation in candidates), default=0)
    return tuple(explanation for explanation in candidates if explanation.weight == least)


def _singles(known: Sequence[Suspicion], printed: int, variations: Variations) -> Iterator[Explanation]:
    for suspicion in known:
        exact = variations.exact(suspicion.changes)
        if fits(exact, printed):
            yield Explanation((suspicion,), exact)


def _pairs(known: Sequence[Suspicion], printed: int, variations: Variations, least: float) -> Iterator[Explanation]:
    """Two suspicions of different fields; where they touch different sections their differences add up.

    The least far-fetched come first, and nothing comes after one that fits, or after `least`, but what weighs as much.
    """
    plain = variations.exact()
    differences = {suspicion: variations.exact(suspicion.changes) - plain for suspicion in known}
    for first, second in sorted(combinations(known, 2), key=_weight):
        if _weight((first, second)) > least:
            return
        if first.fields & second.fields:
            continue
        if _sections(first.changes) & _sections(second.changes):
            exact = variations.exact(first.changes + second.changes)
        else:
            exact = plain + differences[first] + differences[second]
        if fits(exact, printed):
            least = _weight((first, second))
            yield Explanation((first, second), exact)


def _weight(suspicions: tuple[Suspicion, ...]) -> int:
    """How far-fetched these are together."""
    return sum(suspicion.weight for suspicion in suspicions) + PAIRED * (len(suspicions) - 1)


def _sections(changes: Sequence[Change]) -> set[object]:
    return {section for change in changes for section in PRICED_BY[change.head]}
