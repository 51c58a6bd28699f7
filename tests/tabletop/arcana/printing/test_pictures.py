"""One page of each kind beside its stored picture: small and grey, so that only what an eye would see counts.

Renew them, after looking at each, with: RENEW=1 .venv/bin/pytest tests/tabletop/arcana/printing/test_pictures.py
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.army.rules import review
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintContent, PrintOptions, SheetKind, sheets_of
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.pdf.document import single_page
from tests.catalogue import PROJECT, SAMPLES, printed_catalogue
from tests.charts import base_kinds, printed_charts
from tests.laws import of_each
from tests.tabletop.arcana.printing.samples import PROVED

GOLDEN = PROJECT / "tests" / "golden" / "sheets"
PIXELS_AN_INCH = 50
MOST_APART = 60  # of 255, for one pixel: what another rasteriser may make of a line's edge
MOST_SHARE = 0.003  # of all pixels may be farther apart


@cache
def stock() -> PrintContent:
    army = resolve(read_roster((SAMPLES / "undead.json").read_bytes()), printed_catalogue())
    priced = price(army)
    roster = PrintedRoster(army, review(army, priced), priced, PROVED)
    return PrintContent(printed_catalogue(), (roster,), tuple(printed_charts().values()), tuple(base_kinds().values()))


def drawn(kind: SheetKind) -> Image.Image:
    (_, sheet), *_ = sheets_of(PrintOptions(kinds=(kind,)), stock())
    with pypdfium2.PdfDocument(single_page(sheet, 1)) as document:
        picture: Image.Image = document[0].render(scale=PIXELS_AN_INCH / 72, grayscale=True).to_pil().convert("L")
    return picture


def share_apart(one: Image.Image, other: Image.Image) -> float:
    apart = ImageChops.difference(one, other).histogram()
    return sum(apart[MOST_APART + 1 :]) / (one.width * one.height)


@of_each("kind", SHEET_NAMES)
def test_a_page_looks_as_it_did(kind: SheetKind) -> None:
    path, picture = GOLDEN / f"{kind}.png", drawn(kind)
    if os.environ.get("RENEW"):
        picture.save(path, optimize=True)
    with Image.open(path) as stored:
        assert stored.size == picture.size
        assert share_apart(stored.convert("L"), picture) <= MOST_SHARE


def test_another_page_would_be_noticed() -> None:
    assert share_apart(drawn("markers"), drawn("bases")) > MOST_SHARE


def test_every_picture_is_of_a_kind() -> None:
    assert sorted(path.stem for path in Path(GOLDEN).glob("*.png")) == sorted(SHEET_NAMES)
