"""Movement: where a unit comes to, what is wrong with a way, and with where a segment leaves units (AW-55 to AW-59).

A way is its hexes in their order, where the unit stands first; each costs a point. Whoever takes the wand along says
so: it goes with one unit or one stack a turn, and may be taken over from one that stands still (AW-95, AW-96).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arrakhar.catalogue import BOOK, MOST_IN_A_HEX, Side
from tabletop.arrakhar.ground import (
    FROM_ENTRY,
    Refusal,
    entries_of,
    is_clear,
    written,
)
from tabletop.arrakhar.play.valley import FieldedUnit, Valley, named_at, refusal
from tabletop.boards.hex import Hex, HexBoard

WAND = BOOK.section("4.0 The wand")


class Move(Struct, frozen=True):
    """Units that go one way together; `takes_wand` from where it lies on that way."""

    refs: tuple[str, ...]
    way: tuple[Hex, ...]
    takes_wand: bool = False


def reachable(valley: Valley, unit: FieldedUnit) -> dict[Hex, int]:
    """Every hex that the unit may enter this turn with what it costs, whoever of its own side stands there (AW-56).

    On the sorcerer's first turn hexes near an entry are passed and no end: those are left out (AW-58). The wizard's
    units may leave by an entry.
    """
    board, first = valley.board, _is_first_sorcerers(valley, unit)
    costs = board.reach(unit.place, unit.allowance, closed=valley.enemies_of(unit.side))
    if unit.side is Side.WIZARD:
        for entry in entries_of(board):
            beside = [costs[place] + 1 for place in board.neighbours(entry) if place in costs]
            if beside and min(beside) <= unit.allowance:
                costs[entry] = min(beside)
    del costs[unit.place]
    return {place: cost for place, cost in costs.items() if not (first and _near_entry(board, place))}


def way_to(valley: Valley, units: tuple[FieldedUnit, ...], to: Hex, *, takes_wand: bool = False) -> tuple[Hex, ...]:
    """The shortest way of units that stand together; with the wand it leads by where that lies. Empty for no way."""
    start, side = units[0].place, units[0].side
    if takes_wand and valley.wand not in (None, start, to):
        assert valley.wand is not None
        before, after = _shortest(valley, side, start, valley.wand), _shortest(valley, side, valley.wand, to)
        return (*before, *after[1:]) if before and after else ()
    return _shortest(valley, side, start, to)


def _shortest(valley: Valley, side: Side, start: Hex, to: Hex) -> tuple[Hex, ...]:
    board, closed = valley.board, valley.enemies_of(side)
    if not valley.is_entry(to):
        way = board.way(start, to, closed)
        return way.hexes if way else ()
    if side is Side.SORCERER:
        return ()
    ways = [board.way(start, place, closed) for place in board.neighbours(to)]
    return min(((*way.hexes, to) for way in ways if way), key=len, default=())


def refused_destination(valley: Valley, units: tuple[FieldedUnit, ...], to: Hex) -> Refusal:
    """Why no way leads to a hex (AW-3, AW-56)."""
    if to in valley.enemies_of(units[0].side):
        return refusal("AW-56", f"{named_at(valley.at(to))}: a hex of the enemy's is never entered.")
    if valley.is_entry(to):
        return refusal("AW-3", f"{written(to)} is an entry: only the wizard's units go there.")
    if not is_clear(valley.board, to):
        return refusal("AW-56", f"{written(to)} is a mountain.")
    return refusal("AW-56", f"No way leads from {written(units[0].place)} to {written(to)}.")


def refused_move(valley: Valley, move: Move) -> tuple[Refusal, ...]:
    """Every reason why the units can't go that way; those who wait where it ends may still move on."""
    units = valley.named(move.refs)
    return (*_wrong_way(valley, units, move.way), *_wrong_units(valley, units, move), *_wrong_wand(valley, units, move))


def _wrong_way(valley: Valley, units: tuple[FieldedUnit, ...], way: tuple[Hex, ...]) -> Iterator[Refusal]:
    """AW-56: step by step, through hexes that may be entered."""
    if not way or {unit.place for unit in units} != {way[0]}:
        yield refusal("AW-56", f"{named_at(units)}: the way begins elsewhere.")
        return
    side = units[0].side
    for before, place in pairwise(way):
        if place not in valley.board.neighbours(before):
            yield refusal("AW-56", f"{written(place)} isn't beside {written(before)}.")
        elif place in valley.enemies_of(side):
            yield refusal("AW-56", f"{named_at(valley.at(place))}: a hex of the enemy's is never entered.")
        elif valley.is_entry(place) and side is Side.SORCERER:
            yield refusal("AW-3", f"{written(place)} is an entry: only the wizard's units go there.")
        elif valley.is_entry(place) and place != way[-1]:
            yield refusal("AW-4", f"{written(place)} is an entry: whoever leaves there doesn't come back.")
        elif not (valley.is_entry(place) or is_clear(valley.board, place)):
            yield refusal("AW-56", f"{written(place)} is a mountain.")


def _wrong_units(valley: Valley, units: tuple[FieldedUnit, ...], move: Move) -> Iterator[Refusal]:
    """AW-55: as far as each may go, once a turn; AW-58: not to the entries on the sorcerer's first turn.

    AW-57: not where those stay already with whom they can't.
    """
    cost = len(move.way) - 1
    for unit in units:
        if unit.side is not valley.side:
            yield refusal("AW-55", f"{named_at([unit])}: it isn't the {unit.side}'s phase.")
        if unit.moved:
            yield refusal("AW-55", f"{named_at([unit])} has moved this turn.")
        if cost > unit.allowance:
            yield refusal("AW-55", f"{named_at([unit])}: {cost} hexes, and {unit.allowance} are allowed.")
    end = move.way[-1] if move.way else units[0].place
    if _is_first_sorcerers(valley, units[0]) and _near_entry(valley.board, end):
        yield refusal("AW-58", f"{written(end)} is within 2 hexes of an entry: not on the sorcerer's first turn.")
    if not valley.is_entry(end):
        yield from stays_too_many(valley, units, end)


def _wrong_wand(valley: Valley, units: tuple[FieldedUnit, ...], move: Move) -> Iterator[Refusal]:
    """AW-95: by the wizard's units, one carrier a turn; AW-96: taken over from who stands still, and carried on."""
    if not move.takes_wand:
        return
    if units[0].side is not Side.WIZARD:
        yield refusal("AW-98", "The sorcerer's units can't move the wand.", WAND)
        return
    if valley.wand is None or valley.wand not in move.way:
        yield refusal("AW-95", "The wand isn't on that way.", WAND)
        return
    if valley.wand_carried:
        yield refusal("AW-95", "The wand was carried this turn: one carrier a turn.", WAND)
    have_it = valley.wand == move.way[0] and not valley.wand_carried  # since before this turn
    holders = [unit for unit in valley.at(valley.wand) if unit not in units]
    if (moved := [unit for unit in holders if unit.moved]) and not have_it:
        yield refusal("AW-96", f"{named_at(moved)} moved this turn, and can't hand the wand on.", WAND)
    if valley.wand != move.way[0] and valley.wand == move.way[-1]:
        yield refusal("AW-96", "Whoever takes the wand over needs points left to leave the hex with it.", WAND)


def refused_end(valley: Valley) -> tuple[Refusal, ...]:
    """What is wrong with how the movement segment would end: on the board four of one type to a hex (AW-57)."""
    places = dict.fromkeys(unit.place for unit in valley.units if not valley.is_entry(unit.place))
    return tuple(each for place in places for each in _too_many(valley.at(place)))


def stays_too_many(valley: Valley, units: tuple[FieldedUnit, ...], end: Hex) -> Iterator[Refusal]:
    """AW-57, of units that would end their move where others have ended theirs."""
    stay = [unit for unit in valley.at(end) if unit.moved and unit not in units]
    yield from _too_many((*stay, *(replace(unit, place=end) for unit in units)))


def _too_many(units: tuple[FieldedUnit, ...]) -> Iterator[Refusal]:
    """AW-57, of units that stay in one hex."""
    if len({unit.unit for unit in units}) > 1:
        yield refusal("AW-57", f"{named_at(units)}: a hex holds units of one type.")
    elif len(units) > MOST_IN_A_HEX:
        yield refusal("AW-57", f"{named_at(units)}: a hex holds at most {MOST_IN_A_HEX}.")


def moved(valley: Valley, move: Move) -> Valley:
    """The valley after a move that is allowed; whoever leaves by an entry is gone, the wand with the carrier."""
    end = move.way[-1]
    units = tuple(
        replace(unit, place=end, moved=True) if unit.ref in move.refs else unit
        for unit in valley.units
        if not (unit.ref in move.refs and valley.is_entry(end) and end != move.way[0])
    )
    if not move.takes_wand:
        return replace(valley, units=units)
    return replace(valley, units=units, wand=end, wand_carried=True)


def _is_first_sorcerers(valley: Valley, unit: FieldedUnit) -> bool:
    return valley.turn == 1 and unit.side is Side.SORCERER


def _near_entry(board: HexBoard, place: Hex) -> bool:
    return any(board.distance(entry, place) < FROM_ENTRY for entry in entries_of(board))
