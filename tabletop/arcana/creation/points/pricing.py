"""The price of a design: a receipt whose lines add up to the exact figure, rounded once, up."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.identifiers import Basis, Rules
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.catalogue.troop_class import ELITE_POINTS_ANY, ELITE_POINTS_SMALL, SMALL_BASE
from tabletop.arcana.creation.points.defence import defence
from tabletop.arcana.creation.points.extras import infiltration, ramming, spellcasting
from tabletop.arcana.creation.points.formula import BOOK_FORMULA, Formula
from tabletop.arcana.creation.points.melee import melee
from tabletop.arcana.creation.points.missile import missile
from tabletop.arcana.creation.points.morale import morale
from tabletop.arcana.creation.points.movement import movement
from tabletop.arcana.creation.points.refusals import check
from tabletop.arcana.creation.points.sums import Tally, sum_tallies
from tabletop.receipts import Breakdown, rounded_up

Section = Callable[[Design, Formula], Tally]
SECTIONS: tuple[Section, ...] = (movement, defence, morale, melee, missile, ramming, spellcasting)
SECOND_CREW = 4

Figures = TypeVar("Figures", bound=Statistics)


class Receipt(Struct, frozen=True):
    """What a design costs and why, by a named formula."""

    design: Design
    formula: str
    is_book: bool
    breakdown: Breakdown

    @property
    def exact(self) -> Fraction:
        """The sum of the lines."""
        return self.breakdown.exact

    @property
    def points(self) -> int:
        """The exact price rounded up (ruling P1)."""
        return rounded_up(self.exact)

    @property
    def elite(self) -> bool:
        """50 points or more on base 2 or smaller, 100 or more on any base (ruling M2)."""
        return self.points >= (ELITE_POINTS_SMALL if self.design.base <= SMALL_BASE else ELITE_POINTS_ANY)

    def is_special(self, rules: Rules = Basis.CORE) -> bool:
        """Whether it counts as special: vehicles, war machines and elite models do, in tournaments every own design."""
        return self.design.kind != DesignKind.CREATURE or self.elite or rules == Basis.TOURNAMENT


def price(design: Design, formula: Formula = BOOK_FORMULA) -> Receipt:
    """The receipt of a design; RefusedError names the fields that the formula has no price for."""
    check(design, formula)
    lines = tally_of(design, formula).lines
    return Receipt(design, formula.name, formula.is_book, Breakdown(lines))


def tally_of(design: Design, formula: Formula) -> Tally:
    """Every section in the book's order, then infiltration; KeyError where `check` would refuse."""
    return infiltration(sum_tallies(section(design, formula) for section in SECTIONS), design, formula)


def reinforcement(design: Design, formula: Formula = BOOK_FORMULA) -> Fraction | None:
    """What a second crew of a war machine costs, exactly: 4 more wounds and their attacks; None for anything else."""
    if design.kind != DesignKind.WAR_MACHINE:
        return None
    return price(with_second_crew(design), formula).exact - price(design, formula).exact


def with_second_crew(machine: Figures) -> Figures:
    """A war machine with its second crew; attacks that aren't counted by the wound grow by 4 on the first line."""
    lines = machine.melee
    if lines and not any(line.per_wound for line in lines):
        lines = (replace(lines[0], attacks=lines[0].attacks + SECOND_CREW), *lines[1:])
    return replace(machine, wounds=machine.wounds + SECOND_CREW, melee=lines)
