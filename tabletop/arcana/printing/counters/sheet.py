"""Counters on paper: true size whatever the paper, tinctures as hatching, legible at 15 mm."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from math import acos, cos, pi, sin, sqrt

from msgspec import Struct

from tabletop.arcana.printing.counters.counter import Counter
from tabletop.arcana.printing.tincture_bands import RULE, hatching_lines, pale_tint
from tabletop.heraldry import COLOURS, Path, Tincture
from tabletop.heraldry.paths import polygon_path, scale_path
from tabletop.pdf.document import Page, Sheet, content_box
from tabletop.pdf.grid import Grid, grid
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, POINT, Style, wrap


class CounterShape(StrEnum):
    """The shape of a marker."""

    ROUND = "round"
    SQUARE = "square"


Polygon = tuple[tuple[float, float], ...]

BAND = 0.44
"""How far from the middle the bands begin, in half sizes; the words stand between them."""

CUT = Pen(0.15, "#555555")
SCHOOL = Style(6, leading=1.1)
NOTHING = Style(11)
SMALLEST_WITH_SCHOOL = 20.0
SIZES = tuple(size / 4 for size in range(38, 19, -1))
SIDE_ROOM = 0.7
STEPS = 24


class Look(Struct, frozen=True):
    """How counters are made: their size in millimetres, their shape, and whether tinctures are tinted."""

    size: float
    shape: CounterShape = CounterShape.ROUND
    tinted: bool = True


class Lettering(Struct, frozen=True):
    """A counter's words as lines of one style."""

    lines: tuple[str, ...]
    style: Style

    @property
    def height(self) -> float:
        return len(self.lines) * self.style.line_height


def counter_sheet(
    counters: Sequence[Counter], look: Look, *, paper: Paper, gap: float = 2.0, title: str = "Counters"
) -> Sheet:
    """The counters on pages; `gap` millimetres lie between them, none at all makes one cut for two."""
    places = grid(paper, look.size, look.size, gap=gap)
    pages = tuple(_page(page, places, look) for page in places.shared_out(counters))
    subject = f"{len(counters)} {look.shape} counters of {look.size:g} mm"
    sheet_title = f"{title}, {look.size:g} mm"
    if not pages:
        return Sheet(title=sheet_title, subject=subject, paper=paper, pages=(_nothing(paper),))
    return Sheet(title=sheet_title, subject=subject, paper=places.paper, pages=pages)


def _nothing(paper: Paper) -> Page:
    box = content_box(paper)

    def draw(surface: Surface) -> None:
        surface.text((box.x, box.y + 8), "Nothing here needs a counter.", NOTHING)

    return draw


def _page(counters: Sequence[Counter], places: Grid, look: Look) -> Page:
    def draw(surface: Surface) -> None:
        for number, counter in enumerate(counters):
            draw_counter(surface, counter, places.place(number), look)

    return draw


def draw_counter(surface: Surface, counter: Counter, box: Box, look: Look) -> None:
    """One counter in its square: bands of its tincture, its words between them, the cut around it."""
    if counter.figure is None:
        for is_lower in (False, True):
            _band(surface, counter, (box, look), is_lower=is_lower)
        _words(surface, counter, box, look)
    else:
        _figure(surface, counter.figure, counter.words, box)
    if look.shape == CounterShape.ROUND:
        surface.circle((box.x + box.width / 2, box.y + box.height / 2), box.width / 2, CUT)
    else:
        surface.rectangle(box, CUT)


def _band(surface: Surface, counter: Counter, where: tuple[Box, Look], *, is_lower: bool) -> None:
    box, look = where
    outline, hatching = band(look.shape, look.size, counter.tincture, is_lower)
    if fill := _fill(counter, look):
        surface.path(scale_path(outline, 1, (box.x, box.y)), fill=fill)
    for lines, width in hatching:
        surface.path(scale_path(lines, 1, (box.x, box.y)), Pen(width, INK, round=True))
    start, end = _chord(look.shape, look.size, is_lower)
    surface.line((box.x + start[0], box.y + start[1]), (box.x + end[0], box.y + end[1]), RULE)


def _fill(counter: Counter, look: Look) -> str | None:
    if counter.solid:
        return INK
    return pale_tint(COLOURS[counter.tincture]) if look.tinted and counter.tincture else None


def _words(surface: Surface, counter: Counter, box: Box, look: Look) -> None:
    lettering = lettered(counter.words, look.size, look.shape)
    school = counter.school if look.size >= SMALLEST_WITH_SCHOOL else ""
    below = SCHOOL.line_height if school else 0.0
    middle, y = box.x + box.width / 2, box.y + (box.height - lettering.height - below) / 2
    for line in lettering.lines:
        surface.text((middle, y + lettering.style.baseline), line, lettering.style, "centre")
        y += lettering.style.line_height
    if school:
        surface.text((middle, y + SCHOOL.baseline), school, SCHOOL, "centre")


def _figure(surface: Surface, figure: int, words: str, box: Box) -> None:
    """The figure as large as the counter lets it be, what it counts below."""
    middle, centre = box.x + box.width / 2, box.y + box.height / 2
    digits = Style(box.height * 0.5 / POINT, "bold")
    surface.text((middle, centre + box.height * 0.13), str(figure), digits, "centre")
    below = Style(8 if box.height >= SMALLEST_WITH_SCHOOL else 6, "bold")
    surface.text((middle, centre + box.height * 0.2 + below.size * 0.7 * POINT), words, below, "centre")


@lru_cache(maxsize=2000)
def lettered(words: str, size: float, shape: CounterShape) -> Lettering:
    """The words as large as they fit between the bands, 9.5 points at most; ValueError where even 5 are too many."""
    tries = (_lines(words, Style(points, "bold", leading=1.02), size, shape) for points in SIZES)
    lettering = next(filter(None, tries), None)
    if lettering is None:
        raise ValueError(f"“{words}” can't be read on a counter of {size:g} mm")
    return lettering


def _lines(words: str, style: Style, size: float, shape: CounterShape) -> Lettering | None:
    for count in (1, 2, 3):
        height = count * style.line_height
        if height > size * BAND - 0.6:
            return None
        width = _width_at(height / 2, size, shape)
        lines = wrap(words, style, width)
        if len(lines) <= count and " ".join(lines) == words:
            return Lettering(lines, style)
    return None


def _width_at(half: float, size: float, shape: CounterShape) -> float:
    """The room for a line whose far edge lies this far from the middle."""
    across = size if shape == CounterShape.SQUARE else 2 * sqrt(max((size / 2) ** 2 - half**2, 0))
    return across - 2 * SIDE_ROOM


def _chord(shape: CounterShape, size: float, is_lower: bool) -> Polygon:
    half = size / 2
    y = half * (1 + BAND) if is_lower else half * (1 - BAND)
    reach = half if shape == CounterShape.SQUARE else half * sqrt(1 - BAND**2)
    return (half - reach, y), (half + reach, y)


@cache
def band(
    shape: CounterShape, size: float, tincture: Tincture | None, is_lower: bool
) -> tuple[Path, tuple[tuple[Path, float], ...]]:
    """The band's outline, and its hatching as lines with their width, in millimetres from the counter's corner."""
    polygon = _segment(shape, size, is_lower)
    return polygon_path(polygon), hatching_lines(polygon, tincture)


def _segment(shape: CounterShape, size: float, is_lower: bool) -> Polygon:
    (left, y), (right, _) = _chord(shape, size, is_lower)
    edge = size if is_lower else 0.0
    if shape == CounterShape.SQUARE:
        return (left, y), (right, y), (right, edge), (left, edge)
    half, sign = size / 2, 1 if is_lower else -1
    first = acos(sqrt(1 - BAND**2))
    angles = (first + (pi - 2 * first) * step / STEPS for step in range(STEPS + 1))
    return tuple((half + half * cos(angle), half + sign * half * sin(angle)) for angle in angles)
