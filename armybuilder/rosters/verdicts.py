"""A roster looked up, priced and reviewed: what pages, the API and sheets show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.event_packs.snapshots import packs_named
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.pricing import ArmyPrice, price
from tabletop.arcana.army.repair import Look, Repair, Reviewed, looking, repaired, with_tried_remedies
from tabletop.arcana.army.resolve import Army, field
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.army.rules import review, rulebook_of
from tabletop.arcana.army.verdict_record import VerdictRecord
from tabletop.arcana.catalogue.identifiers import Rules
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.digest import content_digest, short_digest
from tabletop.arcana.formats.files import ReadFile
from tabletop.arcana.formats.registry import read_any
from tabletop.arcana.formats.spreadsheet.event_table import EventRow, event_row, unreadable_row
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
    def code(self) -> str:
        """The short digest of its choices, as it is printed."""
        return short_digest(content_digest(self.roster))

    @property
    def judgement(self) -> VerdictRecord:
        """What of it is sealed."""
        points, legal = self.price.points, self.report.is_legal
        return VerdictRecord(roster=self.roster, legal=legal, points=points, rules_version=self.rules_version)

    @property
    def reviewed(self) -> Reviewed:
        return Reviewed(self.roster, self.price.points, self.report)

    @property
    def look(self) -> Look:
        """How to review other rosters in the same way."""
        return looking(self.army.catalogue, self.rulebook, self.army.pack)


def verdict(roster: Roster, catalogue: Catalogue) -> Verdict:
    """Price and review a roster; MalformedError where it names what the catalogue doesn't have.

    Its remedies aren't tried: who shows them asks for `advised`, who doesn't needn't wait for it.
    """
    return verdicts([roster], catalogue)[0]


def verdicts(rosters: Sequence[Roster], catalogue: Catalogue) -> list[Verdict]:
    """A verdict of each roster, the packs that they are under fetched at once."""
    packs = packs_named(roster.rules for roster in rosters)
    return [judged(roster, catalogue, packs.get(roster.rules)) for roster in rosters]


def judged(roster: Roster, catalogue: Catalogue, pack: Pack | None) -> Verdict:
    """Price and review a roster under a pack, or by the book's rules that it names."""
    army = field(roster, catalogue, pack)
    priced = price(army)
    return Verdict(roster, army, priced, review(army, priced))


class Opened(Struct, frozen=True):
    """A file as it was read, and the verdict on it where it could be."""

    read: ReadFile
    verdict: Verdict | None

    @property
    def checked(self) -> EventRow:
        """Its row in an organiser's table; the code is that of the file, whatever rules it was judged by."""
        if self.verdict is None or self.read.roster is None:
            return unreadable_row(self.read.name, self.read.problems)
        found = self.verdict
        code = short_digest(content_digest(self.read.roster))
        return event_row(self.read.name, found.army, found.price, found.report, code=code)


def opened(files: Sequence[tuple[str, bytes]], catalogue: Catalogue, rules: Rules = "") -> list[Opened]:
    """Each file, named and of any format, judged by its own rules or by those that are given; remedies aren't tried."""
    reads = [read_any(name, content, catalogue) for name, content in files]
    packs = packs_named([rules] if rules else [each.roster.rules for each in reads if each.roster])
    return [Opened(read, _judged_file(read, catalogue, packs, rules)) for read in reads]


def _judged_file(read: ReadFile, catalogue: Catalogue, packs: dict[Rules, Pack], rules: Rules) -> Verdict | None:
    if read.roster is None:
        return None
    roster = replace(read.roster, rules=rules) if rules else read.roster
    return judged(roster, catalogue, packs.get(roster.rules))


def advised(found: Verdict) -> Verdict:
    """The same with only those remedies that have been tried, and that mend their finding and break nothing."""
    if found.report.is_legal:
        return found
    return replace(found, report=with_tried_remedies(found.reviewed, found.army.catalogue, found.look))


def repair(found: Verdict) -> Repair:
    """Remedies that together make the roster legal, as far as they can."""
    return repaired(found.reviewed, found.army.catalogue, found.look)


def written_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
