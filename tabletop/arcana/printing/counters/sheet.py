"""Counters on paper: true size whatever the paper, silhouettes that differ without reading, black on white alone.

All is drawn for 25 mm and scaled to the size, but no letter is smaller than 7 points: words that a smaller counter has
no room for go, the silhouette and the figure stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from math import acos, cos, pi, radians, sin, sqrt

from msgspec import Struct

from tabletop.arcana.printing.counters.counter import Counter, Face
from tabletop.arcana.printing.signs import Sign, draw_sign, picture_of
from tabletop.arcana.printing.tincture_bands import hatching_lines, pale_tint
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

UNIT = 25.0
CAP, TAIL = 6.5, 21.7
"""Where a spell's hatched caps end, from the top of a counter of 25 mm."""

CUT = Pen(0.15, INK)
CAP_RULE = Pen(0.3, INK)
NOTHING = Style(11)
NAME = Style(8.8, "bold", leading=1.0)
EFFECT = Style(7, leading=1.06)
LEAST = 7.0
WITH_EFFECT = 20.0
SIDE_ROOM, LEAST_SIDE_ROOM = 1.2, 0.4
STEPS = 24
RING_DASHES = (3.55, 2.37)
RAYS = 12
TWO_DIGITS = 10


class Look(Struct, frozen=True):
    """How counters are made: their size in millimetres, their shape, and whether tinctures are tinted."""

    size: float
    shape: CounterShape = CounterShape.ROUND
    tinted: bool = False

    @property
    def scale(self) -> float:
        return self.size / UNIT


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
            place = places.place(number)
            with surface.figure(counter.said, place):
                draw_counter(surface, counter, place, look)

    return draw


def draw_counter(surface: Surface, counter: Counter, box: Box, look: Look) -> None:
    """One counter within its outline."""
    if counter.face == Face.SPELL:
        _spell(surface, counter, box, look)
    elif counter.figure is not None:
        _numbered(surface, counter, counter.figure, box, look)
    else:
        _state(surface, counter, box, look)
    _outline(surface, box, look, CUT)


def _state(surface: Surface, counter: Counter, box: Box, look: Look) -> None:
    scale, middle = look.scale, box.x + box.width / 2
    if counter.face in (Face.THICK_RING, Face.DASHED_RING):
        dashes = tuple(length * scale for length in RING_DASHES) if counter.face == Face.DASHED_RING else ()
        _outline(surface, box, look, Pen(1.3 * scale, INK, dashes), inset=1.2 * scale)
    word = Style(max(8.2 * scale, LEAST), "bold")
    if counter.sign:
        size = 12.5 * scale
        draw_sign(surface, counter.sign, (middle - size / 2, box.y + 3.75 * scale), size)
    else:
        _wing(surface, counter.face, box, scale)
    surface.text((middle, box.y + 20.3 * scale), counter.words.lower(), word, "centre")


def _outline(surface: Surface, box: Box, look: Look, pen: Pen, *, inset: float = 0.0) -> None:
    if look.shape == CounterShape.SQUARE:
        surface.rectangle(box.inset(inset), pen)
    else:
        surface.circle((box.x + box.width / 2, box.y + box.width / 2), box.width / 2 - inset, pen)


def _wing(surface: Surface, face: Face, box: Box, scale: float) -> None:
    """A full wing with a tip upwards, or its outline with a tip downwards."""
    at, size = (box.x + 3.6 * scale, box.y + 2.6 * scale), 15.8 * scale
    left, right, middle = box.x + 15.2 * scale, box.x + 21.6 * scale, box.x + 18.4 * scale
    top, low = box.y + 10.8 * scale, box.y + 15 * scale
    if face == Face.HIGH:
        draw_sign(surface, Sign.FLY, at, size)
        surface.polygon(((left, low), (middle, top), (right, low)), INK)
    else:
        surface.path(scale_path(outline_of(Sign.FLY), size, at), Pen(1.2 * scale, INK))
        surface.polygon(((left, top), (middle, low), (right, top)), INK)


def outline_of(sign: Sign) -> Path:
    """The edge of a filled sign, on a square of 1."""
    return picture_of(sign).primitives[0].path


def _numbered(surface: Surface, counter: Counter, figure: int, box: Box, look: Look) -> None:
    """A drop with its wounds, a sun with its power; the word below where it can be read."""
    scale, middle = look.scale, box.x + box.width / 2
    if counter.face == Face.DROP:
        pen = Pen(1.5 * scale, INK)
        surface.path(scale_path(outline_of(Sign.WOUNDS), 16.2 * scale, (middle - 8.1 * scale, box.y + 2 * scale)), pen)
        centre, digits = 12.6, 22.5 if figure < TWO_DIGITS else 18.0
    else:
        centre, digits = 11.0, 27.0 if figure < TWO_DIGITS else 24.0
        _sun(surface, (middle, box.y + centre * scale), scale)
    style = Style(digits * scale, "bold")
    surface.text((middle, box.y + centre * scale + style.size * 0.33 * POINT), str(figure), style, "centre")
    if look.size >= WITH_EFFECT:
        surface.text((middle, box.y + 22.9 * scale), counter.words.lower(), Style(LEAST, "bold"), "centre")


def _sun(surface: Surface, centre: tuple[float, float], scale: float) -> None:
    """A ring with rays, but for the one that would meet the word."""
    surface.circle(centre, 7.2 * scale, Pen(0.8 * scale, INK))
    for ray in range(RAYS):
        if ray == RAYS // 2:
            continue
        corners = ((-1.2, -7.8), (0.0, -10.4), (1.2, -7.8))
        turn = radians(ray * 360 / RAYS)
        turned = ((x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in corners)
        surface.polygon([(centre[0] + x * scale, centre[1] + y * scale) for x, y in turned], INK)


def _spell(surface: Surface, counter: Counter, box: Box, look: Look) -> None:
    for is_lower in (False, True):
        _cap(surface, counter, box, look, is_lower=is_lower)
    scale, middle = look.scale, box.x + box.width / 2
    plate = (middle, box.y + 4.8 * scale)
    if counter.level:
        surface.circle(plate, 3.3 * scale, Pen(0.4 * scale, INK), "#ffffff")
        digit = Style(13 * scale, "bold")
        surface.text((middle, plate[1] + digit.size * 0.33 * POINT), str(counter.level), digit, "centre")
    y = box.y + 8.4 * scale
    room = TAIL * scale - 8.4 * scale
    name = lettered(counter.words, look.size, look.shape)
    effect = _effect(counter, look, room - name.height)
    y += max(0.0, (room - name.height - effect.height) / 2)
    for part in (name, effect):
        for line in part.lines:
            surface.text((middle, y + part.style.baseline), line, part.style, "centre")
            y += part.style.line_height


def _effect(counter: Counter, look: Look, room: float) -> Lettering:
    """What the spell does, on a counter that is large enough to say it in full."""
    if look.size >= WITH_EFFECT and counter.effect != counter.words:
        lines = _balanced(counter.effect, _width_at(TAIL * look.scale - look.size / 2 - 1, look))
        if len(lines) * EFFECT.line_height <= room:
            return Lettering(lines, EFFECT)
    return Lettering((), EFFECT)


def _balanced(words: str, width: float) -> tuple[str, ...]:
    """As few lines as the width allows, and these of one length as near as can be."""
    lines = wrap(words, EFFECT, width)
    tries = (wrap(words, EFFECT, width * share / 20) for share in range(10, 20))
    return next((narrow for narrow in tries if len(narrow) == len(lines)), lines)


def _cap(surface: Surface, counter: Counter, box: Box, look: Look, *, is_lower: bool) -> None:
    outline, hatching = cap(look.shape, look.size, counter.tincture, is_lower=is_lower)
    if look.tinted and counter.tincture:
        surface.path(scale_path(outline, 1, (box.x, box.y)), fill=pale_tint(COLOURS[counter.tincture]))
    for lines, width in hatching:
        surface.path(scale_path(lines, 1, (box.x, box.y)), Pen(width, INK, round=True))
    (left, y), (right, _) = _chord(look, is_lower=is_lower)
    surface.line((box.x + left, box.y + y), (box.x + right, box.y + y), CAP_RULE)


@lru_cache(maxsize=2000)
def lettered(words: str, size: float, shape: CounterShape) -> Lettering:
    """A spell's name as large as it fits between the caps, in bold of 8.8 points at most.

    ValueError where not even 7 points fit, bold or plain.
    """
    look = Look(size, shape)
    styles = [Style(points / 10, "bold", leading=1.0) for points in range(88, 69, -2)]
    tries = (_lines(words, style, look) for style in (*styles, Style(LEAST, leading=1.0)))
    lettering = next(filter(None, tries), None)
    if lettering is None:
        raise ValueError(f"“{words}” can't be read on a counter of {size:g} mm")
    return lettering


def _lines(words: str, style: Style, look: Look) -> Lettering | None:
    """Two lines rather than one that is set tight, three at most; the widest stands near the middle."""
    room = (TAIL - 8.4) * look.scale
    for count in (1, 2, 3):
        height = count * style.line_height
        if height > room:
            return None
        width = _width_at(height / 2, look)
        lines = wrap(words, style, width)
        if len(lines) <= count and " ".join(lines) == words:
            return Lettering(lines, style)
    return None


def _width_at(half: float, look: Look) -> float:
    """The room for a line whose far edge lies this far from the middle."""
    across = look.size if look.shape == CounterShape.SQUARE else 2 * sqrt(max((look.size / 2) ** 2 - half**2, 0))
    return across - 2 * (SIDE_ROOM if look.size >= WITH_EFFECT else LEAST_SIDE_ROOM)


def _chord(look: Look, *, is_lower: bool) -> Polygon:
    half, y = look.size / 2, (TAIL if is_lower else CAP) * look.scale
    reach = half if look.shape == CounterShape.SQUARE else sqrt(half**2 - (y - half) ** 2)
    return (half - reach, y), (half + reach, y)


@lru_cache(maxsize=64)
def cap(
    shape: CounterShape, size: float, tincture: Tincture | None, *, is_lower: bool
) -> tuple[Path, tuple[tuple[Path, float], ...]]:
    """A cap's outline, and its hatching as lines with their width, in millimetres from the counter's corner."""
    polygon = tuple(_segment(Look(size, shape), is_lower=is_lower))
    return polygon_path(polygon), hatching_lines(polygon, tincture)


def _segment(look: Look, *, is_lower: bool) -> Iterator[tuple[float, float]]:
    (left, y), (right, _) = _chord(look, is_lower=is_lower)
    if look.shape == CounterShape.SQUARE:
        edge = look.size if is_lower else 0.0
        yield from ((left, y), (right, y), (right, edge), (left, edge))
        return
    half, sign = look.size / 2, 1 if is_lower else -1
    first = acos((right - half) / half)
    for step in range(STEPS + 1):
        angle = first + (pi - 2 * first) * step / STEPS
        yield half + half * cos(angle), half + sign * half * sin(angle)
