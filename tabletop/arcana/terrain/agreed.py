"""What players agree on after the roll: a piece rolled again or moved; also as the short text of an address."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.decoding import MalformedError
from tabletop.values import Value

MOST_CHANGES = 100
STEP = 15  # degrees that a piece is turned by
BETWEEN, PART = "_", "~"
MOVED = re.compile(
    r"(?P<ref>[a-z0-9-]+)~(?P<x>\d{1,3}(?:\.\d{1,2})?)~(?P<y>\d{1,3}(?:\.\d{1,2})?)~(?P<turn>\d{1,3})~(?P<by>[a-z0-9-]+)",
    re.ASCII,
)
ROLLED = re.compile(r"(?P<ref>[a-z0-9-]+)~(?P<by>[a-z0-9-]+)", re.ASCII)

Spot = Annotated[float, Meta(ge=0, le=LARGEST_SIDE)]
Turn = Annotated[int, Meta(ge=0, lt=360, multiple_of=STEP)]


class Reroll(Value, frozen=True, kw_only=True, tag="reroll", tag_field="do"):
    """A side has a piece rolled again, and the other side agrees."""

    ref: Ref
    by: Ref


class Move(Value, frozen=True, kw_only=True, tag="move", tag_field="do"):
    """A side puts a piece's middle elsewhere, in inches, and turns it clockwise from how it was laid, in degrees."""

    ref: Ref
    by: Ref
    x: Spot
    y: Spot
    turn: Turn = 0


Change = Reroll | Move


def as_address(changes: tuple[Change, ...]) -> str:
    """As `t3~red_t4~12.5~30~45~blue`; addresses need no escapes for it."""
    return BETWEEN.join(map(_word, changes))


def _word(change: Change) -> str:
    if isinstance(change, Reroll):
        return f"{change.ref}~{change.by}"
    return f"{change.ref}~{change.x:.6g}~{change.y:.6g}~{change.turn}~{change.by}"


def read_written(text: str) -> tuple[dict[str, object], ...]:
    """The changes of a text as plain values; MalformedError for a word that says none (`agreed[n]`)."""
    words = text.split(BETWEEN) if text else []
    return tuple(_change(number, word) for number, word in enumerate(words))


def _change(number: int, word: str) -> dict[str, object]:
    if match := MOVED.fullmatch(word):
        place = {"x": float(match["x"]), "y": float(match["y"]), "turn": int(match["turn"])}
        return {"do": "move", "ref": match["ref"], "by": match["by"]} | place
    if match := ROLLED.fullmatch(word):
        return {"do": "reroll", "ref": match["ref"], "by": match["by"]}
    raise MalformedError(f"agreed[{number}]", f"“{word[:40]}” says no change, as `t3~red` or `t4~12.5~30~45~blue` do")


def with_change(changes: tuple[Change, ...], change: Change) -> tuple[Change, ...]:
    """The changes with one more; a piece moved twice running has moved once."""
    last = changes[-1] if changes else None
    again = isinstance(last, Move) and isinstance(change, Move) and (last.ref, last.by) == (change.ref, change.by)
    return (*changes[: -1 if again else None], change)
