"""When an army tests as a whole: points lost from which it does, and what it still holds on (Attrition Scenario)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.arcana.printing.parts import FINE, RULE
from tabletop.arcana.rules.morale.testing import ARMY_TESTS_FROM, TENTH, army_holds_on
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell
from tabletop.pdf.typography import Style

HEADING = Style(12.5, "title")
HEADS = Style(8, leading=1.2)
TEXT, LOST = Style(10, leading=1.14), Style(10, "bold", leading=1.14)
TENTHS = range(ARMY_TESTS_FROM, 71, TENTH)
LABELS, FIGURE = 34.0, 17.0


def army_tests(points: int, width: float) -> Section:
    """The table for an army that cost so many points, kept whole; as wide as it needs."""
    return Section((Stack(tuple(_rows(points, width))),))


def _rows(points: int, width: float) -> Iterator[Block]:
    lost = (f"{-(-points * share // 100):,}" for share in TENTHS)
    rolls = (f"{army_holds_on(share)} or less" for share in TENTHS)
    yield Gap(2)
    yield TableRow((cell(Column(0, width), "When the army tests", HEADING),), below=0.4)
    yield _row("of its points", (f"{share} %" for share in TENTHS), HEADS, HEADS, RowKind.HEAD)
    yield Hairline(LABELS + len(TENTHS) * FIGURE, RULE)
    yield _row("lost, or more", lost, TEXT, LOST)
    yield Hairline(LABELS + len(TENTHS) * FIGURE, FINE)
    yield _row("it holds on, 2d6", rolls, TEXT, TEXT)


def _row(label: str, figures: Iterable[str], first: Style, rest: Style, kind: RowKind = RowKind.BODY) -> TableRow:
    placed = (Column(LABELS + place * FIGURE, FIGURE, "centre") for place in range(len(TENTHS)))
    cells = (cell(column, figure, rest) for column, figure in zip(placed, figures, strict=True))
    return TableRow((cell(Column(0, LABELS), label, first), *cells), above=0.4, below=0.4, kind=kind)
