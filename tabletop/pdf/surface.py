"""One page to draw on, in millimetres from its top left corner, y growing downwards."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property, lru_cache
from typing import Any, Literal
from zlib import compress, crc32

from msgspec import Struct
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from tabletop.heraldry import COLOURS, Fill, Paint, Path, Picture
from tabletop.heraldry.paths import Step, polygon_path, scale_path
from tabletop.heraldry.paths import circle as round_path
from tabletop.pdf.lettering import Lettering
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.tagging import Tags
from tabletop.pdf.typography import INK, Style, fitted_style, measure, shorten

Align = Literal["left", "centre", "right"]
Point = tuple[float, float]

SHIFT: dict[Align, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}
FORM = 100.0
PAINTS: dict[Paint, str] = {**COLOURS, "ink": INK, "edge": INK}
"""On paper ink is pure black: a laser printer makes dots of anything paler."""
STEPS = {Step.MOVE: "m", Step.LINE: "l", Step.CURVE: "c", Step.CLOSE: "h"}


@lru_cache(maxsize=200)
def _name_of(picture: Picture) -> str:
    """A name for the picture, equal in every process: `hash` would differ from one to the next."""
    return f"picture-{crc32(repr(picture).encode()):08x}"


@lru_cache(maxsize=200)
def _colour(name: str) -> str:
    """`#a01818` as PDF says it."""
    return " ".join(f"{int(name[place : place + 2], 16) / 255:.4g}" for place in (1, 3, 5))


class Pen(Struct, frozen=True, cache_hash=True):
    """A stroke: width in millimetres, colour, the lengths of its dashes and gaps, and whether its ends are round."""

    width: float = 0.2
    colour: str = INK
    dashes: tuple[float, ...] = ()
    round: bool = False


@lru_cache(maxsize=200)
def _stroke(pen: Pen) -> str:
    dashes = " ".join(f"{length * mm:.3f}" for length in pen.dashes)
    ends = f"{pen.round:d} J {pen.round:d} j"
    return f"{pen.width * mm:.4g} w {_colour(pen.colour)} RG {ends} [{dashes}] 0 d"


class Outlines(Struct, frozen=True, eq=False, dict=True):
    """Lines and rectangles in millimetres about a point, such as a roster's boxes or the marks of a ruler."""

    lines: tuple[tuple[Point, Point], ...] = ()
    rectangles: tuple[Box, ...] = ()

    @cached_property
    def operators(self) -> str:
        """How a page says them, y upwards."""
        lines = (
            f"{x * mm:.3f} {-y * mm:.3f} m {to_x * mm:.3f} {-to_y * mm:.3f} l S" for (x, y), (to_x, to_y) in self.lines
        )
        boxes = (
            f"{box.x * mm:.3f} {-box.bottom * mm:.3f} {box.width * mm:.3f} {box.height * mm:.3f} re S"
            for box in self.rectangles
        )
        return " ".join((*lines, *boxes))


class Stream:
    """The operators of a page or a form, the names of forms they draw, the pen and the ink that are in hand there."""

    def __init__(self, code: list[str], forms: list[str]) -> None:
        self.code = code
        self.forms = forms
        self.pen: Pen | None = None
        self.ink = ""

    def take(self, pen: Pen | None, ink: str | None) -> None:
        if pen is not None and pen != self.pen:
            self.code.append(_stroke(pen))
            self.pen = pen
        if ink and ink != self.ink:
            self.code.append(f"{_colour(ink)} rg")
            self.ink = ink


class Surface(Struct, frozen=True):
    """A page of a document that is being written, in millimetres; `tags` mark what of it is read out."""

    paper: Paper
    canvas: Canvas
    stream: Stream
    lettering: Lettering
    tags: Tags | None = None

    def text(self, at: Point, text: str, style: Style, align: Align = "left") -> None:
        """One line of text whose baseline starts, is centred or ends at a point."""
        shown = self.lettering.shown(text, style)
        if not shown:
            return
        left, baseline = at
        if align != "left":
            left -= measure(text, style) * SHIFT[align]
        if self.tags:
            self.tags.text(style)
        stream = self.stream
        if style.colour != stream.ink:
            stream.take(None, style.colour)
        stream.code.append(f"BT 1 0 0 1 {left * mm:.3f} {(self.paper.height - baseline) * mm:.3f} Tm {shown} ET")

    def fitted_text(self, at: Point, text: str, style: Style, width: float, *, smallest: float) -> None:
        """One line of text made smaller to fit, and shortened if even the smallest size is too wide."""
        smaller = fitted_style(text, style, width, smallest=smallest)
        self.text(at, shorten(text, smaller, width), smaller)

    def paragraph(self) -> AbstractContextManager[None]:
        """Text within is read out as one paragraph."""
        return self.tags.together() if self.tags else nullcontext()

    def furniture(self) -> AbstractContextManager[None]:
        """Text within belongs to the paper and isn't read out."""
        return self.tags.apart() if self.tags else nullcontext()

    def figure(self, words: str, box: Box) -> AbstractContextManager[None]:
        """All within is one picture, read out as these words."""
        corners = (*self._place((box.x, box.bottom)), *self._place((box.right, box.y)))
        return self.tags.figure(words, corners) if self.tags else nullcontext()

    def row(self, lefts: Sequence[float], *, head: bool = False) -> AbstractContextManager[None]:
        """Cells within are a row of a table: of the one that is being written, or of a new one, as its head is."""
        return self.tags.row(lefts, head=head) if self.tags else nullcontext()

    def cell(self, number: int) -> AbstractContextManager[None]:
        """Text within stands in a cell of the row, counted from 0."""
        return self.tags.cell(number) if self.tags else nullcontext()

    def cell_text(self, number: int, at: Point, text: str, style: Style, align: Align = "left") -> None:
        """A cell of the row that is one line of text."""
        if self.tags:
            self.tags.open_cell = self.tags.cells[number]
        self.text(at, text, style, align)
        if self.tags:
            self.tags.open_cell = None

    def line(self, start: Point, end: Point, pen: Pen) -> None:
        (x, y), (to_x, to_y), high = start, end, self.paper.height
        outline = f"{x * mm:.3f} {(high - y) * mm:.3f} m {to_x * mm:.3f} {(high - to_y) * mm:.3f} l"
        self._draw(outline, pen, None)

    def rectangle(self, box: Box, pen: Pen | None = None, fill: str | None = None) -> None:
        low = (self.paper.height - box.bottom) * mm
        self._draw(f"{box.x * mm:.3f} {low:.3f} {box.width * mm:.3f} {box.height * mm:.3f} re", pen, fill)

    def strokes(self, outlines: Outlines, at: Point, pen: Pen) -> None:
        """Outlines about a point, each drawn by itself; they are written down once, however often they are drawn."""
        if self.tags:
            self.tags.drawing()
        stream = self.stream
        if pen != stream.pen:
            stream.take(pen, None)
        x, y = self._place(at)
        stream.code.append(f"q 1 0 0 1 {x:.3f} {y:.3f} cm {outlines.operators} Q")

    def circle(self, centre: Point, radius: float, pen: Pen | None = None, fill: str | None = None) -> None:
        self.path(round_path(centre, radius), pen, fill)

    def path(self, outline: Path, pen: Pen | None = None, fill: str | None = None) -> None:
        """A path in millimetres, filled by the even-odd rule."""
        steps = []
        for segment in outline:
            lengths = [f"{length:.3f}" for point in segment.points for length in self._place(point)]
            steps.append(" ".join([*lengths, STEPS[segment.kind]]))
        self._draw(" ".join(steps), pen, fill)

    def polygon(self, corners: Sequence[Point], fill: str) -> None:
        self.path(polygon_path(corners), fill=fill)

    def _draw(self, outline: str, pen: Pen | None, fill: str | None) -> None:
        if self.tags:
            self.tags.drawing()
        stream = self.stream
        if fill or pen != stream.pen:
            stream.take(pen, fill)
        stream.code.append(f"{outline} {'S' if not fill else 'B*' if pen else 'f*'}")

    def picture(self, picture: Picture, at: Point, width: float) -> None:
        """A shield or roundel with its top left at a point, this wide; it is written once, however often drawn."""
        stream, name = self.stream, _name_of(picture)
        if name not in stream.forms:
            document: Any = vars(self.canvas)["_doc"]
            if not document.hasForm(name):
                document.Reference(Form(_form_of(picture)), document.getXObjectName(name))
            stream.forms.append(name)
        if self.tags:
            self.tags.drawing()
        scale = width * mm / picture.width / FORM
        left, top = self._place(at)
        low = top - picture.height * FORM * scale
        stream.code.append(f"q {scale:.6f} 0 0 {scale:.6f} {left:.3f} {low:.3f} cm\n/FormXob.{name} Do\nQ")

    def outline(self, title: str, key: str) -> None:
        """An entry of the document's outline that leads to this page."""
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(title, key)

    def _place(self, point: Point) -> Point:
        return point[0] * mm, (self.paper.height - point[1]) * mm


def stream_of(canvas: Any) -> Stream:
    """What is being written to: operators are put there by us, for reportlab measures and splits all text once more."""
    return Stream(canvas._code, canvas._formsinuse)


class Form(pdfdoc.PDFObject):
    """A picture of a document, as the file has it."""

    def __init__(self, written: bytes) -> None:
        self.written = written

    def format(self, document: Any) -> bytes:
        return self.written


@lru_cache(maxsize=200)
def _form_of(picture: Picture) -> bytes:
    """The picture as a form, one of its units as wide as `FORM` points; the same in every document."""
    paper = Paper("", picture.width * FORM / mm, picture.height * FORM / mm)
    nothing: Any = None  # a form has no text and no further form
    sheet = Surface(paper, nothing, Stream([], []), nothing)
    for primitive in picture.primitives:
        outline, colour = scale_path(primitive.path, FORM / mm, (0, 0)), PAINTS[primitive.paint]
        if isinstance(primitive, Fill):
            sheet.path(outline, fill=colour)
        else:
            sheet.path(outline, Pen(primitive.width * FORM / mm, colour, round=True))
    drawn = compress("\n".join(sheet.stream.code).encode())
    box = f"[0 0 {picture.width * FORM:g} {picture.height * FORM:g}]"
    kind = f"/Type/XObject/Subtype/Form/FormType 1/BBox{box}/Resources<</ProcSet[/PDF]>>"
    return f"<<{kind}/Filter/FlateDecode/Length {len(drawn)}>>\nstream\n".encode() + drawn + b"\nendstream"
