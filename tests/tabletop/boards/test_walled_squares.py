"""Boards of squares: their text, ways, sight, what lies over the edge, sectors, and files that aren't boards."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tabletop.boards.files import read_board
from tabletop.boards.walled_squares import (
    Block,
    Blocker,
    Compass,
    SideKind,
    Square,
    WalledSquares,
    in_words,
    joined,
    side_between,
    turned,
)
from tabletop.decoding import MalformedError
from tests.laws import of_each
from tests.tabletop.boards.sight_by_hand import board_by_lot, seen

FIRST = """
+---+---+   +---+---+
| .   .   .   .   . |
+---+---+   +   +   +
| .   . | . I .   T |
+===+   +   +   +   +
  .   .   H | .   .
+   +   +---+---+   +
| .   . | T   .   . |
+   +   +---+---+   +
| .   .   .   . | . |
+---+---+   +---+---+
""".strip("\n").splitlines()
SECOND = """
+---+---+   +---+---+
| .   .   .   .   . |
+   +===+   +---+   +
| . | .   . | . | . |
+===+   +   +   +   +
  . | . | H   .   .
+   +   +---+---+---+
| .   .   .   .   . |
+   +---+   +   +   +
| T   .   .   .   T |
+---+---+   +---+---+
""".strip("\n").splitlines()


def board(rows: list[str], **more: Any) -> WalledSquares:
    plain = {"format": "muster-board/1", "kind": "squares", "rows": rows, **more}
    found = read_board(json.dumps(plain))
    assert isinstance(found, WalledSquares)
    return found


def in_a_line() -> WalledSquares:
    return joined({(0, 0): board(FIRST), (0, 1): board(SECOND)})


def open_floor(size: int = 5) -> WalledSquares:
    return board(["+" + "   +" * size, *(["  ." + "   ." * (size - 1), "+" + "   +" * size] * size)])


def wall_and_door() -> WalledSquares:
    wall, door = side_between((0, 1), (0, 2)), side_between((2, 2), (2, 3))
    return open_floor().with_side(wall, SideKind.WALL).with_side(door, SideKind.DOOR)


@of_each(
    ("one", "other", "blocked_by"),
    [
        ((0, 0), (0, 1), None),
        ((0, 1), (0, 2), "the wall between 0,1 and 0,2"),
        ((0, 1), (1, 2), "the column at the corner of 0,1, 0,2, 1,1, 1,2"),
        ((1, 1), (2, 2), None),
        ((1, 0), (1, 4), None),
        ((2, 2), (2, 3), "the door between 2,2 and 2,3"),
        ((0, 0), (2, 4), None),
        ((0, 0), (1, 4), "the wall between 0,1 and 0,2"),
        ((1, 2), (2, 3), "the column at the corner of 1,2, 1,3, 2,2, 2,3"),
        ((4, 0), (0, 4), "the column at the corner of 1,2, 1,3, 2,2, 2,3"),
    ],
)
def test_worked_lines_of_sight_past_a_wall_and_a_door(one: Square, other: Square, blocked_by: str | None) -> None:
    blocks = wall_and_door().in_the_way(one, other)
    assert (in_words(blocks[0]) if blocks else None) == blocked_by
    assert bool(blocks) is (other not in wall_and_door().seen_from(one))


def test_what_blocks_is_said_in_words_and_only_square_boards_are_turned() -> None:
    said = {
        in_words(Block(Blocker.WALL, ((2, 0),))): "the wall at the edge of 2,0",
        in_words(Block(Blocker.SQUARE, ((1, 2),))): "what fills 1,2",
        in_words(Block(Blocker.EDGE, ((0, 4),))): "the edge of the board at 0,4",
    }
    assert [*said] == [*said.values()]
    wide = joined({(0, 0): board(FIRST), (0, 1): board(SECOND)})
    with pytest.raises(MalformedError, match="rows: only a board as wide as high"):
        turned(wide, 1)
    with pytest.raises(MalformedError, match="sectors: must be one or more, all of one size"):
        joined({(0, 0): board(FIRST), (0, 1): wide})


def test_a_door_held_open_lets_sight_through_but_its_columns_stay() -> None:
    door = side_between((2, 2), (2, 3))
    assert wall_and_door().in_the_way((2, 2), (2, 3), {door}) == []
    assert [block.kind for block in wall_and_door().in_the_way((1, 2), (2, 3), {door})] == [Blocker.COLUMN]


def test_worked_ways_of_two_sectors_in_a_line_wrap_and_open_ones_own_doors() -> None:
    line = in_a_line()
    first = {door for door in line.doors if door[0] < 10}
    second = line.doors - first
    assert line.way((2, 2), (2, 7), first) == ((2, 2), (2, 1), (2, 0), (2, 9), (2, 8), (2, 7))
    assert line.next_to((0, 2), Compass.NORTH) == (4, 2)
    for start, end, opens, steps in (
        ((2, 7), (2, 2), second, 5),
        ((2, 2), (4, 5), first, 7),
        ((2, 2), (4, 9), first, 10),
        ((2, 7), (1, 4), second, 8),
        ((2, 7), (3, 2), second, 10),
    ):
        way = line.way(start, end, opens)
        assert way
        assert len(way) - 1 == steps == line.reach(start, 20, opens)[end]


def test_a_turned_sector_brings_a_square_to_its_place_and_comes_back_after_four() -> None:
    once = turned(board(FIRST), 1)
    assert [once.signs[place] for place in ((4, 3), (2, 1), (2, 2))] == ["T", "T", "H"]
    assert turned(once, 3) == board([row.ljust(21) for row in FIRST])
    assert len(once.standing) == len(board(FIRST).standing)


def test_a_board_is_its_text_again() -> None:
    assert list(in_a_line().rows) == [line.ljust(41) for line in in_a_line().rows]
    assert joined({(0, 0): in_a_line()}) == in_a_line()


def test_sectors_share_the_wall_between_them() -> None:
    seam = side_between((0, 4), (0, 5))
    assert in_a_line().side_at(seam) is SideKind.WALL
    assert in_a_line().side_at(side_between((2, 4), (2, 5))) is SideKind.OPEN
    with pytest.raises(MalformedError, match="all of one size"):
        joined({(0, 0): board(FIRST), (0, 1): open_floor(3)})


def test_sight_is_that_of_walls_crossed_one_by_one() -> None:
    lot = Random(7)
    pairs = 0
    for _ in range(120):
        ground = board_by_lot(lot)
        for one in ground.signs:
            found = ground.seen_from(one)
            for other in ground.signs:
                pairs += 1
                assert (other in found) is seen(ground, one, other), (ground.rows, ground.wrap, one, other)
                assert bool(ground.in_the_way(one, other)) is (other not in found)
    assert pairs > 5000


def test_who_sees_is_seen_on_a_board_with_a_corner_left_out() -> None:
    lot = Random(11)
    for _ in range(30):
        sector = board_by_lot(lot, 3)
        ground = joined({(0, 0): sector, (1, 0): sector, (1, 1): sector})
        seeing = {square: ground.seen_from(square) for square in ground.signs}
        assert all(one in seeing[other] for one, found in seeing.items() for other in found), ground.rows
        assert all(square in found for square, found in seeing.items())


def test_a_portal_turns_what_lies_behind_it() -> None:
    rows = ["+---+   +---+", "| .   .   . |", "+   +   +   +", "| .   .   .  ", "+   +   +   +", "| .   .   . |"]
    ends = {"a": {"square": "0,1", "side": "north"}, "b": {"square": "1,2", "side": "east"}}
    ground = board([*rows, "+---+---+---+"], portals=[{"colour": "red", **ends}])
    assert ground.next_to((0, 1), Compass.NORTH) == (1, 2)
    assert ground.next_to((1, 2), Compass.EAST) == (0, 1)
    assert ground.way((0, 1), (1, 2)) == ((0, 1), (1, 2))
    blocked = ground.with_side(side_between((0, 1), (0, 2)), SideKind.WALL).with_side(
        side_between((0, 1), (1, 1)), SideKind.WALL
    )
    assert blocked.seen_from((0, 1)) == {(0, 1), (0, 0), (1, 2), (1, 1), (1, 0), (2, 1), (2, 0)}
    assert all((0, 1) in blocked.seen_from(square) for square in blocked.seen_from((0, 1)))


def test_nobody_enters_a_block_or_a_square_that_is_not_there() -> None:
    ground = board(["+   +   +   +", "  .   #      ", "+   +   +   +", "  .   .   .  ", "+   +   +   +"])
    assert (0, 2) not in ground.signs
    assert ground.way((0, 0), (0, 1)) is None
    assert ground.reach((0, 0), 9) == {(0, 0): 0, (1, 0): 1, (1, 1): 2, (1, 2): 3}


def from_the_top(square: str, side: str) -> dict[str, Any]:
    """A portal from a side to the gap in the upper edge."""
    return {"colour": "red", "a": {"square": square, "side": side}, "b": {"square": "0,2", "side": "north"}}


@of_each(
    ("change", "says"),
    [
        ({"rows": FIRST[:-1]}, "rows: must have a line above and below each row of squares, not 10"),
        ({"rows": ["+---+-", "| . |", "+---+"]}, "rows[0]: must have 4 characters a square and one more, not 6"),
        ({"rows": ["+---+", "| . | .", "+---+"]}, "rows[1]: has 7 characters, the first 5"),
        ({"rows": ["+-=-+", "| . |", "+---+"]}, "rows[0]: “-=-” is no side; sides are ---, === and three spaces"),
        ({"rows": ["+---+", "/ . |", "+---+"]}, "rows[1]: character 0 is “/”; sides are |, I and a space"),
        ({"rows": ["+---+", "|. .|", "+---+"]}, "rows[1]: “. .” is no square: its sign stands between two spaces"),
        ({"rows": ["+---+", "| X |", "+---+"]}, "rows[1]: “X” is no kind of square; kinds are ., H, T, #"),
        ({"rows": ["x---+", "| . |", "+---+"]}, "rows[0]: character 0 is “x”; a corner is +"),
        (
            {
                "portals": [
                    {"colour": "r", "a": {"square": "0,0", "side": "north"}, "b": {"square": "0,2", "side": "north"}}
                ]
            },
            "portals[0].a: the north side of 0,0 is no open one",
        ),
        (
            {
                "portals": [
                    {"colour": "r", "a": {"square": "0,0", "side": "east"}, "b": {"square": "0,2", "side": "north"}}
                ]
            },
            "portals[0].a: 0,0 has another square in the east",
        ),
        (
            {
                "portals": [
                    {"colour": "r", "a": {"square": "0,2", "side": "north"}, "b": {"square": "0,2", "side": "north"}}
                ]
            },
            "portals: two of them stand at one side",
        ),
        (
            {
                "portals": [
                    {"colour": "r", "a": {"square": "9,9", "side": "north"}, "b": {"square": "0,2", "side": "north"}}
                ]
            },
            "portals[0].a.square: “9,9” is no square of this board; it has 5 rows of 5, the first is 0,0",
        ),
    ],
)
def test_a_board_that_is_none_is_refused_by_its_line_or_portal(change: dict[str, Any], says: str) -> None:
    with pytest.raises(MalformedError) as refused:
        board(**{"rows": FIRST, **change})
    assert str(refused.value) == says
