"""The table of units on paper: its columns, its head and its rows."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from tabletop.arcana.printing.rosters.used import Used
from tabletop.pdf.flow import Cell, Column, Hairline, RowKind, Stack, TableRow, cell
from tabletop.pdf.surface import Align, Pen
from tabletop.pdf.typography import GLUE, INK, Style, wrap

GUTTER = 1.8
CLINGING = re.compile(r"(?<=d3) |(?<=str) |(?<=at) (?=\d)|(?<=shots) |(?<=fly) | (?=×)|(?<=×) |(?<=base) |(?<=own) ")
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
    StatColumn("Unit", 32),
    StatColumn("Move", 13),
    StatColumn("Wounds", 10.1, "centre"),
    StatColumn("Armour", 17),
    StatColumn("Magic", 8.6, "centre"),
    StatColumn("Morale", 14.5),
    StatColumn("Attacks: dice at number, strength", 46),
    StatColumn("Special", 29),
    StatColumn("Points", 13, "right"),
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


def stat_row(width: float, used: Used, *, count: str, marks: str = "", points: tuple[str, ...] = ()) -> TableRow:
    """A row as it is used, after how many there are and before what they cost."""
    texts = (
        (count,), (used.name + marks,), (used.move,), (used.wounds,), (used.armour,), (used.magic,), (used.morale,),
        used.attacks, (used.special,), points,
    )  # fmt: skip
    cells = zip(columns(width), STAT_COLUMNS, texts, strict=True)
    return TableRow(tuple(_set(*cell) for cell in cells), above=0.5, below=0.5, kind=RowKind.BODY)


def _set(column: Column, stat: StatColumn, lines: tuple[str, ...]) -> Cell:
    style = NAMES if stat.heading in ("", "Unit") else STATISTICS
    clung = (CLINGING.sub(GLUE, line) for line in lines)
    return Cell(column, tuple(part for line in clung for part in wrap(line, style, column.width)), style)
