"""Drawings to cut out, packed on pages; those too large for the paper in parts that overlap.

Packing is by shelves: the highest first, side by side in a row as high as its first, row below row. It isn't always
the fewest pages, but it is quick, its order is stable, and rows are easy to cut. A drawing that doesn't fit on one page
is cut into equal windows that overlap by 12 mm, with dashed seams and crosses to lay one part on the other. Lengths are
millimetres; two that differ by less than `NEAR` are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil

from msgspec import Struct

from tabletop.heraldry.paths import Segment, Step
from tabletop.pdf.document import Page
from tabletop.pdf.grid import room_for_cutting
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Align, Pen, Point, Surface
from tabletop.pdf.typography import INK, Style, measure, shorten

Polyline = tuple[Point, ...]

GAP = 4.0
OVERLAP = 12.0
GLUE = Pen(0.15, INK, (2.0, 1.5))
GLUE_NOTE = Style(7)
CROSS = 2.5
CLEAR = 0.8
NEAR = 1e-9


class Line(Struct, frozen=True):
    """Straight lines from point to point in millimetres from the drawing's top left."""

    points: Polyline
    pen: Pen = Pen(0.2, INK)


class Label(Struct, frozen=True):
    """One line of text whose baseline starts, is centred or ends at a point."""

    at: Point
    text: str
    style: Style
    align: Align = "left"

    @property
    def box(self) -> Box:
        """The room that the text takes, in the drawing's own millimetres."""
        width = measure(self.text, self.style)
        left = self.at[0] - {"left": 0.0, "centre": width / 2, "right": width}[self.align]
        height = self.style.size * 0.3528
        return Box(left, self.at[1] - height * 0.8, width, height)


class Cutout(Struct, frozen=True, kw_only=True):
    """A drawing of a size in millimetres; `part` says which part of a whole it is."""

    name: str
    width: float
    height: float
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    part: str = ""

    def draw(self, surface: Surface, x: float, y: float) -> None:
        called = f"{self.name}, {self.part}" if self.part else self.name
        with surface.figure(called, Box(x, y, self.width, self.height)):
            for line in self.lines:
                surface.path(_path(line.points, x, y), line.pen)
        for label in self.labels:
            surface.text((x + label.at[0], y + label.at[1]), label.text, label.style, label.align)


class Seat(Struct, frozen=True):
    """A cutout and where its top left lies on the page."""

    cutout: Cutout
    x: float
    y: float


def _path(points: Polyline, x: float, y: float) -> tuple[Segment, ...]:
    kinds = (Step.MOVE, *(Step.LINE,) * (len(points) - 1))
    return tuple(Segment(kind, ((px + x, py + y),)) for kind, (px, py) in zip(kinds, points, strict=True))


def cutout_pages(cutouts: Iterable[Cutout], paper: Paper) -> tuple[Page, ...]:
    """The cutouts on as few pages as rows of them need; what is too large for one page lies on several."""
    room = room_for_cutting(paper)
    parts = [part for cutout in cutouts for part in split_cutout(cutout, room.width, room.height)]
    return tuple(_page(seats) for seats in pack_rows(parts, room))


def _page(seats: Sequence[Seat]) -> Page:
    def draw(surface: Surface) -> None:
        for seat in seats:
            seat.cutout.draw(surface, seat.x, seat.y)

    return draw


def pack_rows(cutouts: Iterable[Cutout], room: Box) -> Iterator[tuple[Seat, ...]]:
    """Page by page where the cutouts lie in the room, shelf below shelf."""
    highest_first = sorted(cutouts, key=lambda cutout: (-cutout.height, -cutout.width))
    seats: list[Seat] = []
    x, y, high = room.x, room.y, 0.0
    for cutout in highest_first:
        if x > room.x and x + cutout.width > room.right + NEAR:
            x, y, high = room.x, y + high + GAP, 0.0
        if seats and y + cutout.height > room.bottom + NEAR:
            yield tuple(seats)
            seats, x, y, high = [], room.x, room.y, 0.0
        seats.append(Seat(cutout, x, y))
        x, high = x + cutout.width + GAP, max(high, cutout.height)
    if seats:
        yield tuple(seats)


def split_cutout(cutout: Cutout, width: float, height: float) -> tuple[Cutout, ...]:
    """The cutout itself where it fits; else parts that overlap by 12 mm, with dashed lines to lay them on."""
    if cutout.width <= width + NEAR and cutout.height <= height + NEAR:
        return (cutout,)
    columns, rows = _windows(cutout.width, width), _windows(cutout.height, height)
    boxes = [Box(x, y, wide, high) for y, high in rows for x, wide in columns]
    return tuple(_part(cutout, box, f"part {number} of {len(boxes)}") for number, box in enumerate(boxes, 1))


def _windows(length: float, room: float) -> list[tuple[float, float]]:
    """Starts and lengths of the fewest equal parts that overlap their neighbours by `OVERLAP`."""
    if length <= room + NEAR:
        return [(0.0, length)]
    count = ceil((length - OVERLAP) / (room - OVERLAP))
    part = (length + (count - 1) * OVERLAP) / count
    return [(number * (part - OVERLAP), part) for number in range(count)]


def _part(cutout: Cutout, window: Box, part: str) -> Cutout:
    lines = [Line(piece, line.pen) for line in cutout.lines for piece in _clipped(line.points, window)]
    labels = [
        Label((label.at[0] - window.x, label.at[1] - window.y), label.text, label.style, label.align)
        for label in cutout.labels
        if _holds(window, label.box)
    ]
    return Cutout(
        name=cutout.name,
        width=window.width,
        height=window.height,
        lines=(*lines, *_seams(cutout, window, labels)),
        labels=(*labels, _note(shorten(part, GLUE_NOTE, window.width - 2), window, labels)),
        part=part,
    )


def _note(text: str, window: Box, labels: Sequence[Label]) -> Label:
    """Which part this is, as near the middle as the other labels let it be."""
    steps = range(round(window.height / 4))
    heights = [window.height / 2 + sign * step for step in steps for sign in (1, -1)]
    notes = [Label((window.width / 2, y), text, GLUE_NOTE, "centre") for y in heights]
    return next((note for note in notes if not any(_meet(note.box, label.box) for label in labels)), notes[0])


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _seams(cutout: Cutout, window: Box, labels: Sequence[Label]) -> Iterator[Line]:
    """Where the neighbours' edges come to lie: a dashed line around labels, with a cross on it, in both parts."""
    for x in _seam_places(window.x, window.width, cutout.width):
        crossed = [(label.box.y, label.box.bottom) for label in labels if label.box.x <= x <= label.box.right]
        yield from (Line(((x, start), (x, end)), GLUE) for start, end in _between_labels(window.height, crossed))
        yield Line(((x - CROSS, window.height / 3), (x + CROSS, window.height / 3)), Pen(0.2, INK))
    for y in _seam_places(window.y, window.height, cutout.height):
        crossed = [(label.box.x, label.box.right) for label in labels if label.box.y <= y <= label.box.bottom]
        yield from (Line(((start, y), (end, y)), GLUE) for start, end in _between_labels(window.width, crossed))
        yield Line(((window.width / 3, y - CROSS), (window.width / 3, y + CROSS)), Pen(0.2, INK))


def _between_labels(length: float, crossed: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """What is left of a line of this length without the stretches that labels take."""
    start = 0.0
    for first, last in sorted(crossed):
        if first - CLEAR > start:
            yield start, first - CLEAR
        start = max(start, last + CLEAR)
    if start < length:
        yield start, length


def _seam_places(start: float, length: float, whole: float) -> Iterator[float]:
    if start > NEAR:
        yield OVERLAP / 2
    if start + length < whole - NEAR:
        yield length - OVERLAP / 2


def _holds(window: Box, box: Box) -> bool:
    return (
        window.x <= box.x and box.right <= window.right and window.y <= box.y and box.bottom <= window.bottom
    )  # fmt: skip


def _clipped(points: Polyline, window: Box) -> Iterator[Polyline]:
    """The pieces of a polyline inside a window, moved to its corner (Liang and Barsky, side by side)."""
    piece: list[Point] = []
    for start, end in pairwise(points):
        span = _inside(start, end, window)
        if span is None:
            continue
        first, last = (_between(start, end, share, window) for share in span)
        if piece and piece[-1] != first:
            yield tuple(piece)
            piece = []
        piece = piece or [first]
        piece.append(last)
    if len(piece) > 1:
        yield tuple(piece)


def _between(start: Point, end: Point, share: float, window: Box) -> Point:
    x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
    return round(x - window.x, 9), round(y - window.y, 9)


def _inside(start: Point, end: Point, window: Box) -> tuple[float, float] | None:
    first, last = 0.0, 1.0
    dx, dy = end[0] - start[0], end[1] - start[1]
    limits = (
        (-dx, start[0] - window.x),
        (dx, window.right - start[0]),
        (-dy, start[1] - window.y),
        (dy, window.bottom - start[1]),
    )
    for step, room in limits:
        if step == 0 and room < -NEAR:
            return None
        if step < 0:
            first = max(first, room / step)
        elif step > 0:
            last = min(last, room / step)
    return (first, last) if first < last else None
