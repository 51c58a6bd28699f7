"""Rosters to the print shop's stock, and its sheets as files: what the pages, the API and the command print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.text import slugify

from armybuilder.services.terrainfiles import terrain_charts
from armybuilder.verdicts import verdicts, written_date
from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.exchange.digest import content_digest, short_digest
from tabletop.arcana.roster import Roster
from tabletop.arcana.sheets.listing import Roster as Judged
from tabletop.arcana.sheets.shop import KINDS, Stock, Wishes, sheets_of
from tabletop.sheets.document import Sheet, bound, render, single
from tabletop.sheets.preview import pictured

PREVIEW_WIDTH = 520


def stock_of(rosters: Sequence[Roster], catalogue: Catalogue, day: date) -> Stock:
    """The rosters judged today; MalformedError where one names what the catalogue doesn't have."""
    found = verdicts(rosters, catalogue)
    stamps = [f"{written_date(day)}, rules {each.rules_version}" for each in found]
    digests = [short_digest(content_digest(roster)) for roster in rosters]
    judged = tuple(
        Judged(each.army, each.report, each.price, stamp, digest)
        for each, stamp, digest in zip(found, stamps, digests, strict=True)
    )
    return Stock(catalogue, judged, tuple(terrain_charts().values()))


def as_pdf(wishes: Wishes, stock: Stock) -> bytes:
    """Everything in one PDF."""
    return bound(title_of(wishes), [sheet for _, sheet in sheets_of(wishes, stock)])


def as_archive(wishes: Wishes, stock: Stock) -> bytes:
    """A ZIP of a PDF for each sheet; the same order makes the same bytes."""
    output = BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED) as archive:
        for number, (kind, sheet) in enumerate(sheets_of(wishes, stock), 1):
            name = f"{number:02}-{kind}-{slugify(sheet.title) or 'sheet'}.pdf"
            archive.writestr(ZipInfo(name), render(sheet), ZIP_DEFLATED)
    return output.getvalue()


def title_of(wishes: Wishes) -> str:
    """`Markers`, or `Markers and 2 more`."""
    first, *others = dict.fromkeys(wishes.kinds)
    return KINDS[first] + (f" and {len(others)} more" if others else "")


def pages_of(wishes: Wishes, stock: Stock) -> Iterator[tuple[Sheet, int]]:
    """Every page that would be printed, as its sheet and its number there from 1."""
    for _, sheet in sheets_of(wishes, stock):
        yield from ((sheet, number) for number in range(1, len(sheet.pages) + 1))


def preview(page: tuple[Sheet, int]) -> bytes:
    """The page as PNG."""
    return pictured(single(*page), width=PREVIEW_WIDTH)
