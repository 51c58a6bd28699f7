"""When an army tests as a whole: points lost from which it does, and what it still holds on (Attrition Scenario)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.printing.parts import FINE, RULE
from tabletop.pdf.flow import Block, Column, Gap, Hairline, Section, Stack, TableRow, cell
from tabletop.pdf.typography import Style

HEADING = Style(12.5, "title")
HEADS = Style(8, leading=1.2)
TEXT, LOST = Style(10, leading=1.14), Style(10, "bold", leading=1.14)
TENTHS = range(30, 71, 10)
WIDTH = 90.0


def army_tests(points: int, width: float) -> Section:
    """The table for an army that cost so many points, kept whole; as wide as it needs."""
    return Section((Stack(tuple(_rows(points, min(width, WIDTH)))),))


def _rows(points: int, width: float) -> Iterator[Block]:
    third = width / 3
    columns = (Column(0, third), Column(third, third, "centre"), Column(2 * third, third, "centre"))
    yield Gap(2)
    yield TableRow((cell(Column(0, width), "When the army tests", HEADING),), below=0.6)
    heads = zip(columns, ("of its points", "lost, or more", "it holds on, 2d6"), strict=True)
    yield TableRow(tuple(cell(column, words, HEADS) for column, words in heads))
    yield Hairline(width, RULE)
    for share in TENTHS:
        cells = (
            cell(columns[0], f"{share} %", TEXT),
            cell(columns[1], f"{-(-points * share // 100):,}", LOST),
            cell(columns[2], f"{10 - share // 10} or less", TEXT),
        )
        yield TableRow(cells, above=0.5, below=0.5)
        yield Hairline(width, FINE)
