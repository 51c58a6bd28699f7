"""Blocks of content and how they fill pages: what belongs together stays together, nothing is clipped.

Pages are filled from the top, in order, and no block moves past another. A stack of blocks stays on one page; only one
that is higher than a page is split between its blocks, with its head for the rest again. A section's head is repeated
on every page that the section reaches, and never stands alone at a page's foot. All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from functools import cached_property
from typing import Protocol

from msgspec import Struct

from tabletop.heraldry import Picture
from tabletop.pdf.document import Page
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Align, Pen, Surface
from tabletop.pdf.typography import INK, Style, wrap


class Block(Protocol):
    """Something with a height in millimetres that can be drawn with its top left at a place."""

    @property
    def height(self) -> float: ...

    def draw(self, surface: Surface, x: float, y: float) -> None: ...


class Gap(Struct, frozen=True):
    """White space."""

    height: float

    def draw(self, surface: Surface, x: float, y: float) -> None:
        return


class Hairline(Struct, frozen=True):
    """A hairline across the column."""

    width: float
    pen: Pen = Pen(0.1, INK)
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.line((x, y), (x + self.width, y), self.pen)


class Emblem(Struct, frozen=True):
    """A picture at the left edge that the next blocks are set beside; it takes no height of its own.

    `words` are read out in its place; without any it is ornament.
    """

    picture: Picture
    width: float
    words: str = ""
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        if not self.words:
            surface.picture(self.picture, (x, y), self.width)
            return
        with surface.figure(self.words, Box(x, y, self.width, self.width * self.picture.height / self.picture.width)):
            surface.picture(self.picture, (x, y), self.width)


class Column(Struct, frozen=True):
    """Where a cell stands in its row, in millimetres from the row's left edge."""

    x: float
    width: float
    align: Align = "left"


class Cell(Struct, frozen=True):
    """Text that wraps within its column."""

    column: Column
    lines: tuple[str, ...]
    style: Style

    @property
    def height(self) -> float:
        return len(self.lines) * self.style.line_height

    def draw(self, surface: Surface, x: float, y: float) -> None:
        shift = {"left": 0.0, "centre": self.column.width / 2, "right": self.column.width}[self.column.align]
        with surface.paragraph():
            for number, line in enumerate(self.lines):
                baseline = y + number * self.style.line_height + self.style.baseline
                surface.text((x + self.column.x + shift, baseline), line, self.style, self.column.align)


def cell(column: Column, text: str, style: Style) -> Cell:
    """The text wrapped to the column."""
    return Cell(column, wrap(text, style, column.width), style)


class RowKind(Enum):
    """What cells side by side are to those who have them read out."""

    PARAGRAPH = auto()
    HEAD = auto()
    BODY = auto()


class TableRow(Struct, frozen=True, dict=True):
    """Cells side by side, their tops level; a height is asked for many times, and worked out once.

    A head and the rows after it are read as a table; rows without a head are one whose first cells are their heads.
    """

    cells: tuple[Cell, ...]
    above: float = 0.0
    below: float = 0.0
    kind: RowKind = RowKind.PARAGRAPH

    @cached_property
    def height(self) -> float:
        return self.above + max((cell.height for cell in self.cells), default=0.0) + self.below

    def draw(self, surface: Surface, x: float, y: float) -> None:
        if self.kind == RowKind.PARAGRAPH:
            with surface.paragraph():
                for cell in self.cells:
                    cell.draw(surface, x, y + self.above)
            return
        with surface.row([cell.column.x for cell in self.cells], head=self.kind == RowKind.HEAD):
            for number, cell in enumerate(self.cells):
                with surface.cell(number):
                    cell.draw(surface, x, y + self.above)


class Stack(Struct, frozen=True, dict=True):
    """Blocks below each other that stay on one page; split only when longer than a page, with a head for the rest."""

    blocks: tuple[Block, ...]
    rest_head: Block | None = None
    bookmark: tuple[str, str] | None = None

    @cached_property
    def height(self) -> float:
        return sum(block.height for block in self.blocks)

    def draw(self, surface: Surface, x: float, y: float) -> None:
        if self.bookmark:
            surface.outline(*self.bookmark)
        for block in self.blocks:
            block.draw(surface, x, y)
            y += block.height

    def pages(self, first: float, room: float) -> Iterator[Stack]:
        """Parts no higher than the room: the first page's, then that of all others."""
        part: list[Block] = []
        used, left = 0.0, first
        bookmark = self.bookmark
        for block in self.blocks:
            if part and used + block.height > left:
                yield Stack(tuple(part), bookmark=bookmark)
                left = room
                part, bookmark = [self.rest_head] if self.rest_head else [], None
                used = sum(head.height for head in part)
            part.append(block)
            used += block.height
        yield Stack(tuple(part), bookmark=bookmark)


class Section(Struct, frozen=True):
    """Blocks under a head that is repeated on every page they reach."""

    blocks: tuple[Block, ...]
    head: Block = Gap(0)


class Placed(Struct, frozen=True):
    """A block and how far below the top of the content it stands."""

    block: Block
    y: float


def paginate(sections: Iterable[Section], box: Box) -> tuple[Page, ...]:
    """Pages filled from the top with the sections' blocks, in order."""
    return tuple(_page(placed, box) for placed in fill_columns(sections, box.height))


def fill_columns(sections: Iterable[Section], height: float) -> tuple[tuple[Placed, ...], ...]:
    """The sections' blocks in order, column by column of so many millimetres; heads are repeated in every column."""
    filling = _Filling(height)
    for section in sections:
        filling.add(section)
    return tuple(tuple(placed) for placed in filling.pages)


class _Filling:
    """Pages being filled; `used` is how far the last one is."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.used = 0.0
        self.pages: list[list[Placed]] = [[]]

    def add(self, section: Section) -> None:
        head: Block | None = section.head
        for block in section.blocks:
            for part in self._parts(block, self.height - section.head.height):
                self._place(Stack((head, part)) if head else part, Stack((section.head, part)))
                head = None

    def _parts(self, block: Block, room: float) -> Iterable[Block]:
        """The block, or its parts if it is longer than a page; the first uses what is left of a page, if it is half."""
        if not isinstance(block, Stack) or block.height <= room:
            return (block,)
        left = room - self.used
        return block.pages(left if left > room / 2 else room, room)

    def _place(self, block: Block, on_new_page: Block) -> None:
        if self.pages[-1] and self.used + block.height > self.height:
            self.pages.append([])
            self.used, block = 0.0, on_new_page
        self.pages[-1].append(Placed(block, self.used))
        self.used += block.height


def _page(placed: tuple[Placed, ...], box: Box) -> Page:
    def draw(surface: Surface) -> None:
        for item in placed:
            item.block.draw(surface, box.x, box.y + item.y)

    return draw
