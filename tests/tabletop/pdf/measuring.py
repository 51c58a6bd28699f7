"""Reads a printed sheet back: its pages, and what on them lies outside or on top of something else."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pdfplumber
import pypdfium2
from pdfminer import pdfinterp, psparser
from pdfplumber.page import Page
from pdfplumber.utils.pdfinternals import resolve_all

from tabletop.pdf.paper import UNPRINTABLE

MM = 72 / 25.4
TOLERANCE = 0.05
BAND = 12.0  # points: about a line


PLAIN = {bool, float, int, str, type(None)}


def resolved(value: Any) -> Any:
    """As pdfplumber's own, which asks of each figure of each letter what kind of reference it may be."""
    return value if type(value) in PLAIN else resolve_all(value)


def objects_of(page: Page) -> Any:
    """As pdfplumber's own, but the layout that they were taken from, half of the memory of a page, isn't kept."""
    objects = parse_objects(page)
    del page._layout
    return objects


parse_objects = Page.parse_objects
Page.parse_objects = objects_of
vars(pdfplumber.page)["resolve_all"] = resolved
for reader in (psparser, pdfinterp):  # each word of a page has a line in a log that nobody reads
    vars(reader)["log"] = SimpleNamespace(debug=lambda *_: None, warning=reader.log.warning, error=reader.log.error)


def pages_of(pdf: bytes) -> list[Any]:
    return pdfplumber.open(BytesIO(pdf)).pages


def text_of(page: Any) -> str:
    """The page's words with plain letters: compatibility forms are what shaping leaves of Arabic."""
    return unicodedata.normalize("NFKC", page.extract_text())


def printed_words(pdf: bytes) -> str:
    """The words of all pages on one line, plain, with one space between them: far quicker where no place is asked."""
    with pypdfium2.PdfDocument(pdf) as document:
        text = " ".join(page.get_textpage().get_text_range() for page in document)
    return " ".join(unicodedata.normalize("NFKC", text).split())


def letters_of(page: Any, size: float | None = None) -> list[Any]:
    letters = [char for char in page.chars if char["text"].strip() and char["x1"] > char["x0"]]
    return [char for char in letters if size is None or abs(char["size"] - size) < 0.01]


def outside(page: Any) -> list[str]:
    """What reaches beyond the safe area: letters from descender to ascender, strokes with their width."""
    edge = UNPRINTABLE * MM - 0.01
    found = []
    for thing in (*page.chars, *page.lines, *page.rects, *page.curves):
        pen = 0 if thing["object_type"] == "char" else (thing["linewidth"] or 0) / 2
        left, right = thing["x0"] - pen, thing["x1"] + pen
        top, bottom = vertical(thing, pen, page.height)
        if left < edge or top < edge or right > page.width - edge or bottom > page.height - edge:
            found.append(
                f"{thing['object_type']} {thing.get('text', '')} {left:.1f} {top:.1f} {right:.1f} {bottom:.1f}"
            )
    return found


def vertical(thing: Any, pen: float, height: float) -> tuple[float, float]:
    if thing["object_type"] != "char":
        return thing["top"] - pen, thing["bottom"] + pen
    baseline = height - thing["matrix"][5]
    return baseline - thing["size"] * 0.8, baseline + thing["size"] * 0.25


def overlaps(page: Any) -> list[tuple[str, str]]:
    """Pairs of letters whose cores (the middle of their width, from baseline to x-height) lie on each other."""
    cores = sorted(core for char in letters_of(page) if (core := core_of(char)))
    return list(colliding(cores))


Core = tuple[float, float, float, float, str]


def core_of(char: Any) -> Core | None:
    if unicodedata.category(char["text"][0]) in ("Mn", "Mc", "Me", "Co"):
        return None
    shy = (char["x1"] - char["x0"]) * 0.2
    baseline = char["matrix"][5]
    return char["x0"] + shy, char["x1"] - shy, baseline, baseline + char["size"] * 0.48, char["text"]


def colliding(cores: list[Core]) -> Iterator[tuple[str, str]]:
    """Pairs in the same band of the page, from left to right; one that lies in two bands counts in its upper one."""
    bands: dict[int, list[Core]] = defaultdict(list)
    for core in cores:
        for band in range(int(core[2] // BAND), int(core[3] // BAND) + 1):
            bands[band].append(core)
    for band, within in bands.items():
        for place, one in enumerate(within, start=1):
            for other in islice(within, place, None):
                if other[0] >= one[1]:
                    break
                if other[2] < one[3] and one[2] < other[3] and band == max(one[2], other[2]) // BAND:
                    yield one[4], other[4]
