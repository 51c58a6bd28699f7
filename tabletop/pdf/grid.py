"""Things of one size in rows and columns on a sheet, as many as it holds, whatever the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from tabletop.pdf.document import MARGIN
from tabletop.pdf.paper import UNPRINTABLE, Box, Paper
from tabletop.pdf.surface import Pen, Surface

FOOT_HEIGHT = MARGIN + 4.0
STROKE_ROOM = 0.3  # half of the widest stroke around what is cut out
CROP_OFFSET, CROP_LENGTH = 0.5, 2.5
CROP_ROOM = CROP_OFFSET + CROP_LENGTH
CROP = Pen(0.1)

Thing = TypeVar("Thing")


class Grid(Struct, frozen=True, kw_only=True):
    """Places for things of one size in millimetres, in the middle of the paper from side to side."""

    paper: Paper
    width: float
    height: float
    gap: float
    columns: int
    rows: int

    @property
    def places(self) -> int:
        """How many things a page takes."""
        return self.columns * self.rows

    @property
    def box(self) -> Box:
        """All the places together."""
        wide = self.columns * (self.width + self.gap) - self.gap
        high = self.rows * (self.height + self.gap) - self.gap
        room = room_for_cutting(self.paper)
        return Box((self.paper.width - wide) / 2, room.y + (room.height - high) / 2, wide, high)

    def place(self, number: int) -> Box:
        """A place by its number, row by row from the top left."""
        row, column = divmod(number, self.columns)
        x, y = self.box.x + column * (self.width + self.gap), self.box.y + row * (self.height + self.gap)
        return Box(x, y, self.width, self.height)

    def behind(self, number: int) -> Box:
        """The place on the back of the sheet that a place of the front falls on, turned over the upright edge."""
        front = self.place(number)
        return Box(self.paper.width - front.right, front.y, front.width, front.height)

    def shared_out(self, things: Sequence[Thing]) -> Iterator[Sequence[Thing]]:
        """The things page by page."""
        return (things[first : first + self.places] for first in range(0, len(things), self.places))


def grid(paper: Paper, width: float, height: float, *, gap: float = 0.0, cropped: bool = False) -> Grid:
    """The grid that takes the most, the paper upright or on its side; ValueError where not one thing fits.

    Sizes in millimetres; `cropped` leaves room for crop marks around the grid.
    """
    margin = CROP_ROOM if cropped else 0.0
    grids = [_grid(sheet, (width, height), gap, margin) for sheet in (paper, paper.turned)]
    best = max(grids, key=lambda candidate: candidate.places)
    if not best.places:
        raise ValueError(f"{width:g} × {height:g} mm don't fit on {paper.name}")
    return best


def _grid(paper: Paper, size: tuple[float, float], gap: float, margin: float) -> Grid:
    room = room_for_cutting(paper).inset(margin)
    columns, rows = int((room.width + gap) / (size[0] + gap)), int((room.height + gap) / (size[1] + gap))
    return Grid(paper=paper, width=size[0], height=size[1], gap=gap, columns=max(columns, 0), rows=max(rows, 0))


def room_for_cutting(paper: Paper) -> Box:
    """What printers reach above the foot: more than text is given, since things are cut out."""
    edge = UNPRINTABLE + STROKE_ROOM
    return Box(edge, edge, paper.width - 2 * edge, paper.height - edge - FOOT_HEIGHT)


def crop_marks(surface: Surface, places: Grid) -> None:
    """Short lines outside the grid, on every edge that is cut."""
    box = places.box
    for x in sorted({edge for column in range(places.columns) for edge in _sides(places.place(column))}):
        surface.line((x, box.y - CROP_OFFSET), (x, box.y - CROP_ROOM), CROP)
        surface.line((x, box.bottom + CROP_OFFSET), (x, box.bottom + CROP_ROOM), CROP)
    firsts = (places.place(row * places.columns) for row in range(places.rows))
    for y in sorted({edge for first in firsts for edge in (round(first.y, 6), round(first.bottom, 6))}):
        surface.line((box.x - CROP_OFFSET, y), (box.x - CROP_ROOM, y), CROP)
        surface.line((box.right + CROP_OFFSET, y), (box.right + CROP_ROOM, y), CROP)


def _sides(place: Box) -> tuple[float, float]:
    return round(place.x, 6), round(place.right, 6)
