"""QR codes as squares on paper and as inline SVG: black on white, whatever the page looks like."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby

import segno
from msgspec import Struct

from tabletop.heraldry.paths import Path, polygon_path, scale_path
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import INK

QUIET = 4  # modules of white that a reader needs on every side
WHITE = "#ffffff"

Run = tuple[int, int, int]  # row, first column, length


class Runs(Struct, frozen=True):
    """The dark modules of a code, row by row, and how many modules wide the code is without its white edge."""

    size: int
    dark: tuple[Run, ...]

    @property
    def whole(self) -> int:
        return self.size + 2 * QUIET


@lru_cache(maxsize=16)  # some 25 kB each; a sheet asks for its own on every page
def dark_runs(text: str) -> Runs:
    """The text as a QR code that survives 15 % of damage; ValueError for more text than a code holds."""
    matrix = segno.make(text, error="m", boost_error=False, micro=False).matrix
    dark = []
    for number, row in enumerate(matrix):
        for is_dark, modules in groupby(enumerate(row), key=lambda module: bool(module[1])):
            places = [place for place, _ in modules]
            dark += [(number, places[0], len(places))] if is_dark else []
    return Runs(len(matrix), tuple(dark))


class QrCode(Struct, frozen=True):
    """A code at the left edge that the next blocks are set beside; it takes no height of its own."""

    text: str
    width: float  # in millimetres, with the white edge
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        runs = dark_runs(self.text)
        module = self.width / runs.whole
        box = Box(x, y, self.width, self.width)
        with surface.figure(f"Code to scan: {self.text}", box):
            surface.rectangle(box, fill=WHITE)
            surface.path(scale_path(_outline(runs), module, (x + QUIET * module, y + QUIET * module)), fill=INK)


def _outline(runs: Runs) -> Path:
    """Every run as a rectangle, in modules."""
    return tuple(
        segment
        for row, left, length in runs.dark
        for segment in polygon_path([(left, row), (left + length, row), (left + length, row + 1), (left, row + 1)])
    )


def qr_svg(text: str, *, title: str, width: int) -> str:
    """The code as inline SVG, its width in CSS pixels."""
    runs = dark_runs(text)
    drawing = "".join(f"M{left + QUIET} {row + QUIET}h{length}v1h-{length}z" for row, left, length in runs.dark)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qr" width="{width}" height="{width}" '
        f'viewBox="0 0 {runs.whole} {runs.whole}" shape-rendering="crispEdges" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{runs.whole}" height="{runs.whole}" fill="{WHITE}"/><path fill="{INK}" d="{drawing}"/></svg>'
    )
