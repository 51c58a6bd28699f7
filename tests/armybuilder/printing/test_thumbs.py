"""The print shop's small pictures: parts of real sheets, made anew where those change.

Renew them, after looking at each, with: RENEW=1 .venv/bin/pytest tests/armybuilder/printing/test_thumbs.py
"""

from __future__ import annotations

import json
import os
from functools import cache

import pypdfium2
from msgspec.structs import replace
from PIL import Image

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.army.rules import review
from tabletop.arcana.creation.design_files import read_design
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintContent, PrintOptions, SheetKind, sheets_of
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.pdf.document import single_page
from tests.catalogue import PROJECT, SAMPLES, printed_catalogue
from tests.designs import YOUNG_DRAGON
from tests.laws import law_of
from tests.tabletop.arcana.printing.samples import PROVED
from tests.tabletop.arcana.printing.test_pictures import MOST_SHARE, share_apart, stock

FOLDER = PROJECT / "armybuilder" / "static" / "armybuilder" / "thumbs"
SIZE = (288, 216)
SHADES = 16
MM = 72 / 25.4

CARD = (9.0, 10.0, 128.0)
WHOLE = (7.0, 7.0, 196.0)
PARTS = {
    SheetKind.REFERENCE: (7.0, 7.0, 130.0), SheetKind.CARDS: CARD, SheetKind.PROFILES: CARD, SheetKind.DESIGNS: CARD,
    SheetKind.SPELLS: CARD, SheetKind.TERRAIN_CARDS: CARD, SheetKind.MARKERS: (5.0, 5.0, 112.0),
    SheetKind.GAUGES: (5.0, 5.0, 100.0), SheetKind.RANGES: (5.0, 5.0, 130.0), SheetKind.TRAYS: (5.0, 5.0, 150.0),
}  # fmt: skip
"""Which part of its first page stands for a kind: left and top edge and width in millimetres."""


@cache
def content(kind: SheetKind) -> PrintContent:
    """The army of the other pictures; for cards of own designs one that carries two."""
    if kind != SheetKind.DESIGNS:
        return stock()
    roster = read_roster((SAMPLES / "undead.json").read_bytes())
    own = (YOUNG_DRAGON, YOUNG_DRAGON | {"name": "Old Dragon", "wounds": 9})
    army = resolve(
        replace(roster, designs=tuple(read_design(json.dumps(design)) for design in own)), printed_catalogue()
    )
    priced = price(army)
    return replace(stock(), rosters=(PrintedRoster(army, review(army, priced), priced, PROVED),))


def part_of(kind: SheetKind) -> Image.Image:
    """The part of the kind's first page that stands for it, in few shades."""
    (_, sheet), *_ = sheets_of(PrintOptions(kinds=(kind,)), content(kind))
    left, top, width = PARTS.get(kind, WHOLE)
    scale = SIZE[0] / (width * MM)
    with pypdfium2.PdfDocument(single_page(sheet, 1)) as document:
        page = document[0].render(scale=scale, grayscale=True).to_pil().convert("L")
    x, y = round(left * MM * scale), round(top * MM * scale)
    return page.crop((x, y, x + SIZE[0], y + SIZE[1]))


@law_of(SHEET_NAMES)
def test_a_small_picture_shows_the_sheet_as_it_is_printed_now(kind: SheetKind) -> None:
    path, picture = FOLDER / f"{kind}.png", part_of(kind)
    if os.environ.get("RENEW"):
        picture.quantize(SHADES).save(path, optimize=True)
    with Image.open(path) as stored:
        assert stored.size == SIZE
        assert share_apart(stored.convert("L"), picture) <= MOST_SHARE


def test_every_small_picture_is_of_a_kind() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(SHEET_NAMES)
