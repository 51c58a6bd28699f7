"""Orders for a table: zones, who places what, and what is refused."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.arcana.battlefield import Table, read_table, write_table
from tabletop.arcana.terrain import read_order
from tabletop.decoding import MalformedError
from tests.charts import REGIONS, rolled
from tests.laws import of_each
from tests.tabletop.arcana.terrain.measuring import areas, is_band, outside, shared

DEPLOYMENT = [[12, 0, 60, 12], [12, 36, 60, 48]]
NO_AREA = 1e-6


@pytest.mark.parametrize("region", REGIONS)
def test_clear_zones_stay_clear(region: str) -> None:
    zones = [shapely.box(*zone) for zone in DEPLOYMENT]
    for seed in range(100):
        table = rolled(region, pieces=5, seed=seed, clear=DEPLOYMENT)
        assert shared([(area, zone) for area in areas(table) for zone in zones]) < NO_AREA


@pytest.mark.parametrize(("size", "axis"), [([72, 48], 1), ([48, 72], 0)])
def test_a_side_that_keeps_to_its_own_half_does(size: list[int], axis: int) -> None:
    middle = size[axis] / 2
    for seed in range(100):
        pieces = rolled("jungles", seed=seed, size=size, placing="own-half").terrain
        assert [each.placed_by for each in pieces] == ["red", "blue"] * 3
        for each in (each for each in pieces if not is_band(each)):
            reach = [point[axis] for point in each.polygon]
            assert max(reach) <= middle if each.placed_by == "red" else min(reach) >= middle


@pytest.mark.parametrize(("placing", "sides"), [("one-player", [None] * 4), ("alternating", ["a", "b", "a", "b"])])
def test_who_places_what_is_said(placing: str, sides: list[str | None]) -> None:
    pieces = rolled("forests", pieces=4, placing=placing, sides=["a", "b"]).terrain
    assert [each.placed_by for each in pieces] == sides


@given(
    region=st.sampled_from(REGIONS),
    seed=st.integers(0, 2**53 - 1),
    pieces=st.integers(1, 12),
    size=st.tuples(st.integers(1_200, 24_000), st.integers(1_200, 24_000)).map(lambda size: [x / 100 for x in size]),
    placing=st.sampled_from(["one-player", "alternating", "own-half"]),
    clear=st.lists(st.tuples(*[st.integers(0, 20)] * 2).map(lambda at: [*at, at[0] + 8, at[1] + 5]), max_size=2),
)
def test_any_table_is_sound_or_has_no_room(clear: list[list[int]], **order: Any) -> None:
    table = rolled_if_there_is_room(order.pop("region"), clear=clear, **order)
    assume(table is not None)
    assert table
    zones = [shapely.box(*zone) for zone in clear]
    pairs = [(area, zone) for area in areas(table) for zone in zones] + list(combinations(areas(table), 2))
    assert not pairs or shared(pairs) < NO_AREA
    assert outside(table) < NO_AREA
    assert read_table(write_table(table)) == table


def rolled_if_there_is_room(region: str, **order: Any) -> Table | None:
    try:
        return rolled(region, **order)
    except MalformedError as error:
        if error.field != "pieces":
            raise
        return None


def test_too_many_pieces_for_a_small_table_are_refused() -> None:
    with pytest.raises(MalformedError, match="40 find no room on 12 by 12 inches") as caught:
        rolled("forests", pieces=40, size=[12, 12])
    assert caught.value.field == "pieces"


@of_each(
    ("change", "field"),
    [
        ({"region": "The Forests"}, "region"),
        ({"pieces": 0}, "pieces"),
        ({"pieces": 41}, "pieces"),
        ({"pieces": "6"}, "pieces"),
        ({"pieces": None}, "pieces"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**53}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"size": [72]}, "size"),
        ({"size": [72, 11]}, "size[1]"),
        ({"size": [241, 48]}, "size[0]"),
        ({"size": [float("nan"), 48]}, "size[0]"),
        ({"placing": "nobody"}, "placing"),
        ({"sides": ["red", "red"]}, "sides[1]"),
        ({"sides": ["Red", "blue"]}, "sides[0]"),
        ({"clear": [[0, 0, 5]]}, "clear[0]"),
        ({"clear": [[5, 0, 5, 9]]}, "clear[0]"),
        ({"clear": [[0, 0, 1, 1], [0, 9, 5, 3]]}, "clear[1]"),
        ({"clear": [[0, 0, float("nan"), 1]]}, "clear[0][2]"),
        ({"weather": "rain"}, "weather"),
        ({"agreed": [{"ref": "t1", "by": "red"}]}, "agreed[0].do"),
        ({"agreed": [{"do": "burn", "ref": "t1", "by": "red"}]}, "agreed[0].do"),
        ({"agreed": [{"do": "reroll", "ref": "t1", "by": "green"}]}, "agreed[0].by"),
        ({"agreed": [{"do": "move", "ref": "t1", "by": "red", "x": 1}]}, "agreed[0].y"),
        ({"agreed": [{"do": "move", "ref": "t1", "by": "red", "x": 1, "y": 1, "turn": 10}]}, "agreed[0].turn"),
        ({"agreed": [{"do": "move", "ref": "t1", "by": "red", "x": -1, "y": 1}]}, "agreed[0].x"),
    ],
)
def test_a_malformed_order_names_its_field(change: dict[str, Any], field: str) -> None:
    order = {"region": "forests", "pieces": 6, "seed": 1}
    assert read_order(order).size == (72, 48)
    with pytest.raises(MalformedError) as caught:
        read_order(order | change)
    assert caught.value.field == field
