"""What a document says to those who have it read to them: its structure in reading order, to PDF/UA-1."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from reportlab.pdfbase.ttfonts import TTFont

from tabletop.heraldry import Shield, picture
from tabletop.pdf.cutouts import Cutout, cutout_pages
from tabletop.pdf.document import Sheet, bind, content_box, render
from tabletop.pdf.flow import Block, Column, Emblem, Hairline, RowKind, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.fonts import EmbeddedFont
from tabletop.pdf.paper import A4
from tabletop.pdf.qr import QrCode
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import Style
from tests.tabletop.pdf.accessibility import Node, Read, faults
from tests.tabletop.pdf.measuring import printed_words

TEXT, TITLE, HEADING = Style(9), Style(20, "title"), Style(12, "title")
COLUMNS = (Column(0, 10), Column(10, 40), Column(50, 20), Column(70, 20))


def row(*words: str, kind: RowKind = RowKind.BODY, columns: Sequence[Column] = COLUMNS) -> TableRow:
    cells = zip(columns, words, strict=True)
    return TableRow(tuple(cell(column, text, TEXT) for column, text in cells), kind=kind)


def titled(words: str, style: Style, column: Column, kind: RowKind = RowKind.PARAGRAPH) -> TableRow:
    return TableRow((cell(column, words, style),), kind=kind)


def roster() -> Sheet:
    head = Stack((row("", "Name", "Move", "Points", kind=RowKind.HEAD), Hairline(90)))
    shield = Shield(division="pale", field="azure", second="argent", charge="hammer", charge_tincture="or")
    first: tuple[Block, ...] = (
        Emblem(picture(shield), 9, "Shield: Dwarves"),
        titled("The Raiders", TITLE, Column(12, 100)),
    )
    units: tuple[Block, ...] = (
        titled("Wall", HEADING, Column(10, 50), RowKind.BODY),
        row("12", "Axemen", '5"', "240"),
        titled("They hold the ford.", TEXT, Column(10, 80), RowKind.BODY),
    )
    totals = (row("Normal", "240", columns=COLUMNS[1:3]), row("Special", "0", columns=COLUMNS[1:3]))
    sections = [
        Section((Stack(first),)),
        Section(units, head),
        Section(totals),
        Section((QrCode("https://x.org", 20),)),
    ]
    return Sheet(title="Raiders & <Co>", paper=A4, pages=paginate(sections, content_box(A4)))


def shape(node: Node) -> object:
    """Roles with what tells cells apart, nested as they were read."""
    name = node.role + (f" {node.scope}" if node.scope else "") + (f" of {node.span}" if node.span > 1 else "")
    return (name, *map(shape, node.nodes)) if node.nodes else name


def test_rows_make_tables_whose_cells_span_what_they_lie_under() -> None:
    read = Read(render(roster()))
    assert [shape(node) for node in read.whole.nodes] == [
        "Figure",
        "H1",
        (
            "Table",
            ("TR", "TH Column", "TH Column", "TH Column", "TH Column"),
            ("TR", "TD", ("TD of 3", "H2")),
            ("TR", "TD", "TD", "TD", "TD"),
            ("TR", "TD", "TD of 3"),
            ("TR", "TD", "TD", "TD of 2"),
            ("TR", "TD", "TD", "TD of 2"),
        ),
        "Figure",
    ]
    assert [node.alt for node in read.whole.walk() if node.alt] == ["Shield: Dwarves", "Code to scan: https://x.org"]


def test_rows_without_heads_are_a_table_of_their_own_headed_by_their_first_cells() -> None:
    blocks = (row("a", "b", columns=COLUMNS[:2]), row("c", columns=COLUMNS[:1]), row("d", "e", columns=COLUMNS[1:3]))
    sheet = Sheet(title="x", paper=A4, pages=paginate([Section(blocks)], content_box(A4)))
    assert [shape(table) for table in Read(render(sheet)).whole.nodes] == [
        ("Table", ("TR", "TH Row", "TD"), ("TR", "TH Row of 2")),
        ("Table", ("TR", "TH Row", "TD")),
    ]


def cut() -> Sheet:
    return Sheet(title="Cut", paper=A4, pages=cutout_pages([Cutout(name="Strip", width=200, height=20)], A4), copies=2)


def low(surface: Surface) -> None:
    for number, style in enumerate((HEADING, TEXT, HEADING, TITLE, HEADING)):
        surface.text((20, 30 + number * 10), "words", style)


def test_headings_begin_with_the_first_level_in_every_sheet() -> None:
    cards = Sheet(title="Cards", paper=A4, pages=(low,))
    read = Read(bind("All", [cards, roster(), cards]))
    levels = [node.role for node in read.whole.walk() if node.role.startswith("H")]
    assert levels == ["H1", "H1", "H1", "H1", "H1", "H2", "H1", "H1", "H1", "H1"]


def test_documents_of_ours_break_nothing_that_can_be_checked() -> None:
    drawn = Sheet(title="Drawn", paper=A4, pages=(low,), mark="NOT LEGAL")
    assert faults(bind("All of <it> & more 龍", [roster(), drawn, roster(), cut()])) == []


def test_what_breaks_the_standard_would_be_found() -> None:
    """A few bytes changed in the structure of a document that breaks nothing."""
    pdf = render(roster())
    changes = {
        (b"<pdfuaid:part>1", b"<pdfuaid:part>2"): "5: no PDF/UA identifier",
        (b"/Marked true", b"/Markee true"): "6.2: not marked",
        (b"/DisplayDocTitle", b"/DisplayNotTitle"): "7.1: the title isn't shown",
        (b"/S/H1", b"/S/H2"): "7.4.2: the first heading isn't of the first level",
        (b"/S/H2", b"/S/H3"): "7.4.2: a level of headings is skipped",
        (b"/Alt<", b"/Als<"): "7.3: a picture without words",
        (b"/BBox[", b"/BBux["): "7.3: a picture without its place",
        (b"/S/TR", b"/S/TD"): "7.2: TD stands in Table",
        (b"/ColSpan 3", b"/ColSpan 2"): "7.2: rows of a table differ in length",
        (b"/Scope/Column", b"/Scone/Column"): "7.5: a head without a scope",
        (b"/S/TH", b"/S/TD"): "7.5: a cell without a head",
        (b"/ToUnicode", b"/ToUnicorn"): "doesn't lead back to letters",
        (b"/FontFile2", b"/FontFlie2"): "isn't embedded",
        (b"/K[0]", b"/K[7]"): "7.1: marks and structure differ",
        (b"/Tabs", b"/Tubs"): "has no order of tabs",
    }
    for (right, wrong), fault in changes.items():
        assert right in pdf, right
        assert any(fault in found for found in faults(pdf.replace(right, wrong))), fault

    def bare(surface: Surface) -> None:
        surface.stream.code.append("EMC 0 0 9 9 re f* /Artifact BMC")

    assert "7.1: page 1 paints f* outside of every mark" in faults(render(Sheet(title="x", paper=A4, pages=(bare,))))


def letters(surface: Surface) -> None:
    for number, first in enumerate(range(0x400, 0x4A0, 0x20)):
        surface.text((20, 30 + number * 10), "".join(map(chr, range(first, first + 0x20))), TEXT)
    surface.text((20, 90), "\U00010300\U00010301", TEXT)


def test_codes_lead_back_to_letters_however_many_and_wherever_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """More letters than a block holds, some beyond the first plane; what reportlab itself writes is found."""
    sheet = Sheet(title="Letters", paper=A4, pages=(letters,))
    words = printed_words(render(sheet))
    assert all(chr(code) in words for code in (*range(0x410, 0x450), *range(0x460, 0x480), 0x10300, 0x10301))
    assert faults(render(sheet)) == []
    monkeypatch.setattr(EmbeddedFont, "addObjects", TTFont.addObjects)
    assert any("leads to no letter" in fault for fault in faults(render(sheet)))
