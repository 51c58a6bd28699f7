"""Greyhawk Wars as the site reaches it: its rosters are starts of a power, looked up in a data pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct

from tabletop.dice.sources import Rolled
from tabletop.game import GameOfPacks
from tabletop.greyhawk.answers import answered, resolved
from tabletop.greyhawk.battle.rules import GreyhawkBattle
from tabletop.greyhawk.catalogue import DIE
from tabletop.greyhawk.desk import HOUSE_POWERS, beginnings, begun, desk_of
from tabletop.greyhawk.edits import AnyEdit, Edit
from tabletop.greyhawk.force import Force
from tabletop.greyhawk.pack import GAME, Pack, read_pack
from tabletop.greyhawk.pack_tables import pack_of, tables_of
from tabletop.greyhawk.pricing import PricedForce, all_priced_by, house_of, priced_by, receipt_of
from tabletop.greyhawk.printing.aids import battle_worksheet, country_sheets, phase_card
from tabletop.greyhawk.printing.counters import counter_sheets
from tabletop.greyhawk.printing.map_sheet import map_sheet
from tabletop.greyhawk.printing.start_sheet import start_sheet, text_of
from tabletop.greyhawk.rules import RULEBOOK
from tabletop.greyhawk.situations import read_situation
from tabletop.languages import marked
from tabletop.packs import GamePack, Origin, PackKind, Packs, PackTable
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.comparison import Change, changed_counts, merged_by_fields
from tabletop.rosters.desk import Beginning, Desk
from tabletop.rosters.files import ROSTER_FILE, FileFormat
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.verdict import Entry, Listed, Verdict, VerdictSeal

FORMATS = {
    "json": ROSTER_FILE,
    "text": FileFormat(
        "Text", ".txt", "text/plain; charset=utf-8",
        lambda force, packs: text_of(priced_by(force, packs)).encode(), paste=True,
    ),
}  # fmt: skip
BATTLE = GreyhawkBattle()
BLANK = Pack(format="muster-pack/1", game="greyhawk", meta=Origin(id="own", title="Own pack", kind=PackKind.OWN))


class GreyhawkVerdict(Verdict, frozen=True, kw_only=True):
    """A start with the pack that it was looked up in."""

    priced: PricedForce

    @cached_property
    def price_record(self) -> PriceRecord:
        return price_record(self.priced)

    @cached_property
    def receipt(self) -> tuple[Entry, ...]:
        return receipt_of(self.priced)


def judge(priced: PricedForce) -> GreyhawkVerdict:
    """What is to be said of a start."""
    force = priced.force
    report = RULEBOOK.review(priced)
    return GreyhawkVerdict(
        roster=force,
        priced=priced,
        report=report,
        is_draft=any(finding.code in ("GW-10P", "GW-10N") for finding in report.findings),
        rules_version=f"{RULEBOOK.name} {RULEBOOK.version}, {priced.sentence}",
        figures_from=priced.sentence,
        listed=Listed(
            army=roster_name(priced), army_slug=force.power, rules=force.pack, rules_name=priced.sentence, has_pack=True
        ),
    )


def price_record(priced: PricedForce) -> PriceRecord:
    strengths = priced.strength_by_profile
    return PriceRecord(priced.sentence, sum(strengths.values()), strengths)


def roster_name(priced: PricedForce) -> str:
    power = priced.power
    return f"Greyhawk Wars: {power.name}" if power else "Greyhawk Wars"


class GreyhawkWars(GameOfPacks[Force]):
    """Greyhawk Wars: `muster-roster/1` with a power of a scenario, and its troops by area."""

    slug = GAME
    name = "Greyhawk Wars"
    summary = (
        "Kingdoms on a map of areas for two to four players: armies, fleets, heroes, cards, battles on ten-sided dice. "
        "You need the published game; our own map, countries and cards let you try everything. One click begins."
    )
    document = Force
    edits = AnyEdit
    formats = FORMATS
    counts = marked("strength")
    die: ClassVar[int] = DIE
    papers: ClassVar = {
        "countries": "Countries and their troops",
        "map": "The map",
        "counters": "Counters and markers",
        "worksheet": "A battle to fill in",
        "phases": "What is done in a year",
    }

    def price(self, roster: Force, reference: Packs) -> PriceRecord:
        return price_record(priced_by(roster, reference))

    def army_name(self, roster: Force, reference: Packs) -> str:
        return roster_name(priced_by(roster, reference))

    def verdicts(self, rosters: Sequence[Force], reference: Packs) -> list[GreyhawkVerdict]:
        return [judge(priced) for priced in all_priced_by(rosters, reference)]

    def edited(self, roster: Force, edit: Struct, reference: Packs) -> Force:
        assert isinstance(edit, Edit)
        return self.checked(edit.applied(roster, priced_by(roster, reference).pack))

    def beginnings(self) -> tuple[Beginning, ...]:
        return beginnings()

    def first_battle(self) -> tuple[str, ...]:
        return tuple(HOUSE_POWERS)[:2]

    def begun(self, slug: str, pack: str = "") -> Force:
        return self.checked(begun(slug, pack))

    def desk(self, verdict: Verdict) -> Desk:
        assert isinstance(verdict, GreyhawkVerdict)
        return desk_of(verdict.priced)

    def contents(self, roster: Force, reference: Packs) -> Iterator[str]:
        priced = priced_by(roster, reference)
        return (f"{count} × {priced.name(slug)}" for slug, count in roster.counts.items())

    def taken(self, roster: Force, reference: Packs) -> dict[str, int]:
        priced = priced_by(roster, reference)
        return {priced.name(slug): count for slug, count in roster.counts.items()}

    def count_parts(self, roster: Force) -> int:
        return sum(len(army.troops) + army.hero for army in roster.armies)

    def merged(self, base: Force, mine: Force, theirs: Force) -> Force | None:
        return merged_by_fields(base, mine, theirs)

    def differences(self, before: Force, after: Force, reference: Packs) -> tuple[Change, ...]:
        return tuple(_changes(before, after, priced_by(after, reference)))

    def read_pack(self, content: bytes | str) -> Pack:
        return read_pack(content)

    def pack_tables(self, pack: GamePack | None) -> tuple[PackTable, ...]:
        return tables_of(pack if isinstance(pack, Pack) else BLANK)

    def pack_of(self, pack: GamePack | None, meta: Origin, typed: Mapping[str, Any]) -> Pack:
        return pack_of(pack if isinstance(pack, Pack) else BLANK, meta, typed)

    def odds(self, content: bytes | str, reference: Packs) -> dict[str, Any]:
        return answered(read_situation(content), house_of(reference))

    def resolved(self, content: bytes | str, reference: Packs, source: Rolled) -> dict[str, Any]:
        return resolved(read_situation(content), house_of(reference), source)

    def battle_rules(self) -> GreyhawkBattle:
        return BATTLE

    def sheet(self, verdict: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
        assert isinstance(verdict, GreyhawkVerdict)
        return start_sheet(verdict.priced, verdict, paper=paper, seal=seal)

    def printed(self, kind: str, verdict: Verdict | None, reference: Packs, *, paper: Paper) -> Sheet:
        """By the pack of a start, or by the house's."""
        pack = verdict.priced.pack if isinstance(verdict, GreyhawkVerdict) else house_of(reference)
        match kind:
            case "countries":
                return country_sheets(pack, paper=paper)
            case "map":
                return map_sheet(pack, paper=paper)
            case "counters":
                priced = verdict.priced if isinstance(verdict, GreyhawkVerdict) else None
                return counter_sheets(pack, priced, paper=paper)
            case "worksheet":
                return battle_worksheet(paper=paper)
            case "phases":
                return phase_card(paper=paper)
        return super().printed(kind, verdict, reference, paper=paper)


def _changes(before: Force, after: Force, priced: PricedForce) -> Iterator[Change]:
    """What differs in the choices, kinds of counters by how many there are, and where they stand."""
    for name, label in (("name", "name"), ("scenario", "scenario"), ("power", "power")):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield Change("", f"{label}: {old or 'none'} → {new or 'none'}")
    if before.pack != after.pack:
        yield Change("", f"figures of the {'data pack ' + after.pack if after.pack else 'house pack'}")
    for slug, old, new in changed_counts(before.counts, after.counts):
        row = priced.row(slug)
        yield Change(
            slug.rpartition("/")[2], f"{priced.name(slug)}: {old} → {new}", (new - old) * (row.strength if row else 0)
        )
    if before.armies != after.armies and before.counts == after.counts:
        yield Change("", "other places at the start")
    if before.notes != after.notes:
        yield Change("", "other notes")


GREYHAWK = GreyhawkWars()
