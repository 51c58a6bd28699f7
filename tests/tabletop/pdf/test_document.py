"""Sheets as PDF: true size, embedded type, the same bytes every time."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pdfplumber
import pytest
from msgspec.structs import replace
from pdfminer.pdftypes import resolve1

from tabletop.heraldry import Shield, picture
from tabletop.pdf.document import MARGIN, Sheet, content_box, render
from tabletop.pdf.paper import A4, LETTER, PAPERS, UNPRINTABLE, Box, Paper
from tabletop.pdf.preview import page_png
from tabletop.pdf.surface import Outlines, Pen, Surface
from tabletop.pdf.typography import Style
from tabletop.work import Budget, TooMuchWorkError, Work, limited
from tests.tabletop.pdf.measuring import MM, TOLERANCE, outside, overlaps, pages_of, text_of

PROJECT = Path(__file__).resolve().parents[3]
SHIELD = Shield(division="pale", field="azure", second="argent", charge="hammer", charge_tincture="or")
NAMES = "Raiders Ατρόμητοι Дружина الحرس שומרים 龍 용 सैनिक"
EDGES = ("x0", "x1", "top", "bottom")


def drawing(surface: Surface) -> None:
    surface.rectangle(Box(20, 30, 63.5, 88.9), Pen(0.1))
    surface.circle((120, 60), 12.5, Pen(0.1))
    surface.line((20, 130), (20 + 152.4, 130), Pen(0.1))
    surface.picture(picture(SHIELD, hatched=True), (150, 40), 20)
    surface.text((20, 140), NAMES, Style(12, "title"))
    surface.fitted_text((20, 150), NAMES * 3, Style(12), 60, smallest=7)


def sheet(paper: Paper = A4, count: int = 2, mark: str = "") -> Sheet:
    return Sheet(title="Raiders 龍", subject="A test", paper=paper, pages=(drawing,) * count, mark=mark)


@pytest.mark.parametrize(("paper", "size"), [(A4, (210, 297)), (LETTER, (215.9, 279.4)), (A4.turned, (297, 210))])
def test_pages_have_the_paper_s_size(paper: Paper, size: tuple[float, float]) -> None:
    page = pages_of(render(sheet(paper)))[0]
    assert (page.width / MM, page.height / MM) == pytest.approx(size, abs=TOLERANCE)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_drawn_things_have_their_true_size_and_place_on_any_paper(paper: Paper) -> None:
    page = pages_of(render(sheet(paper)))[0]
    (card,) = [rect for rect in page.rects if rect["height"] > 50]
    assert [card[key] / MM for key in ("x0", "top", "width", "height")] == pytest.approx([20, 30, 63.5, 88.9], abs=0.05)
    (disc,) = [curve for curve in page.curves if 60 < curve["width"] < 80]
    assert [disc[key] / MM for key in ("x0", "top", "width", "height")] == pytest.approx(
        [107.5, 47.5, 25, 25], abs=0.05
    )
    (stick,) = [line for line in page.lines if line["width"] > 200]
    assert stick["width"] / MM == pytest.approx(152.4, abs=TOLERANCE)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_every_page_bears_a_ruler_of_50_mm(paper: Paper) -> None:
    for page in pages_of(render(sheet(paper))):
        level = [line for line in page.lines if line["height"] == 0 and line["top"] / MM > paper.height - 15]
        assert [line["width"] / MM for line in level] == pytest.approx([50], abs=TOLERANCE)
        ticks = sorted(line["x0"] / MM for line in page.lines if line["width"] == 0)
        assert ticks == pytest.approx([MARGIN + tick for tick in range(51)], abs=TOLERANCE)


def test_outlines_that_are_written_once_lie_where_they_would_be_drawn_one_by_one() -> None:
    boxes = (Box(1, 2, 5, 5), Box(7.25, -3, 4, 2.5))
    at, pen = (40.5, 61.25), Pen(0.3)

    def together(surface: Surface) -> None:
        surface.strokes(Outlines((((0, 0), (9, 3)),), boxes), at, pen)

    def one_by_one(surface: Surface) -> None:
        surface.line(at, (at[0] + 9, at[1] + 3), pen)
        for box in boxes:
            surface.rectangle(Box(at[0] + box.x, at[1] + box.y, box.width, box.height), pen)

    pages = [pages_of(render(Sheet(title="One", paper=A4, pages=(draw,))))[0] for draw in (together, one_by_one)]
    drawn = [
        [thing for thing in (*page.rects, *page.lines) if abs(thing["linewidth"] - 0.3 * MM) < 0.01] for page in pages
    ]
    assert len(drawn[0]) == len(drawn[1]) == 3
    for one, other in zip(*drawn, strict=True):
        assert [one[edge] for edge in EDGES] == pytest.approx([other[edge] for edge in EDGES], abs=0.01)


def test_every_page_says_how_to_print_it_and_which_it_is() -> None:
    for number, page in enumerate(pages_of(render(sheet(count=3))), 1):
        text = text_of(page)
        assert "Print at 100 % on A4" in text
        assert f"page {number} of 3" in text


def test_copies_are_whole_and_drawn_and_kept_once() -> None:
    drawn = []

    def first(surface: Surface) -> None:
        drawn.append("first")
        drawing(surface)

    def second(surface: Surface) -> None:
        drawn.append("second")
        surface.text((20, 60), "second half", Style(9))

    once = Sheet(title="x", paper=A4, pages=(first, second))
    thrice = replace(once, copies=3)
    assert (thrice.count, list(thrice.numbers)) == (6, [1, 2] * 3)
    single, copied = render(once), render(thrice)
    assert drawn == ["first", "second"] * 2
    pages = pages_of(copied)
    assert [text_of(page) for page in pages] == [text_of(page) for page in pages_of(single)] * 3
    assert [page.page_obj.attrs["StructParents"] for page in pages] == list(range(6))
    assert structure_of(copied) == structure_of(single) * 3
    assert len(copied) - len(single) < len(single) / 5
    assert page_png(copied, width=200, page=4) == page_png(single, width=200, page=0)


def test_pages_are_taken_from_a_budget_before_any_is_drawn_and_copies_are_not() -> None:
    def untouched(surface: Surface) -> None:
        raise AssertionError("it is drawn")

    with limited(Budget(60.0, {Work.PAGES: 3})):
        render(replace(sheet(count=2), copies=9))
        with pytest.raises(TooMuchWorkError, match="more than 3 pages"):
            render(Sheet(title="x", paper=A4, pages=(untouched,) * 2))


def test_a_mark_stands_on_every_page() -> None:
    pages = pages_of(render(sheet(mark="NOT LEGAL: 2 errors")))
    assert [text_of(page).count("NOT LEGAL: 2 errors") for page in pages] == [1, 1]
    assert content_box(A4, "x").y > content_box(A4).y
    assert content_box(A4, "x").bottom == content_box(A4).bottom


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_nothing_lies_outside_the_safe_area_or_on_something_else(paper: Paper) -> None:
    page = pages_of(render(sheet(paper, mark="NOT LEGAL")))[0]
    assert outside(page) == []
    assert overlaps(page) == []
    assert paper.safe.x == UNPRINTABLE


def test_pages_are_read_as_pdfplumber_reads_them() -> None:
    """Ours is the quicker way to what all other tests look at: each thing in order, with all that they ask of it."""
    pdf = render(sheet(mark="NOT LEGAL", count=1))
    (page,), (other,) = pages_of(pdf), pdfplumber.open(BytesIO(pdf)).pages
    assert page.objects.keys() == other.objects.keys() == {"char", "line", "rect", "curve"}
    for kind, things in other.objects.items():
        for ours, whole in zip(page.objects[kind], things, strict=True):
            assert ours == {key: whole[key] for key in ours}


def test_what_lies_outside_would_be_found() -> None:
    def stray(surface: Surface) -> None:
        surface.text((3, 50), "out", Style(9))
        surface.line((50, 6.3), (60, 6.3), Pen(0.1))

    found = outside(pages_of(render(Sheet(title="x", paper=A4, pages=(stray,))))[0])
    assert [each.split()[0] for each in found] == ["char", "char", "line"]


def test_what_lies_on_something_else_would_be_found() -> None:
    def doubled(surface: Surface) -> None:
        surface.text((30, 50), "under", Style(9))
        surface.text((31, 50.5), "over", Style(9))

    assert overlaps(pages_of(render(Sheet(title="x", paper=A4, pages=(doubled,))))[0])


def test_every_font_is_embedded_and_maps_back_to_text() -> None:
    for page in pages_of(render(sheet())):
        fonts = [resolve1(font) for font in resolve1(resolve1(page.page_obj.resources)["Font"]).values()]
        assert len(fonts) >= 6
        assert all("FontFile2" in resolve1(font["FontDescriptor"]) and "ToUnicode" in font for font in fonts)


def structure_of(pdf: bytes) -> list[tuple[str, str]]:
    """What is read out, in order: the role of each element, and the text that it marks."""
    document = pdfplumber.open(BytesIO(pdf))
    found = []
    for page in document.pages:
        (whole,) = page.structure_tree
        assert whole["type"] == "Document"
        for each in whole["children"]:
            letters = (char["text"] for mcid in each["mcids"] for char in page.chars if char.get("mcid") == mcid)
            found.append((each["type"], "".join(letters)))
    return found


def test_the_document_is_tagged_in_reading_order_and_its_furniture_left_out() -> None:
    def written(surface: Surface) -> None:
        surface.text((20, 30), "The Raiders", Style(20, "title"))
        with surface.paragraph():
            surface.text((20, 40), "first half,", Style(9))
            surface.line((20, 41), (90, 41), Pen(0.1))
            surface.text((20, 44), "second half", Style(9))
        surface.text((20, 50), "Spells", Style(12, "title"))
        surface.text((20, 60), "alone", Style(9))

    pdf = render(Sheet(title="x", paper=A4, pages=(written, written), mark="NOT LEGAL"))
    one = [("P", "NOT LEGAL"), ("H1", "The Raiders"), ("P", "first half,second half"), ("H2", "Spells"), ("P", "alone")]
    assert structure_of(pdf) == one * 2
    catalogue = pdfplumber.open(BytesIO(pdf)).doc.catalog
    assert resolve1(catalogue["MarkInfo"])["Marked"] is True
    for page in pages_of(pdf):
        unmarked = {char["tag"] for char in page.chars if char.get("mcid") is None}
        assert unmarked == {"Artifact"}
        assert {thing["tag"] for thing in page.lines} == {"Artifact"}


def test_every_mark_leads_back_to_its_element() -> None:
    document = pdfplumber.open(BytesIO(render(sheet())))
    numbers = resolve1(resolve1(resolve1(document.doc.catalog["StructTreeRoot"])["ParentTree"])["Nums"])
    parents = dict(zip(numbers[::2], numbers[1::2], strict=True))
    for page in document.pages:
        marks = {char["mcid"] for char in page.chars if char.get("mcid") is not None}
        assert marks == set(range(len(resolve1(parents[page.page_obj.attrs["StructParents"]]))))


def test_the_catalogue_says_language_title_and_no_scaling() -> None:
    document = pdfplumber.open(BytesIO(render(sheet()))).doc
    preferences = resolve1(document.catalog["ViewerPreferences"])
    assert preferences["PrintScaling"].name == "None"
    assert document.catalog["Lang"] == b"en"
    assert document.info[0]["Title"].decode("utf-16") == "Raiders 龍"
    assert document.info[0]["Author"] == b"Muster"


def test_the_same_sheet_gives_the_same_bytes_in_any_process() -> None:
    first = render(sheet())
    render(Sheet(title="Another", paper=LETTER, pages=(lambda surface: None,)))
    assert render(sheet()) == first
    code = (
        "import hashlib; from tests.tabletop.pdf.test_document import *;"
        "print(hashlib.sha256(render(sheet())).hexdigest())"
    )
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    fresh = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, env=environment, capture_output=True, text=True, check=True
    )
    assert fresh.stdout.strip() == hashlib.sha256(first).hexdigest()
