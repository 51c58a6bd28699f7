"""The map of a game: the pack's map once, beside its own turned copy, or four of them, as the size of game wants.

Turning by half a circle beside the longest joint keeps a board of odd columns or odd rows whole whatever its size, so
that both players have the same country before them. Home maps are the first player's on the one half, the second's
on the other; in a small game there is one map, and each player owns one of its long edges (WK-70).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.boards.hex import MOST_HEXES_ACROSS, Hex, HexBoard, HexSide, Layout
from tabletop.decoding import MalformedError
from tabletop.wizardkings.catalogue import Size
from tabletop.wizardkings.pack import Map

RED, BLUE = "red", "blue"
SIDES = (RED, BLUE)
NUMERALS = ("", " II", " III", " IV")


def written(place: Hex) -> str:
    """`5,7`."""
    return f"{place[0]},{place[1]}"


def copies_of(size: Size) -> tuple[tuple[str, int], ...]:
    """The home maps of a game, by whose they are and their number; none in a small game, whose map is nobody's."""
    match size:
        case Size.SMALL:
            return ()
        case Size.MEDIUM:
            return ((RED, 1), (BLUE, 1))
        case Size.LARGE:
            return ((RED, 1), (RED, 2), (BLUE, 1), (BLUE, 2))


def game_map(of: Map, size: Size) -> Map:
    """The map that is played on; MalformedError where the pack's map can't be used or is too large for it."""
    board = of.board.check()
    copies = copies_of(size)
    if not copies:
        return of
    rows, columns = _extent(board, size)
    if max(rows, columns) > MOST_HEXES_ACROSS:
        raise MalformedError("map", f"is too large for a {size} game: {rows} by {columns} hexes would be needed")
    signs = [["."] * columns for _ in range(rows)]
    sides: list[HexSide] = []
    cities, henges = [], []
    for number, (side, which) in enumerate(copies):
        for place in board.hexes():
            row, column = _placed(board, side, which, place)
            signs[row][column] = board.signs[place[0]][place[1]]
        names = {written(place): written(_placed(board, side, which, place)) for place in board.hexes()}
        sides += [replace(edge, a=names[edge.a], b=names[edge.b]) for edge in board.sides]
        cities += [
            replace(city, hex=names[city.hex], name=f"{city.name}{NUMERALS[number]}")
            for city in of.cities
            if city.hex in names
        ]
        henges += [names[hex] for hex in of.henges if hex in names]
    joined = replace(board, rows=tuple(" ".join(row) for row in signs), sides=tuple(sides))
    return replace(of, board=joined, cities=tuple(cities), henges=tuple(henges))


def placed(of: Map, size: Size, side: str, which: int, name: str) -> str:
    """A hex of a home map as the game's map has it; MalformedError where there is no such."""
    board = of.board.check()
    place = board.hex(name, "capitals")
    if (side, which) not in copies_of(size):
        raise MalformedError("capitals", f"there is no home map {which} in a {size} game")
    return written(_placed(board, side, which, place))


def home_side(board: HexBoard, size: Size, place: Hex) -> str:
    """On whose home map a hex of the game's map lies; empty in a small game."""
    if size is Size.SMALL:
        return ""
    along, whole = (place[0], len(board.signs)) if board.layout is Layout.ODD_ROWS else (place[1], len(board.signs[0]))
    return RED if 2 * along < whole else BLUE


def edge_of(board: HexBoard, side: str) -> Iterator[Hex]:
    """The hexes of a player's long edge: the first player's at the foot or on the right, the second's across."""
    rows, columns = len(board.signs), len(board.signs[0])
    if columns >= rows:
        yield from ((rows - 1 if side == RED else 0, column) for column in range(columns))
    else:
        yield from ((row, columns - 1 if side == RED else 0) for row in range(rows))


def _extent(board: HexBoard, size: Size) -> tuple[int, int]:
    """Rows and columns of the game's map."""
    rows, columns = len(board.signs), len(board.signs[0])
    deep = 2 if size is Size.LARGE else 1
    return (2 * rows, deep * columns) if board.layout is Layout.ODD_ROWS else (deep * rows, 2 * columns)


def _placed(board: HexBoard, side: str, which: int, place: Hex) -> Hex:
    """Where a hex of one copy comes to lie; the second player's copies are turned by half a circle."""
    rows, columns = len(board.signs), len(board.signs[0])
    row, column = place
    turned = (rows - 1 - row, columns - 1 - column)
    if board.layout is Layout.ODD_ROWS:
        shift = (which - 1) * columns
        return (row, column + shift) if side == RED else (turned[0] + rows, turned[1] + shift)
    shift = (which - 1) * rows
    return (row + shift, column) if side == RED else (turned[0] + shift, turned[1] + columns)
