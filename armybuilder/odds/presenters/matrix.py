"""Unit against unit as a table of tiles: the net in points, both losses, who breaks; sorted, and one unit's list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from urllib.parse import urlencode

from msgspec import Struct

from armybuilder.odds.presenters.meeting_form import NOBODYS
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.matrix import Cell, Entry, Matrix, Troop, matrix

MOST_UNITS = 25  # of each side, what one request has time for
NAMED_FROM = Fraction(1, 10)  # a chance to break that a tile names
STEPS = (5, 20, 60)  # points from which a tile is tinted, and more strongly
BY_COLUMN = "against."


class Order(StrEnum):
    """How the units of one's own are sorted; or by what they do against one of theirs: its ref after `against.`."""

    ROSTER = ""
    WORST = "worst"
    BEST = "best"


class Tile(Struct, frozen=True, kw_only=True):
    """A pair of units in words and whole points; `css` is how it is tinted, `reason` why there are no figures."""

    address: str = ""
    pair: str = ""
    net: str = ""
    css: str = ""
    theirs: int = 0
    own: int = 0
    breaks: tuple[str, ...] = ()
    reason: str = ""


class Line(Struct, frozen=True):
    """One's own unit against all of theirs."""

    unit: Entry
    tiles: tuple[Tile, ...]


class Column(Struct, frozen=True):
    """One of their units; its address sorts by it."""

    unit: Entry
    address: str
    is_sorted_by: bool


class Versus(Struct, frozen=True):
    """One of their units in the list of one's own unit, with its bars on a ground of 200, even in the middle."""

    unit: Entry
    tile: Tile
    theirs: float
    own: float

    @property
    def start(self) -> float:
        return 100 - self.own


class Board(Struct, frozen=True, kw_only=True):
    """All of a matrix that its page shows."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    chosen: Line | None
    versus: tuple[Versus, ...]
    left_out: tuple[tuple[str, tuple[Entry, ...]], ...]
    orders: tuple[tuple[str, str], ...]


@lru_cache(maxsize=16)
def matrix_of(catalogue: Catalogue, own: Roster, theirs: Roster) -> tuple[Army, Army, Matrix]:
    """Both armies and their matrix, kept: the same one is asked again whenever it is sorted."""
    armies = resolve(own, catalogue), resolve(theirs, catalogue)
    return *armies, matrix(*armies, most=MOST_UNITS)


def board_of(found: Matrix, armies: tuple[Army, Army], query: dict[str, str]) -> Board:
    """The matrix as its address asks: `a` and `b` are where both rosters come from, `sort` and `u` what to see."""
    order = query.get("sort", "")
    lines = [
        Line(row, tuple(_tile(query, (row, column), cell) for column, cell in zip(found.columns, cells, strict=True)))
        for row, cells in zip(found.rows, found.cells, strict=True)
    ]
    worth = _worth(found, order)
    placed = sorted(range(len(lines)), key=worth) if worth else range(len(lines))
    chosen = next((number for number in placed if found.rows[number].ref == query.get("u")), next(iter(placed), None))
    columns = tuple(
        Column(unit, address(query, sort=BY_COLUMN + unit.ref), order == BY_COLUMN + unit.ref) for unit in found.columns
    )
    names = (("Sort by worst", Order.WORST), ("Sort by best", Order.BEST), ("As in the roster", Order.ROSTER))
    return Board(
        columns=columns,
        lines=tuple(lines[number] for number in placed),
        chosen=None if chosen is None else lines[chosen],
        versus=() if chosen is None else _versus(found, lines[chosen], found.cells[chosen]),
        left_out=tuple((army.name, entries) for army, entries in zip(armies, found.left_out, strict=True) if entries),
        orders=tuple((name, address(query, sort=by)) for name, by in names if by != order),
    )


def address(query: dict[str, str], **changes: str) -> str:
    """The page's own address with some of what it states changed."""
    return urlencode({name: value for name, value in (query | changes).items() if value}, safe="/")


def _worth(found: Matrix, order: str) -> Callable[[int], Fraction] | None:
    """What the numbers of lines are sorted by, the least first; None for the roster's own order."""
    nets = [[cell.net for cell in cells if isinstance(cell, Cell)] for cells in found.cells]
    means = [sum(net, Fraction()) / max(len(net), 1) for net in nets]
    if order == Order.WORST:
        return lambda number: means[number]
    if order == Order.BEST:
        return lambda number: -means[number]
    for place, unit in enumerate(found.columns):
        if order == BY_COLUMN + unit.ref:
            against = [cells[place] for cells in found.cells]
            return lambda number: -cell.net if isinstance(cell := against[number], Cell) else Fraction(10**9)
    return None


def _tile(query: dict[str, str], pair: tuple[Entry, Entry], cell: Cell | str) -> Tile:
    if isinstance(cell, str):
        return Tile(reason=cell)
    lost, killed = (round(points) for points in cell.points)
    net = round(cell.net)
    sign = "+" if net > 0 else "−" if net < 0 else ""
    words = (("they break", cell.tolls[1].breaks), ("you break", cell.tolls[0].breaks))
    return Tile(
        address=_meeting(query, pair),
        pair=f"{pair[0].name} against {pair[1].name}",
        net=f"{sign}{abs(net)}",
        css=_tint(net),
        theirs=killed,
        own=lost,
        breaks=tuple(f"{who} {round(100 * chance)} %" for who, chance in words if chance >= NAMED_FROM),
    )


def _tint(net: int) -> str:
    strength = sum(abs(net) >= step for step in STEPS)
    return f"{'up' if net > 0 else 'down'}-{strength}" if strength else ""


def _meeting(query: dict[str, str], pair: tuple[Entry, Entry]) -> str:
    """The same meeting on the page of odds: who meets whom, how wide, and how many touch."""
    state: dict[str, str] = {}
    for letter, own, enemy in (("a", *pair), ("b", *pair[::-1])):
        state[letter] = f"{query[letter]}.{own.ref}"
        if own.troop and enemy.troop:
            state |= _stand(letter, own.troop, enemy.troop)
    return urlencode(state, safe="/")


def _stand(letter: str, own: Troop, enemy: Troop) -> dict[str, str]:
    stated = {f"{letter}f": str(own.known.ranks), f"{letter}c": str(own.facing(enemy).in_contact)}
    return stated if own.known.leader else stated | {f"{letter}x": NOBODYS}


def _versus(found: Matrix, line: Line, cells: Sequence[Cell | str]) -> tuple[Versus, ...]:
    """The unit against each of theirs, the best first; those without figures last."""
    both = sorted(
        zip(found.columns, line.tiles, cells, strict=True),
        key=lambda each: -each[2].net if isinstance(each[2], Cell) else Fraction(10**9),
    )
    most = max((points for _, _, cell in both if isinstance(cell, Cell) for points in cell.points), default=0)
    shares = [
        [round(float(100 * points / most), 1) if most else 0.0 for points in cell.points]
        if isinstance(cell, Cell)
        else [0.0, 0.0]
        for _, _, cell in both
    ]
    return tuple(
        Versus(unit, tile, theirs=theirs, own=own) for (unit, tile, _), (own, theirs) in zip(both, shares, strict=True)
    )


def legend() -> list[tuple[str, str]]:
    """Each tint with its words, from the worst to the best."""
    worse = [(f"down-{strength}", f"−{step}") for strength, step in enumerate(STEPS, 1)][::-1]
    better = [(f"up-{strength}", f"+{step}") for strength, step in enumerate(STEPS, 1)]
    (first, least), *others = worse
    *firsts, (last, most) = better
    return [(first, f"{least} and worse"), *others, ("", "even"), *firsts, (last, f"{most} and better")]
