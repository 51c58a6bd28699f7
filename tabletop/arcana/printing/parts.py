"""What sheets and cards are put together from: boxes to tick, range bars, bases to scale, heads, lines of mixed type.

Black on white alone, all lengths in millimetres. Every part is a block of `tabletop.pdf.flow`; what it draws is also
said in letters, by itself or by the words beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby

from msgspec import Struct

from tabletop.arcana.printing.signs import Sign, draw_sign
from tabletop.heraldry import Picture
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Outlines, Pen, Point, Surface
from tabletop.pdf.typography import INK, Style, measure, shorten, wrap

HEAVY, RULE, LINE, FINE = Pen(0.5, INK), Pen(0.35, INK), Pen(0.3, INK), Pen(0.2, INK)

NUMBER = Style(22, "bold", leading=0.8)
NAME = Style(14, "title", leading=1.0)
FIGURE = Style(20, "bold", leading=0.95)
DICE = Style(14.5, "bold", leading=0.95)
WORDS = Style(9.5, leading=1.05)
READ = Style(8.5, leading=1.12)
STRONG = Style(8.5, "bold", leading=1.12)
TEST = Style(8, leading=1.1)
SMALL_FIGURE = Style(8, "bold", leading=0.95)
SMALL = Style(7, leading=1.1)
BAND = Style(8.5, "bold", leading=1.1)
"""A band of a range within a sentence, in a frame of its own."""

Run = tuple[str, Style]
"""Words and how they are set, among others on one line."""

SHIELD, SHIELD_ROOM = 8.5, 10.5
HEAD = 10.7
LEAST_BOX, MOST_BOX = 3.6, 5.0
ROW_GAP, BOX_GAP, FIVE_GAP, MODEL_GAP = 1.1, 0.7, 1.5, 1.1
A_ROW = 10
MOST_POWER = 10
BASE_SCALE, SMALL_BASE_SCALE = 5, 10
BAR_HEIGHT, BAR_DEPTH, BAR_MARGIN = 10.4, 6.4, 2.6
SLIM_HEIGHT, SLIM_DEPTH = 4.5, 4.1
THIRDS = ("", "⅓", "⅔")


def inches(length: Fraction) -> str:
    """An exact length as `21"` or `10⅔"`, cut to whole thirds."""
    whole, rest = divmod(length.numerator * 3 // length.denominator, 3)
    return f'{whole if whole or not rest else ""}{THIRDS[rest]}"'


def width_of(runs: Sequence[Run]) -> float:
    """How wide the runs are beside each other."""
    return sum(measure(words, style) for words, style in runs)


def draw_runs(surface: Surface, at: Point, runs: Sequence[Run]) -> float:
    """The runs from a point on one baseline; where the last one ends."""
    x = at[0]
    with surface.paragraph():
        for words, style in runs:
            wide = measure(words, style)
            if style == BAND:
                surface.rectangle(Box(x, at[1] - 2.45, wide, 3.1), FINE)
            surface.text((x, at[1]), words, style)
            x += wide
    return x


def wrap_runs(runs: Sequence[Run], width: float) -> tuple[tuple[Run, ...], ...]:
    """The runs in lines that fit a width, broken at spaces: a bold word and the stop after it stay together."""
    lines: list[list[Run]] = [[]]
    used = 0.0
    for words in _words(runs):
        (*_, (last, style)) = words
        needed = width_of(words) - measure(last, style) + measure(last.rstrip(" "), style)
        if used and used + needed > width:
            lines.append([])
            used = 0.0
        lines[-1] += words
        used += width_of(words)
    return tuple(tuple(_joined(line)) for line in lines if line)


def _words(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """What no line may part, each with the space after it."""
    word: list[Run] = []
    for words, style in runs:
        for piece in re.findall(r"[^ ]* +|[^ ]+", words):
            word.append((piece, style))
            if piece.endswith(" "):
                yield word
                word = []
    if word:
        yield word


def _joined(line: Sequence[Run]) -> Iterator[Run]:
    """Neighbours of one style as one run."""
    for style, pieces in groupby(line, key=lambda run: run[1]):
        yield "".join(words for words, _ in pieces), style


class Line(Struct, frozen=True):
    """Runs on one line, after a sign of so many millimetres if there is one."""

    runs: tuple[Run, ...]
    height: float
    baseline: float
    sign: Sign | None = None
    size: float = 0.0
    hang: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        if self.sign:
            draw_sign(surface, self.sign, (x, y + self.baseline - self.size * 0.84), self.size)
        draw_runs(surface, (x + self.hang, y + self.baseline), self.runs)


class Paragraph(Struct, frozen=True, dict=True):
    """Runs over lines of one style's height; moved in by so many millimetres."""

    lines: tuple[tuple[Run, ...], ...]
    style: Style
    hang: float = 0.0

    @cached_property
    def height(self) -> float:
        return len(self.lines) * self.style.line_height

    def draw(self, surface: Surface, x: float, y: float) -> None:
        with surface.paragraph():
            for number, line in enumerate(self.lines):
                baseline = y + number * self.style.line_height + self.style.baseline
                draw_runs(surface, (x + self.hang, baseline), line)


@lru_cache(maxsize=4000)
def paragraph(runs: tuple[Run, ...], style: Style, width: float, hang: float = 0.0) -> Paragraph:
    """The runs wrapped to a width, all of it moved in by `hang`."""
    return Paragraph(wrap_runs(runs, width - hang), style, hang)


class Head(Struct, frozen=True):
    """Shield, name in one line or two, a line or two below it, and a large number with a word under it."""

    width: float
    emblem: Picture | None
    name: tuple[str, ...]
    below: tuple[str, ...]
    number: str = ""
    tag: str = ""

    @property
    def height(self) -> float:
        words = len(self.name) * NAME.line_height + 0.7 + len(self.below) * READ.line_height + 0.8
        return max(HEAD, words)

    def draw(self, surface: Surface, x: float, y: float) -> None:
        if self.emblem:
            surface.picture(self.emblem, (x, y), SHIELD)
        left, top = x + (SHIELD_ROOM if self.emblem else 0.0), y
        with surface.paragraph():
            for line in self.name:
                surface.text((left, top + NAME.baseline), line, NAME)
                top += NAME.line_height
        with surface.paragraph():
            for line in self.below:
                surface.text((left, top + 0.7 + READ.baseline), line, READ)
                top += READ.line_height
        with surface.paragraph():
            surface.text((x + self.width, y + NUMBER.baseline), self.number, NUMBER, "right")
            surface.text((x + self.width, y + HEAD - 1.2), self.tag, SMALL, "right")


def head(width: float, emblem: Picture | None, name: str, below: str, number: str = "", tag: str = "") -> Head:
    """The head of a card this wide: a name of two lines at most; of a longer one the rest stands small below it."""
    lines, words = _head_lines(width - (SHIELD_ROOM if emblem else 0.0), name, below, number, tag)
    return Head(width, emblem, lines, words, number, tag)


@lru_cache(maxsize=4000)
def _head_lines(width: float, name: str, below: str, number: str, tag: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The name in lines, and those below it; a card asks for them in each way that it is tried."""
    aside = max(measure(number, NUMBER), measure(tag, SMALL)) + 1.5 if number or tag else 0.0
    lines = wrap(name, NAME, width - aside)
    if len(lines) > 2:
        below = ", ".join(filter(None, (" ".join(lines[1:]), below)))
        lines = lines[:1]
    room = width - (measure(tag, SMALL) + 1.5 if tag else 0.0)
    words = wrap(below, READ, room) if below else ()
    if len(words) > 2:
        words = (words[0], shorten(" ".join(words[1:]), READ, room))
    return lines, words


class Boxes(Struct, frozen=True, dict=True):
    """A box a wound to fill with a pencil, a model's joined; the wedge is where half of the wounds are gone."""

    places: tuple[Point, ...]
    size: float
    height: float
    half: int | None = None

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.strokes(self.outlines, (x, y), LINE)
        if self.half is not None and 0 < self.half <= len(self.places):
            left, top = self.places[self.half - 1]
            low, high = y + top + self.size, y + top
            corners = ((x + left, low), (x + left + self.size, low), (x + left + self.size, high))
            surface.polygon(corners, INK)

    @cached_property
    def outlines(self) -> Outlines:
        return Outlines(rectangles=tuple(Box(left, top, self.size, self.size) for left, top in self.places))

    @cached_property
    def width(self) -> float:
        return max((left for left, _ in self.places), default=0.0) + self.size + 0.3


@lru_cache(maxsize=2000)
def boxes(
    models: int, wounds: int, width: float, *, size: float, half: int | None = None, dense: bool = False
) -> Boxes:
    """Boxes of a size for so many models: models of one wound ten a row in two fives, others whole models to a row.

    `dense` joins models of one wound in fives, as many as a row holds; `half` is the number of the box with the wedge.
    """
    places: list[Point] = []
    x = y = 0.2
    single = wounds == 1 and not dense
    ten = (width - 0.2 - (A_ROW - 1) * BOX_GAP - FIVE_GAP) / A_ROW
    a_row = A_ROW if ten >= LEAST_BOX else A_ROW // 2
    if single and a_row == A_ROW:
        size = min(size, ten)
    elif wounds * size > width - 0.2:
        size = max(min(size, (width - 0.2) / wounds), LEAST_BOX)
    for place, group in enumerate(_groups(models, wounds, dense=dense)):
        if place and (x + group * size > width + 0.01 or (single and place % a_row == 0)):
            x, y = 0.2, y + size + ROW_GAP
        for _ in range(group):
            if x + size > width + 0.01:
                x, y = 0.2, y + size
            places.append((x, y))
            x += size
        x += (BOX_GAP + FIVE_GAP * (place % 5 == 4)) if single else MODEL_GAP
    return Boxes(tuple(places), size, y + size + 0.2 if places else 0.0, half)


def _groups(models: int, wounds: int, *, dense: bool) -> list[int]:
    """How many boxes are joined, group by group."""
    if wounds > 1 or not dense:
        return [wounds] * models
    return [5] * (models // 5) + [models % 5] * bool(models % 5)


class Footprint(Struct, frozen=True):
    """A base seen from above, one to so many, a fifth of its size unless it is said; the tip is its front."""

    size: tuple[float, float]
    scale: int = BASE_SCALE

    @property
    def measures(self) -> str:
        """`25 × 50 mm`."""
        wide, deep = self.size
        return f"{wide:g} × {deep:g} mm"

    @property
    def words(self) -> str:
        """`base 25 × 50 mm`, with its scale where that isn't a fifth."""
        scale = "" if self.scale == BASE_SCALE else f", 1:{self.scale}"
        return f"base {self.measures}{scale}"

    @property
    def width(self) -> float:
        return self.size[0] / self.scale + 0.4

    @property
    def height(self) -> float:
        return self.size[1] / self.scale + 0.4

    def draw(self, surface: Surface, x: float, y: float) -> None:
        wide, deep = self.size[0] / self.scale, self.size[1] / self.scale
        middle, top = x + 0.2 + wide / 2, y + 0.2
        surface.rectangle(Box(x + 0.2, top, wide, deep), RULE)
        surface.line((middle - 0.9, top + 1.4), (middle, top + 0.4), LINE)
        surface.line((middle, top + 0.4), (middle + 0.9, top + 1.4), LINE)


class RangeBar(Struct, frozen=True):
    """Bands to scale from the weapon on: what is rolled in each, and where it ends; `start` is a least range."""

    bands: tuple[tuple[str, Fraction], ...]
    width: float
    start: Fraction = Fraction(0)
    height: float = BAR_HEIGHT

    @property
    def is_slim(self) -> bool:
        """Whether each band says its end beside its roll, in one low row; their widths are then what they say."""
        return self.height == SLIM_HEIGHT

    @property
    def _said(self) -> list[tuple[Run, ...]]:
        starts = [f"from {inches(self.start)}: " if self.start else "", *("" for _ in self.bands[1:])]
        return [
            ((start, READ), (rolled, STRONG), (f" to {inches(end)}", READ))
            for start, (rolled, end) in zip(starts, self.bands, strict=True)
        ]

    def _draw_slim(self, surface: Surface, x: float, y: float) -> None:
        widths = [width_of(runs) for runs in self._said]
        room = (self.width - 0.4 - sum(widths)) / len(widths)
        with surface.paragraph():
            for runs, wide in zip(self._said, widths, strict=True):
                surface.rectangle(Box(x, y, wide + room, SLIM_DEPTH), RULE)
                draw_runs(surface, (x + room / 2, y + 3.1), runs)
                x += wide + room

    def draw(self, surface: Surface, x: float, y: float) -> None:
        scale = (self.width - 0.2 - BAR_MARGIN) / float(self.bands[-1][1])
        left = x + 0.2 + float(self.start) * scale
        if self.is_slim:
            self._draw_slim(surface, x + 0.2, y + 0.2)
            return
        with surface.paragraph():
            if self.start:
                surface.text((left, y + 9.9), inches(self.start), READ, "centre")
            for rolled, end in self.bands:
                right = x + 0.2 + float(end) * scale
                surface.rectangle(Box(left, y + 0.2, right - left, BAR_DEPTH), RULE)
                surface.text(((left + right) / 2, y + 5.2), rolled, DICE, "centre")
                surface.text((right, y + 9.9), inches(end), READ, "centre")
                left = right


class Rings(Struct, frozen=True):
    """Numbered rings to cross off for a wizard's power, after its sign."""

    height: float = 4.4

    def draw(self, surface: Surface, x: float, y: float) -> None:
        draw_sign(surface, Sign.POWER, (x, y + 0.2), 4)
        with surface.paragraph():
            for number in range(1, MOST_POWER + 1):
                centre = (x + 7.1 + (number - 1) * 4.55, y + 2.2)
                surface.circle(centre, 1.85, Pen(0.25, INK))
                surface.text((centre[0], centre[1] + 0.9), str(number), SMALL, "centre")
