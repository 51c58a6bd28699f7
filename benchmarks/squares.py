"""Sight on boards of squares: 10,000 boards by lot against lines crossed with every wall, and what a whole one takes.

    python -m benchmarks.squares [BOARDS]

Bars: no mismatch; everything that one square sees on a board of 10 by 10 with four open edges, in at most 10 ms.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from tabletop.boards.walled_squares import WalledSquares, joined
from tests.tabletop.boards.sight_by_hand import board_by_lot, seen

MOST_SECONDS = 0.010


def mismatches(boards: int) -> tuple[int, int]:
    """How many pairs of squares were asked, and how many were answered otherwise by hand."""
    lot = Random(1)
    pairs = wrong = 0
    for _ in range(boards):
        board = board_by_lot(lot)
        for one in board.signs:
            found = board.seen_from(one)
            for other in board.signs:
                pairs += 1
                wrong += (other in found) is not seen(board, one, other)
    return pairs, wrong


def slowest_whole_board(times: int = 20) -> float:
    """Seconds of the processor for what the slowest square sees, on boards that were never asked before.

    What lines touch is worked out once a process, for the first board of a size: 20 ms, which aren't counted.
    """
    lot = Random(2)
    for square in (first := labyrinth(lot)).signs:
        first.seen_from(square)
    slowest = 0.0
    for _ in range(times):
        board = labyrinth(lot)
        for square in board.signs:
            began = process_time()
            board.seen_from(square)
            slowest = max(slowest, process_time() - began)
    return slowest


def labyrinth(lot: Random) -> WalledSquares:
    """Four sectors of 5 by 5 with gaps in their edges."""
    sectors: list[WalledSquares] = []
    while len(sectors) < 4:
        sector = board_by_lot(lot, 5, wrap=True)
        if (sector.height, sector.width) == (5, 5):
            sectors.append(sector)
    return joined({(number // 2, number % 2): sector for number, sector in enumerate(sectors)})


if __name__ == "__main__":
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    pairs, wrong = mismatches(boards)
    slowest = slowest_whole_board()
    print(f"{boards:,} boards, {pairs:,} pairs of squares: {wrong} mismatches")
    print(f"what one square of 100 sees: {1000 * slowest:.1f} ms at most (bar {1000 * MOST_SECONDS:.0f})")
    sys.exit(wrong > 0 or slowest > MOST_SECONDS)
