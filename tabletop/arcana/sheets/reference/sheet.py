"""The reference sheet on paper: two columns on one page, or large print on as many as it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.fielding import Army
from tabletop.arcana.sheets.reference.lines import MORALE_TABLE, PARTS, Entry, Part, Tag
from tabletop.arcana.sheets.reference.uses import base_units_of, tags_of
from tabletop.sheets.document import Page, Sheet, content_box
from tabletop.sheets.flow import Block, Column, Gap, Hairline, Placed, Section, Stack, TableRow, cell, filled
from tabletop.sheets.paper import Box, Paper
from tabletop.sheets.surface import Pen, Surface
from tabletop.sheets.typography import FADED, INK, Style

GUTTER = 7.0
SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
LARGE = 14.0
LEAD_SHARE = 0.2
TITLE = Style(20, "title")
SUBTITLE = Style(9, colour=FADED)


class Setting(Struct, frozen=True):
    """How large it is set, and across which width in millimetres."""

    points: float
    width: float

    def style(self, *, bold: bool = False, scale: float = 1.0, colour: str = INK) -> Style:
        return Style(self.points * scale, "bold" if bold else "text", colour, leading=1.15)


def reference_sheet(armies: Sequence[Army], *, paper: Paper, large: bool = False) -> Sheet:
    """The rules in play; with rosters, only those that their units use.

    One page of two columns, set as large as fits; large print in one column of 14 points.
    """
    names = ", ".join(army.name for army in armies)
    parts = parts_for(armies)
    bases = base_units_of(armies) if armies else frozenset(units for units, _, _ in MORALE_TABLE)
    pages = _large(parts, bases, paper, names) if large else _one_page(parts, bases, paper, names)
    title = f"Reference for {names}" if names else "Reference"
    return Sheet(title=title, subject="Rules in play, in our words", paper=paper, pages=pages)


def parts_for(armies: Sequence[Army]) -> tuple[Part, ...]:
    """The parts with the lines that are used; a part that has none left isn't there."""
    if not armies:
        return PARTS
    used = tags_of(armies)
    kept = (replace(part, entries=tuple(_used(part.entries, used))) for part in PARTS)
    return tuple(part for part in kept if part.entries)


def _used(entries: tuple[Entry, ...], tags: frozenset[Tag]) -> Iterator[Entry]:
    return (entry for entry in entries if not entry.tags or entry.tags & tags)


def _one_page(parts: tuple[Part, ...], bases: frozenset[float], paper: Paper, names: str) -> tuple[Page, ...]:
    box, head = content_box(paper), _head(names, content_box(paper).width)
    width = (box.width - GUTTER) / 2
    room = box.height - head.height
    for points in SIZES:
        columns = filled(_sections(parts, bases, Setting(points, width)), room)
        if len(columns) <= 2:
            break
    return tuple(_columns(head, columns[first : first + 2], box) for first in range(0, len(columns), 2))


def _columns(head: Stack, columns: Sequence[tuple[Placed, ...]], box: Box) -> Page:
    def draw(surface: Surface) -> None:
        head.draw(surface, box.x, box.y)
        for number, placed in enumerate(columns):
            x = box.x + number * ((box.width - GUTTER) / 2 + GUTTER)
            for each in placed:
                each.block.draw(surface, x, box.y + head.height + each.y)

    return draw


def _large(parts: tuple[Part, ...], bases: frozenset[float], paper: Paper, names: str) -> tuple[Page, ...]:
    box, head = content_box(paper), _head(names, content_box(paper).width)
    pages = filled(_sections(parts, bases, Setting(LARGE, box.width)), box.height - head.height)
    return tuple(_columns(head, [placed], box) for placed in pages)


def _head(names: str, width: float) -> Stack:
    words = f"What {names} uses of the rules" if names else "The rules in play, in our words; the book decides."
    return Stack(
        (
            TableRow((cell(Column(0, width), "Reference", TITLE),)),
            TableRow((cell(Column(0, width), words, SUBTITLE),), below=1.5),
        )
    )


def _sections(parts: tuple[Part, ...], bases: frozenset[float], setting: Setting) -> list[Section]:
    sections = [Section((Stack(tuple(_part(part, setting))),)) for part in parts]
    return [*sections, Section((Stack(tuple(_table(bases, setting))),))]


def _heading(title: str, source: str, setting: Setting) -> Iterator[Block]:
    yield Hairline(setting.width, Pen(0.4, INK))
    half = setting.width / 2
    name = cell(Column(0, half), title, setting.style(bold=True, scale=1.1))
    where = cell(Column(half, half, "right"), source, Style(max(setting.points * 0.75, 7), "italic", FADED))
    yield TableRow((name, where), above=0.5, below=0.5)


def _part(part: Part, setting: Setting) -> Iterator[Block]:
    yield from _heading(part.title, part.source.section, setting)
    lead = setting.width * LEAD_SHARE
    for entry in part.entries:
        first = cell(Column(0, lead - 1.5), entry.lead, setting.style(bold=True))
        yield TableRow((first, cell(Column(lead, setting.width - lead), entry.text, setting.style())), below=0.3)
    yield Gap(1.6)


def _table(bases: frozenset[float], setting: Setting) -> Iterator[Block]:
    yield from _heading("Models for each 1 of morale", "", setting)
    third = setting.width / 3
    columns = (Column(0, third), Column(third, third), Column(2 * third, third))
    heads = zip(columns, ("base units", "skirmishers", "block"), strict=True)
    yield TableRow(tuple(cell(column, words, setting.style(bold=True)) for column, words in heads), below=0.3)
    for units, loose, ranked in MORALE_TABLE:
        if units in bases:
            texts = ("½" if units == 0.5 else f"{units:g}", str(loose), str(ranked))
            cells = zip(columns, texts, strict=True)
            yield TableRow(tuple(cell(column, words, setting.style()) for column, words in cells), below=0.2)
    yield Gap(1.6)
