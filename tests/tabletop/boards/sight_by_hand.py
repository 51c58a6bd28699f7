"""Sight between squares a second time, by crossing every line with every wall: slow, sharing no step with it.

Walls are closed segments between corners, in whole numbers. An edge that leads elsewhere is tried by drawing the whole
board again behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tabletop.boards.walled_squares import WalledSquares

Point = tuple[int, int]  # x and y in half squares
Segment = tuple[Point, Point]


def board_by_lot(lot: Random, most: int = 5, *, wrap: bool | None = None) -> WalledSquares:
    """A board of up to so many squares each way, with walls, doors, blocks and gaps in its edge."""
    height, width = lot.randint(1, most), lot.randint(1, most)
    walls = lot.choice((1, 2, 4))
    rows = []
    for y in range(2 * height + 1):
        line = ""
        for x in range(2 * width + 1):
            if x % 2 and y % 2:
                line += f" {'#' if lot.random() < 0.05 else '.'} "
            elif x % 2 == 0 and y % 2 == 0:
                line += "+"
            else:
                edge = 3 if x in (0, 2 * width) or y in (0, 2 * height) else 0
                kind = lot.choices((0, 1, 2), (6, walls + edge, 1))[0]
                line += ((" ", "|", "I") if y % 2 else ("   ", "---", "==="))[kind]
        rows.append(line)
    return WalledSquares(
        format="muster-board/1", rows=tuple(rows), wrap=lot.random() < 0.5 if wrap is None else wrap
    ).check()


def seen(board: WalledSquares, one: tuple[int, int], other: tuple[int, int]) -> bool:
    start, end = ((2 * square[1] + 1, 2 * square[0] + 1) for square in (one, other))
    height, width = len(board.rows) // 2, len(board.rows[0]) // 4
    if _free(board, start, end, [(0, 0)], None):
        return True
    moves = ((2 * width, 0), (-2 * width, 0), (0, 2 * height), (0, -2 * height)) if board.wrap else ()
    return any(
        _free(board, start, (end[0] + right, end[1] + down), [(0, 0), (right, down)], gap)
        for right, down in moves
        for gap in _gaps(board, right, down)
    )


def _gaps(board: WalledSquares, right: int, down: int) -> Iterator[Segment]:
    """The sides at one edge that are open on both ends of their row or column."""
    height, width = len(board.rows) // 2, len(board.rows[0]) // 4
    if right:
        for row in range(height):
            line = board.rows[2 * row + 1]
            if line[0] == " " and line[-1] == " ":
                x = 2 * width if right > 0 else 0
                yield (x, 2 * row), (x, 2 * row + 2)
    else:
        for column in range(width):
            if all(board.rows[end][4 * column + 1] == " " for end in (0, -1)):
                y = 2 * height if down > 0 else 0
                yield (2 * column, y), (2 * column + 2, y)


def _free(board: WalledSquares, start: Point, end: Point, copies: list[Point], gap: Segment | None) -> bool:
    """Whether a line meets nothing of the board drawn at each of these places, and leaves by the gap if it has one."""
    if gap and not _cross_inside((start, end), gap):
        return False
    height, width = 2 * (len(board.rows) // 2), 2 * (len(board.rows[0]) // 4)
    for right, down in copies:
        for (x, y), (to_x, to_y) in _walls(board):
            if _meet((start, end), ((x + right, y + down), (to_x + right, to_y + down))):
                return False
        for x, y in _blocks(board):
            if (x + right, y + down) in (start, end):
                continue
            corners = [(x + right + i, y + down + j) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            sides = [_side(start, end, corner) for corner in corners]
            if min(sides) < 0 < max(sides) and _boxes_meet((start, end), (corners[0], corners[2])):
                return False
    if gap:  # behind the gap the line stays on the board's second drawing
        right, down = copies[1]
        return 0 <= end[0] - right <= width and 0 <= end[1] - down <= height
    return True


def _walls(board: WalledSquares) -> Iterator[Segment]:
    for y, line in enumerate(board.rows):
        if y % 2:
            yield from (((place // 2, y - 1), (place // 2, y + 1)) for place, sign in enumerate(line) if sign in "|I")
        else:
            for column in range(len(line) // 4):
                if line[4 * column + 2] in "-=":
                    yield (2 * column, y), (2 * column + 2, y)


def _blocks(board: WalledSquares) -> Iterator[Point]:
    for y in range(1, len(board.rows), 2):
        yield from ((place // 2, y) for place, sign in enumerate(board.rows[y]) if sign == "#")


def _side(start: Point, end: Point, point: Point) -> int:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _boxes_meet(one: Segment, other: Segment) -> bool:
    return all(
        max(min(one[0][axis], one[1][axis]), min(other[0][axis], other[1][axis]))
        <= min(max(one[0][axis], one[1][axis]), max(other[0][axis], other[1][axis]))
        for axis in (0, 1)
    )


def _meet(line: Segment, wall: Segment) -> bool:
    """Whether two closed segments share a point."""
    along = [_side(*line, end) for end in wall]
    across = [_side(*wall, end) for end in line]
    return _boxes_meet(line, wall) and along[0] * along[1] <= 0 and across[0] * across[1] <= 0


def _cross_inside(line: Segment, gap: Segment) -> bool:
    """Whether a line crosses a gap and touches neither of its ends."""
    along = [_side(*line, end) for end in gap]
    across = [_side(*gap, end) for end in line]
    return along[0] * along[1] < 0 and across[0] * across[1] < 0
