"""The short roster sheets: one page, the organiser's copy, attrition and wounds to tick."""

from __future__ import annotations

from collections.abc import Callable

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from zxingcpp import read_barcodes

from tabletop.arcana.fielding import Army
from tabletop.arcana.prices import price
from tabletop.arcana.sheets.listing import Roster, compact_sheet, organiser_sheet
from tabletop.arcana.sheets.tallies import attrition_sheet, game_sheet
from tabletop.findings import Report
from tabletop.sheets.document import Sheet, render
from tabletop.sheets.paper import A4, PAPERS, Paper
from tests.tabletop.arcana.sheets.samples import ADDRESS, ILLEGAL, LEGAL, PROVED, army, axemen, beasts, led
from tests.tabletop.arcana.sheets.test_roster_sheet import many
from tests.tabletop.sheets.measuring import MM, letters_of, outside, overlaps, pages_of, text_of

Make = Callable[..., Sheet]
MAKERS: tuple[Make, ...] = (compact_sheet, organiser_sheet, attrition_sheet, game_sheet)
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
EACH = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)


def roster(fielded: Army, report: Report = LEGAL) -> Roster:
    return Roster(fielded, report, price(fielded), PROVED)


SMALL = roster(army([led("u1", "Hearthguard"), axemen("u2", "The Old Guard"), beasts("u3", "Carts")]))


@SHEET_PAPERS
@EACH
@pytest.mark.parametrize("report", [LEGAL, ILLEGAL], ids=["legal", "illegal"])
def test_nothing_is_clipped_or_lies_on_something_else(make: Make, paper: Paper, report: Report) -> None:
    for page in pages_of(render(make(roster(many(), report), paper=paper))):
        assert outside(page) == []
        assert overlaps(page) == []


@EACH
def test_every_unit_is_there(make: Make) -> None:
    text = " ".join(text_of(page) for page in pages_of(render(make(SMALL, paper=A4))))
    assert all(name in text for name in ("Raiders", "Hearthguard", "The Old Guard", "Carts"))


@EACH
def test_an_illegal_roster_says_so_on_every_page(make: Make) -> None:
    for page in pages_of(render(make(roster(many(), ILLEGAL), paper=A4))):
        assert "NOT LEGAL: 2 errors" in text_of(page)


@SHEET_PAPERS
def test_forty_units_stand_on_one_page(paper: Paper) -> None:
    host = roster(army([axemen(f"u{number}", f"Company {number}") for number in range(40)]))
    (page,) = pages_of(render(compact_sheet(host, paper=paper)))
    assert "Company 39" in text_of(page)
    assert min(char["size"] for char in letters_of(page)) >= 6.99


def test_more_than_a_page_holds_goes_on_and_nothing_is_lost() -> None:
    host = roster(army([axemen(f"u{number}", f"Company {number}") for number in range(200)]))
    pages = pages_of(render(compact_sheet(host, paper=A4)))
    assert len(pages) > 1
    assert "Company 199" in text_of(pages[-1])


@SHEET_PAPERS
@pytest.mark.parametrize("dots", [150, 300])
def test_the_organiser_s_square_leads_to_the_check_of_this_roster(paper: Paper, dots: int) -> None:
    document = pypdfium2.PdfDocument(render(organiser_sheet(SMALL, paper=paper)))
    found = [each.text for page in document for each in read_barcodes(page.render(scale=dots / 72).to_pil())]
    document.close()
    assert found == [ADDRESS]


def test_the_organiser_reads_verdict_digest_and_findings() -> None:
    text = " ".join(text_of(page) for page in pages_of(render(organiser_sheet(roster(many(), ILLEGAL), paper=A4))))
    assert "A084B-01F36-C8888-D2345" in text
    assert "The army is too small." in text
    assert "Checked by, and when" in text


def test_the_steps_of_attrition_are_the_book_s() -> None:
    (page,) = pages_of(render(attrition_sheet(SMALL, paper=A4)))
    text, points = text_of(page), SMALL.price.points
    assert f"30 % {-(-points * 3 // 10):,} points tests: 7 or less" in text
    assert f"100 % {points:,} points tests: 0 or less" in text
    assert "20 %" in text
    assert text.count("no test yet") == 2
    ticks = [rect for rect in page.rects if rect["width"] / MM == pytest.approx(3.2, abs=0.05)]
    assert len(ticks) == 3 + 10


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 200))
def test_there_is_a_box_for_each_wound(count: int) -> None:
    (host, *_) = [roster(army([axemen("u1", count=count)]))]
    pages = pages_of(render(game_sheet(host, paper=A4)))
    boxes = [rect for page in pages for rect in page.rects if rect["width"] / MM == pytest.approx(2.8, abs=0.05)]
    assert len(boxes) == count


@EACH
def test_the_same_roster_makes_the_same_bytes(make: Make) -> None:
    assert len({render(make(SMALL, paper=A4)) for _ in range(2)}) == 1
