"""Sheets are read to the same things as by pdfplumber alone."""

from __future__ import annotations

from typing import Any

import pytest
from pdfminer import pdfinterp
from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdftypes import PDFStream
from pdfminer.psparser import PSEOF

from tabletop.arcana.printing.orders import SHEET_NAMES, PrintOptions, sheets_of
from tabletop.pdf.document import render
from tests.tabletop.arcana.printing.test_every_kind import stock
from tests.tabletop.pdf.measuring import pages_of
from tests.tabletop.pdf.quick_reading import Words, parser_of, read_as_usual, read_quickly


def things_on(pdf: bytes) -> list[dict[str, list[dict[str, Any]]]]:
    """An image's stream is another object each time that it is read."""
    pages = [page.objects for page in pages_of(pdf)]
    for things in pages:
        for thing in things.get("image", ()):
            thing |= {"stream": thing["stream"].get_data(), "colorspace": str(thing["colorspace"])}
    return pages


def test_sheets_of_every_kind_are_read_to_the_same_things() -> None:
    pdfs = [render(sheet) for kind in SHEET_NAMES for _, sheet in sheets_of(PrintOptions(kinds=(kind,)), stock())]
    quickly = [things_on(pdf) for pdf in pdfs]
    read_as_usual()
    try:
        usual = [things_on(pdf) for pdf in pdfs]
    finally:
        read_quickly()
    assert pdfinterp.PDFContentParser is parser_of
    assert sum(len(things["char"]) for pages in usual for things in pages if "char" in things) > 20_000
    assert quickly == usual


def objects_of(parser: Any) -> list[Any]:
    objects = []
    while True:
        try:
            objects.append(parser.nextobject()[1])
        except PSEOF:
            return objects


@pytest.mark.parametrize(
    ("content", "is_quick"),
    [
        (b"/F1 9.5 Tf -1 +2 .5 -.5 1. Td (a\\(b\\)\\\\c\\n\\101\\377) Tj T* <0aFf> ' [(x) -3 (y) [1]] TJ", True),
        (b"/P <</MCID 0 /Kids [1 <</A true>>] /Off false>>BDC(\r\n)Tj EMC", True),
        (b"q 1 0 0 1 0 0 cm/Im1 Do Q", True),
        (b"(nested (string)) Tj", False),
        (b"(odd \\z escape) Tj (\\7) Tj", False),
        (b"BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q", False),
        (b"1 % a comment\n2 m", False),
        (b"/A#42 gs", False),
        (b"<0aF> Tj", False),
        (b"[1 2 TJ", False),
        (b"1 2] TJ", False),
    ],
)
def test_what_one_pattern_cant_cut_is_read_the_usual_way(content: bytes, is_quick: bool) -> None:
    parser = parser_of([PDFStream({}, content)])
    assert isinstance(parser, Words) == is_quick
    if is_quick:
        assert objects_of(parser) == objects_of(PDFContentParser([PDFStream({}, content)]))
