"""What lies beside the labyrinth: the reference card of a turn, and a checklist of the cards of one's own decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, TableRow, cell, paginate
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style
from tabletop.wizwar.catalogue import (
    CANTRIP,
    CRACK,
    DOOR_CRACKS,
    DRAWN,
    HAND,
    LIFE,
    MOST_LIFE,
    OPTION_WORDS,
    PUNCH,
    SCHOOL,
    SCHOOLS_CHOSEN,
    SPEED,
    VICTORY,
    WALL_CRACKS,
)
from tabletop.wizwar.pack import Pack

TITLE, HEADING, NAME, WORDS, SMALL = Style(20, "title"), Style(13, "title"), Style(11, "bold"), Style(10), Style(9)
HEAVY, LINE = Pen(0.5, INK), Pen(0.2, INK)
TICK, TICK_ROW, NAMES = 3.6, 5.2, 26.0

TURN: tuple[tuple[str, str], ...] = (
    (
        "Time passes",
        "What your spells do as time passes; then a token off each temporary spell, which ends at none; then a stun"
        " token, if you have one, and you are stunned: move or attack, not both.",
    ),
    (
        "Move and cast",
        f"{SPEED} movement points, a step each; once a turn discard a card for its energy in points. One attack: a"
        f" spell, a weapon, or a punch for {PUNCH}; none in your first turn. Any number of neutral spells and items.",
    ),
    ("Discard and draw", f"Discard what you like, then draw up to {DRAWN}, never beyond {HAND} cards."),
)
FACTS: tuple[tuple[str, str], ...] = (
    ("Winning", f"{VICTORY} points: enemy treasures lying in your home, and wizards you killed. Or be the last."),
    ("Treasure", "Lifting one is free and ends moving and casting. Carry one at most. Putting it down is free."),
    ("Items", "Lifting one costs a point and needs room in your hand. Items and maintained spells count as cards."),
    ("Doors", "Locked, but those of your own sector. A door locks behind you, or as you leave the one you hold."),
    ("Edges", "Open sides lead to the far end of the row or column, portals to each other: one point."),
    ("Sight", "Centre to centre. Walls, shut doors and columns block, their ends too. Wizards and treasures don't."),
    ("Energy", "A spell has 1; a card discarded with it replaces that. Temporary spells work so many turns."),
    ("Damage", f"Life {LIFE}, at most {MOST_LIFE}. Reduced to nothing, it does nothing else. Evaded, it misses you."),
    ("Cracks", f"{CRACK} damage of one attack are a crack: a wall breaks at {WALL_CRACKS}, a door at {DOOR_CRACKS}."),
    ("Making", "Nothing in a home, nor where something lies or another wizard stands."),
    ("Death", "Your killer scores and takes your hand. What you carried lies where you fell."),
)


def reference_card(*, paper: Paper) -> Sheet:
    """A turn in its order, what is looked up most, and the options in a line each."""
    width = content_box(paper).width
    blocks: list[Block] = [*_title("A turn of Wiz-War", width)]
    for number, (name, words) in enumerate(TURN, 1):
        cells = (
            cell(Column(0, 8), str(number), NAME), cell(Column(9, 36), name, NAME),
            cell(Column(47, width - 47), words, WORDS),
        )  # fmt: skip
        blocks += [TableRow(cells, above=1.2, below=1.8), Hairline(width, LINE)]
    blocks.append(Gap(3))
    for name, words in FACTS:
        blocks.append(_pair(name, words, width))
    blocks += [Gap(3), TableRow((cell(Column(0, width), "Options", HEADING),), below=1)]
    blocks += [_pair(name, words, width) for name, words in OPTION_WORDS.values()]
    return _sheet("reference card", blocks, paper=paper)


def checklist(pack: Pack, *, paper: Paper) -> Sheet:
    """A box to tick for each card by school, and the sizes that decks have."""
    mark = pack.meta.sentence
    width = content_box(paper, mark).width
    deck = CANTRIP + SCHOOLS_CHOSEN * SCHOOL
    blocks: list[Block] = [*_title("Checklist of decks", width)]
    sizes = (
        f"A deck is a cantrip of {CANTRIP} and {SCHOOLS_CHOSEN} schools of {SCHOOL}: {deck}. A giant book is "
        f"{CANTRIP} and six schools: {CANTRIP + 6 * SCHOOL}. All together are {2 * CANTRIP + 6 * SCHOOL}."
    )
    blocks.append(TableRow((cell(Column(0, width), sizes, WORDS),), below=2))
    half = (width - 6) / 2
    for school in pack.schools:
        wanted = CANTRIP if school.cantrip else SCHOOL
        sign = "✓" if school.count == wanted else "×"
        blocks.append(
            TableRow((cell(Column(0, width), f"{school.name}: {school.count} of {wanted} {sign}", HEADING),), above=2)
        )
        pairs = [school.cards[first : first + 2] for first in range(0, len(school.cards), 2)]
        blocks += [Ticks(tuple((card.name, card.copies) for card in pair), half) for pair in pairs]
        blocks.append(Hairline(width, LINE))
    return _sheet("checklist", blocks, paper=paper, mark=mark)


class Ticks(Struct, frozen=True):
    """Two cards beside each other, each with a box for each of its copies."""

    cards: tuple[tuple[str, int], ...]
    half: float

    @property
    def height(self) -> float:
        return TICK_ROW

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for number, (name, copies) in enumerate(self.cards):
            left = x + number * (self.half + 6)
            for place in range(copies):
                surface.rectangle(Box(left + place * (TICK + 1.2), y + 0.6, TICK, TICK), LINE)
            with surface.paragraph():
                surface.text((left + NAMES, y + 3.9), name, WORDS)


def _pair(name: str, words: str, width: float) -> TableRow:
    return TableRow((cell(Column(0, 40), name, NAME), cell(Column(42, width - 42), words, WORDS)), above=0.6, below=0.8)


def _title(words: str, width: float) -> Iterator[Block]:
    yield TableRow((cell(Column(0, width), words, TITLE),), below=1.0, kind=RowKind.BODY)
    yield Hairline(width, HEAVY)
    yield Gap(2)


def _sheet(title: str, blocks: Sequence[Block], *, paper: Paper, mark: str = "") -> Sheet:
    pages = paginate([Section(tuple(blocks))], content_box(paper, mark))
    return Sheet(title=f"Wiz-War: {title}", paper=paper, pages=pages, mark=mark)
