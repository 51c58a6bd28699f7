"""Blocks of content and how they fill pages: what belongs together stays together, nothing is clipped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import Struct

from tabletop.heraldry import Picture
from tabletop.sheets.document import Page
from tabletop.sheets.paper import Box
from tabletop.sheets.surface import Align, Pen, Surface
from tabletop.sheets.typography import HAIR, Style, wrapped


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
    pen: Pen = Pen(0.1, HAIR)
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.line((x, y), (x + self.width, y), self.pen)


class Emblem(Struct, frozen=True):
    """A picture at the left edge that the next blocks are set beside; it takes no height of its own."""

    picture: Picture
    width: float
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
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
        for number, line in enumerate(self.lines):
            baseline = y + number * self.style.line_height + self.style.baseline
            surface.text((x + self.column.x + shift, baseline), line, self.style, self.column.align)


def cell(column: Column, text: str, style: Style) -> Cell:
    """The text wrapped to the column."""
    return Cell(column, wrapped(text, style, column.width), style)


class TableRow(Struct, frozen=True):
    """Cells side by side, their tops level."""

    cells: tuple[Cell, ...]
    above: float = 0.0
    below: float = 0.0

    @property
    def height(self) -> float:
        return self.above + max((each.height for each in self.cells), default=0.0) + self.below

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for each in self.cells:
            each.draw(surface, x, y + self.above)


class Stack(Struct, frozen=True):
    """Blocks below each other that stay on one page; split only when longer than a page, with a head for the rest."""

    blocks: tuple[Block, ...]
    rest_head: Block | None = None
    bookmark: tuple[str, str] | None = None

    @property
    def height(self) -> float:
        return sum(block.height for block in self.blocks)

    def draw(self, surface: Surface, x: float, y: float) -> None:
        if self.bookmark:
            surface.outline(*self.bookmark)
        for block in self.blocks:
            block.draw(surface, x, y)
            y += block.height

    def pages(self, room: float) -> Iterator[Stack]:
        """The stack itself, or parts no higher than the room."""
        part: list[Block] = []
        used = 0.0
        bookmark = self.bookmark
        for block in self.blocks:
            if part and used + block.height > room:
                yield Stack(tuple(part), bookmark=bookmark)
                part, bookmark = [self.rest_head] if self.rest_head else [], None
                used = sum(each.height for each in part)
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


def paginated(sections: Iterable[Section], box: Box) -> tuple[Page, ...]:
    """Pages filled from the top with the sections' blocks, in order."""
    pages: list[list[Placed]] = [[]]
    used = 0.0
    for section in sections:
        head: Block | None = section.head
        for block in _parts(section, box.height):
            start = Stack((head, block)) if head else block
            if pages[-1] and used + start.height > box.height:
                pages.append([])
                used, start = 0.0, Stack((section.head, block))
            pages[-1].append(Placed(start, used))
            used, head = used + start.height, None
    return tuple(_page(tuple(placed), box) for placed in pages)


def _parts(section: Section, height: float) -> Iterator[Block]:
    room = height - section.head.height
    for block in section.blocks:
        if isinstance(block, Stack) and block.height > room:
            yield from block.pages(room)
        else:
            yield block


def _page(placed: tuple[Placed, ...], box: Box) -> Page:
    def draw(surface: Surface) -> None:
        for each in placed:
            each.block.draw(surface, box.x, box.y + each.y)

    return draw
