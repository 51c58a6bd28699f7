"""Snaking columns: ranks keep their distance along the trail and pay for the ground they follow through."""

from __future__ import annotations

import json
from itertools import pairwise
from math import sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.battlefield import Column, PlacedUnit
from tabletop.arcana.battlefield.footprints import point_on_trail, trail_of
from tabletop.arcana.rules.movement import move, read_orders
from tabletop.geometry.primitives.vectors import distance
from tests.tables import Plain, block, plain_table, table, terrain

SNAKE = {"kind": "column", "files": 2, "corner": (120, 120), "facing": 0}


def column(models: int = 12, **more: object) -> Plain:
    return {**block(models=models, files=2, corner=(0, 0)), "formation": SNAKE, "movement": 60, **more}


def after(orders: str, *, ground: list[Plain] | None = None) -> PlacedUnit:
    answer = move(table(column(), ground=ground, size=[240, 240]), "r1", read_orders(orders))
    assert answer.legal, answer.reason
    return answer.unit


steps = st.lists(
    st.tuples(st.sampled_from(["forward", "wheel left", "wheel right"]), st.integers(1, 8).map(lambda n: n / 2)),
    min_size=1,
    max_size=8,
).map(lambda orders: "; ".join(f"{order} {way}" for order, way in orders))


@given(steps)
def test_ranks_stand_at_their_distance_along_the_trail(orders: str) -> None:
    unit = after(orders)
    snake = unit.formation
    assert isinstance(snake, Column)
    trail = trail_of(snake, unit.size)
    fronts = [point_on_trail(trail, rank) for rank in range(6)]
    for (place, _), (following, _) in pairwise(fronts):
        assert distance(place, following) <= 1 + 1e-9
    for rank, (place, facing) in list(enumerate(fronts))[1:]:
        pair = unit.centres[2 * rank : 2 * rank + 2]
        assert distance(place, ((pair[0][0] + pair[1][0]) / 2, (pair[0][1] + pair[1][1]) / 2)) == pytest.approx(0.5)
        assert 0 <= facing < 360


@given(steps)
def test_a_column_that_walks_on_is_straight_again(orders: str) -> None:
    unit = after(f"{orders}; forward 12.5")
    assert unit.formation.trail == ()


def test_a_straight_column_moves_like_a_block() -> None:
    assert after("forward 3; back 1").formation == Column(files=2, corner=(120, 122), facing=0)


@pytest.mark.parametrize(
    "order", ["back 1", "diagonal left 30 2", "rotate left 20", "turn left", "add left", "wheel back left 1"]
)
def test_what_a_snaking_column_cant_do_says_what_would_open_it(order: str) -> None:
    scene = table(column(), size=[240, 240])
    answer = move(scene, "r1", read_orders(f"wheel left 2; {order}"))
    assert not answer.legal
    assert answer.reason is not None
    assert "snakes" in answer.reason.text
    assert "straight" in answer.reason.remedy


def test_the_last_rank_pays_for_the_terrain_it_follows_through() -> None:
    strip = terrain("t1", "difficult", (100, 112), (140, 112), (140, 113), (100, 113))
    straight = move(table(column(), ground=[strip], size=[240, 240]), "r1", read_orders("forward 2"))
    bent = move(table(column(), ground=[strip], size=[240, 240]), "r1", read_orders("wheel left 1; forward 2"))
    assert straight.spent == 2  # six ranks from 120 back to 114 never reach it
    assert bent.spent == 3
    behind = terrain("t1", "difficult", (100, 114.5), (140, 114.5), (140, 115), (100, 115))
    out = move(table(column(), ground=[behind], size=[240, 240]), "r1", read_orders("wheel left 1; forward 2"))
    step = 2 * sin(1 / 4)  # the chord of the front's middle: what the followers go while the corner goes an inch
    inside = 1 + (1 - step)  # the last rank has an inch to go: through the wheel and a bit of the way on
    assert out.spent == pytest.approx(3 + inside / 3)


def test_a_wall_beside_the_way_of_the_followers_is_met() -> None:
    post = terrain("t1", "impassable", (121.2, 120.5), (121.3, 120.5), (121.3, 120.6), (121.2, 120.6))
    answer = move(table(column(), ground=[post], size=[240, 240]), "r1", read_orders("wheel left 3"))
    assert answer.reason is not None
    assert answer.reason.ref == "t1"


def test_the_file_states_the_trail() -> None:
    unit = after("wheel left 2; forward 1")
    plain = json.loads(json.dumps(plain_table(column(), size=[240, 240])))
    snake = unit.formation
    assert isinstance(snake, Column)
    plain["units"][0]["formation"] |= {"corner": snake.corner, "facing": snake.facing, "trail": snake.trail}
    again = table(plain["units"][0], size=[240, 240]).unit("r1")
    for base, was in zip(again.bases, unit.bases, strict=True):
        assert base[0] == pytest.approx(was[0])
