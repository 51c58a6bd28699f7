"""The blocks that units' cards are made of: figures, saves, spells, the line of the morale test."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

from tabletop.arcana.printing.cards.figures import Figure, Saves
from tabletop.arcana.printing.parts import FIGURE, FINE, HEAVY, READ, SMALL, SMALL_FIGURE, STRONG, TEST, Run
from tabletop.arcana.printing.signs import Sign, draw_sign
from tabletop.pdf.flow import Block
from tabletop.pdf.surface import Outlines, Point, Surface
from tabletop.pdf.typography import INK, Style, measure

STRONG_TEST = Style(8, "bold", leading=1.1)
COLUMN, SAVE_LABEL = 6.2, 32.5
SAVE_ROW = 3.45
LABEL_SIGN = 2.3
WEDGE = "\u25e2"
"""Stands for the mark of half the wounds in the words of a test."""


class Arranged(Struct, frozen=True):
    """Blocks at their places within one, the size of its boxes, and how high it has room at the left."""

    placed: tuple[tuple[float, float, Block], ...]
    height: float
    size: float = 0.0
    corner: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for left, top, block in self.placed:
            block.draw(surface, x + left, y + top)


class FiguresRow(Struct, frozen=True):
    """The figures in a row of cells, under their labels or without."""

    figures: tuple[Figure, ...]
    width: float
    labelled: bool = True

    @property
    def height(self) -> float:
        return 11.6 if self.labelled else 7.9

    def draw(self, surface: Surface, x: float, y: float) -> None:
        top, high = y + (3.7 if self.labelled else 0.45), self.height
        surface.line((x, y), (x + self.width, y), HEAVY if self.labelled else FINE)
        cells = _figure_cells(self.figures, self.width, high)
        surface.strokes(cells.between, (x, y), FINE)
        for figure, left in zip(self.figures, cells.lefts, strict=True):
            with surface.paragraph():
                if self.labelled:
                    _label(surface, figure, (x + left, y), signs=cells.signs)
                _figure(surface, figure, (x + left, top))
        surface.line((x, y + high), (x + self.width, y + high), HEAVY)


class FigureCells(Struct, frozen=True):
    """Where the figures of a row begin, the lines between them, and whether there is room for their labels' signs."""

    lefts: tuple[float, ...]
    between: Outlines
    signs: bool


@lru_cache(maxsize=2000)
def _figure_cells(figures: tuple[Figure, ...], width: float, height: float) -> FigureCells:
    for signs in (True, False):
        least = [_cell_width(figure, signs=signs) for figure in figures]
        spare = (width - sum(least)) / len(least)
        if spare >= 0:
            break
    edges = tuple(accumulate(wide + spare for wide in least[:-1]))
    lines = tuple(((edge, 0.0), (edge, height)) for edge in edges)
    return FigureCells((0.0, *(edge + 0.7 for edge in edges)), Outlines(lines), signs)


def _label(surface: Surface, figure: Figure, at: Point, *, signs: bool) -> None:
    if signs:
        draw_sign(surface, figure.sign, (at[0], at[1] + 0.95), LABEL_SIGN)
    shift = LABEL_SIGN + 0.3 if signs else 0.0
    surface.text((at[0] + shift, at[1] + 0.7 + SMALL.baseline), figure.label, SMALL)


def _figure(surface: Surface, figure: Figure, at: Point) -> None:
    surface.text((at[0], at[1] + FIGURE.baseline), figure.value, FIGURE)
    aside = at[0] + measure(figure.value, FIGURE) + 0.4
    for line, words in enumerate(figure.beside):
        surface.text((aside, at[1] + 3.0 + line * 2.7), words, SMALL_FIGURE)


def _cell_width(figure: Figure, *, signs: bool) -> float:
    aside = max((measure(words, SMALL_FIGURE) + 0.4 for words in figure.beside), default=0.0)
    label = (LABEL_SIGN + 0.3) * signs + measure(figure.label, SMALL)
    return max(label, measure(figure.value, FIGURE) + aside) + 1.0


class SavesTable(Struct, frozen=True):
    """Saves under the strengths that they are against."""

    saves: Saves
    width: float

    @property
    def height(self) -> float:
        return SAVE_ROW * (1 + len(self.saves.rows)) + 0.3

    def draw(self, surface: Surface, x: float, y: float) -> None:
        with surface.row(_lefts(self.width), head=True):
            self._heads(surface, (x, y + 2.75))
        surface.line((x, y + SAVE_ROW), (x + self.width, y + SAVE_ROW), FINE)
        for number, (words, cells) in enumerate(self.saves.rows, 1):
            with surface.row(_lefts(self.width)[: 1 + len(cells)]):
                self._row(surface, (x, y + number * SAVE_ROW + 2.85), words, cells)
        surface.line((x, y + self.height), (x + self.width, y + self.height), FINE)

    def _heads(self, surface: Surface, at: Point) -> None:
        bold, plain = self.saves.head
        with surface.cell(0):
            surface.text(at, bold, STRONG_TEST)
            surface.text((at[0] + measure(bold, STRONG_TEST), at[1]), plain, TEST)
        for strength, left in enumerate(_lefts(self.width)[1:]):
            surface.cell_text(
                1 + strength, (at[0] + left + _column(self.width) / 2, at[1]), str(strength), TEST, "centre"
            )

    def _row(self, surface: Surface, at: Point, words: str, cells: Sequence[str]) -> None:
        """What it is against and a save for each strength, or one for all of them."""
        surface.cell_text(0, at, words, READ)
        middle = _column(self.width) * (0.5 if len(cells) > 1 else 2.5)
        for place, (left, saved) in enumerate(zip(_lefts(self.width)[1:], cells, strict=False)):
            surface.cell_text(1 + place, (at[0] + left + middle, at[1]), saved, STRONG, "centre")


@lru_cache(maxsize=100)
def _lefts(width: float) -> tuple[float, ...]:
    """Where the words and the five strengths of a table this wide begin."""
    return (0.0, *(width - (5 - strength) * _column(width) for strength in range(5)))


def _column(width: float) -> float:
    return min(COLUMN, (width - SAVE_LABEL) / 5)


class MoraleLine(Struct, frozen=True):
    """When the unit tests its morale; the wedge is that of its boxes."""

    lines: tuple[tuple[Run, ...], ...]

    @property
    def height(self) -> float:
        return len(self.lines) * TEST.line_height + 0.3

    def draw(self, surface: Surface, x: float, y: float) -> None:
        draw_sign(surface, Sign.MORALE, (x, y + 0.35), 2.6)
        with surface.paragraph():
            for number, line in enumerate(self.lines):
                _test_words(surface, line, (x + 3.8, y + 0.2 + number * TEST.line_height + TEST.baseline))


def _test_words(surface: Surface, line: tuple[Run, ...], at: Point) -> None:
    """The words of a test with the wedge drawn where it stands for."""
    left, baseline = at
    parts = [(place, part, style) for words, style in line for place, part in enumerate(words.split(WEDGE))]
    for place, part, style in parts:
        if place:
            surface.polygon(((left, baseline), (left + 2.2, baseline), (left + 2.2, baseline - 2.2)), INK)
            left += 2.7
        surface.text((left, baseline), part, style)
        left += measure(part, style)


class Rule(Struct, frozen=True):
    """A heavy line across the card, with room below."""

    width: float
    height: float = 0.6

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.line((x, y), (x + self.width, y), HEAVY)
