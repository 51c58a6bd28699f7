"""Tables from a region, a number of pieces and a seed: the same request is the same table on every machine."""

from __future__ import annotations

from tabletop.arcana.battlefield.schema import Table
from tabletop.arcana.terrain.board import Board
from tabletop.arcana.terrain.changing import apply_change
from tabletop.arcana.terrain.charts import Chart
from tabletop.arcana.terrain.laying import laid_out
from tabletop.arcana.terrain.orders import LARGEST_SEED, Order, Placing
from tabletop.arcana.terrain.outlines import INCH
from tabletop.arcana.terrain.pieces import LaidPiece, piece
from tabletop.arcana.terrain.rolling import roll_pieces
from tabletop.decoding import MalformedError
from tabletop.dice import Chance
from tabletop.geometry.primitives.exact import Box


def roll_table(order: Order, chart: Chart) -> Table:
    """Roll on the region's chart and lay the pieces, then change what was agreed.

    MalformedError where pieces find no room (`pieces`) or a change can't be made (`agreed[n]`).
    """
    return table_of(order, chart, lay_pieces(order, chart))


def table_of(order: Order, chart: Chart, pieces: tuple[LaidPiece, ...]) -> Table:
    """The pieces as a file states them."""
    return Table(
        format="muster-table/1",
        game="arcana",
        name=f"{chart.name}, pieces: {order.pieces}, seed: {order.seed}",
        size=order.size,
        terrain=tuple(piece.terrain for piece in pieces),
    )


def lay_pieces(order: Order, chart: Chart) -> tuple[LaidPiece, ...]:
    """Every piece where it lies after the last agreed change; refuses as `roll_table` does."""
    board = _board(order)
    pieces = _first(order, chart, board)
    for number, change in enumerate(order.agreed):
        # No seed is as large as this one: each change has dice of its own, whatever else was agreed.
        chance = Chance(order.seed + (number + 1) * (LARGEST_SEED + 1))
        try:
            pieces = apply_change(pieces, change, chart, board, chance)
        except MalformedError as error:
            raise MalformedError(f"agreed[{number}]{error.field}", error.reason) from error
    return pieces


def _first(order: Order, chart: Chart, board: Board) -> tuple[LaidPiece, ...]:
    chance = Chance(order.seed)
    rolled = roll_pieces(chart, order.pieces, () if order.placing == Placing.ONE_PLAYER else order.sides, chance)
    placed = laid_out(rolled, board, chance)
    if placed is None:
        width, depth = order.size
        raise MalformedError("pieces", f"{order.pieces} find no room on {width:g} by {depth:g} inches")
    return tuple(piece(f"t{number}", *each) for number, each in enumerate(zip(rolled, placed, strict=True), 1))


def _board(order: Order) -> Board:
    width, depth = (round(side * INCH) for side in order.size)
    clear = tuple(_box(*zone) for zone in order.clear)
    if order.placing != Placing.OWN_HALF:
        return Board((width, depth), clear, {})
    first: Box = (0, 0, width, depth // 2) if width >= depth else (0, 0, width // 2, depth)
    second: Box = (0, depth // 2, width, depth) if width >= depth else (width // 2, 0, width, depth)
    return Board((width, depth), clear, dict(zip(order.sides, (first, second), strict=True)))


def _box(left: float, low: float, right: float, high: float) -> Box:
    return round(left * INCH), round(low * INCH), round(right * INCH), round(high * INCH)
