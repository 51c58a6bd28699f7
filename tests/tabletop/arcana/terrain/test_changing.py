"""Tables changed by agreement: rolled again between the others, moved within the edges, the same for everybody."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from shapely import Polygon

from tabletop.arcana.battlefield import Table, read_table, write_table
from tabletop.arcana.terrain import lay_pieces, read_order
from tabletop.arcana.terrain.crossings import crossings
from tabletop.decoding import MalformedError
from tests.charts import REGIONS, printed_charts, rolled
from tests.tabletop.arcana.terrain.measuring import areas, is_band, outside, shared

SEEDS = range(60)
NO_AREA = 1e-6
MARSH = "swamps-and-marshes"


def reroll(ref: str, by: str = "red") -> dict[str, Any]:
    return {"do": "reroll", "ref": ref, "by": by}


def move(ref: str, x: float, y: float, turn: int = 0) -> dict[str, Any]:
    return {"do": "move", "ref": ref, "by": "blue", "x": x, "y": y, "turn": turn}


def piece(table: Table, ref: str) -> Any:
    return {each.ref: each for each in table.terrain}[ref]


def first_with(region: str, name: str) -> tuple[int, str]:
    """A seed of whose table a piece has the name, and its ref."""
    return next(
        (seed, each.ref) for seed in range(500) for each in rolled(region, seed=seed).terrain if each.name == name
    )


def faults(table: Table) -> list[str]:
    pairs = list(combinations(areas(table), 2))
    found = ["overlap"] if pairs and shared(pairs) > NO_AREA else []
    return found + (["outside"] if outside(table) > NO_AREA else [])


@pytest.mark.parametrize("region", REGIONS)
def test_pieces_rolled_again_never_overlap_or_leave_the_table(region: str) -> None:
    for seed in SEEDS:
        table = rolled(region, seed=seed, pieces=7, agreed=[reroll("t2"), reroll("t4"), reroll("t1", "blue")])
        assert faults(table) == [], seed
        assert read_table(write_table(table)) == table


@pytest.mark.parametrize("region", REGIONS)
def test_rivers_that_come_again_run_along_those_that_lie_there(region: str) -> None:
    for seed in SEEDS:
        table = rolled(region, seed=seed, pieces=7, agreed=[reroll("t2"), reroll("t1")])
        axes = set()
        for each in filter(is_band, table.terrain):
            xs, ys = zip(*each.polygon, strict=True)
            lengthwise = (min(xs), max(xs)) == (0, 72)
            assert lengthwise or (min(ys), max(ys)) == (0, 48)
            axes.add(lengthwise)
        assert len(axes) <= 1, seed


@pytest.mark.parametrize("region", REGIONS)
def test_a_table_has_as_many_pieces_after_as_before(region: str) -> None:
    for seed in SEEDS:
        table = rolled(region, seed=seed, pieces=7, agreed=[reroll("t2"), reroll("t1")])
        rivers = sum(each.name == "Deep inland river" for each in table.terrain)
        assert len(table.terrain) + rivers == 7
        assert len({each.ref for each in table.terrain}) == len(table.terrain)


def test_only_the_piece_rolled_again_changes_where_there_is_room() -> None:
    before, after = (rolled("forests", seed=4, agreed=agreed) for agreed in ([], [reroll("t3")]))
    assert [each.ref for each in before.terrain if each != piece(after, each.ref)] == ["t3"]
    assert piece(after, "t3").rerolled[0] == piece(before, "t3").roll


def test_a_river_rolled_again_counts_as_two_pieces() -> None:
    seed, ref = first_with(MARSH, "Deep inland river")
    counts = Counter(len(rolled(MARSH, seed=seed, agreed=[reroll(ref)] * times).terrain) for times in range(8))
    assert len(counts) > 1


def test_rolls_again_are_fair() -> None:
    totals = Counter(piece(rolled("forests", seed=seed, agreed=[reroll("t1")]), "t1").roll for seed in range(1500))
    ways = {total: 6 - abs(total - 7) for total in range(2, 13)}
    assert sum((totals[total] - 1500 * way / 36) ** 2 / (1500 * way / 36) for total, way in ways.items()) < 35.56


def test_each_change_has_dice_of_its_own() -> None:
    once, twice = rolled("forests", seed=4, agreed=[reroll("t3")]), rolled("forests", seed=4, agreed=[reroll("t3")] * 2)
    later = rolled("forests", seed=4, agreed=[move("t1", 20, 20), reroll("t3")])
    assert piece(once, "t3") != piece(twice, "t3")
    assert piece(once, "t3") != piece(later, "t3")
    assert rolled("forests", seed=5, agreed=[reroll("t3")]) != once


def test_a_piece_stands_with_its_middle_where_it_was_put() -> None:
    table = rolled("forests", seed=4, agreed=[move("t3", 30.25, 20.5)])
    xs, ys = zip(*piece(table, "t3").polygon, strict=True)
    assert (min(xs) + max(xs)) / 2 == pytest.approx(30.25, abs=0.01)
    assert (min(ys) + max(ys)) / 2 == pytest.approx(20.5, abs=0.01)


def test_a_turned_piece_keeps_its_size_and_its_details() -> None:
    seed, ref = first_with("forests", "Wooded hill")
    before = piece(rolled("forests", seed=seed), ref)
    for turn in range(15, 360, 15):
        after = piece(rolled("forests", seed=seed, agreed=[move(ref, 36, 24, turn)]), ref)
        assert Polygon(after.polygon).area == pytest.approx(Polygon(before.polygon).area, rel=0.01)
        assert len(after.parts) == len(before.parts)
        assert all(Polygon(part.polygon).difference(Polygon(after.polygon)).area < 0.05 for part in after.parts)


def test_a_quarter_turn_is_clockwise() -> None:
    seed, ref = first_with(MARSH, "Dry path")
    upright, turned = (
        piece(rolled(MARSH, seed=seed, agreed=[move(ref, 36, 24, turn)]), ref).polygon for turn in (0, 90)
    )
    for (x, y), (new_x, new_y) in zip(upright, turned, strict=True):
        assert (new_x - 36, new_y - 24) == (pytest.approx(y - 24, abs=0.02), pytest.approx(36 - x, abs=0.02))


@pytest.mark.parametrize(("x", "y"), [(0, 0), (72, 48), (200, 0)])
def test_a_piece_moved_beyond_the_edge_stays_at_it(x: float, y: float) -> None:
    table = rolled("forests", seed=4, agreed=[move("t3", x, y, 30)])
    xs, ys = zip(*piece(table, "t3").polygon, strict=True)
    assert (min(xs) == 0) if x == 0 else (max(xs) == 72)
    assert (min(ys) == 0) if y == 0 else (max(ys) == 48)


def test_a_river_moves_across_its_course_alone() -> None:
    seed, ref = first_with(MARSH, "Deep inland river")
    before, after = (
        piece(rolled(MARSH, seed=seed, agreed=agreed), ref).polygon for agreed in ([], [move(ref, 20, 20)])
    )
    shifts = {(round(a - x, 2), round(b - y, 2)) for (x, y), (a, b) in zip(before, after, strict=True)}
    assert len(shifts) == 1
    assert 0 in next(iter(shifts))


def test_pieces_may_be_laid_across_each_other_and_say_so() -> None:
    table = rolled("forests", seed=4, agreed=[move("t1", 36, 24), move("t2", 36, 24)])
    across = crossings(table)
    assert "t2" in across["t1"]
    assert "t1" in across["t2"]
    assert set(crossings(rolled("forests", seed=4)).values()) == {()}


def test_zones_stay_clear_of_pieces_rolled_again() -> None:
    zone = [0, 0, 72, 12]
    for seed in SEEDS:
        table = rolled("jungles", seed=seed, clear=[zone], agreed=[reroll("t1"), reroll("t2")])
        assert all(min(y for _, y in each.polygon) >= 12 or is_band(each) for each in table.terrain)


def test_a_side_that_placed_a_piece_places_what_it_becomes() -> None:
    table = rolled("forests", seed=4, placing="alternating", agreed=[reroll("t2", "red")])
    assert [each.placed_by for each in table.terrain] == ["red", "blue"] * 3


@pytest.mark.parametrize(
    ("region", "name", "change", "field"),
    [
        ("forests", "Woods", reroll("t99"), "agreed[0].ref"),
        ("forests", "Woods", move("t99", 1, 1), "agreed[0].ref"),
        (MARSH, "Deep inland river", move("", 20, 20, 15), "agreed[0].turn"),
    ],
)
def test_a_change_that_cant_be_made_names_its_field(region: str, name: str, change: dict[str, Any], field: str) -> None:
    seed, ref = first_with(region, name)
    with pytest.raises(MalformedError) as caught:
        rolled(region, seed=seed, agreed=[change | {"ref": change["ref"] or ref}])
    assert caught.value.field == field


def refusal(region: str, **order: Any) -> str | None:
    """The field that an order is refused by."""
    try:
        rolled(region, **order)
    except MalformedError as error:
        return error.field
    return None


def test_a_piece_longer_than_the_table_is_not_turned_so() -> None:
    narrow: dict[str, Any] = {"pieces": 2, "size": [60, 12]}
    seed, path = next(
        (seed, each.ref)
        for seed in range(400)
        for each in rolled(MARSH, seed=seed, **narrow).terrain
        if each.name == "Dry path"
    )
    turns = [refusal(MARSH, seed=seed, agreed=[move(path, 30, 6, turn)], **narrow) for turn in range(0, 180, 15)]
    assert set(turns) == {None, "agreed[0].turn"}


def test_a_table_that_is_full_says_that_nothing_else_finds_room() -> None:
    full: dict[str, Any] = {"pieces": 6, "size": [12, 12], "agreed": [reroll("t1"), reroll("t1")]}
    assert {refusal(MARSH, seed=seed, **full) for seed in range(300)} >= {None, "pieces", "agreed[0]"}


def test_pieces_tell_their_middles() -> None:
    order = read_order({"region": "forests", "pieces": 3, "seed": 4, "agreed": [move("t2", 30, 20, 45)]})
    laid = lay_pieces(order, printed_charts()["forests"])[1]
    assert (laid.ref, laid.middle, laid.turn) == ("t2", (30, 20), 45)
