"""Reads a printed sheet back: its pages, and what on them lies outside or on top of something else."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from functools import cache, cached_property
from io import BytesIO
from itertools import islice
from typing import Any

import pdfplumber
import pypdfium2
from pdfminer.layout import LTChar, LTContainer, LTItem, LTPage
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.pdftypes import stream_value
from pdfminer.psparser import LIT
from pdfplumber.page import Page, PDFPageAggregatorWithMarkedContent

from tabletop.pdf.paper import UNPRINTABLE
from tests.tabletop.pdf.accessibility import TOKENS

MM = 72 / 25.4
TOLERANCE = 0.05
BAND = 12.0  # points: about a line


METHODS = str.maketrans({"*": "_a", "'": "_q", '"': "_w"})  # what pdfminer calls an operator's method


class Interpreter(PDFPageInterpreter):
    """pdfminer's, with operators and operands found by one expression: its own reader takes a third of the time."""

    def execute(self, streams: Iterable[object]) -> None:
        array: list[Any] | None = None
        for token in TOKENS.findall(b"\n".join(stream_value(each).get_data() for each in streams)):
            if token == b"[":
                array = []
            elif token == b"]":
                self.argstack.append(array or [])
                array = None
            elif token[0] in OPERANDS:
                (self.argstack if array is None else array).append(operand(token))
            else:
                method = getattr(self, f"do_{token.decode().translate(METHODS)}")
                count = method.__code__.co_argcount - 1  # some take what they need from the stack themselves
                method(*self.pop(count) if count else ())


OPERANDS = b"0123456789+-./<("


@cache
def operand(token: bytes) -> Any:
    """A number, a name, a string in hexadecimal figures, or the marks of an element; our pages have no other."""
    if token.startswith(b"<<"):
        inner = TOKENS.findall(token[2:-2])
        return {key[1:].decode(): operand(value) for key, value in zip(inner[::2], inner[1::2], strict=True)}
    if token.startswith(b"<"):
        return bytes.fromhex(token[1:-1].decode())
    if token.startswith(b"/"):
        return LIT(token[1:].decode())
    return float(token) if b"." in token else int(token)


class Printed(Page):
    """A page that is read in a third of the time: of letters only what is asked, which never refers to an object."""

    @cached_property
    def layout(self) -> LTPage:
        device = PDFPageAggregatorWithMarkedContent(self.pdf.rsrcmgr, pageno=self.page_number, laparams=None)
        Interpreter(self.pdf.rsrcmgr, device).process_page(self.page_obj)
        return device.get_result()

    def iter_layout_objects(self, layout_objects: Iterable[LTItem]) -> Generator[dict[str, Any], None, None]:
        for each in layout_objects:
            if isinstance(each, LTContainer):
                yield from self.iter_layout_objects(each)
            else:
                yield self.letter(each) if isinstance(each, LTChar) else self.process_object(each)

    def letter(self, obj: Any) -> dict[str, Any]:
        paint, top = obj.graphicstate.ncolor, self.height - obj.y1 + self.mediabox[1]
        return {
            "object_type": "char",
            "page_number": self.page_number,
            "text": obj.get_text(),
            "fontname": obj.fontname,
            "size": obj.size,
            "matrix": obj.matrix,
            "upright": obj.upright,
            "non_stroking_color": paint if isinstance(paint, tuple) else (paint,),
            "x0": obj.x0 + self.mediabox[0],
            "x1": obj.x1 + self.mediabox[0],
            "top": top,
            "bottom": self.height - obj.y0 + self.mediabox[1],
            "doctop": self.initial_doctop + top,
            "width": obj.width,
            "height": obj.height,
            "tag": obj.tag,
            "mcid": obj.mcid,
        }


def pages_of(pdf: bytes) -> list[Any]:
    document = pdfplumber.open(BytesIO(pdf))
    return [Printed(document, page.page_obj, page.page_number, page.initial_doctop) for page in document.pages]


def text_of(page: Any) -> str:
    """The page's words with plain letters: compatibility forms are what shaping leaves of Arabic."""
    return unicodedata.normalize("NFKC", page.extract_text())


def printed_words(pdf: bytes) -> str:
    """The words of all pages on one line, plain, with one space between them: far quicker where no place is asked."""
    return " ".join(words_of_pages(pdf))


def words_of_pages(pdf: bytes) -> list[str]:
    """As `printed_words`, page by page."""
    with pypdfium2.PdfDocument(pdf) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    return [" ".join(unicodedata.normalize("NFKC", text).split()) for text in texts]


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
