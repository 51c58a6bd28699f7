"""Wiz-War as the site reaches it: its rosters are spellbooks, looked up in a data pack of cards and sectors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct

from tabletop.battle.playing import Help, Link, Look
from tabletop.dice.sources import Rolled
from tabletop.findings import Report, Severity
from tabletop.game import GameOfPacks
from tabletop.languages import marked
from tabletop.packs import GamePack, Origin, PackKind, Packs, PackTable
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.comparison import Change, merged_by_fields
from tabletop.rosters.desk import Beginning, Desk
from tabletop.rosters.files import ROSTER_FILE, FileFormat
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.verdict import Entry, Listed, Verdict, VerdictSeal
from tabletop.wizwar.answers import answered, resolved
from tabletop.wizwar.battle.rules import WizWarBattle
from tabletop.wizwar.catalogue import DIE, GAME, OPTION_WORDS, Option
from tabletop.wizwar.desk import beginnings, begun, desk_of
from tabletop.wizwar.edits import AnyEdit, Edit
from tabletop.wizwar.helps import helps
from tabletop.wizwar.pack import Pack, read_pack
from tabletop.wizwar.pack_tables import pack_of, tables_of
from tabletop.wizwar.pricing import PricedBook, all_priced_by, house_of, priced_by, receipt_of
from tabletop.wizwar.printing.aids import checklist, reference_card
from tabletop.wizwar.printing.book_sheet import book_sheet, text_of
from tabletop.wizwar.printing.cards import card_sheet
from tabletop.wizwar.printing.markers import marker_sheet
from tabletop.wizwar.printing.sectors import sector_sheet
from tabletop.wizwar.rules import RULEBOOK, three_schools_are_chosen
from tabletop.wizwar.situations import read_situation
from tabletop.wizwar.spellbook import Spellbook

FORMATS = {
    "json": ROSTER_FILE,
    "text": FileFormat(
        "Text", ".txt", "text/plain; charset=utf-8", lambda book, packs: text_of(priced_by(book, packs)).encode(),
        paste=True,
    ),
}  # fmt: skip
BATTLE = WizWarBattle()
BLANK = Pack(format="muster-pack/1", game=GAME, meta=Origin(id="own", title="Own pack", kind=PackKind.OWN))


class WizWarVerdict(Verdict, frozen=True, kw_only=True):
    """A spellbook with the pack that it was looked up in."""

    priced: PricedBook

    @cached_property
    def price_record(self) -> PriceRecord:
        return price_record(self.priced)

    @cached_property
    def receipt(self) -> tuple[Entry, ...]:
        return receipt_of(self.priced)


def judge(priced: PricedBook) -> WizWarVerdict:
    """What is to be said of a spellbook."""
    book = priced.book
    report = RULEBOOK.review(priced)
    return WizWarVerdict(
        roster=book,
        priced=priced,
        report=report,
        is_draft=_is_draft(report),
        rules_version=f"{RULEBOOK.name} {RULEBOOK.version}, {priced.sentence}",
        figures_from=priced.sentence,
        listed=Listed(army=NAME, rules=book.pack, rules_name=priced.sentence, has_pack=True),
    )


def _is_draft(report: Report) -> bool:
    """Whether nothing is wrong but that there are too few schools."""
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    return bool(errors) and all(
        each.code == three_schools_are_chosen.code and (each.actual or 0) < (each.limit or 0) for each in errors
    )


def price_record(priced: PricedBook) -> PriceRecord:
    return PriceRecord(priced.sentence, priced.count, {school.id: school.count for school in priced.schools})


NAME = "Wiz-War"


class WizWar(GameOfPacks[Spellbook]):
    """Wiz-War: `muster-roster/1` with schools and options; what is counted are the cards of the deck."""

    slug = GAME
    name = NAME
    summary = (
        "Two to four wizards in a labyrinth, with cards. You need the published game for its own cards and boards; the "
        "house's cards and sectors are here to play with. One click starts a first game."
    )
    document = Spellbook
    edits = AnyEdit
    formats = FORMATS
    counts = marked("cards")
    has_helps = True
    die = DIE
    papers: ClassVar = {
        "cards": "Cards of the deck, poker size",
        "sectors": "Sectors at true size",
        "markers": "Tokens and markers",
        "reference": "Reference card",
        "checklist": "Checklist of your own decks",
    }

    def price(self, roster: Spellbook, reference: Packs) -> PriceRecord:
        return price_record(priced_by(roster, reference))

    def army_name(self, roster: Spellbook, reference: Packs) -> str:
        return NAME

    def verdicts(self, rosters: Sequence[Spellbook], reference: Packs) -> list[WizWarVerdict]:
        return [judge(priced) for priced in all_priced_by(rosters, reference)]

    def edited(self, roster: Spellbook, edit: Struct, reference: Packs) -> Spellbook:
        assert isinstance(edit, Edit)
        return self.checked(edit.applied(roster, priced_by(roster, reference).pack))

    def beginnings(self) -> tuple[Beginning, ...]:
        return beginnings()

    def first_battle(self) -> tuple[str, ...]:
        return (beginnings()[0].slug,) * 2  # both play with the same cards

    def begun(self, slug: str, pack: str = "") -> Spellbook:
        return self.checked(begun(slug, pack))

    def desk(self, verdict: Verdict) -> Desk:
        assert isinstance(verdict, WizWarVerdict)
        return desk_of(verdict.priced)

    def contents(self, roster: Spellbook, reference: Packs) -> Iterator[str]:
        return (school.name for school in priced_by(roster, reference).schools)

    def taken(self, roster: Spellbook, reference: Packs) -> dict[str, int]:
        """Cards of its deck by school."""
        return {school.name: school.count for school in priced_by(roster, reference).schools}

    def count_parts(self, roster: Spellbook) -> int:
        """Schools that it has chosen."""
        return len(roster.schools)

    def merged(self, base: Spellbook, mine: Spellbook, theirs: Spellbook) -> Spellbook | None:
        return merged_by_fields(base, mine, theirs)

    def differences(self, before: Spellbook, after: Spellbook, reference: Packs) -> tuple[Change, ...]:
        return tuple(_changes(before, after, priced_by(after, reference)))

    def read_pack(self, content: bytes | str) -> Pack:
        return read_pack(content)

    def pack_tables(self, pack: GamePack | None) -> tuple[PackTable, ...]:
        return tables_of(pack if isinstance(pack, Pack) else BLANK)

    def pack_of(self, pack: GamePack | None, meta: Origin, typed: Mapping[str, Any]) -> Pack:
        return pack_of(pack if isinstance(pack, Pack) else BLANK, meta, typed)

    def odds(self, content: bytes | str, reference: Packs) -> dict[str, Any]:
        return answered(read_situation(content))

    def resolved(self, content: bytes | str, reference: Packs, source: Rolled) -> dict[str, Any]:
        return resolved(read_situation(content), source)

    def helps(self, look: Look, link: Link, reference: Packs) -> Iterator[Help]:
        return helps(look, link, reference)

    def battle_rules(self) -> WizWarBattle:
        return BATTLE

    def sheet(self, verdict: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
        assert isinstance(verdict, WizWarVerdict)
        return book_sheet(verdict.priced, verdict, paper=paper, seal=seal)

    def printed(self, kind: str, verdict: Verdict | None, reference: Packs, *, paper: Paper) -> Sheet:
        """Of a spellbook the cards of its deck and its pack's sectors; of none all of the house's."""
        priced = verdict.priced if isinstance(verdict, WizWarVerdict) else None
        pack = priced.pack if priced else house_of(reference)
        match kind:
            case "cards":
                return card_sheet(priced.schools if priced else pack.schools, pack, paper=paper, once=priced is None)
            case "sectors":
                return sector_sheet(pack, paper=paper)
            case "markers":
                return marker_sheet(pack, paper=paper)
            case "reference":
                return reference_card(paper=paper)
            case "checklist":
                return checklist(pack, paper=paper)
        return super().printed(kind, verdict, reference, paper=paper)


def _changes(before: Spellbook, after: Spellbook, priced: PricedBook) -> Iterator[Change]:
    """What differs in the choices."""
    if before.name != after.name:
        yield Change("", f"name: {before.name} → {after.name}")
    for field, whose in (("schools", ""), ("theirs", "the others' ")):
        old, new = getattr(before, field), getattr(after, field)
        yield from (Change(name, f"{whose}{priced.name(name)}: taken") for name in new if name not in old)
        yield from (Change(name, f"{whose}{priced.name(name)}: given up") for name in old if name not in new)
    if before.cantrip != after.cantrip:
        yield Change("", f"cantrip: {before.cantrip} → {after.cantrip}")
    for option in Option:
        if before.has(option) != after.has(option):
            yield Change("", f"{OPTION_WORDS[option][0].lower()}: {'on' if after.has(option) else 'off'}")
    if before.points != after.points:
        yield Change("", f"points to win: {before.points} → {after.points}")
    if before.on_paper != after.on_paper:
        yield Change("", f"cards {'of your own, on paper' if after.on_paper else 'shuffled and dealt here'}")
    if before.pack != after.pack:
        yield Change("", f"cards of the {'data pack ' + after.pack if after.pack else 'house pack'}")
    if before.notes != after.notes:
        yield Change("", "other notes")


WIZ_WAR = WizWar()
