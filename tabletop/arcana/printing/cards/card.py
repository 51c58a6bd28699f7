"""A card as a value, and the faces that its content fills: what doesn't fit goes on to another card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Protocol

from msgspec import Struct

from tabletop.arcana.printing.cards.tables import Rows, set_table
from tabletop.heraldry import Picture
from tabletop.pdf.flow import Block, Cell, Column, Hairline, Placed, Section, Stack, TableRow, cell, fill_columns
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import ACCENT, FADED, INK, Style

Size = tuple[float, float]

MARGIN = 3.6
EMBLEM = 7.0
EMBLEM_ROOM = 8.6
ASIDE = 15.0
FOOT = 3.4
SHORT = 7  # `Missile` and shorter leads stand beside their words
HANG = 13.0
BASE_SCALE = 0.125
BOX, BOX_STEP, GROUP_GAP = 2.8, 3.6, 0.9
LEAST_SCENE, SCENE_GAP = 9.0, 2.0

TITLE = Style(10, "bold", leading=1.08)
ASIDE_STYLE = Style(8, "bold", leading=1.35)
SUBTITLE = Style(7, "italic", FADED, leading=1.1)
SIZES = (10.0, 8.6, 7.8, 7.2, 6.7, 6.2)  # points, from the roomiest card to the fullest
USUAL = 7.2  # what leads and bases are measured for
FOOT_STYLE = Style(6.5, colour=FADED)
LABEL = Style(7, "bold", ACCENT)


@cache
def plain(points: float) -> Style:
    return Style(points, leading=1.14)


@cache
def strong(points: float) -> Style:
    return Style(points, "bold", leading=1.14)


class Scene(Protocol):
    """A picture that fills what a card has left below its words."""

    def draw(self, surface: Surface, room: Box) -> None: ...


class Piece(Struct, frozen=True):
    """A part of a card before it is set: words after a bold lead, boxes to tick in groups, a line, a base's outline.

    A base is its width and depth in millimetres. A table has its heads first; with a lead its rows say what they are.
    """

    lead: str = ""
    text: str = ""
    boxes: int = 0
    group: int = 5
    rule: bool = False
    base: Size | None = None
    table: Rows = ()


class Card(Struct, frozen=True, kw_only=True):
    """What a card says, piece by piece; `label` stands on each of its faces, the scene below the last words."""

    title: str
    aside: str = ""
    subtitle: str = ""
    label: str = ""
    emblem: Picture | None = None
    content: tuple[Piece, ...] = ()
    scene: Scene | None = None


class Face(Struct, frozen=True, kw_only=True):
    """One side of one card of a size in millimetres, ready to be drawn."""

    card: Card
    size: Size
    head: Stack
    placed: tuple[Placed, ...]
    number: int
    total: int

    @property
    def emblem(self) -> Picture | None:
        return self.card.emblem

    @property
    def back(self) -> str:
        return self.card.subtitle.partition(",")[0]

    def draw(self, surface: Surface, place: Box) -> None:
        x, y = place.x + MARGIN, place.y + MARGIN
        if self.card.emblem:
            surface.picture(self.card.emblem, (x, y + 0.4), EMBLEM)
        with surface.paragraph():
            self.head.draw(surface, x, y)
        top = y + self.head.height
        with surface.paragraph():
            for item in self.placed:
                item.block.draw(surface, x, top + item.y)
        if self.card.scene and self.number == self.total:
            self._scene(self.card.scene, surface, place)
        self._foot(surface, place)

    def _scene(self, scene: Scene, surface: Surface, place: Box) -> None:
        words = max((item.y + item.block.height for item in self.placed), default=0.0)
        used = self.head.height + words + SCENE_GAP
        inner = place.inset(MARGIN)
        left = inner.height - used - FOOT
        if left >= LEAST_SCENE:
            scene.draw(surface, Box(inner.x, inner.y + used, inner.width, left))

    def _foot(self, surface: Surface, place: Box) -> None:
        base = place.bottom - MARGIN + 0.6
        if self.card.label:
            surface.text((place.x + MARGIN, base), self.card.label, LABEL)
        if self.total > 1:
            surface.text((place.right - MARGIN, base), f"card {self.number} of {self.total}", FOOT_STYLE, "right")


def type_size(cards: Sequence[Card], size: Size) -> float:
    """The largest letters, in points, at which all cards of a sheet need the fewest faces."""
    counts = {points: sum(len(faces_of(card, size, points)) for card in cards) for points in SIZES}
    return max(SIZES, key=lambda points: (-counts[points], points))


def faces_of(card: Card, size: Size, points: float) -> tuple[Face, ...]:
    """The card's faces in letters of so many points, as many as its content needs at this size in millimetres."""
    width = size[0] - 2 * MARGIN
    head = _head(card, width)
    height = size[1] - 2 * MARGIN - head.height - FOOT
    blocks = tuple(block for piece in card.content for block in set_piece(piece, width, points))
    rooms = fill_columns([Section(blocks)], height)
    return tuple(
        Face(card=card, size=size, head=head, placed=placed, number=number, total=len(rooms))
        for number, placed in enumerate(rooms, 1)
    )


def _head(card: Card, width: float) -> Stack:
    left = EMBLEM_ROOM if card.emblem else 0.0
    aside = ASIDE if card.aside else 0.0
    title = cell(Column(left, width - left - aside), card.title, TITLE)
    cells = (title, cell(Column(width - aside, aside, "right"), card.aside, ASIDE_STYLE)) if aside else (title,)
    rows: list[Block] = [TableRow(cells)]
    if card.subtitle:
        rows.append(TableRow((cell(Column(left, width - left), card.subtitle, SUBTITLE),)))
    used = sum(row.height for row in rows)
    if card.emblem and used < EMBLEM * 1.2:
        rows.append(TableRow((), above=EMBLEM * 1.2 + 0.8 - used))
    return Stack((*rows, TableRow((), above=0.8), Hairline(width, Pen(0.25, INK)), TableRow((), above=0.6)))


@lru_cache(maxsize=4000)
def set_piece(piece: Piece, width: float, points: float) -> tuple[Block, ...]:
    """The piece as blocks, its words this large, a block for each line so that it can break anywhere."""
    if piece.rule:
        return (Stack((TableRow((), above=0.5), Hairline(width), TableRow((), above=0.5))),)
    if piece.boxes:
        return tuple(_boxes(piece, width, points))
    if piece.base:
        return (Outline(piece.base, piece.lead, piece.text, points),)
    return tuple(_table(piece, width, points) if piece.table else _lines(piece, width, points))


def _table(piece: Piece, width: float, points: float) -> Iterator[Block]:
    """The table, or a line for each of its columns where the card is too narrow for it."""
    table = set_table(piece.table, width, lead=bool(piece.lead), largest=points)
    if table:
        yield table
        return
    for head, *words in zip(*piece.table, strict=True):
        yield from _lines(Piece(head, ", ".join(words)), width, points)


def _lines(piece: Piece, width: float, points: float) -> Iterator[Block]:
    """A lead in bold on lines of its own if it's long, else before the words, which hang beside it."""
    lead = cell(Column(0, width), piece.lead, strong(points))
    hang = HANG * points / USUAL if piece.text and piece.lead and len(piece.lead) <= SHORT else 0.0
    if piece.lead and not hang:
        yield TableRow((), above=0.4)
        yield from (TableRow((Cell(lead.column, (line,), lead.style),)) for line in lead.lines)
    if piece.text:
        yield from _body(cell(Column(hang, width - hang), piece.text, plain(points)), lead if hang else None)


def _body(body: Cell, lead: Cell | None) -> Iterator[Block]:
    for number, line in enumerate(body.lines):
        beside = (lead,) if lead and number == 0 else ()
        below = 0.5 if number == len(body.lines) - 1 else 0.0
        yield TableRow((Cell(body.column, (line,), body.style), *beside), below=below)


class Outline(Struct, frozen=True):
    """A base seen from above, an eighth of its size, with its measures beside it."""

    base: Size
    lead: str
    words: str
    points: float

    @property
    def height(self) -> float:
        return max(self.base[1] * BASE_SCALE, plain(self.points).line_height) + 1.2

    def draw(self, surface: Surface, x: float, y: float) -> None:
        wide, deep = (length * BASE_SCALE for length in self.base)
        left, baseline = x + HANG * self.points / USUAL, y + plain(self.points).baseline
        surface.text((x, baseline), self.lead, strong(self.points))
        surface.rectangle(Box(left, y + 0.5, wide, deep), Pen(0.2, INK))
        surface.text((left + wide + 1.5, baseline), self.words, plain(self.points))


class Boxes(Struct, frozen=True):
    """Boxes to tick in a row, with some room after each group."""

    count: int
    group: int
    height: float = BOX_STEP

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for number in range(self.count):
            left = x + number * BOX_STEP + (number // self.group) * GROUP_GAP
            surface.rectangle(Box(left, y + 0.3, BOX, BOX), Pen(0.2, INK))


def _boxes(piece: Piece, width: float, points: float) -> Iterator[Block]:
    """The boxes below their lead, whole groups to a row where a row can take one."""
    if piece.lead:
        yield TableRow((cell(Column(0, width), piece.lead, strong(points)),))
    group = max(1, min(piece.group, int(width / BOX_STEP)))
    a_row = max(1, int((width + GROUP_GAP) / (group * BOX_STEP + GROUP_GAP))) * group
    for first in range(0, piece.boxes, a_row):
        yield Boxes(min(a_row, piece.boxes - first), group)
