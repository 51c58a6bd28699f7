"""What to print and how: the kinds of sheets, their options, and an order as JSON, read strictly."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.army.roster import Roster, check_refs
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.values import Value

SheetKind = Literal[
    "roster", "compact", "organiser", "attrition", "game", "reference", "cards", "profiles", "designs", "spells",
    "terrain-cards", "markers", "templates", "gauges", "ranges", "bases", "trays",
]  # fmt: skip
PaperName = Literal["a4", "letter"]
Scale = Literal[15, 25, 28]
CounterSet = Literal["needed", "book", "every"]
CardSize = Literal["poker", "tarot", "a6"]

SHEET_NAMES: dict[SheetKind, str] = {
    "roster": "Roster sheet",
    "compact": "Roster on one page",
    "organiser": "Organiser’s sheet",
    "attrition": "Attrition sheet",
    "game": "Game sheet",
    "reference": "Reference sheet",
    "cards": "Unit cards",
    "profiles": "Profile cards",
    "designs": "Cards of own designs",
    "spells": "Spell cards",
    "terrain-cards": "Terrain cards",
    "markers": "Markers",
    "templates": "Templates",
    "gauges": "Rulers and gauges",
    "ranges": "Range bands",
    "bases": "Base outlines",
    "trays": "Movement trays",
}
NEEDS_ROSTERS: frozenset[SheetKind] = frozenset(
    {"roster", "compact", "organiser", "attrition", "game", "cards", "profiles", "designs"}
)
CARD_SIZES: dict[CardSize, tuple[float, float]] = {"poker": (63.5, 88.9), "tarot": (70.0, 120.0), "a6": (105.0, 148.0)}
MOST_COPIES = 20
MOST_ROSTERS = 20


class PrintOptions(Value, frozen=True, kw_only=True):
    """What is printed and how; `counters` says which markers, `gutter` whether they lie apart to be cut one by one."""

    kinds: Annotated[tuple[SheetKind, ...], Meta(min_length=1, max_length=20)]
    paper: PaperName = "a4"
    scale: Scale = 25
    copies: Annotated[int, Meta(ge=1, le=MOST_COPIES)] = 1
    counters: CounterSet = "needed"
    shape: Literal["round", "square"] = "round"
    gutter: bool = True
    tinted: bool = True
    outline: bool = False
    cards: CardSize = "poker"
    backs: bool = False
    large: bool = False
    notes: bool = False


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
