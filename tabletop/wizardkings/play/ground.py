"""A hex as play looks at it, who stands in it, and why something isn't allowed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from tabletop.citations import Citation
from tabletop.decoding import MalformedError
from tabletop.values import Value
from tabletop.wizardkings.catalogue import MOST_STEPS, Ground, Hexside
from tabletop.wizardkings.pack import GROUNDS, Map, UnitRow


class Refusal(Struct, frozen=True):
    """Why something isn't allowed, by which rule; `ref` is the unit or place that it is about, empty for all."""

    code: str
    sentence: str
    citation: Citation
    ref: str = ""


class Site(Value, frozen=True, kw_only=True):
    """A hex: what fills it, how many of its edges are of a kind, the gold of its city, and whose it is at the moment.

    `coastal` land is sea, too, as a hex that is `coastal` and nothing else is clear land and sea. `capital` where it is
    the player's own and friendly.
    """

    ground: Ground = Ground.CLEAR
    coastal: bool = False
    sides: dict[Hexside, Annotated[int, Meta(ge=0, le=6)]] = field(default_factory=dict)
    city: Annotated[int, Meta(ge=0, le=3)] | None = None
    capital: bool = False
    henge: bool = False
    enemies: bool = False

    @property
    def grounds(self) -> frozenset[Ground]:
        """What it is filled with in full: a coastal hex is land and sea at once (WK-13)."""
        if self.ground is Ground.COASTAL:
            return frozenset((Ground.CLEAR, Ground.SEA))
        return frozenset((self.ground, Ground.SEA) if self.coastal else (self.ground,))

    @property
    def is_open_sea(self) -> bool:
        return self.grounds == {Ground.SEA}


class Standing(Struct, frozen=True, kw_only=True):
    """A unit in a hex, with its steps and what it has done this turn; `regroups` where it leaves after a battle."""

    ref: str
    row: UnitRow
    steps: Annotated[int, Meta(ge=1, le=MOST_STEPS)]
    moved: bool = False
    fought: bool = False
    regroups: bool = False
    fatigued: bool = False

    @property
    def name(self) -> str:
        return self.row.name


def site_of(of: Map, hex: str, *, capital: bool = False, enemies: bool = False) -> Site:
    """A hex of a map; MalformedError where the map has no such, or can't be used there."""
    row, column = of.usable.hex(hex, "hex")
    sign = of.board.signs[row][column]
    if sign not in GROUNDS:
        raise MalformedError("hex", f"{hex} is “{sign}”, no terrain of the game")
    city = of.by_hex.get(hex)
    return Site(
        ground=GROUNDS[sign],
        sides=of.edges.get(hex, {}),
        city=city.gold if city else None,
        henge=hex in of.henges,
        capital=capital,
        enemies=enemies,
    )
