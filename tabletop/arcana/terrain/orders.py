"""Orders of tables: what is asked for, read strictly."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta

from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.arcana.catalogue.identifiers import ListSlug, Ref
from tabletop.arcana.terrain.agreed import MOST_CHANGES, Change
from tabletop.decoding import MalformedError, converted, decoded
from tabletop.values import Value

SMALLEST_SIDE = 12
MOST_PIECES = 40
LARGEST_SEED = 2**53 - 1

Edge = Annotated[float, Meta(ge=SMALLEST_SIDE, le=LARGEST_SIDE)]
Position = Annotated[float, Meta(ge=0, le=LARGEST_SIDE)]


class Placing(StrEnum):
    """Who sets terrain up, and where."""

    ONE_PLAYER = "one-player"
    ALTERNATING = "alternating"
    OWN_HALF = "own-half"


class Order(Value, frozen=True, kw_only=True):
    """What is asked for: `clear` are boxes that stay free, as left, lower, right and upper edge, in inches.

    One player sets the table up, or the sides place in turn, the first one first; with `own-half` each side keeps
    all but rivers and streams in its own half, the first side's being the lower one (the left one of an upright table).
    `agreed` are the changes made since, in their order.
    """

    region: ListSlug
    pieces: Annotated[int, Meta(ge=1, le=MOST_PIECES)]
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    size: tuple[Edge, Edge] = (72.0, 48.0)
    placing: Placing = Placing.ONE_PLAYER
    sides: tuple[Ref, Ref] = ("red", "blue")
    clear: Annotated[tuple[tuple[Position, Position, Position, Position], ...], Meta(max_length=20)] = ()
    agreed: Annotated[tuple[Change, ...], Meta(max_length=MOST_CHANGES)] = ()


def read_order(plain: Any) -> Order:
    """An order from plain values; MalformedError names the field, as in `size[0]`."""
    return _checked(converted(plain, Order))


def read_order_file(content: bytes) -> Order:
    """An order from its JSON; MalformedError as from plain values, its field empty where it is the whole."""
    return _checked(decoded(content, Order))


def _checked(order: Order) -> Order:
    for field, reason in _complaints(order):
        raise MalformedError(field, reason)
    return order


def _complaints(order: Order) -> Iterator[tuple[str, str]]:
    if order.sides[0] == order.sides[1]:
        yield "sides[1]", "the two sides differ"
    for number, (left, low, right, high) in enumerate(order.clear):
        if not (left < right and low < high):
            yield f"clear[{number}]", "left is less than right, and lower less than upper"
    for number, change in enumerate(order.agreed):
        if change.by not in order.sides:
            yield f"agreed[{number}].by", f"the sides are {' and '.join(order.sides)}"
