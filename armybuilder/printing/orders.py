"""Rosters laid out in sheets, and the sheets as files: what the pages, the API and the command print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from io import BytesIO
from itertools import takewhile
from time import thread_time
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.text import slugify
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.catalogue.loaders.terrain import terrain_charts
from armybuilder.event_packs.snapshots import arcana_reference
from armybuilder.rosters.verdicts import written_date
from tabletop.arcana.army.roster import Roster as ArcanaRoster
from tabletop.arcana.game import ARCANA
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintContent, PrintOptions, SheetKind, is_needless, sheets_of
from tabletop.arcana.printing.orders.order import NEEDS_ROSTERS
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.arcana.terrain import TERRAIN_KINDS
from tabletop.decoding import MalformedError
from tabletop.pdf.document import Progress, Sheet, bind, render, single_page
from tabletop.pdf.preview import page_png
from tabletop.rosters.digest import content_digest, short_digest
from tabletop.rosters.document import Roster, without_notes, write_roster
from tabletop.rosters.verdict import Verdict, VerdictSeal

PREVIEW_WIDTH = 520
COUNTING = 0.5  # seconds of the processor; ordinary armies take a tenth of that
MOST_AT_ONCE = 100  # pages that an answer may keep somebody waiting for
MOST_ODDS_AT_ONCE = 400  # units against targets, 3 milliseconds each


class Copy(Struct, frozen=True):
    """A roster to print, and the address of the page that checks its code; none where there is no site to ask."""

    roster: ArcanaRoster
    check_page: str = ""


def sealed(roster: Roster, judged: Verdict, day: date, check_page: str) -> VerdictSeal:
    """How a roster was judged on a day; its code is of the choices, notes or no notes on the paper."""
    code = short_digest(content_digest(roster))
    address = f"{check_page}?{urlencode({'d': code})}" if check_page else ""
    return VerdictSeal(date=written_date(day), rules_version=judged.rules_version, digest=code, address=address)


def print_content(copies: Sequence[Copy], day: date, *, notes: bool = False) -> PrintContent:
    """The rosters judged, with all that sheets show; MalformedError where one names what the catalogue lacks."""
    shown = [copy.roster if notes else without_notes(copy.roster) for copy in copies]
    reference = arcana_reference()
    listed = tuple(
        PrintedRoster(
            judged.army,
            judged.report,
            judged.price,
            sealed(copy.roster, judged, day, copy.check_page),
            write_roster(judged.roster),
        )
        for copy, judged in zip(copies, ARCANA.verdicts(shown, reference), strict=True)
    )
    return PrintContent(reference.catalogue, listed, tuple(terrain_charts().values()), tuple(TERRAIN_KINDS.values()))


class Job(Struct, frozen=True):
    """An order laid out in sheets, not written yet."""

    options: PrintOptions
    sheets: tuple[tuple[SheetKind, Sheet], ...]

    @property
    def pages(self) -> int:
        return sum(sheet.count for _, sheet in self.sheets)

    @property
    def title(self) -> str:
        """The title of the file, as `Markers` or `Markers and 2 more`."""
        first, *others = dict.fromkeys(self.options.kinds)
        return SHEET_NAMES[first] + (f" and {len(others)} more" if others else "")


def each_page(sheets: Iterable[tuple[SheetKind, Sheet]]) -> Iterator[tuple[Sheet, int]]:
    """Every page that would be printed, as its sheet and its number there from 1; no sheet is taken before its turn."""
    return ((sheet, number) for _, sheet in sheets for number in sheet.numbers)


def job_of(options: PrintOptions, content: PrintContent) -> Job:
    return Job(options, tuple(sheets_of(options, content)))


def pages_of(options: PrintOptions, content: PrintContent, *, most: int) -> int | None:
    """How many pages an order makes; None as soon as they are more than `most`."""
    pages = 0
    for _, sheet in sheets_of(options, content):
        pages += sheet.count
        if pages > most:
            return None
    return pages


def pages_of_kinds(options: PrintOptions, content: PrintContent) -> dict[SheetKind, int]:
    """How many pages each kind would make, 0 where the rosters have nothing of it.

    The count ends after `COUNTING` seconds; the kind that it is at then has none.
    """
    pages: dict[SheetKind, int] = {}
    end = thread_time() + COUNTING
    for kind in SheetKind:
        if content.rosters or kind not in NEEDS_ROSTERS:
            alone = () if is_needless(kind, options, content) else sheets_of(replace(options, kinds=(kind,)), content)
            counts = [sheet.count for _, sheet in takewhile(lambda _: thread_time() <= end, alone)]
            if thread_time() > end:
                break
            pages[kind] = sum(counts)
    return pages


def has_many_odds(options: PrintOptions, content: PrintContent) -> bool:
    """Whether the cards of units are set against more targets than an answer may keep somebody waiting for."""
    units = sum(1 for army in content.armies for _ in army.units) if SheetKind.CARDS in options.kinds else 0
    return units * len(options.targets) > MOST_ODDS_AT_ONCE


def short_job_of(options: PrintOptions, content: PrintContent) -> Job:
    """A job that may be waited for; MalformedError as soon as more than `MOST_AT_ONCE` pages are laid out."""
    if has_many_odds(options, content):
        most = f"{MOST_ODDS_AT_ONCE} units against targets, the most in one answer"
        raise MalformedError("targets", f"makes odds of more than {most}; order fewer rosters or targets")
    pages, sheets = 0, []
    for kind, sheet in sheets_of(options, content):
        pages += sheet.count
        if pages > MOST_AT_ONCE:
            raise MalformedError(
                "copies" if options.copies > 1 else "kinds",
                f"makes more than {MOST_AT_ONCE} pages, the most in one answer; order fewer kinds, rosters or copies",
            )
        sheets.append((kind, sheet))
    return Job(options, tuple(sheets))


def as_pdf(job: Job, progress: Progress | None = None) -> bytes:
    """All sheets of the job in one PDF; `progress` takes the number of pages written so far."""
    return bind(job.title, [sheet for _, sheet in job.sheets], progress)


def as_archive(job: Job, progress: Progress | None = None) -> bytes:
    """A ZIP of a PDF for each sheet; the same order makes the same bytes."""
    output, written = BytesIO(), 0
    with ZipFile(output, "w", ZIP_DEFLATED) as archive:
        for number, (kind, sheet) in enumerate(job.sheets, 1):
            archive.writestr(ZipInfo(_entry(number, kind, sheet)), render(sheet), ZIP_DEFLATED)
            written += sheet.count
            if progress:
                progress(written)
    return output.getvalue()


def _entry(number: int, kind: SheetKind, sheet: Sheet) -> str:
    return f"{number:02}-{kind}-{slugify(sheet.title) or 'sheet'}.pdf"


def preview(page: tuple[Sheet, int]) -> bytes:
    """A page, given as its sheet and its number there, as PNG of `PREVIEW_WIDTH` pixels."""
    return page_png(single_page(*page), width=PREVIEW_WIDTH)
