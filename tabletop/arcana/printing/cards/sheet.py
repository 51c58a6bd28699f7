"""Cards on paper: crop marks outside them, backs that fall on their fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from tabletop.arcana.printing.cards.setting import Size, faces_of
from tabletop.arcana.printing.cards.unit_card import UnitCard
from tabletop.heraldry import Picture
from tabletop.pdf.document import Page, Sheet, content_box
from tabletop.pdf.grid import Grid, crop_marks, grid
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import Style, fitted_style

CUT = Pen(0.1)
BACK_SHARE = 0.5
BACK_NAME = Style(12, "title")
NOTHING = Style(11)


class Face(Protocol):
    """One side of one card: it draws itself in its place; an emblem and a few words stand on its back."""

    @property
    def emblem(self) -> Picture | None: ...

    @property
    def back(self) -> str: ...

    def draw(self, surface: Surface, place: Box) -> None: ...


def card_sheet(
    cards: Iterable[UnitCard], size: Size, *, paper: Paper, backs: bool = False, title: str = "Cards"
) -> Sheet:
    """The cards of units, with their leaders', on pages; with `backs` every second page is the one's before it."""
    faces = [face for card in cards for face in faces_of(card, size)]
    return faces_sheet(faces, size, paper=paper, backs=backs, title=title)


def faces_sheet(faces: Sequence[Face], size: Size, *, paper: Paper, backs: bool = False, title: str = "Cards") -> Sheet:
    """Faces of one size in millimetres on pages, crop marks around them."""
    places = grid(paper, *size, cropped=True)
    pages = [page for shared in places.shared_out(faces) for page in _pages(shared, places, backs=backs)]
    turn = "long" if places.paper.height > places.paper.width else "short"
    note = f", two-sided: turn over the {turn} edge" if backs else ""
    name = f"{title}, {size[0]:g} × {size[1]:g} mm{note}"
    if not pages:
        return Sheet(title=name, paper=paper, pages=(_nothing(paper),))
    return Sheet(title=name, subject=f"{len(faces)} cards", paper=places.paper, pages=tuple(pages))


def _pages(faces: Sequence[Face], places: Grid, *, backs: bool) -> Iterator[Page]:
    def fronts(surface: Surface) -> None:
        crop_marks(surface, places)
        for number, face in enumerate(faces):
            face.draw(surface, places.place(number))
            surface.rectangle(places.place(number), CUT)

    def behind(surface: Surface) -> None:
        crop_marks(surface, places)
        for number, face in enumerate(faces):
            _back(surface, face, places.behind(number))
            surface.rectangle(places.behind(number), CUT)

    yield fronts
    if backs:
        yield behind


def _back(surface: Surface, face: Face, place: Box) -> None:
    """The emblem in the middle, what the card belongs to below it."""
    across = place.width * BACK_SHARE
    if face.emblem:
        high = across * face.emblem.height / face.emblem.width
        surface.picture(
            face.emblem, (place.x + (place.width - across) / 2, place.y + (place.height - high) / 2.6), across
        )
    room = place.width - 10
    style = fitted_style(face.back, BACK_NAME, room, smallest=7)
    surface.text((place.x + place.width / 2, place.bottom - 12), face.back, style, "centre")


def _nothing(paper: Paper) -> Page:
    box = content_box(paper)

    def draw(surface: Surface) -> None:
        surface.text((box.x, box.y + 8), "There are no cards to print.", NOTHING)

    return draw
