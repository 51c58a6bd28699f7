"""The short roster sheets: in notation, the organiser's copy, attrition and wounds to tick."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from zxingcpp import read_barcodes

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.stat_lines import stat_line
from tabletop.arcana.printing.cards import unit_cards
from tabletop.arcana.printing.rosters.abbreviations import SHORT, key_of, short
from tabletop.arcana.printing.rosters.attrition import attrition_sheet, game_sheet
from tabletop.arcana.printing.rosters.compact import compact_sheet
from tabletop.arcana.printing.rosters.organiser import organiser_sheet
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.findings import Report
from tabletop.pdf.document import Sheet, render
from tabletop.pdf.paper import A4, PAPERS, Paper
from tests.catalogue import SAMPLES, printed_catalogue
from tests.tabletop.arcana.printing.samples import ADDRESS, ILLEGAL, LEGAL, PROVED, army, axemen, beasts, led
from tests.tabletop.arcana.printing.test_roster_sheet import many
from tests.tabletop.pdf.measuring import MM, letters_of, outside, overlaps, pages_of, printed_words, text_of

Make = Callable[..., Sheet]
MAKERS: tuple[Make, ...] = (compact_sheet, organiser_sheet, attrition_sheet, game_sheet)
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
EACH = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)


def roster(fielded: Army, report: Report = LEGAL) -> PrintedRoster:
    return PrintedRoster(fielded, report, price(fielded), PROVED)


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
@pytest.mark.parametrize(("count", "most"), [(1, 1), (40, 1), (60, 1), (240, 5)])
def test_any_number_of_units_keeps_its_figures_in_letters_of_seven_points(paper: Paper, count: int, most: int) -> None:
    host = roster(army([axemen(f"u{number}", f"Company {number}.") for number in range(count)]), ILLEGAL)
    pages = pages_of(render(compact_sheet(host, paper=paper)))
    text = "\n".join(map(text_of, pages))
    assert all(f"Company {number}." in text for number in range(count))
    assert len(re.findall(r"^(?:Company .* )?17 Axemen 5\" 1 4 Sh 4 9 1/2", text, re.M)) == count
    assert len(pages) <= most
    for page in pages:
        assert min(char["size"] for char in letters_of(page)) >= 6.99
        assert "Melee Missile Special" in text_of(page)
        assert (outside(page), overlaps(page)) == ([], [])


def test_a_roster_with_room_is_set_large() -> None:
    (page,) = pages_of(render(compact_sheet(SMALL, paper=A4)))
    assert len(letters_of(page, 11.5)) > 20


@SHEET_PAPERS
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_stat_line_of_a_sample_stands_on_one_page(path: Path, paper: Paper) -> None:
    sample = resolve(read_roster(path.read_bytes()), printed_catalogue())
    (page,) = pages_of(render(compact_sheet(roster(sample), paper=paper)))
    words = Counter(text_of(page).split())
    for row in (each.row for unit in sample.units for each in (*unit.models, *unit.characters)):
        played = sample.catalogue.in_play(row.slug)
        line = stat_line(played, played.notes)
        for text in (line.move, line.wounds, line.armour, line.magic, line.morale, line.melee, line.missile):
            assert not Counter(short(text).split()) - words
    assert outside(page) == []
    assert overlaps(page) == []


def test_short_forms_differ_and_are_explained() -> None:
    assert len(set(SHORT.values())) == len(SHORT)
    assert short("3 fixed, evasion (1), missile immune") == "3 Fx, Ev1, MI"
    assert short('Ball (36"): 1/3 Str (4), 2d3 hits, d3 wounds, artillery') == 'Ball (36"): 1/3 S4, 2d3h, d3w, At'
    assert short("base 1/2, negates long weapons") == "B1/2, NL"
    assert key_of(["3 fixed", "7 fearless"]) == "Fx fixed, Fl fearless"
    (page,) = pages_of(render(compact_sheet(SMALL, paper=A4)))
    assert "Mv move" in text_of(page)


@SHEET_PAPERS
@pytest.mark.parametrize("dots", [150, 300])
def test_the_organiser_s_square_leads_to_the_check_of_this_roster(paper: Paper, dots: int) -> None:
    document = pypdfium2.PdfDocument(render(organiser_sheet(SMALL, paper=paper)))
    found = [
        read_barcode.text for page in document for read_barcode in read_barcodes(page.render(scale=dots / 72).to_pil())
    ]
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


def wounds_to_tick(fielded: Army) -> int:
    """The boxes on a game sheet, each 4 mm wide."""
    pages = pages_of(render(game_sheet(roster(fielded), paper=A4)))
    assert [outside(page) for page in pages] == [[]] * len(pages)
    return sum(rect["width"] / MM == pytest.approx(4.0, abs=0.05) for page in pages for rect in page.rects)


def test_there_is_a_box_for_each_wound_however_many() -> None:
    for count in (1, 4, 5, 6, 41, 200, 2000):
        assert wounds_to_tick(army([axemen("u1", count=count)])) == count
    led_by_a_wizard_on_a_boar = 10 + 1 + 1 + 10
    assert wounds_to_tick(army([led("u1")])) == led_by_a_wizard_on_a_boar


def test_a_game_sheet_counts_the_wounds_that_the_cards_do() -> None:
    """Rider and small mount are one creature, a second crew has wounds of its own."""
    dwarves, goblins = (
        resolve(read_roster((SAMPLES / f"{name}.json").read_bytes()), printed_catalogue())
        for name in ("dwarves", "goblins")
    )
    for fielded in (dwarves, goblins):
        cards = [card for unit in unit_cards(fielded, price(fielded), 25) for card in (unit, unit.leader) if card]
        wizards = sum(bool(card.spells) for card in cards)
        boxes = sum(tally.boxes for card in cards for tally in card.tallies)
        assert wounds_to_tick(fielded) == boxes + wizards * 10
    words = printed_words(render(game_sheet(roster(goblins), paper=A4)))
    assert "Goblin King on Warg, 6 wounds" in words
    assert "1 Ballista, 8 wounds" in printed_words(render(game_sheet(roster(dwarves), paper=A4)))


@EACH
def test_the_same_roster_makes_the_same_bytes(make: Make) -> None:
    assert len({render(make(SMALL, paper=A4)) for _ in range(2)}) == 1
