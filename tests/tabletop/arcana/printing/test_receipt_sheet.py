"""The receipt on paper: every line with its source, the price, whose formula it is."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.creation.points import BOOK_FORMULA, Formula, price
from tabletop.arcana.creation.points.rows import design_of
from tabletop.arcana.creation.points.sums import format_amount
from tabletop.arcana.printing.receipt import receipt_sheet
from tabletop.pdf.paper import PAPERS
from tests.catalogue import printed_catalogue
from tests.tabletop.pdf.measuring import outside, overlaps, pages_of
from tests.tabletop.pdf.measuring import text_of as text_on

DRAGON = design_of(printed_catalogue().rows["monsters/dragon-young"])
CLUB = BOOK_FORMULA.changed("Tuesday Club", {("fixed_armour", "4"): Fraction(13)})


def sheet(design: Design = DRAGON, formula: Formula = BOOK_FORMULA, paper: str = "a4") -> bytes:
    return receipt_sheet(price(design, formula), formula, paper=PAPERS[paper], date="21 November 2026")


def words_of(content: bytes) -> list[str]:
    """The words of each page on one line."""
    return [" ".join(text_on(page).split()) for page in pages_of(content)]


def text_of(content: bytes) -> str:
    return " ".join(words_of(content))


@pytest.mark.parametrize("paper", PAPERS)
def test_every_line_stands_there_with_its_source_and_amount(paper: str) -> None:
    text = text_of(sheet(paper=paper))
    for line in price(DRAGON).breakdown.lines:
        assert all(word in text for word in unicodedata.normalize("NFKC", line.label).split())
        assert line.citation.section in text
        assert format_amount(abs(line.amount)) in text
    assert "Together, exactly 427.5" in text
    assert "Rounded up, once 428" in text


def test_it_is_an_own_design_that_may_be_refused() -> None:
    text = text_of(sheet())
    assert "own design" in text
    assert "the opponent may refuse it" in text


def test_a_clubs_formula_is_named_on_every_page_and_never_taken_for_the_books() -> None:
    many = replace(DRAGON, melee=tuple(Melee(name=f"Head {number}", attacks=9, skill=3) for number in range(20)))
    pages = words_of(sheet(many, CLUB))
    assert len(pages) > 1
    for page in pages:
        assert "By “Tuesday Club”, not by the book" in page
    assert "This isn't the book's price." in text_of(sheet(DRAGON, CLUB))
    assert "not by the book" not in text_of(sheet())


def test_what_infiltrates_and_what_has_a_second_crew_says_both_prices() -> None:
    assert "Without infiltrating" in text_of(sheet(replace(DRAGON, infiltrates=True)))
    machine = design_of(printed_catalogue().rows["war-machines/cannon"])
    assert "A second crew, exactly 44" in text_of(sheet(machine))


def test_the_same_design_makes_the_same_bytes() -> None:
    assert sheet() == sheet()


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_lies_outside_or_on_top_of_something_else(paper: str) -> None:
    long_names = replace(DRAGON, name="Ein sehr langer Name " * 5, melee=DRAGON.melee * 9)
    for page in pages_of(sheet(long_names, CLUB, paper)):
        assert outside(page) == []
        assert overlaps(page) == []
