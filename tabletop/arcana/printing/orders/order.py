"""What to print and how: the kinds of sheets, their options, and an order as JSON, read strictly."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.army.roster import Roster, check_refs
from tabletop.arcana.printing.cards.odds import Targets
from tabletop.arcana.printing.counters.sheet import CounterShape
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.values import Value


class SheetKind(StrEnum):
    """What can be printed."""

    ROSTER = "roster"
    COMPACT = "compact"
    ORGANISER = "organiser"
    ATTRITION = "attrition"
    GAME = "game"
    REFERENCE = "reference"
    CARDS = "cards"
    PROFILES = "profiles"
    DESIGNS = "designs"
    SPELLS = "spells"
    TERRAIN_CARDS = "terrain-cards"
    MARKERS = "markers"
    TEMPLATES = "templates"
    GAUGES = "gauges"
    RANGES = "ranges"
    BASES = "bases"
    TRAYS = "trays"


class PaperName(StrEnum):
    """The paper that a sheet is laid out for."""

    A4 = "a4"
    LETTER = "letter"


Scale = Literal[15, 25, 28]


class CounterSet(StrEnum):
    """Which markers are printed: those that the armies need, the book's, or every one."""

    NEEDED = "needed"
    BOOK = "book"
    EVERY = "every"


class CardSize(StrEnum):
    """The size of a card, by what such cards are called."""

    POKER = "poker"
    TAROT = "tarot"
    A6 = "a6"


SHEET_NAMES: dict[SheetKind, str] = {
    SheetKind.ROSTER: "Roster sheet",
    SheetKind.COMPACT: "Short roster",
    SheetKind.ORGANISER: "Organiser's sheet",
    SheetKind.ATTRITION: "Attrition sheet",
    SheetKind.GAME: "Game sheet",
    SheetKind.REFERENCE: "Reference sheet",
    SheetKind.CARDS: "Unit cards",
    SheetKind.PROFILES: "Profile cards",
    SheetKind.DESIGNS: "Cards of own designs",
    SheetKind.SPELLS: "Spell cards",
    SheetKind.TERRAIN_CARDS: "Terrain cards",
    SheetKind.MARKERS: "Markers",
    SheetKind.TEMPLATES: "Templates",
    SheetKind.GAUGES: "Rulers and gauges",
    SheetKind.RANGES: "Range bands",
    SheetKind.BASES: "Base outlines",
    SheetKind.TRAYS: "Movement trays",
}
NEEDS_ROSTERS: frozenset[SheetKind] = frozenset(
    {
        SheetKind.ROSTER,
        SheetKind.COMPACT,
        SheetKind.ORGANISER,
        SheetKind.ATTRITION,
        SheetKind.GAME,
        SheetKind.CARDS,
        SheetKind.PROFILES,
        SheetKind.DESIGNS,
    }
)
CARD_SIZES: dict[CardSize, tuple[float, float]] = {
    CardSize.POKER: (63.5, 88.9),
    CardSize.TAROT: (70.0, 120.0),
    CardSize.A6: (105.0, 148.0),
}
MOST_COPIES = 20
MOST_ROSTERS = 20


class PrintOptions(Value, frozen=True, kw_only=True):
    """What is printed and how; `counters` says which markers, `gutter` whether they lie apart to be cut one by one.

    `targets` are whom units on cards are set against, with their odds on the cards, or beside those without room.
    """

    kinds: Annotated[tuple[SheetKind, ...], Meta(min_length=1, max_length=20)]
    paper: PaperName = PaperName.A4
    scale: Scale = 25
    copies: Annotated[int, Meta(ge=1, le=MOST_COPIES)] = 1
    counters: CounterSet = CounterSet.NEEDED
    shape: CounterShape = CounterShape.ROUND
    gutter: bool = True
    tinted: bool = False
    outline: bool = False
    cards: CardSize = CardSize.POKER
    backs: bool = False
    large: bool = False
    notes: bool = False
    targets: Targets = ()


class PrintOrder(PrintOptions, frozen=True, kw_only=True):  # its docstring is a description in the API's schema
    """Wishes with the rosters that they are printed for."""

    rosters: Annotated[tuple[Roster, ...], Meta(max_length=MOST_ROSTERS)] = ()


def read_order(content: bytes) -> PrintOrder:
    """An order from its JSON; MalformedError names the first field that is wrong, or a kind that needs a roster."""
    order = decoded(content, PrintOrder, most=LARGEST_FILE, what="order")
    check_needs(order, len(order.rosters))
    for number, roster in enumerate(order.rosters):
        try:
            check_refs(roster)
        except MalformedError as error:
            raise MalformedError(f"rosters[{number}].{error.field}", error.reason) from error
    return order


def check_needs(options: PrintOptions, rosters: int) -> None:
    """MalformedError where a kind is printed for a roster and there is none."""
    for number, kind in enumerate(options.kinds):
        if kind in NEEDS_ROSTERS and not rosters:
            raise MalformedError(f"kinds[{number}]", f"“{kind}” is printed for a roster; choose one")
