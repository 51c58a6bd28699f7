"""Boxes for a unit's wounds on a card: a row for each kind of model, or several side by side, with their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from tabletop.arcana.printing.cards.blocks import Arranged
from tabletop.arcana.printing.parts import MOST_BOX, READ, ROW_GAP, TEST, Boxes, Line, boxes, paragraph
from tabletop.arcana.printing.wounds import Tally
from tabletop.pdf.flow import Block, Gap
from tabletop.pdf.typography import measure

MOST_BOXES = 150
MANY = 99


class Marks(Struct, frozen=True):
    """Boxes for wounds with their names: how high they are together, how wide the boxes are, and the size of one."""

    blocks: tuple[Block, ...]
    height: float
    width: float
    size: float


@lru_cache(maxsize=2000)
def marks_for(tallies: tuple[Tally, ...], half: int | None, width: float, size: float, *, dense: bool) -> Marks:
    """The marks for a unit; those of one size have the same ones."""
    blocks = _boxed(tallies, half, width, size, dense=dense)
    drawn = [block for block in blocks if isinstance(block, Boxes)]
    wide = max((block.width for block in drawn), default=0.0)
    return Marks(
        blocks, sum(block.height for block in blocks), wide, min((block.size for block in drawn), default=MOST_BOX)
    )


def _boxed(
    tallies: tuple[Tally, ...], half: int | None, width: float, size: float, *, dense: bool
) -> tuple[Block, ...]:
    if sum(tally.boxes for tally in tallies) > MOST_BOXES:
        return (paragraph((("Count wounds on the table.", READ),), READ, width),)
    half = half if len(tallies) == 1 else None
    marks: list[Block] = []
    for row in _rows_of(tallies, width, size):
        in_a_row = _side_by_side(row, width, size) if len(row) > 1 else None
        marks += (in_a_row, Gap(0.7)) if in_a_row else tally_marks(row[0], width, size, half, dense=dense)
    return tuple(marks)


def _rows_of(tallies: Sequence[Tally], width: float, size: float) -> Iterator[tuple[Tally, ...]]:
    """As many beside each other as there is room for."""
    row: tuple[Tally, ...] = ()
    for tally in tallies:
        if row and _side_by_side((*row, tally), width, size) is None:
            yield row
            row = ()
        row = (*row, tally)
    if row:
        yield row


def _side_by_side(tallies: Sequence[Tally], width: float, size: float) -> Arranged | None:
    """A row of boxes for each of a few models, beside each other; None where they take more than one row."""
    placed: list[tuple[float, float, Block]] = []
    left = 0.0
    for tally in tallies:
        label = measure(tally.name, TEST) + 1.0
        drawn = boxes(tally.models, tally.wounds, MANY, size=size)
        placed += [(left, (size - TEST.line_height) / 2 + 0.2, _name(tally)), (left + label, 0.0, drawn)]
        left += label + drawn.width + 2.5
    return Arranged(tuple(placed), size + 0.4) if left - 2.5 <= width else None


def tally_marks(tally: Tally, width: float, size: float, half: int | None, *, dense: bool) -> Iterator[Block]:
    if not tally.name:
        drawn = boxes(tally.models, tally.wounds, width, size=size, half=half, dense=dense)
        yield drawn
        yield Gap(0.7)
        return
    label = measure(tally.name, TEST) + 1.5
    drawn = boxes(tally.models, tally.wounds, width - label, size=size, half=half, dense=dense)
    if label < width / 3 and drawn.height < size + ROW_GAP:
        yield Arranged(((0.0, (size - TEST.line_height) / 2 + 0.2, _name(tally)), (label, 0.0, drawn)), drawn.height)
    else:
        yield _name(tally)
        yield boxes(tally.models, tally.wounds, width, size=size, half=half, dense=dense)
    yield Gap(0.7)


def _name(tally: Tally) -> Block:
    return Line(((tally.name, TEST),), TEST.line_height, TEST.baseline)
