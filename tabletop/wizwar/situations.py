"""Moments of a game that are asked about, read strictly: `muster-situation/1` with game wiz-war."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.boards.walled_squares import Compass
from tabletop.decoding import LARGEST_FILE, decoded
from tabletop.values import Value
from tabletop.wizwar.effects import Amount

Few = Annotated[int, Meta(ge=0, le=20)]


class Situation(Value, frozen=True, kw_only=True, tag_field="kind"):
    """What every situation states."""

    format: Literal["muster-situation/1"]
    game: Literal["wiz-war"]


class Attack(Situation, frozen=True, kw_only=True, tag="attack"):
    """An attack on a wizard: its damage by its energy, what counters and armour take off, and whether it is evaded.

    `evades` is up to which face of the die it misses, 0 for never; `life` is how much the target has left.
    """

    damage: Amount
    energy: Annotated[int, Meta(ge=0, le=12)] = 1
    less: Few = 0
    armour: Few = 0
    separate: bool = False
    evades: Annotated[int, Meta(ge=0, le=4)] = 0
    life: Annotated[int, Meta(ge=1, le=20)] | None = None


class Cracks(Situation, frozen=True, kw_only=True, tag="cracks"):
    """Damage of one attack after another to a wall, a door or an object, and how many cracks it bears."""

    damage: Annotated[tuple[Few, ...], Meta(min_length=1, max_length=40)]
    limit: Annotated[int, Meta(ge=1, le=20)] = 5
    cracked: Few = 0


class RandomMove(Situation, frozen=True, kw_only=True, tag="random-move"):
    """So many steps by the die from a square with nothing in the way but on the sides named."""

    steps: Annotated[int, Meta(ge=1, le=6)] = 1
    closed: Annotated[tuple[Compass, ...], Meta(max_length=4)] = ()


AnySituation = Attack | Cracks | RandomMove


def read_situation(content: bytes | str) -> AnySituation:
    """A situation from its file; MalformedError names the field that can't be."""
    situation: AnySituation = decoded(content, AnySituation, most=LARGEST_FILE, what="situation")  # type: ignore[arg-type]
    return situation
