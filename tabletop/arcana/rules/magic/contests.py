"""Contests of magic: counterspells, dispels, thefts of enchantments, and what a third persistent spell displaces."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.dispelling import Challenge
from tabletop.dice import Chain, Dice, Step
from tabletop.dice.steps import Steps
from tabletop.receipts import Breakdown, Line

LASTING = BOOK.section("Spell Profiles")
MOST_LASTING = 2  # persistent spells on a unit or a single model


class Contest(Chain[bool], frozen=True):
    """Whether a challenger's d6 and what it adds overcome another's d6 and what that one adds."""

    challenge: Challenge
    adds: int
    against: int

    def steps(self) -> Steps[int]:
        citation = self.challenge.citation
        return (
            Step(self.challenge.name, citation, lambda _: Dice(1), lambda _, face: face + self.adds),
            Step("against it", citation, lambda _: Dice(1), lambda ahead, face: ahead - face - self.against),
        )

    def start(self) -> int:
        return 0

    def result(self, state: int) -> bool:
        """Whether the difference of both sums, the challenger's first, is enough."""
        return state >= (0 if self.challenge.wins_ties else 1)

    @property
    def receipt(self) -> Breakdown:
        """By how much the challenger's die may be lower than the other, line by line; below 0 it must be higher."""
        citation = self.challenge.citation
        lines = [
            Line("what it adds", Fraction(self.adds), citation),
            Line("what stands against it", Fraction(-self.against), citation),
        ]
        if not self.challenge.wins_ties:
            lines.append(Line("ties don't win", Fraction(-1), citation))
        return Breakdown(tuple(lines))


class Displacing(Chain[tuple[int, ...]], frozen=True):
    """A d6 for each persistent spell on one target, its level added: the lowest are lost, all that tie for it.

    `levels` are those of the spells in the order of their dice; the result are the places of those lost.
    """

    levels: tuple[int, ...]

    def steps(self) -> Steps[tuple[int, ...]]:
        return [_adding(level, number) for number, level in enumerate(self.levels, 1)]

    def start(self) -> tuple[int, ...]:
        return ()

    def result(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(place for place, total in enumerate(state) if total == min(state))


def _adding(level: int, number: int) -> Step[tuple[int, ...]]:
    return Step(f"spell {number}", LASTING, lambda _: Dice(1), lambda sums, face: (*sums, face + level))
