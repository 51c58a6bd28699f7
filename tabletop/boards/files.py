"""Boards as files, `muster-board/1`, of whichever kind: hexes, squares or areas."""

from __future__ import annotations

from tabletop.boards.area_graph import AreaGraph
from tabletop.boards.hex import HexBoard
from tabletop.boards.walled_squares import WalledSquares
from tabletop.decoding import LARGEST_FILE, decoded

Board = HexBoard | WalledSquares | AreaGraph


def read_board(content: bytes | str) -> Board:
    """A board from its file; MalformedError names the field, the row, the square or the border that is wrong."""
    board: Board = decoded(content, Board, most=LARGEST_FILE, what="board")  # type: ignore[arg-type]
    return board.check()
