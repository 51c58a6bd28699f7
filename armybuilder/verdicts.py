"""A roster looked up, priced and reviewed: what pages, the API and sheets show."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.fielding import Army, field
from tabletop.arcana.muster import review, rulebook_of
from tabletop.arcana.prices import ArmyPrice, price
from tabletop.arcana.roster import Roster
from tabletop.findings import Report


class Verdict(Struct, frozen=True):
    """One roster with its army, price and report."""

    roster: Roster
    army: Army
    price: ArmyPrice
    report: Report

    @property
    def rules_version(self) -> str:
        """Which rules and which catalogue it was reviewed by."""
        rulebook = rulebook_of(self.army.rules)
        return f"{rulebook.name} {rulebook.version}, catalogue {self.army.catalogue.version}"


def verdict(roster: Roster, catalogue: Catalogue) -> Verdict:
    """Price and review a roster; MalformedError where it names what the catalogue doesn't have."""
    army = field(roster, catalogue)
    priced = price(army)
    return Verdict(roster, army, priced, review(army, priced))


def written_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
