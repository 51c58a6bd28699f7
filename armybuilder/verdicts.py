"""A roster looked up, priced and reviewed: what pages, the API and sheets show."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.fielding import Army, field
from tabletop.arcana.muster import (
    Repair,
    Reviewed,
    looking,
    repaired,
    review,
    rulebook_of,
    with_tried_remedies,
)
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
    report = review(army, priced)
    if not report.is_legal:
        look = looking(catalogue, rulebook_of(roster.rules))
        report = with_tried_remedies(Reviewed(roster, priced.points, report), catalogue, look)
    return Verdict(roster, army, priced, report)


def repair(judged: Verdict) -> Repair:
    """Remedies that together make the roster legal, as far as they can."""
    catalogue = judged.army.catalogue
    look = looking(catalogue, rulebook_of(judged.roster.rules))
    return repaired(Reviewed(judged.roster, judged.price.points, judged.report), catalogue, look)


def written_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
