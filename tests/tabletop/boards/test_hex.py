"""Boards of hexes: distances, ways, reach and sight, and files that aren't boards."""

from __future__ import annotations

import json
from collections import deque
from itertools import pairwise, product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.boards.hex import CORNERS, Hex, HexBoard, read_board
from tabletop.decoding import MalformedError
from tests.laws import of_each

# The house's board for a game of mountains, clear ground and six entries.
HOUSE = """
M M M E M M M M M M M E M M M
 M . . . . . . . . . . . . . M
M . . . . . . . . . . . . . M
 M . . M M . . . . . . . . . M
M . . . . . . . . . . . . . M
 M . . M . . . . M . . . . . M
E . . M M . . M M . . . . . E
 M . . M . . . M M M M . . . M
M . M M . . . M M . . . . . M
 M . . M . . . M . . . . . . M
M . . . . . . . . . . . . . M
 M . . . . . . . . . . . . . M
M M M E M M M M M M M E M M M
""".strip("\n").splitlines()
FINE = 41
LAYOUTS = ("odd-r", "odd-q", "axial")


def file(rows: list[str], layout: str = "odd-r", **more: Any) -> str:
    return json.dumps({"format": "muster-board/1", "kind": "hex", "layout": layout, "rows": rows, **more})


def board(rows: list[str], layout: str = "odd-r", **more: Any) -> HexBoard:
    return read_board(file(rows, layout, **more))


def house() -> HexBoard:
    return board(HOUSE)


@st.composite
def boards(draw: st.DrawFn) -> HexBoard:
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    row = st.lists(st.sampled_from("M.E"), min_size=width, max_size=width).map(" ".join)
    return board(draw(st.lists(row, min_size=height, max_size=height)), draw(st.sampled_from(LAYOUTS)))


@pytest.mark.parametrize(
    ("one", "other", "distance", "path"),
    [
        ((5, 7), (6, 9), 2, 4),
        ((7, 2), (7, 4), 2, 7),
        ((9, 2), (9, 4), 2, 3),
        ((2, 3), (4, 3), 2, 2),
        ((6, 0), (7, 2), 3, 3),
        ((6, 0), (3, 1), 3, 4),
        ((6, 9), (6, 6), 3, 6),
    ],
)
def test_worked_distances_and_ways_of_the_house_board(one: Hex, other: Hex, distance: int, path: int) -> None:
    way = house().way(one, other)
    assert house().distance(one, other) == distance
    assert way
    assert way.cost == path
    assert len(way.hexes) == path + 1


def test_hexes_in_rows_and_columns_that_are_shifted_have_their_six_neighbours() -> None:
    rows = [". . . ."] * 4
    assert board(rows).neighbours((1, 1)) == [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (1, 0)]
    assert set(board(rows, "odd-q").neighbours((1, 1))) == {(0, 1), (2, 1), (1, 0), (1, 2), (2, 0), (2, 2)}
    assert set(board(rows, "axial").neighbours((1, 1))) == {(0, 1), (2, 1), (1, 0), (1, 2), (2, 0), (0, 2)}


@given(boards())
def test_distances_are_steps_from_neighbour_to_neighbour(made: HexBoard) -> None:
    for start in made.hexes():
        steps, waiting = {start: 0}, deque([start])
        while waiting:
            place = waiting.popleft()
            for other in made.neighbours(place):
                if other not in steps:
                    steps[other] = steps[place] + 1
                    waiting.append(other)
        assert all(made.distance(start, other) <= count for other, count in steps.items())
        assert all(made.distance(start, other) == 1 for other in made.neighbours(start))
        assert all(start in made.neighbours(other) for other in made.neighbours(start))


@given(boards(), st.integers(0, 6))
def test_what_is_reached_is_what_ways_come_to(made: HexBoard, points: int) -> None:
    for start in made.hexes():
        reached = made.reach(start, points)
        ways = {other: made.way(start, other) for other in made.hexes()}
        assert reached == {other: way.cost for other, way in ways.items() if way and way.cost <= points}
        assert all(made.kind_of(place).enter for place in reached if place != start)


def is_inside(made: HexBoard, place: Hex, x: int, y: int) -> bool:
    """Whether a point is inside a hex and on no edge of it; points are `FINE` times as fine as centres."""
    centre_x, centre_y = made.centre(place)
    outline = [(FINE * (centre_x + a), FINE * (centre_y + b)) for a, b in CORNERS]
    turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairwise([*outline, outline[0]])]
    return max(turns) < 0 or min(turns) > 0


@settings(max_examples=40)
@given(boards())
def test_whatever_a_dense_line_runs_through_blocks_it(made: HexBoard) -> None:
    hexes = list(made.hexes())
    blockers = {place for place in hexes if made.kind_of(place).blocks_sight}
    for one, other in product(hexes[:2], hexes[-3:]):
        (x, y), (to_x, to_y) = made.centre(one), made.centre(other)
        points = [(FINE * x + (to_x - x) * n, FINE * y + (to_y - y) * n) for n in range(FINE)]
        crossed = {place for place in blockers if any(is_inside(made, place, *point) for point in points)}
        found = set(made.in_the_way(one, other))
        assert crossed - {one, other} <= found <= blockers - {one, other}
        assert found == set(made.in_the_way(other, one))


def test_a_line_along_an_edge_is_blocked_by_both_sides_and_not_by_one() -> None:
    assert board([". . .", ". . .", ". . ."]).in_the_way((0, 1), (2, 1)) == []
    assert board([". . .", "M . .", ". . ."]).in_the_way((0, 1), (2, 1)) == []
    assert board([". . .", "M M .", ". . ."]).in_the_way((0, 1), (2, 1)) == [(1, 0), (1, 1)]
    assert board([". M ."]).in_the_way((0, 0), (0, 2)) == [(0, 1)]


def test_ground_costs_stops_and_edges_cost_or_close() -> None:
    kinds = {"w": {"name": "Wood", "cost": 2}, "s": {"name": "Swamp", "stops": True}}
    river = {"r": {"name": "River", "cost": 1}, "c": {"name": "Cliff", "cross": False}}
    made = board([". w s ."], kinds=kinds)
    assert made.reach((0, 0), 9) == {(0, 0): 0, (0, 1): 2, (0, 2): 3}
    assert made.reach((0, 2), 9) == {(0, 0): 3, (0, 1): 2, (0, 2): 0, (0, 3): 1}
    assert made.reach((0, 2), 9, closed={(0, 1)}) == {(0, 2): 0, (0, 3): 1}
    crossed = board([". . ."], side_kinds=river, sides=[{"a": "0,0", "b": "0,1", "kind": "r"}])
    assert crossed.reach((0, 0), 2) == {(0, 0): 0, (0, 1): 2}
    closed = board([". . ."], side_kinds=river, sides=[{"a": "0,1", "b": "0,0", "kind": "c"}])
    assert closed.way((0, 0), (0, 2)) is None


def test_neighbours_of_both() -> None:
    assert house().common_neighbours((5, 5), (5, 7)) == [(5, 6)]
    assert house().common_neighbours((5, 5), (5, 6)) == [(4, 6), (6, 6)]


@given(boards())
def test_a_board_comes_back_from_its_file(made: HexBoard) -> None:
    assert read_board(msgspec.json.encode(made)) == made


@of_each(
    ("text", "field", "says"),
    [
        (file([". .", "."]), "rows[1]", "has 1 hexes where the first row has 2"),
        (file([". .", ". Q"]), "rows[1]", "hex 1,1 is “Q”; kinds are M, ., E"),
        (file([""]), "rows[0]", "1 to 100 hexes, not 0"),
        (file([]), "rows", "must not be empty"),
        (file(["."], "round"), "layout", "odd-r"),
        (file([". ."], sides=[{"a": "0,0", "b": "0,1", "kind": "r"}]), "sides[0].kind", "no kind in side_kinds"),
        (file(["."], kinds={"w": {"name": "Wood", "cost": -1}}), "kinds[...].cost", "at least 0"),
        (file(["."]).replace("hex", "cube"), "kind", "hex"),
        ("{", "", "JSON"),
    ],
)
def test_what_is_no_board_is_refused_by_its_field(text: str, field: str, says: str) -> None:
    with pytest.raises(MalformedError) as refused:
        read_board(text)
    assert refused.value.field == field
    assert says in refused.value.reason


def test_edges_between_hexes_that_are_no_neighbours_are_refused() -> None:
    river = {"side_kinds": {"r": {"name": "River"}}}
    with pytest.raises(MalformedError, match="no neighbours"):
        board([". . ."], sides=[{"a": "0,0", "b": "0,2", "kind": "r"}], **river)
    with pytest.raises(MalformedError, match=r"sides\[0\]\.b: “7,0” is no hex"):
        board([". . ."], sides=[{"a": "0,0", "b": "7,0", "kind": "r"}], **river)
