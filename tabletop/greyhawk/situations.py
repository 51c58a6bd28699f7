"""Moments of a game that are asked about, read strictly: `muster-situation/1` with game greyhawk.

Each may bring the player's own pack; without one the house's is used, and the answer says so. Troops are named by their
codes in the pack, or typed with figures of their own.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.boards.area_graph import Terrain
from tabletop.decoding import LARGEST_FILE, decoded
from tabletop.greyhawk.catalogue import ROUNDS_WITH_HERO, Alignment
from tabletop.greyhawk.pack import Pack, Rating, TroopRow, Word
from tabletop.values import Value

MOST_COUNTERS = 9  # in a line: five, and mercenaries
Few = Annotated[int, Meta(ge=0, le=20)]
Some = Annotated[int, Meta(ge=-10, le=10)]
Round = Annotated[int, Meta(ge=1, le=ROUNDS_WITH_HERO)]


class CounterInLine(Value, frozen=True, kw_only=True):
    """A counter of the pack, or one with figures of its own; `bonus` is what its heroes and cards add."""

    troop: Word | None = None
    own: TroopRow | None = None
    flipped: bool = False
    bonus: Some = 0


OneLine = Annotated[tuple[CounterInLine, ...], Meta(min_length=1, max_length=MOST_COUNTERS)]


class Situation(Value, frozen=True, kw_only=True, tag_field="kind"):
    """What every kind states."""

    format: Literal["muster-situation/1"]
    game: Literal["greyhawk"]
    pack: Pack | None = None


class WholeBattle(Situation, frozen=True, kw_only=True, tag="battle"):
    """Both lines and the ground, from a round on to the last; `heroes` where one wishes a fourth."""

    attackers: OneLine
    defenders: OneLine
    river: bool = False
    ferry: bool = False
    landing: bool = False
    fort: bool = False
    terrain: Terrain | None = None
    race: bool = True
    heroes: bool = False
    round: Round = 1


class OneRound(WholeBattle, frozen=True, kw_only=True, tag="round"):
    """The same, of the one round alone."""


class Fortifying(Situation, frozen=True, kw_only=True, tag="fortify"):
    """An army that fortifies where it is, with a hero activated for it or without."""

    troops: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=5)]
    hero: bool = False


class Alliance(Situation, frozen=True, kw_only=True, tag="diplomacy"):
    """A try at an alliance: by a country of the pack, or by a rating and a modifier of one's own."""

    country: Word | None = None
    alignment: Alignment = Alignment.GOOD
    home: Word | None = None
    rating: Rating | None = None
    modifier: Some = 0
    gifts: Few = 0
    others: Some = 0


class TreasureSearch(Situation, frozen=True, kw_only=True, tag="search"):
    """A search against a monster of so much strength."""

    monster: Few


AnySituation = WholeBattle | OneRound | Fortifying | Alliance | TreasureSearch


def read_situation(content: bytes | str) -> AnySituation:
    """A situation from its file; MalformedError names the field that can't be read."""
    situation: AnySituation = decoded(content, AnySituation, most=LARGEST_FILE)  # type: ignore[arg-type]
    return situation
