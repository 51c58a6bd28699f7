"""What the reference sheet is made of: entries, steps, tables, the row of phases, and a phase with its number.

All sizes are those of 10.5 points, scaled together; a phase stands in columns of one height as near as can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.printing.parts import FINE, HEAVY, RULE
from tabletop.arcana.printing.prose import set_prose
from tabletop.arcana.printing.signs import Sign, draw_sign
from tabletop.arcana.reference.short import Entry
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Stack, TableRow, cell
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, POINT, Style, fitted_style, measure

USUAL = 10.5
LEAST = 8.0
SOURCE = 7.0
THIN = Pen(0.15, INK)
THICK = Pen(0.7, INK)
GUTTER, PHASE_GAP = 6.0, 2.2
LEAD, FIGURE_COLUMN = 22.0, 11.0
ASIDE, INLINE, SIGN_ALONE = 16.0, 15.0, 8.5
"""What a phase's number and sign take at the left of all it says, or only of its heading."""


class Setting(Struct, frozen=True):
    """The size of its text in points; all else follows. A dense one has leads run in, and no room beside a phase."""

    points: float
    columns: int = 2
    dense: bool = False

    @property
    def aside(self) -> float:
        """What a phase's number takes at the left of its text, in millimetres."""
        return 0.0 if self.dense or self.columns == 1 else ASIDE * self.scale

    @property
    def scale(self) -> float:
        return self.points / USUAL

    def style(self, size: float = USUAL, *, bold: bool = False, leading: float = 1.16) -> Style:
        """A size at the usual setting as it is here, never smaller than what can be read in play."""
        return Style(max(size * self.scale, LEAST), "bold" if bold else "text", leading=leading)

    def title(self, size: float) -> Style:
        return Style(size * self.scale, "title", leading=1.0)

    @property
    def room(self) -> float:
        """Above and below an entry."""
        return 0.8 * self.scale


class Table(Struct, frozen=True):
    """A caption, heads, and rows whose first column says what the row is; figures are large."""

    caption: str
    shares: tuple[float, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def entry_block(entry: Entry, width: float, setting: Setting) -> Block:
    """A step's figure or a bold lead before its text; a lead that is too long for its column runs in."""
    bold, text = setting.style(bold=True), setting.style()
    above, rule = setting.room, Hairline(width, THIN)
    if entry.is_step:
        size, column = (15, FIGURE_COLUMN) if len(entry.lead) < 3 else (12, LEAD)
        figure, left = setting.style(size, bold=True, leading=0.9), column * setting.scale
        words = TableRow((cell(Column(left, width - left), entry.text, text),), above=above, below=above)
        return Beside(words, entry.lead, figure, above + text.baseline, width)
    left = LEAD * setting.scale
    if setting.dense or measure(entry.lead, bold) > left - 1.5:
        return Stack((rule, set_prose(f"**{entry.lead}:** {entry.text}", text, width, above=above), Gap(above)))
    cells = (cell(Column(0, left), entry.lead, bold), cell(Column(left, width - left), entry.text, text))
    return Stack((rule, TableRow(cells, above=above, below=above)))


class Beside(Struct, frozen=True):
    """A large figure on the first line of words, under a fine line."""

    words: TableRow
    figure: str
    style: Style
    baseline: float
    width: float

    @property
    def height(self) -> float:
        return self.words.height

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.line((x, y), (x + self.width, y), THIN)
        with surface.paragraph():
            surface.text((x, y + self.baseline + 0.3), self.figure.replace("-", "–"), self.style)
            self.words.draw(surface, x, y)


def table_block(table: Table, width: float, setting: Setting) -> Stack:
    """The table kept whole, every head above its figures."""
    edges = [sum(table.shares[:number]) / sum(table.shares) * width for number in range(len(table.shares) + 1)]
    columns = [Column(left, right - left, "centre" if left else "left") for left, right in pairwise(edges)]
    head, text = setting.style(8), setting.style()
    figure = setting.style(13, bold=True, leading=0.95)
    blocks: list[Block] = [TableRow((cell(Column(0, width), table.caption, setting.style(11, bold=True)),), above=1.0)]
    heads = zip(columns, table.heads, strict=True)
    named = tuple(cell(column, words, head) for column, words in heads)
    blocks += [TableRow(named, kind=RowKind.HEAD), Hairline(width, RULE)]
    for row in table.rows:
        cells = zip(columns, row, (text, *(figure,) * (len(row) - 1)), strict=True)
        told = tuple(cell(*each) for each in cells)
        room = 0.5 * setting.scale
        blocks += [TableRow(told, above=room, below=room, kind=RowKind.BODY), Hairline(width, THIN)]
    if table.note:
        blocks += [TableRow((cell(Column(0, width), table.note, setting.style(8)),), above=0.6)]
    return Stack((*blocks, Gap(1.0)))


class Spine(Struct, frozen=True):
    """The turn at a glance: a box for each phase side by side, in as many rows as they need."""

    cells: tuple[tuple[str, str, str], ...]
    width: float
    setting: Setting
    a_row: int

    def _blocks(self) -> list[Stack]:
        setting, inner = self.setting, self.width / self.a_row - 3.0
        digit = setting.style(17, bold=True, leading=1.0)
        made = []
        for number, title, text in self.cells:
            left = measure(number, digit) + 1.2
            name = fitted_style(title, setting.style(11, bold=True), inner - left, smallest=LEAST)
            top = TableRow(
                (cell(Column(0, left), number, digit), cell(Column(left, inner), title, _level(name, digit)))
            )
            made.append(Stack((top, TableRow((cell(Column(0, inner), text, setting.style(9, leading=1.12)),)))))
        return made

    @property
    def rows(self) -> list[list[Stack]]:
        blocks = self._blocks()
        return [blocks[first : first + self.a_row] for first in range(0, len(blocks), self.a_row)]

    @property
    def height(self) -> float:
        return sum(max(block.height for block in row) + 2.8 for row in self.rows) + 2.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        wide = self.width / self.a_row
        for row in self.rows:
            high = max(block.height for block in row) + 2.8
            surface.rectangle(Box(x, y, self.width, high), HEAVY)
            for number, block in enumerate(row):
                if number:
                    surface.line((x + number * wide, y), (x + number * wide, y + high), FINE)
                with surface.paragraph():
                    block.draw(surface, x + number * wide + 1.6, y + 1.2)
            y += high


def _level(style: Style, digit: Style) -> Style:
    """The style with the other's baseline."""
    return Style(style.size, style.family, leading=2 * (digit.baseline / style.size / POINT - 0.33))


class KeyBox(Struct, frozen=True):
    """What every blow and every shot needs, in a heavy frame: the first said large."""

    entries: tuple[Entry, ...]
    width: float
    setting: Setting

    def _stack(self) -> Stack:
        setting, inner = self.setting, self.width - 6.0
        first, *others = self.entries
        large = set_prose(f"{first.lead}: {first.text}", setting.style(18, bold=True, leading=1.0), inner)
        rest = (f"**{entry.lead}:** {entry.text}" for entry in others)
        return Stack((large, *(set_prose(text, setting.style(11), inner, above=0.4) for text in rest)))

    @property
    def height(self) -> float:
        return self._stack().height + 3.6 + 2.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.rectangle(Box(x + 0.25, y + 0.25, self.width - 0.5, self.height - 2.5), HEAVY)
        self._stack().draw(surface, x + 3, y + 1.6)


class Heading(Struct, frozen=True):
    """A phase's name, what is at its heart, the book's sections, its sign and its number in the turn."""

    name: str
    heart: str = ""
    source: str = ""
    sign: Sign | None = None
    number: str = ""


class PhaseBlock(Struct, frozen=True):
    """A phase under a thick line: number and sign at the left, its heading, its blocks in columns.

    Without a heading it belongs to the one above it.
    """

    heading: Heading | None
    head: Stack
    columns: tuple[Stack, ...]
    inner: float
    left: float
    setting: Setting

    @property
    def height(self) -> float:
        words = self.head.height + max((column.height for column in self.columns), default=0.0)
        if self.heading is None:
            return words + PHASE_GAP
        aside = (24.0 if self.heading.number else 12.0) * self.setting.scale if self.left else 0.0
        return max(1.4 + words, aside) + PHASE_GAP

    def draw(self, surface: Surface, x: float, y: float) -> None:
        top = y
        if self.heading:
            surface.line((x, y), (x + self.left + self.inner, y), THICK)
            top += 1.4
            self._aside(surface, self.heading, x, top)
        self.head.draw(surface, x + self.left, top)
        top += self.head.height
        wide = (self.inner - GUTTER * (len(self.columns) - 1)) / len(self.columns)
        for number, column in enumerate(self.columns):
            column.draw(surface, x + self.left + number * (wide + GUTTER), top)

    def _aside(self, surface: Surface, heading: Heading, x: float, top: float) -> None:
        """The number and the sign: large below each other, or before the heading."""
        scale = self.setting.scale
        if self.left:
            digit = Style(42 * scale, "bold", leading=0.8)
            at, size = (x, top + (14.0 if heading.number else 1.0) * scale), 8 * scale
        else:
            digit = _level(Style(22 * scale, "bold"), self.setting.title(18))
            at, size = (x + (6.5 if heading.number else 0.0) * scale, top + 0.4 * scale), 6 * scale
        if heading.number:
            surface.text((x, top + digit.baseline), heading.number, digit)
        if heading.sign:
            draw_sign(surface, heading.sign, at, size)


class Chapter(Struct, frozen=True):
    """A phase before it is on a page: its heading, its blocks, and the frame above it; it may be parted between two."""

    heading: Heading
    blocks: tuple[Block, ...]
    width: float
    setting: Setting
    above: tuple[Block, ...] = ()

    def block(self) -> Block:
        """The blocks in columns of one height, under their heading if there is one."""
        setting, left = self.setting, self.setting.aside
        inner = self.width - left
        indent = 0.0 if left else (INLINE if self.heading.number else SIGN_ALONE) * setting.scale
        head = Stack((_heading_row(self.heading, indent, inner, setting),))
        columns = tuple(shared(self.blocks, setting.columns))
        return Stack((*self.above, PhaseBlock(self.heading, head, columns, inner, left, setting)))

    def parted(self, room: float) -> tuple[Block, Chapter] | None:
        """As many of its blocks as there is room for, and the rest; None where that were fewer than two."""
        for number in range(len(self.blocks) - 1, 1, -1):
            first = replace(self, blocks=self.blocks[:number]).block()
            if first.height <= room:
                goes_on = (
                    replace(self.heading, name=f"{self.heading.name}, continued", heart="") if self.heading else None
                )
                return first, replace(self, heading=goes_on, blocks=self.blocks[number:], above=())
        return None


def _heading_row(heading: Heading, indent: float, inner: float, setting: Setting) -> TableRow:
    """The name, what is at its heart where there is room beside it, and the sections where there still is."""
    large, small = setting.title(18), setting.style(10, leading=1.0)
    cells = [cell(Column(indent, inner - indent), heading.name, large)]
    x = indent + measure(heading.name, large) + 3.0
    book = _level(Style(SOURCE, "italic"), large)
    if heading.heart and measure(heading.heart, small) <= inner - x:
        cells.append(cell(Column(x, inner - x), heading.heart, _level(small, large)))
    if measure(heading.heart, small) + measure(heading.source, book) + 4.0 <= inner - x:
        cells.append(cell(Column(0, inner, "right"), heading.source, book))
    return TableRow(tuple(cells), below=1.0 * setting.scale)


def shared(blocks: Sequence[Block], columns: int) -> Sequence[Stack]:
    """The blocks in order in one column, or in two whose taller one is as low as can be."""
    if columns == 1:
        return (Stack(tuple(blocks)),)
    whole = sum(block.height for block in blocks)
    best, lowest, used = len(blocks), whole, 0.0
    for number, block in enumerate(blocks):
        tallest = max(used, whole - used)
        if number and tallest < lowest:
            best, lowest = number, tallest
        used += block.height
    return (Stack(tuple(blocks[:best])), Stack(tuple(blocks[best:])))
