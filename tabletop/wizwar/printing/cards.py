"""Cards at poker size, 63.5 by 88.9 mm: name, kind, what it does, energy; a long text goes on on a second card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.pdf.document import Page, Sheet
from tabletop.pdf.grid import Grid, crop_marks, grid
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style, measure, wrap
from tabletop.wizwar.catalogue import CardType
from tabletop.wizwar.pack import Pack, School, Spell
from tabletop.wizwar.words import kind_line, text_of_card

WIDTH, HEIGHT = 63.5, 88.9
INSET = 4.5
NAME, KIND, BODY, SMALL, FIGURE = Style(12, "bold"), Style(8), Style(9), Style(7), Style(13, "bold")
LEADING = 4.1
BODY_TOP, FOOT = 25.0, 7.0
LINES = int((HEIGHT - BODY_TOP - FOOT - 6) / LEADING)
FRAME, RULE = Pen(0.35, INK), Pen(0.2, INK)
FRAMES = {  # told apart without colour: how the frame inside a card is drawn
    CardType.ATTACK: Pen(0.9, INK),
    CardType.COUNTER: Pen(0.5, INK, (2.0, 1.2)),
    CardType.NEUTRAL: Pen(0.3, INK),
    CardType.ITEM: Pen(0.5, INK, (0.6, 0.8)),
    CardType.ENERGY: Pen(0.3, INK, (4.0, 1.0, 0.5, 1.0)),
}


class Face(Struct, frozen=True):
    """What is printed on one card."""

    card: Spell
    school: str
    lines: tuple[str, ...]
    part: str = ""


def card_sheet(schools: Sequence[School], pack: Pack, *, paper: Paper, once: bool = False) -> Sheet:
    """The cards of some schools with all their copies, or each `once`."""
    faces = [face for school in schools for card in school.cards for face in _faces(card, school, pack, once=once)]
    places = grid(paper, WIDTH, HEIGHT, cropped=True)
    return Sheet(
        title="Wiz-War: cards, 63.5 × 88.9 mm",
        subject=f"{len(faces)} cards, {pack.meta.sentence}",
        paper=places.paper,
        pages=tuple(_page(page, places, pack.meta.sentence) for page in places.shared_out(faces)),
    )


def _faces(card: Spell, school: School, pack: Pack, *, once: bool) -> Iterator[Face]:
    lines = wrap(text_of_card(card, pack), BODY, WIDTH - 2 * INSET)
    parts = [lines[first : first + LINES] for first in range(0, len(lines), LINES)] or [()]
    for _ in range(1 if once else card.copies):
        for number, part in enumerate(parts, 1):
            yield Face(card, school.name, tuple(part), f"{number} of {len(parts)}" if len(parts) > 1 else "")


def _page(faces: Sequence[Face], places: Grid, sentence: str) -> Page:
    def draw(surface: Surface) -> None:
        crop_marks(surface, places)
        for number, face in enumerate(faces):
            box = places.place(number)
            with surface.figure(f"{face.card.name}: {kind_line(face.card)}", box):
                _draw(surface, face, box, sentence)

    return draw


def _draw(surface: Surface, face: Face, box: Box, sentence: str) -> None:
    card = face.card
    surface.rectangle(box, FRAME)
    surface.rectangle(box.inset(2.2), FRAMES[card.type])
    left, width = box.x + INSET, WIDTH - 2 * INSET
    energy = 9.0 if card.energy else 0.0
    surface.fitted_text((left, box.y + 9.5), card.name, NAME, width - energy, smallest=8)
    if card.energy:
        centre = (box.right - INSET - 3.6, box.y + 8.2)
        surface.circle(centre, 3.6, RULE)
        surface.text((centre[0], centre[1] + 1.7), str(card.energy), FIGURE, "centre")
    words = [kind_line(card), ", ".join((*([card.duration] if card.stays else []), *card.traits))]
    for row, line in enumerate(filter(None, words)):
        surface.fitted_text((left, box.y + 14.2 + 3.6 * row), line, KIND, width, smallest=7)
    surface.line((left, box.y + 20.5), (box.right - INSET, box.y + 20.5), RULE)
    for row, line in enumerate(face.lines):
        surface.text((left, box.y + BODY_TOP + row * LEADING), line, BODY)
    foot = f"{face.school}{', ' + face.part if face.part else ''}"
    surface.text((left, box.bottom - FOOT), foot, SMALL)
    room = width - measure(foot, SMALL) - 2
    if measure(sentence, SMALL) > room:
        surface.fitted_text((left, box.bottom - FOOT + 2.9), sentence, SMALL, width, smallest=7)
    else:
        surface.text((box.right - INSET, box.bottom - FOOT), sentence, SMALL, "right")
