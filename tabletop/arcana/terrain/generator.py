"""Tables from a region, a number of pieces and a seed: the same request is the same table on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tabletop.arcana.profile import Value
from tabletop.arcana.roster import ListSlug, MalformedError, Ref, malformed
from tabletop.arcana.table.values import LARGEST_SIDE, Part, Table, Terrain
from tabletop.arcana.terrain.board import Board, Laid
from tabletop.arcana.terrain.chance import Chance
from tabletop.arcana.terrain.charts import Chart, Detail, Feature
from tabletop.arcana.terrain.laying import laid_out
from tabletop.arcana.terrain.outlines import INCH
from tabletop.arcana.terrain.rolling import Rolled, roll_pieces
from tabletop.geometry.exact import Box, Ring

SMALLEST_SIDE = 12
MOST_PIECES = 40
LARGEST_SEED = 2**53 - 1

Edge = Annotated[float, Meta(ge=SMALLEST_SIDE, le=LARGEST_SIDE)]
Position = Annotated[float, Meta(ge=0, le=LARGEST_SIDE)]
Placing = Literal["one-player", "alternating", "own-half"]


class Order(Value, frozen=True, kw_only=True):
    """What is asked for: `clear` are boxes that stay free, as left, lower, right and upper edge, in inches.

    One player sets the table up, or the sides place in turn, the first one first; with `own-half` each side keeps
    all but rivers and streams in its own half, the first side's being the lower one (the left one of an upright table).
    """

    region: ListSlug
    pieces: Annotated[int, Meta(ge=1, le=MOST_PIECES)]
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    size: tuple[Edge, Edge] = (72.0, 48.0)
    placing: Placing = "one-player"
    sides: tuple[Ref, Ref] = ("red", "blue")
    clear: Annotated[tuple[tuple[Position, Position, Position, Position], ...], Meta(max_length=20)] = ()


def read_order(plain: Any) -> Order:
    """An order from plain values; MalformedError names the field, as in `size[0]`."""
    try:
        order = msgspec.convert(plain, Order)
    except msgspec.ValidationError as error:
        raise malformed(error) from error
    for field, reason in _complaints(order):
        raise MalformedError(field, reason)
    return order


def _complaints(order: Order) -> Iterator[tuple[str, str]]:
    if order.sides[0] == order.sides[1]:
        yield "sides[1]", "the two sides differ"
    for number, (left, low, right, high) in enumerate(order.clear):
        if not (left < right and low < high):
            yield f"clear[{number}]", "left is less than right, and lower less than upper"


def roll_table(order: Order, chart: Chart) -> Table:
    """Roll on the region's chart and lay the pieces; MalformedError where they find no room (`pieces`)."""
    chance = Chance(order.seed)
    rolled = roll_pieces(chart, order.pieces, () if order.placing == "one-player" else order.sides, chance)
    placed = laid_out(rolled, _board(order), chance)
    width, depth = order.size
    if placed is None:
        raise MalformedError("pieces", f"{order.pieces} find no room on {width:g} by {depth:g} inches")
    return Table(
        format="muster-table/1",
        game="arcana",
        name=f"{chart.name}, pieces: {order.pieces}, seed: {order.seed}",
        size=order.size,
        terrain=_terrain(rolled, placed),
    )


def _board(order: Order) -> Board:
    width, depth = (round(side * INCH) for side in order.size)
    clear = tuple(_box(*zone) for zone in order.clear)
    if order.placing != "own-half":
        return Board((width, depth), clear, {})
    first: Box = (0, 0, width, depth // 2) if width >= depth else (0, 0, width // 2, depth)
    second: Box = (0, depth // 2, width, depth) if width >= depth else (width // 2, 0, width, depth)
    return Board((width, depth), clear, dict(zip(order.sides, (first, second), strict=True)))


def _box(left: float, low: float, right: float, high: float) -> Box:
    return round(left * INCH), round(low * INCH), round(right * INCH), round(high * INCH)


def _terrain(rolled: Sequence[Rolled], placed: Sequence[Laid]) -> tuple[Terrain, ...]:
    pairs = zip(rolled, placed, strict=True)
    return tuple(_piece(number, each, laid) for number, (each, laid) in enumerate(pairs, 1))


def _piece(number: int, each: Rolled, laid: Laid) -> Terrain:
    feature = each.feature
    return Terrain(
        ref=f"t{number}",
        kind=feature.kind,
        name=feature.name,
        polygon=_inches(laid.ring),
        height=feature.height,
        going=feature.going,
        nature=feature.nature,
        effects=feature.effects,
        note=feature.note,
        parts=tuple(_part(detail, feature, ring) for detail, ring in laid.details),
        roll=each.roll,
        rerolled=each.rerolled,
        sub_rolls=each.sub_rolls,
        placed_by=each.placed_by,
    )


def _part(detail: Detail, feature: Feature, ring: Ring) -> Part:
    """A detail without a kind counts as what it stands on."""
    if detail.kind is None:
        return Part(
            kind=feature.kind, name=detail.name, polygon=_inches(ring), going=feature.going, nature=feature.nature
        )
    return Part(kind=detail.kind, name=detail.name, polygon=_inches(ring), going=detail.going, nature=detail.nature)


def _inches(ring: Ring) -> tuple[tuple[float, float], ...]:
    """To 1/100 inch exactly, as the nearest floats."""
    return tuple((x / INCH, y / INCH) for x, y in ring)
