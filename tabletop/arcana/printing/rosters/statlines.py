"""The book's profile table on paper: its columns, its head and its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from tabletop.arcana.catalogue.profiles import Printed
from tabletop.pdf.flow import Cell, Column, Hairline, RowKind, Stack, TableRow, cell
from tabletop.pdf.surface import Align, Pen
from tabletop.pdf.typography import GLUE, INK, Style

GUTTER = 1.8
CLINGING = re.compile(r" (?=[(/])|(?<=/) ")
STATISTICS = Style(8.5, leading=1.15)
NAMES = Style(8.5, "bold", leading=1.15)
HEADS = Style(7, "bold")


class StatColumn(Struct, frozen=True):
    """A column of the table: its heading, its share of the width and how it is set."""

    heading: str
    share: float
    align: Align = "left"


STAT_COLUMNS = (
    StatColumn("", 6.8, "right"),
    StatColumn("Name", 27),
    StatColumn("VP", 7.8, "right"),
    StatColumn("Move", 12.4),
    StatColumn("Wounds", 10.1, "centre"),
    StatColumn("Armour", 16.5),
    StatColumn("Magic", 12.2),
    StatColumn("Morale", 15.9),
    StatColumn("Melee", 26.5),
    StatColumn("Missile", 26),
    StatColumn("Special", 20.3),
    StatColumn("Points", 10.6, "right"),
)


@lru_cache(maxsize=16)
def columns(width: float) -> tuple[Column, ...]:
    """The table's columns across a width in millimetres, with a gutter between them."""
    unit = (width - GUTTER * (len(STAT_COLUMNS) - 1)) / sum(column.share for column in STAT_COLUMNS)
    placed: list[Column] = []
    x = 0.0
    for column in STAT_COLUMNS:
        placed.append(Column(x, column.share * unit, column.align))
        x += column.share * unit + GUTTER
    return tuple(placed)


def table_head(width: float) -> Stack:
    """The headings over a hairline."""
    headings = zip(columns(width), STAT_COLUMNS, strict=True)
    cells = tuple(cell(column, stat.heading, HEADS) for column, stat in headings)
    return Stack((TableRow(cells, below=0.6, kind=RowKind.HEAD), Hairline(width, Pen(0.35, INK))))


def stat_row(width: float, printed: Printed, *, count: str, marks: str = "", points: str = "") -> TableRow:
    """A row as the book prints it, after how many there are and before what they cost together."""
    texts = (
        count, printed.name + marks, printed.vp, printed.move, printed.wounds, printed.armour, printed.magic,
        printed.morale, printed.melee, printed.missile, printed.special, points,
    )  # fmt: skip
    cells = zip(_spread(columns(width), printed), STAT_COLUMNS, texts, strict=True)
    return TableRow(tuple(_set(*cell) for cell in cells), above=0.5, below=0.5, kind=RowKind.BODY)


def _spread(placed: tuple[Column, ...], printed: Printed) -> Iterator[Column]:
    """The columns; blows take the shots' one, too, where there are no shots."""
    for column, stat, after in zip(placed, STAT_COLUMNS, (*placed[1:], None), strict=True):
        if stat.heading == "Melee" and not printed.missile and after:
            yield Column(column.x, after.x + after.width - column.x, column.align)
        else:
            yield column


def _set(column: Column, stat: StatColumn, text: str) -> Cell:
    is_bold = stat.heading in ("", "Name", "Points")
    return cell(column, CLINGING.sub(GLUE, text), NAMES if is_bold else STATISTICS)
