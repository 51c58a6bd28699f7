"""The reference sheet on paper: two columns on a page or two, or large print on as many as it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.printing.reference.uses import abilities_used, base_units_of, tags_of
from tabletop.arcana.reference.ground import HEADS, terrain_rows
from tabletop.arcana.reference.short import MORALE_TABLE, PARTS, Entry, Part
from tabletop.arcana.terrain import GroundKind
from tabletop.citations import Citation
from tabletop.pdf.document import Page, Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, Placed, Section, Stack, TableRow, cell, fill_columns
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import FADED, INK, Style, fitted_style, measure

MORALE, GROUND = BOOK.section("Resolving Morale Tests"), BOOK.section("Terrain and Movement")

GUTTER = 7.0
SIZES = tuple(points / 4 for points in range(40, 31, -1))
LARGE = 14.0
LEAD_GAP = 2.0
SMALLEST_SOURCE = 5.5
TITLE = Style(20, "title")
SUBTITLE = Style(9, colour=FADED)


class Setting(Struct, frozen=True):
    """How large it is set, and across which width in millimetres."""

    points: float
    width: float

    def style(self, *, bold: bool = False, scale: float = 1.0, colour: str = INK) -> Style:
        return Style(self.points * scale, "bold" if bold else "text", colour, leading=1.15)


class Table(Struct, frozen=True):
    """Rows under heads, the columns' shares of the width, and where the book has them."""

    title: str
    source: Citation
    shares: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class Content(Struct, frozen=True):
    """What the sheet says, before it is set."""

    parts: tuple[Part, ...]
    tables: tuple[Table, ...]


def reference_sheet(
    armies: Sequence[Army], ground: Sequence[GroundKind], *, paper: Paper, large: bool = False
) -> Sheet:
    """The rules in play; with rosters, only those that their units use.

    Pages of two columns, one if it holds everything at 8 points or more, else two, set as large as fits; large print
    in one column of 14 points.
    """
    names = ", ".join(army.name for army in armies)
    bases = base_units_of(armies) if armies else frozenset(units for units, _, _ in MORALE_TABLE)
    parts = (*parts_for(armies), *_words_of(armies))
    content = Content(parts, (_morale(bases), _ground(ground)))
    pages = _large(content, paper, names) if large else _pages(content, paper, names)
    title = f"Reference for {names}" if names else "Reference"
    return Sheet(title=title, subject="Rules in play, in our words", paper=paper, pages=pages)


def parts_for(armies: Sequence[Army]) -> tuple[Part, ...]:
    """The parts with the lines that are used; a part that has none left isn't there."""
    if not armies:
        return PARTS
    used = tags_of(armies)
    kept = (
        replace(part, entries=tuple(entry for entry in part.entries if not entry.tags or entry.tags & used))
        for part in PARTS
    )
    return tuple(part for part in kept if part.entries)


def _words_of(armies: Sequence[Army]) -> Iterator[Part]:
    """What the words on the armies' cards mean, but for those that a line above says."""
    said = {entry.lead.casefold() for part in PARTS for entry in part.entries}
    meanings = {ability.name: ability for ability in abilities_used(armies) if ability.name.casefold() not in said}
    if meanings:
        entries = tuple(Entry(ability.name, ability.text) for ability in meanings.values())
        yield Part("Words on cards", next(iter(meanings.values())).citation, entries)


def _pages(content: Content, paper: Paper, names: str) -> tuple[Page, ...]:
    box, head = content_box(paper), _head(names, content_box(paper).width)
    width = (box.width - GUTTER) / 2
    room = box.height - head.height
    settings = ((points, most) for most in (2, 4) for points in SIZES)
    for points, most in settings:
        columns = fill_columns(_sections(content, Setting(points, width)), room)
        if len(columns) <= most:
            break
    return tuple(_columns(head, columns[first : first + 2], box) for first in range(0, len(columns), 2))


def _columns(head: Stack, columns: Sequence[tuple[Placed, ...]], box: Box) -> Page:
    def draw(surface: Surface) -> None:
        head.draw(surface, box.x, box.y)
        for number, placed in enumerate(columns):
            x = box.x + number * ((box.width - GUTTER) / 2 + GUTTER)
            for item in placed:
                item.block.draw(surface, x, box.y + head.height + item.y)

    return draw


def _large(content: Content, paper: Paper, names: str) -> tuple[Page, ...]:
    box, head = content_box(paper), _head(names, content_box(paper).width)
    pages = fill_columns(_sections(content, Setting(LARGE, box.width)), box.height - head.height)
    return tuple(_columns(head, [placed], box) for placed in pages)


def _head(names: str, width: float) -> Stack:
    words = f"What {names} uses of the rules" if names else "The rules in play, in our words; the book decides."
    return Stack(
        (
            TableRow((cell(Column(0, width), "Reference", TITLE),)),
            TableRow((cell(Column(0, width), words, SUBTITLE),), below=1.5),
        )
    )


def _sections(content: Content, setting: Setting) -> list[Section]:
    parts = [Section((Stack(tuple(_part(part, setting))),)) for part in content.parts]
    return [*parts, *(Section((Stack(tuple(_table(table, setting))),)) for table in content.tables)]


def _heading(title: str, source: str, setting: Setting) -> Iterator[Block]:
    yield Hairline(setting.width, Pen(0.4, INK))
    style = setting.style(bold=True, scale=1.1)
    left = measure(title, style) + LEAD_GAP
    right = setting.width - left
    aside = fitted_style(source, Style(max(setting.points * 0.75, 7), "italic", FADED), right, smallest=SMALLEST_SOURCE)
    name, where = cell(Column(0, left), title, style), cell(Column(left, right, "right"), source, aside)
    yield TableRow((name, where), above=0.5, below=0.5)


def _part(part: Part, setting: Setting) -> Iterator[Block]:
    """Its lines, with room for the longest lead, so that none breaks."""
    lead = max(measure(entry.lead, setting.style(bold=True)) for entry in part.entries) + LEAD_GAP
    yield from _heading(part.title, part.source.section, setting)
    for entry in part.entries:
        first = cell(Column(0, lead), entry.lead, setting.style(bold=True))
        yield TableRow((first, cell(Column(lead, setting.width - lead), entry.text, setting.style())), below=0.3)
    yield Gap(1.6)


def _morale(bases: frozenset[float]) -> Table:
    rows = [
        ("½" if units == 0.5 else f"{units:g}", str(loose), str(ranked))
        for units, loose, ranked in MORALE_TABLE
        if units in bases
    ]
    heads = ("base units", "skirmishers", "block")
    return Table("Models for each 1 of morale", MORALE, (1, 1, 1), (heads, *rows))


def _ground(kinds: Sequence[GroundKind]) -> Table:
    note = "* our proposal; the book leaves it to you" if any(kind.ours for kind in kinds) else ""
    return Table("An inch of ground, cover, sight", GROUND, (2.4, 1, 1.2, 1, 1), (HEADS, *terrain_rows(kinds)), note)


def _table(table: Table, setting: Setting) -> Iterator[Block]:
    yield from _heading(table.title, table.source.section, setting)
    edges = [sum(table.shares[:number]) / sum(table.shares) for number in range(len(table.shares) + 1)]
    columns = [Column(left * setting.width, (right - left) * setting.width) for left, right in pairwise(edges)]
    for number, row in enumerate(table.rows):
        style = setting.style(bold=not number)
        yield TableRow(tuple(cell(column, words, style) for column, words in zip(columns, row, strict=True)), below=0.2)
    if table.note:
        yield TableRow(
            (cell(Column(0, setting.width), table.note, setting.style(scale=0.85, colour=FADED)),), above=0.4
        )
    yield Gap(1.6)
