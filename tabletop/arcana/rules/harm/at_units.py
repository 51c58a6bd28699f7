"""Hits without a throw to hit at a unit and its characters: of pursuers, of those who run it over, of the ground.

They are the troops' until none of these live; what is beyond goes on to characters at random, who save by themselves,
as missiles do (reading BR123). Where characters ride the only model a die says on whom each is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.rules.harm.among import Among, Body, Found, Harm, Ridden, at_random
from tabletop.arcana.rules.harm.blows import Blows
from tabletop.arcana.rules.harm.losses import Left
from tabletop.citations import Citation
from tabletop.dice import Chain, Step
from tabletop.dice.steps import Steps


class Company(Struct, frozen=True):
    """Troops and their characters with what is left of each; `rides_of` as of a target, `shares` as machines do."""

    figures: Statistics
    left: Left
    shares: bool = False
    characters: tuple[Statistics, ...] = ()
    lefts: tuple[Left, ...] = ()
    rides_of: tuple[int, ...] = ()
    rider_on: int = 0

    @property
    def living(self) -> list[int]:
        """The places of characters that live, from 1."""
        return [place for place, left in enumerate(self.lefts, 1) if left.models]

    @property
    def is_gone(self) -> bool:
        return not (self.left.models or self.living)

    def harmed(self, place: int, wounds: int) -> Company:
        """With wounds that the troops, at 0, or a character have suffered."""
        if not place:
            left = self.left.after(self.figures.wounds, wounds=wounds, shares=self.shares)
            return replace(self, left=left)
        lefts = list(self.lefts)
        lefts[place - 1] = lefts[place - 1].after(self.characters[place - 1].wounds, wounds=wounds)
        return replace(self, lefts=tuple(lefts))


class Struck(Struct, frozen=True):
    """A company between two throws, and hits beyond its troops."""

    company: Company
    beyond: int


class AtUnit(Chain[Company], frozen=True):
    """So many hits at a company, saved as `saves` says of any figures; what is left of it."""

    company: Company
    hits: int
    saves: Callable[[Statistics], int]
    citation: Citation

    def steps(self) -> Steps[Any]:
        return (
            Step("", self.citation, self._at_troops, self._on_troops),
            Step("the characters", self.citation, self._at_characters, self._on_characters),
        )

    def start(self) -> Struck:
        return Struck(self.company, self.hits)

    def result(self, state: Struck) -> Company:
        return state.company

    def _is_parted(self, company: Company) -> bool:
        return bool(company.rider_on and company.left.models and company.living)

    def _body(self, figures: Statistics) -> Body:
        return Body(self.saves(figures), 1)

    def _at_troops(self, it: Struck) -> Blows | None:
        if not it.company.left.models or self._is_parted(it.company):
            return None
        return Blows(it.beyond, None, self.saves(it.company.figures), self.citation)

    def _on_troops(self, it: Struck, wounds: int) -> Struck:
        company = it.company
        beyond = max(wounds - company.left.killed_by(company.figures.wounds), 0)
        return Struck(company.harmed(0, wounds), beyond)

    def _found(self, company: Company) -> tuple[tuple[Found, ...], tuple[int, ...]]:
        living = {place: self._body(company.characters[place - 1]) for place in company.living}
        if self._is_parted(company):
            mount = Ridden(self._body(company.figures), tuple(living.values()), company.rider_on)
            return (mount,), (0, *living)
        return at_random(living, company.rides_of, [own.wounds for own in company.characters])

    def _at_characters(self, it: Struck) -> Among | None:
        bodies, _ = self._found(it.company)
        return Among(it.beyond, None, bodies, self.citation) if it.beyond and bodies else None

    def _on_characters(self, it: Struck, harms: tuple[Harm, ...]) -> Struck:
        company = it.company
        for place, harm in zip(self._found(company)[1], harms, strict=True):
            assert isinstance(harm, int)
            company = company.harmed(place, harm)
        return Struck(company, 0)
