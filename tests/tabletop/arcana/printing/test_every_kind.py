"""Every kind of sheet with the names that are hardest to set: the longest printed ones, and those of other scripts."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Models, Roster, Unit
from tabletop.arcana.army.rules import review
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintContent, PrintOptions, SheetKind, sheets_of
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.pdf.document import bind, render
from tests.catalogue import printed_catalogue
from tests.charts import base_kinds, printed_charts
from tests.laws import law_of
from tests.tabletop.arcana.printing.samples import PROVED
from tests.tabletop.pdf.drawn import words_drawn
from tests.tabletop.pdf.measuring import outside, overlaps, pages_of, text_of

CATALOGUE = printed_catalogue()
NAMES = (
    "Οι Ατρόμητοι Φρουροί της Πύλης των Λεόντων",
    "Железные воины Северного Предела",
    "حرس القلعة الحجرية العظيمة",
    "שומרי החומה האחרונה",
    "龍之軍團第七步兵大隊黃金長槍衛士",
    "황금창 근위대 제칠 대대",
    "Gh’zzaakkhbarglefloppordinkschnurbeltraxxorumpelstilzchen" * 2,
    max((row.name for row in CATALOGUE.rows.values()), key=len),
)


@cache
def stock() -> PrintContent:
    """A unit of each name, of the rows with the longest names of their own."""
    longest = sorted(
        (row for row in CATALOGUE.rows.values() if row.section != "characters"), key=lambda row: -len(row.name)
    )
    units = tuple(
        Unit(ref=f"u{number}", name=name, models=(Models(profile=row.slug, count=4),))
        for number, (name, row) in enumerate(zip(NAMES, longest, strict=False))
    )
    roster = Roster(format="muster-roster/1", game="arcana", name=NAMES[0] + NAMES[4], army="dwarves", units=units)
    army: Army = resolve(roster, CATALOGUE)
    priced = price(army)
    return PrintContent(
        CATALOGUE,
        (PrintedRoster(army, review(army, priced), priced, PROVED),),
        tuple(printed_charts().values()),
        tuple(base_kinds().values()),
    )


@pytest.mark.parametrize("kind", SHEET_NAMES)
def test_no_name_leaves_its_sheet_or_lies_on_something_else(kind: SheetKind) -> None:
    """On each paper in each scale; what is the same to the byte in both is read once."""
    drawn = {
        render(sheet): (paper, scale)
        for paper, scale in product(("a4", "letter"), (15, 25))
        for _, sheet in sheets_of(PrintOptions(kinds=(kind,), scale=scale, paper=paper), stock())  # type: ignore[arg-type]
    }
    for pdf, where in drawn.items():
        for page in pages_of(pdf):
            assert outside(page) == [], where
            assert overlaps(page) == [], where


@pytest.mark.parametrize("kind", ["roster", "compact", "organiser", "attrition", "game", "cards"])
def test_every_name_is_printed_whole_and_in_letters(kind: SheetKind) -> None:
    text = "".join(
        "".join(text_of(page).split())
        for _, sheet in sheets_of(PrintOptions(kinds=(kind,)), stock())
        for page in pages_of(render(sheet))
    )
    for name in (NAMES[0], NAMES[1], NAMES[4], NAMES[5], NAMES[7]):  # right to left, letters come as they stand
        assert "".join(name.split())[:5] in text, name
    assert "□□" not in text.replace("□broken", "").replace("□fled", "").replace("□engaged", "")


@law_of(SHEET_NAMES)
def test_no_letter_is_too_small_to_read(kind: SheetKind) -> None:
    _, words = words_drawn(lambda: bind(kind, [sheet for _, sheet in sheets_of(PrintOptions(kinds=(kind,)), stock())]))
    assert min(word.style.size for word in words) >= 7
