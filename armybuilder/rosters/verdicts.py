"""A roster looked up, priced and reviewed: what pages, the API and sheets show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.event_packs.snapshots import packs_named
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.repair import Repair, make_legal, with_tried_remedies
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.identifiers import Rules
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.registry import read_any
from tabletop.arcana.game import ArcanaVerdict, judge
from tabletop.rosters.digest import content_digest, short_digest
from tabletop.rosters.event_table import EventRow, event_row, unreadable_row
from tabletop.rosters.files import ReadFile


def verdict(roster: Roster, catalogue: Catalogue) -> ArcanaVerdict:
    """Price and review a roster; MalformedError where it names what the catalogue doesn't have.

    Its remedies aren't tried: who shows them asks for `advised`, who doesn't needn't wait for it.
    """
    return verdicts([roster], catalogue)[0]


def verdicts(rosters: Sequence[Roster], catalogue: Catalogue) -> list[ArcanaVerdict]:
    """A verdict of each roster, the packs that they are under fetched at once."""
    packs = packs_named(roster.rules for roster in rosters)
    return [judge(roster, catalogue, packs.get(roster.rules)) for roster in rosters]


class Opened(Struct, frozen=True):
    """A file as it was read, and the verdict on it where it could be."""

    read: ReadFile
    verdict: ArcanaVerdict | None

    @property
    def checked(self) -> EventRow:
        """Its row in an organiser's table; the code is that of the file, whatever rules it was judged by."""
        if self.verdict is None or self.read.roster is None:
            return unreadable_row(self.read.name, self.read.problems)
        return event_row(self.read.name, self.verdict, code=short_digest(content_digest(self.read.roster)))


def opened(files: Sequence[tuple[str, bytes]], catalogue: Catalogue, rules: Rules = "") -> list[Opened]:
    """Each file, named and of any format, judged by its own rules or by those that are given; remedies aren't tried."""
    reads = [read_any(name, content, catalogue) for name, content in files]
    packs = packs_named([rules] if rules else [each.roster.rules for each in reads if isinstance(each.roster, Roster)])
    return [Opened(read, _judged_file(read, catalogue, packs, rules)) for read in reads]


def _judged_file(read: ReadFile, catalogue: Catalogue, packs: dict[Rules, Pack], rules: Rules) -> ArcanaVerdict | None:
    if not isinstance(read.roster, Roster):
        return None
    roster = replace(read.roster, rules=rules) if rules else read.roster
    return judge(roster, catalogue, packs.get(roster.rules))


def advised(found: ArcanaVerdict) -> ArcanaVerdict:
    """The verdict with only those remedies that mend their finding and break nothing, each tried."""
    if found.report.is_legal:
        return found
    return replace(found, report=with_tried_remedies(found.reviewed, found.army.catalogue, found.look))


def repair(found: ArcanaVerdict) -> Repair:
    """Remedies that together make the roster legal, as far as they can."""
    return make_legal(found.reviewed, found.army.catalogue, found.look)


def written_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
