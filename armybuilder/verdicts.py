"""A roster looked up, priced and reviewed: what pages, the API and sheets show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.snapshots import packs_named
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
from tabletop.arcana.muster.repair import Look
from tabletop.arcana.pack import Pack
from tabletop.arcana.prices import ArmyPrice, price
from tabletop.arcana.roster import Roster
from tabletop.findings import Report
from tabletop.rulebook import Rulebook


class Verdict(Struct, frozen=True):
    """One roster with its army, price and report."""

    roster: Roster
    army: Army
    price: ArmyPrice
    report: Report

    @property
    def rulebook(self) -> Rulebook:
        """The rules that it was reviewed by."""
        return rulebook_of(self.army.rules, self.army.pack)

    @property
    def rules_version(self) -> str:
        """Which rules and which catalogue it was reviewed by."""
        return f"{self.rulebook.name} {self.rulebook.version}, catalogue {self.army.catalogue.version}"

    @property
    def reviewed(self) -> Reviewed:
        return Reviewed(self.roster, self.price.points, self.report)

    @property
    def look(self) -> Look:
        """How to review other rosters in the same way."""
        return looking(self.army.catalogue, self.rulebook, self.army.pack)


def verdict(roster: Roster, catalogue: Catalogue) -> Verdict:
    """Price and review a roster; MalformedError where it names what the catalogue doesn't have."""
    return verdicts([roster], catalogue)[0]


def verdicts(rosters: Sequence[Roster], catalogue: Catalogue) -> list[Verdict]:
    """A verdict of each roster, the packs that they are under fetched at once."""
    return [_with_tried_remedies(each) for each in judgements(rosters, catalogue)]


def judgements(rosters: Sequence[Roster], catalogue: Catalogue) -> list[Verdict]:
    """The same with no remedy tried: for lists of many rosters, where none is shown."""
    packs = packs_named(roster.rules for roster in rosters)
    return [judged(roster, catalogue, packs.get(roster.rules)) for roster in rosters]


def judged(roster: Roster, catalogue: Catalogue, pack: Pack | None) -> Verdict:
    """Price and review a roster under a pack, or by the book's rules that it names; its remedies aren't tried."""
    army = field(roster, catalogue, pack)
    priced = price(army)
    return Verdict(roster, army, priced, review(army, priced))


def _with_tried_remedies(found: Verdict) -> Verdict:
    if found.report.is_legal:
        return found
    return replace(found, report=with_tried_remedies(found.reviewed, found.army.catalogue, found.look))


def repair(found: Verdict) -> Repair:
    """Remedies that together make the roster legal, as far as they can."""
    return repaired(found.reviewed, found.army.catalogue, found.look)


def written_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
