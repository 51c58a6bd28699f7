"""Tokens and markers, 19 mm: energy, stun, cracks, hats, treasures, portals, wizards, and the pack's objects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.pdf.document import Page, Sheet
from tabletop.pdf.grid import Grid, grid
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style, wrap
from tabletop.wizwar.catalogue import SIDES, TREASURES
from tabletop.wizwar.pack import Pack

SIZE = 19.05
ENERGY, STUN, CRACKS, HATS, EACH_OBJECT = 26, 10, 20, 6, 2
PORTALS = ("amber", "violet")
CUT, RING, SQUARE_FRAME = Pen(0.15, INK), Pen(0.4, INK), Pen(0.4, INK, (1.2, 0.8))
BIG, WORD = Style(13, "bold"), Style(8)


class Marker(Struct, frozen=True):
    """A marker: a sign or a word in the middle, and a word below; round if it is mobile, square if it isn't."""

    sign: str
    word: str = ""
    is_round: bool = True

    @property
    def said(self) -> str:
        return f"{self.sign} {self.word}".strip()


def markers_of(pack: Pack) -> Iterator[Marker]:
    """As many of each as the rules count, and two of each object of the pack."""
    yield from [Marker("E", "energy")] * ENERGY
    yield from [Marker("S", "stun")] * STUN
    yield from [Marker("×", "crack", is_round=False)] * CRACKS
    for side in SIDES:
        yield from [Marker(side[0].upper(), f"{side} hat")] * HATS
        yield from (Marker(f"T{number}", side) for number in range(1, TREASURES + 1))
        yield Marker("W", side)
    for colour in PORTALS:
        yield from [Marker("∩", colour, is_round=False)] * 2
    for thing in pack.things:
        for _ in range(EACH_OBJECT):
            yield Marker(thing.name.lower(), is_round=thing.mobile)


def marker_sheet(pack: Pack, *, paper: Paper) -> Sheet:
    """The markers in rows that one cut parts."""
    markers = list(markers_of(pack))
    places = grid(paper, SIZE, SIZE)
    return Sheet(
        title=f"Wiz-War: markers, {SIZE:g} mm",
        subject=f"{len(markers)} markers",
        paper=places.paper,
        pages=tuple(_page(page, places) for page in places.shared_out(markers)),
    )


def _page(markers: Sequence[Marker], places: Grid) -> Page:
    def draw(surface: Surface) -> None:
        for number, marker in enumerate(markers):
            box = places.place(number)
            with surface.figure(marker.said, box):
                _draw(surface, marker, box)

    return draw


def _draw(surface: Surface, marker: Marker, box: Box) -> None:
    surface.rectangle(box, CUT)
    middle = box.x + SIZE / 2, box.y + SIZE / 2
    if marker.is_round:
        surface.circle(middle, SIZE / 2 - 1.2, RING)
    else:
        surface.rectangle(box.inset(1.2), SQUARE_FRAME)
    if len(marker.sign) > 2:
        lines = wrap(marker.sign, WORD, SIZE - 5)
        for row, line in enumerate(lines):
            surface.text((middle[0], middle[1] + 1.0 + (row - (len(lines) - 1) / 2) * 3.4), line, WORD, "centre")
    else:
        surface.text((middle[0], middle[1] + 0.6), marker.sign, BIG, "centre")
    if marker.word:
        surface.text((middle[0], middle[1] + 5.0), marker.word, WORD, "centre")
