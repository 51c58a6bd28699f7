"""Rivers and streams: each gets a lane across the whole table, all in one direction, so that none meets another."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tabletop.arcana.terrain.board import Board, Laid, draw_size, lay_out
from tabletop.arcana.terrain.charts import Shape
from tabletop.arcana.terrain.outlines import INCH, Lane, band, meeting_bands
from tabletop.arcana.terrain.rolling import COURSE, Rolled
from tabletop.dice import Chance

SHORE = INCH // 2  # between a band and the table's edge beside it
LAST_LENGTHWISE = 3  # a course of 1 to 3 runs from short edge to short edge
SWAY = (2 * INCH, 4 * INCH)
FORK = (3 * INCH, 6 * INCH)

Spans = list[tuple[int, int]]


class _Plan(Struct, frozen=True):
    """How wide a band is, and how broad a lane it takes."""

    number: int
    width: int
    breadth: int


def lay_bands(
    rolled: Sequence[Rolled], board: Board, axis: int, percent: int, chance: Chance
) -> dict[int, Laid] | None:
    """Every band along one axis, by its number among the pieces; None where there is no lane for one of them."""
    bands = [(number, band) for number, band in enumerate(rolled) if band.feature.is_band]
    plans = [_plan(number, band, percent, chance) for number, band in bands]
    lanes = _lanes(plans, board, axis, chance)
    if lanes is None:
        return None
    return {plan.number: _band(rolled[plan.number], plan, lanes[plan.number], chance) for plan in plans}


def axes(rolled: Sequence[Rolled], board: Board, chance: Chance) -> tuple[int, ...]:
    """The directions to try: the first river's course, or else either; the other one too where zones are kept clear.

    New bands run along those that lie there already.
    """
    if board.course is not None:
        return (board.course,)
    course = next((rolled_piece.results[COURSE] for rolled_piece in rolled if COURSE in rolled_piece.results), None)
    along = chance.below(2) if course is None else int(course > LAST_LENGTHWISE)
    axis = (board.long_axis + along) % 2
    return (axis, 1 - axis) if board.clear else (axis,)


def _plan(number: int, piece: Rolled, percent: int, chance: Chance) -> _Plan:
    width = draw_size(piece.feature.width, percent, chance)
    if piece.feature.shape == Shape.BANDS:
        return _Plan(number, width, 2 * (width + chance.randint(*FORK) * percent // 100))
    return _Plan(number, width, width + chance.randint(*SWAY) * percent // 100)


def lay_alone(piece: Rolled, inches: int, chance: Chance) -> Laid:
    """A stretch of a band by itself, along x."""
    plan = _plan(0, piece, 100, chance)
    return _band(piece, plan, Lane(0, inches * INCH, 0, plan.breadth), chance)


def _lanes(plans: Sequence[_Plan], board: Board, axis: int, chance: Chance) -> dict[int, Lane] | None:
    free: Spans = [(SHORE, board.size[1 - axis] - SHORE)]
    for zone in board.closed:
        free = _without(free, zone[1 - axis], zone[3 - axis])
    lanes: dict[int, Lane] = {}
    for plan in plans:
        low = _spot(free, plan.breadth, chance)
        if low is None:
            return None
        lanes[plan.number] = Lane(axis, board.size[axis], low, low + plan.breadth)
        free = _without(free, low, low + plan.breadth)
    return lanes


def _spot(free: Spans, breadth: int, chance: Chance) -> int | None:
    """Where a lane begins, every place with room as likely; None where there is none."""
    rooms = [(low, high - low - breadth + 1) for low, high in free if high - low >= breadth]
    if not rooms:
        return None
    drawn = chance.below(sum(room for _, room in rooms))
    for low, room in rooms:
        if drawn < room:
            return low + drawn
        drawn -= room
    return None


def _without(free: Spans, low: int, high: int) -> Spans:
    parts = [part for start, end in free for part in ((start, min(end, low)), (max(start, high), end))]
    return [(start, end) for start, end in parts if start < end]


def _band(piece: Rolled, plan: _Plan, lane: Lane, chance: Chance) -> Laid:
    draw = meeting_bands if piece.feature.shape == Shape.BANDS else band
    return lay_out(piece.feature, draw(lane, plan.width, chance), piece.results, chance)
