"""Boards of areas: ways by land and by sea, where moves stop, and files that aren't boards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop.boards.area_graph import AreaGraph, Troop
from tabletop.boards.files import read_board
from tabletop.decoding import MalformedError
from tests.laws import of_each

LAND = {
    "ash": "open",
    "birch": "forest",
    "cairn": "hill",
    "dun": "open",
    "elm": "swamp",
    "fell": "mountain",
    "gorge": "hill",
    "heath": "open",
    "iron": "desert",
    "jute": "open",
}
BORDERS = {
    "open": "ash-birch ash-cairn birch-jute cairn-fell fell-gorge gorge-iron iron-heath heath-jute jute-dun dun-elm "
    "elm-iron birch-cairn",
    "river": "jute-ash dun-heath",
    "spine": "cairn-iron",
    "ferry": "elm-lorn",
    "port": "dun-kelp lorn-kelp",
}


def plain() -> dict[str, Any]:
    land = [{"id": name, "name": name.title(), "terrain": ground} for name, ground in LAND.items()]
    land[3]["port"] = True
    areas = [
        *land,
        {"id": "kelp", "name": "Kelp", "kind": "sea"},
        {"id": "lorn", "name": "Lorn", "kind": "island", "terrain": "open", "port": True},
    ]
    borders = [
        {"a": pair.partition("-")[0], "b": pair.partition("-")[2], "type": kind}
        for kind, pairs in BORDERS.items()
        for pair in pairs.split()
    ]
    return {"format": "muster-board/1", "kind": "areas", "areas": areas, "borders": borders}


def board(**change: Any) -> AreaGraph:
    found = read_board(json.dumps(plain() | change))
    assert isinstance(found, AreaGraph)
    return found


@of_each(
    ("start", "end", "troop", "areas", "points", "moves"),
    [
        ("ash", "heath", Troop.INFANTRY, "ash jute heath", 2, 1),  # over the river
        ("ash", "lorn", Troop.INFANTRY, "ash jute dun elm lorn", 4, 2),  # the swamp ends the first move
        ("cairn", "iron", Troop.INFANTRY, "cairn ash jute heath iron", 5, 2),  # nobody crosses the heights
        ("ash", "fell", Troop.INFANTRY, "ash cairn fell", 3, 1),
        ("ash", "iron", Troop.CAVALRY, "ash jute heath iron", 4, 1),
        ("ash", "iron", Troop.INFANTRY, "ash jute heath iron", 4, 2),  # a desert isn't entered with one point
        ("ash", "ash", Troop.INFANTRY, "ash", 0, 0),
        ("kelp", "lorn", Troop.SHIP, "kelp lorn", 1, 1),
    ],
)
def test_the_best_way_takes_the_fewest_moves_and_then_points(
    start: str, end: str, troop: Troop, areas: str, points: int, moves: int
) -> None:
    way = board().way(start, end, troop)
    assert way
    assert (" ".join(way.areas), way.points, way.moves) == (areas, points, moves)


def test_troops_by_land_never_reach_the_sea_nor_ships_the_land() -> None:
    assert board().way("dun", "kelp", Troop.INFANTRY) is None
    assert board().way("kelp", "dun", Troop.SHIP) is None


def test_a_move_reaches_what_its_points_pay_and_stops_in_mountain_and_swamp() -> None:
    reach = {"ash": 0, "birch": 2, "cairn": 2, "dun": 2, "elm": 3, "fell": 3, "heath": 2, "jute": 1}
    assert board().reach("ash", 3, Troop.INFANTRY) == reach
    assert board().reach("cairn", 9, Troop.INFANTRY)["gorge"] > 3, "the way over the mountain ends there"
    assert board().reach("fell", 2, Troop.INFANTRY) == {"cairn": 2, "fell": 0, "gorge": 2}


def test_an_area_is_found_by_its_id_and_its_name() -> None:
    ground = board()
    assert ground.area("HEATH") is ground.area("Heath") is ground.by_id["heath"]
    with pytest.raises(MalformedError, match="A: “mordor” is no area of this board; it has 12"):
        ground.area("mordor", "A")


@of_each(
    ("change", "says"),
    [
        ({"areas": [*plain()["areas"], plain()["areas"][0]]}, "areas[12].id: “ash” names another area, too"),
        ({"areas": [{"id": "a", "name": "A"}]}, "areas[0].terrain: must be stated for land and islands"),
        (
            {"areas": [{"id": "a", "name": "A", "kind": "sea", "terrain": "open"}]},
            "areas[0].terrain: has no terrain, being sea",
        ),
        ({"borders": [{"a": "ash", "b": "nowhere"}]}, "borders[0].b: “nowhere” is no area of this board"),
        ({"borders": [{"a": "ash", "b": "ash"}]}, "borders[0]: “ash” doesn't border itself"),
        (
            {"borders": [{"a": "ash", "b": "fell"}, {"a": "fell", "b": "ash"}]},
            "borders[1]: fell and ash have a border already",
        ),
        (
            {"borders": [{"a": "ash", "b": "kelp", "type": "port"}]},
            "borders[0].type: a port joins a sea to land or an island with a port",
        ),
        (
            {"borders": [{"a": "ash", "b": "birch", "type": "rivr"}]},
            "borders[0].type: must be one of open, river, spine, ferry, port, not “rivr” (did you mean “river”?)",
        ),
    ],
)
def test_a_board_that_is_none_is_refused_by_its_area_or_border(change: dict[str, Any], says: str) -> None:
    with pytest.raises(MalformedError) as refused:
        board(**change)
    assert str(refused.value) == says
