"""Dice of which some are kept and thrown again: attacks that hit, and of these those that aren't saved.

Every die goes its way without regard to the others, so that the number kept after all throws is binomial, with the
product of the throws' chances: no need to follow how many were left between them. Both the throws and that chance are
read from the same sieves.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from msgspec import Struct

from tabletop.citations import Citation
from tabletop.dice.distributions import Distribution
from tabletop.dice.rolls import SIDES, Hits, binomial
from tabletop.dice.steps import Chain, Change, Step, Steps


class Sieve(Struct, frozen=True):
    """One throw of all dice that are left: those of `needed` or less are kept, or all others."""

    name: str
    needed: int
    keeps: bool = True

    @property
    def ways(self) -> int:
        """How many of a die's six sides keep it."""
        low = min(max(self.needed, 0), SIDES)
        return low if self.keeps else SIDES - low


class Sifted(Chain[int], frozen=True):
    """How many of so many dice are kept by every sieve; for one that keeps none nothing is thrown."""

    count: int
    sieves: tuple[Sieve, ...]
    citation: Citation

    def steps(self) -> Steps[int]:
        return _steps(self.sieves, self.citation)

    def start(self) -> int:
        return self.count

    def result(self, state: int) -> int:
        return state

    def odds(self) -> Distribution[int]:
        kept, total = 1, 1
        for sieve in self.sieves:
            kept, total = kept * sieve.ways, total * SIDES
        common = gcd(kept, total)
        return binomial(self.count, kept // common, total // common)


@lru_cache(maxsize=1024)
def _steps(sieves: tuple[Sieve, ...], citation: Citation) -> Steps[int]:
    return tuple(_step(sieve, citation) for sieve in sieves)


def _step(sieve: Sieve, citation: Citation) -> Step[int] | Change[int]:
    if not sieve.ways:
        return Change(lambda left: 0)
    needed, keeps = sieve.needed, sieve.keeps
    return Step(
        sieve.name,
        citation,
        lambda left: Hits(left, needed) if left else None,
        lambda left, low: low if keeps else left - low,
    )
