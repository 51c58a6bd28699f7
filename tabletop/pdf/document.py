"""A sheet as a value and its PDF: pages at true size with what every page of ours bears."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from threading import Lock
from typing import Any

from msgspec import Struct
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from tabletop.pdf.attachments import Attachment, attach
from tabletop.pdf.fonts import OWN_FACES, face
from tabletop.pdf.lettering import Lettering
from tabletop.pdf.metadata import describe
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Outlines, Pen, Surface, stream_of
from tabletop.pdf.tagging import Tags, add_tree
from tabletop.pdf.typography import INK, Style, measure, shorten
from tabletop.pdf.writing import PlainObjects
from tabletop.work import Work, go_on, spend

MARGIN = 10.0
FOOT = 8.0
MARK = 9.0
RULER = 50
PACKING = 2  # a fifth larger than by zlib's usual level, in less than half of its time
TICKS = {0: 2.2, 5: 1.5}
RULER_LINE = Outlines(lines=(((0.0, 0.0), (RULER, 0.0)),))
RULER_TICKS = Outlines(lines=tuple(((x, 0.0), (x, -TICKS.get(x % 10, 0.8))) for x in range(RULER + 1)))

SMALL = Style(7)
LOUD = Style(11, "bold")

Page = Callable[[Surface], None]
Progress = Callable[[int], None]  # takes the number of pages written so far

rl_config.useA85 = 0  # streams as they are: a fifth smaller, and not spelt out letter by letter

_writing = Lock()


class Sheet(Struct, frozen=True, kw_only=True):
    """Pages that are printed together, all of them `copies` times; `mark` stands boldly at the head of each page.

    `attachments` are files that travel inside the PDF.
    """

    title: str
    paper: Paper
    pages: tuple[Page, ...]
    copies: int = 1
    author: str = "Muster"
    subject: str = ""
    language: str = "en"
    mark: str = ""
    attachments: tuple[Attachment, ...] = ()

    @property
    def count(self) -> int:
        """How many pages come out of the printer."""
        return len(self.pages) * self.copies

    @property
    def numbers(self) -> Iterator[int]:
        """The number of each of them among the sheet's pages, from 1, copy after copy."""
        return (number for _ in range(self.copies) for number in range(1, len(self.pages) + 1))


def content_box(paper: Paper, mark: str = "") -> Box:
    """What a page leaves to its content: inside the margins, above the foot and below the mark."""
    head = MARK if mark else 0.0
    inner = Box(0, 0, paper.width, paper.height).inset(MARGIN)
    return Box(inner.x, inner.y + head, inner.width, inner.height - head - FOOT)


def render(sheet: Sheet) -> bytes:
    """The sheet as PDF: the same bytes for the same sheet, its fonts embedded, never scaled by the viewer."""
    return bind(sheet.title, (sheet,))


def bind(title: str, sheets: Sequence[Sheet], progress: Progress | None = None) -> bytes:
    """The sheets in one PDF, every sheet on its own paper with its own count of pages.

    After every page `progress` is called with the number of pages written. ValueError where there is no sheet,
    TooMuchWorkError before any is drawn where a budget has fewer pages left; copies take nothing from it.
    """
    if not sheets:
        raise ValueError("nothing to bind")
    files = {file.name: file for sheet in sheets for file in sheet.attachments}
    pages = [(sheet, number) for sheet in sheets for number in sheet.numbers]
    return _write(title, pages, progress, tuple(files.values()))


def single_page(sheet: Sheet, number: int) -> bytes:
    """One page of a sheet as PDF, as it looks among the others; pages count from 1."""
    return _write(sheet.title, [(sheet, number)])


def _write(
    title: str,
    pages: Sequence[tuple[Sheet, int]],
    progress: Progress | None = None,
    files: Sequence[Attachment] = (),
) -> bytes:
    spend(Work.PAGES, len({(id(sheet), number) for sheet, number in pages}))
    output = BytesIO()
    canvas = _canvas(title, pages[0][0], output)
    document: Any = vars(canvas)["_doc"]
    lettering, tags = Lettering(document), Tags()
    written: Any = document.Pages.pages
    drawn: dict[tuple[int, int], int] = {}
    before: Sheet | None = None
    for place, (sheet, number) in enumerate(pages):
        go_on()
        canvas.setPageSize(_points(sheet.paper))
        first = drawn.setdefault((id(sheet), number), place)
        if first < place:
            tags.repeat(first)
            canvas.showPage()
            _repeat(written[first], written[-1])
        else:
            surface = Surface(sheet.paper, canvas, stream_of(canvas), lettering, tags)
            tags.turn(surface.stream.code, is_new=sheet is not before)
            before = sheet
            _furnish(surface, sheet, number)
            sheet.pages[number - 1](surface)
            tags.close()
            canvas.showPage()
            _pack(written[-1])
        if progress:
            progress(place + 1)
    plain = PlainObjects(document)
    add_tree(document, tags, plain)
    document.format = plain.file
    describe(document, title)
    attach(document, files)
    with _writing:  # a typeface is read from one place at a time while it is embedded
        canvas.save()
    return output.getvalue()


def _pack(page: Any) -> None:
    """Compress a page once it is written: all wait for the last one, and plain they are five times as large."""
    packed = zlib.compress(page.stream.encode(), PACKING)
    filters = pdfdoc.PDFArray([pdfdoc.PDFName("FlateDecode")])
    page.Contents, page.stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"Filter": filters}), packed), ""


def _repeat(page: Any, copy: Any) -> None:
    """Let a copy show what a page shows: drawn once and kept once in the file, however many copies there are."""
    copy.Contents, copy.XObjects, copy.stream = page.Contents, page.XObjects, ""


def _canvas(title: str, sheet: Sheet, output: BytesIO) -> Canvas:
    size = _points(sheet.paper)
    font: Any = face(OWN_FACES["text"][0]).name
    canvas = Canvas(output, pagesize=size, pageCompression=1, invariant=1, lang=sheet.language, initialFontName=font)
    canvas.setTitle(title)
    canvas.setAuthor(sheet.author)
    canvas.setSubject(sheet.subject)
    canvas.setCreator("Muster")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def _points(paper: Paper) -> tuple[float, float]:
    return paper.width * 72 / 25.4, paper.height * 72 / 25.4


def _furnish(surface: Surface, sheet: Sheet, number: int) -> None:
    if sheet.mark:
        _mark(surface, sheet)
    with surface.furniture():
        _foot(surface, sheet, number)


def _foot(surface: Surface, sheet: Sheet, number: int) -> None:
    inner = Box(0, 0, sheet.paper.width, sheet.paper.height).inset(MARGIN)
    surface.strokes(RULER_LINE, (inner.x, inner.bottom - 1), Pen(0.2, INK))
    surface.strokes(RULER_TICKS, (inner.x, inner.bottom - 1), Pen(0.1, INK))
    place = f"page {number} of {len(sheet.pages)}"
    surface.text((inner.right, inner.bottom), place, SMALL, "right")
    room = inner.width - RULER - 4 - measure(place, SMALL) - 4
    note = f"Print at 100 % on {sheet.paper.name}: this ruler is {RULER} mm long."
    surface.text((inner.x + RULER + 4, inner.bottom), note, SMALL)
    name = shorten(sheet.title, SMALL, room - measure(note, SMALL) - 6)
    surface.text((inner.right - measure(place, SMALL) - 4, inner.bottom), name, SMALL, "right")


def _mark(surface: Surface, sheet: Sheet) -> None:
    box = Box(MARGIN, MARGIN, sheet.paper.width - 2 * MARGIN, MARK - 2.5)
    surface.rectangle(box, Pen(0.5, INK))
    surface.text((box.x + box.width / 2, box.y + box.height / 2 + 1.35), sheet.mark, LOUD, "centre")
