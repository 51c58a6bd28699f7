"""One page to draw on, in millimetres from its top left corner, y growing downwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal
from zlib import crc32

from msgspec import Struct
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.ttfonts import ShapedStr
from reportlab.pdfgen.canvas import Canvas

from tabletop.heraldry import COLOURS, Fill, Path, Picture
from tabletop.heraldry.paths import placed
from tabletop.sheets import shaping
from tabletop.sheets.paper import Box, Paper
from tabletop.sheets.typography import INK, POINT, Style, fitted, measure, shortened

Align = Literal["left", "centre", "right"]
Point = tuple[float, float]
EVEN_ODD = 0

SHIFT: dict[Align, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}


FORM = 100.0


@lru_cache(maxsize=200)
def _mark_of(picture: Picture) -> str:
    """The same letters for the same picture in any process."""
    return f"{crc32(repr(picture).encode()):08x}"


class Pen(Struct, frozen=True):
    """A stroke: width in millimetres, colour, the lengths of its dashes and gaps, and whether its ends are round."""

    width: float = 0.2
    colour: str = INK
    dashes: tuple[float, ...] = ()
    round: bool = False


class Surface(Struct, frozen=True):
    """A page of a document that is being written."""

    paper: Paper
    canvas: Canvas

    def text(self, at: Point, text: str, style: Style, align: Align = "left") -> float:
        """One line of text whose baseline starts, is centred or ends at a point; gives its width."""
        words = shaping.clean(text)
        width = measure(words, style)
        left = at[0] - width * SHIFT[align]
        self.canvas.setFillColor(HexColor(style.colour))
        for run in shaping.glyphs(words, style.family):
            self._run(left, at[1], run, style.size)
            left += run.width * style.size * POINT / 1000
        return width

    def fitted_text(self, at: Point, text: str, style: Style, width: float, *, smallest: float) -> None:
        """One line of text made smaller to fit, and shortened if even the smallest size is too wide."""
        smaller = fitted(text, style, width, smallest=smallest)
        self.text(at, shortened(text, smaller, width), smaller)

    def line(self, start: Point, end: Point, pen: Pen) -> None:
        self._take(pen)
        self.canvas.line(*self._place(start), *self._place(end))

    def rectangle(self, box: Box, pen: Pen | None = None, fill: str | None = None) -> None:
        self._take(pen, fill)
        corner = self._place((box.x, box.bottom))
        self.canvas.rect(*corner, box.width * mm, box.height * mm, stroke=int(pen is not None), fill=int(bool(fill)))

    def circle(self, centre: Point, radius: float, pen: Pen | None = None, fill: str | None = None) -> None:
        self._take(pen, fill)
        self.canvas.circle(*self._place(centre), radius * mm, stroke=int(pen is not None), fill=int(bool(fill)))

    def path(self, outline: Path, pen: Pen | None = None, fill: str | None = None) -> None:
        """A path in millimetres, filled by the even-odd rule."""
        self._take(pen, fill)
        drawing = self.canvas.beginPath()
        steps: dict[str, Callable[..., None]] = {
            "move": drawing.moveTo,
            "line": drawing.lineTo,
            "curve": drawing.curveTo,
            "close": drawing.close,
        }
        for segment in outline:
            steps[segment.kind](*(length for point in segment.points for length in self._place(point)))
        self.canvas.drawPath(drawing, stroke=int(pen is not None), fill=int(bool(fill)), fillMode=EVEN_ODD)

    def picture(self, picture: Picture, at: Point, width: float) -> None:
        """A shield or roundel with its top left at a point, this wide; it is written once, however often drawn."""
        name = f"picture-{_mark_of(picture)}"
        if not self.canvas.hasForm(name):
            self._keep(picture, name)
        scale = width * mm / picture.width / FORM
        left, top = self._place(at)
        self.canvas.saveState()
        self.canvas.transform(scale, 0, 0, scale, left, top - picture.height * FORM * scale)
        self.canvas.doForm(name)
        self.canvas.restoreState()

    def _keep(self, picture: Picture, name: str) -> None:
        """Write the picture as a form of the document, one of its units as wide as `FORM` points."""
        high = picture.height * FORM
        self.canvas.beginForm(name, 0, 0, picture.width * FORM, high)
        sheet = Surface(Paper("", picture.width * FORM / mm, high / mm), self.canvas)
        for each in picture.primitives:
            outline, colour = placed(each.path, FORM / mm, (0, 0)), COLOURS[each.paint]
            if isinstance(each, Fill):
                sheet.path(outline, fill=colour)
            else:
                sheet.path(outline, Pen(each.width * FORM / mm, colour, round=True))
        self.canvas.endForm()

    def outline(self, title: str, key: str) -> None:
        """An entry of the document's outline that leads to this page."""
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(title, key)

    def _place(self, point: Point) -> Point:
        return point[0] * mm, (self.paper.height - point[1]) * mm

    def _take(self, pen: Pen | None, fill: str | None = None) -> None:
        if pen is not None:
            self.canvas.setLineWidth(pen.width * mm)
            self.canvas.setStrokeColor(HexColor(pen.colour))
            self.canvas.setLineCap(int(pen.round))
            self.canvas.setLineJoin(int(pen.round))
            self.canvas.setDash([length * mm for length in pen.dashes])
        if fill is not None:
            self.canvas.setFillColor(HexColor(fill))

    def _run(self, x: float, y: float, run: shaping.Glyphs, size: float) -> None:
        self.canvas.setFont(run.face, size)
        shape: Any = list(run.shape)
        text = ShapedStr(run.text, shape) if run.moved else run.text
        self.canvas.drawString(*self._place((x, y)), text)
