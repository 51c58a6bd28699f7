"""Laws of movement: a turned, shifted or mirrored table answers alike; more in the way never helps."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.arcana.rules.movement import Moved, move, read_orders
from tabletop.geometry.primitives.polygons import overlapping
from tests.tables import (
    MIDDLE,
    Plain,
    blocks,
    facings,
    laid,
    lengths,
    mirrored,
    mirrored_orders,
    pieces,
    scenes,
    shifted,
    swung,
    travels,
)

NUDGE = 1e-4
ALIKE = 1e-6


def moved(plain: Plain, orders: str) -> Moved:
    return move(laid(plain), "r1", read_orders(orders))


def on_a_boundary(plain: Plain, orders: str) -> bool:
    """Whether a hair's breadth changes the answer; asked where answers differ alone, for it moves five times."""
    here = moved(plain, orders)
    for nudge in ((NUDGE, 0), (-NUDGE, 0), (0, NUDGE), (0, -NUDGE)):
        unit, *others = plain["units"]
        pushed = shifted({**plain, "units": [unit], "terrain": []}, nudge)["units"]
        there = moved({**plain, "units": [*pushed, *others]}, orders)
        if there.legal != here.legal or abs(there.spent - here.spent) > 0.05:
            return True
    return False


@contextmanager
def unless_on_a_boundary(plain: Plain, orders: str) -> Iterator[None]:
    """A law that a scene breaks which a hair's breadth decides is asked of another scene."""
    try:
        yield
    except AssertionError:
        assume(not on_a_boundary(plain, orders))
        raise


def assert_alike(here: Moved, there: Moved) -> None:
    assert (here.legal, here.passed, here.displaced) == (there.legal, there.passed, there.displaced)
    assert here.spent == pytest.approx(there.spent, abs=1e-3)
    assert here.may_charge == there.may_charge
    assert (here.reason and here.reason.ref) == (there.reason and there.reason.ref)


@given(scenes(), travels(), st.one_of(facings, st.floats(0, 360)))
def test_a_turned_table_answers_alike(plain: Plain, orders: str, angle: float) -> None:
    with unless_on_a_boundary(plain, orders):
        assert_alike(moved(plain, orders), moved(swung(plain, MIDDLE, angle), orders))


@given(scenes(), travels(), st.tuples(st.floats(-40, 40), st.floats(-40, 40)))
def test_a_shifted_table_answers_alike(plain: Plain, orders: str, by: tuple[float, float]) -> None:
    with unless_on_a_boundary(plain, orders):
        assert_alike(moved(plain, orders), moved(shifted(plain, by), orders))


@given(scenes(), travels())
def test_a_mirrored_table_answers_alike(plain: Plain, orders: str) -> None:
    with unless_on_a_boundary(plain, orders):
        assert_alike(moved(plain, orders), moved(mirrored(plain), mirrored_orders(orders)))


@given(scenes(), travels())
def test_another_unit_in_the_way_never_carries_a_move_farther(plain: Plain, orders: str) -> None:
    fewer = {**plain, "units": plain["units"][:2]}
    assert moved(plain, orders).spent <= moved(fewer, orders).spent + ALIKE
    assert moved(plain, orders).legal <= moved(fewer, orders).legal


@given(scenes(), travels(), pieces("t2"))
def test_more_terrain_never_makes_a_legal_move_cheaper(plain: Plain, orders: str, piece: Plain) -> None:
    rougher = moved({**plain, "terrain": [*plain["terrain"], piece]}, orders)
    if rougher.legal:
        assert rougher.spent >= moved(plain, orders).spent - ALIKE


@given(scenes(), lengths, st.floats(0.1, 5))
def test_a_longer_order_goes_at_least_as_far(plain: Plain, way: float, more: float) -> None:
    short, long = moved(plain, f"forward {way}"), moved(plain, f"forward {way + more:.3f}")
    assert long.spent >= short.spent - ALIKE
    assert long.legal <= short.legal


@given(scenes(), lengths)
def test_a_faster_unit_gets_at_least_as_far(plain: Plain, way: float) -> None:
    unit, *others = plain["units"]
    faster = {**plain, "units": [{**unit, "movement": 20}, *others]}
    assert moved(faster, f"forward {way}").legal >= moved(plain, f"forward {way}").legal


@given(scenes(), st.lists(travels(), min_size=1, max_size=4))
def test_a_unit_never_spends_more_than_its_move_and_never_ends_in_an_enemy(plain: Plain, orders: list[str]) -> None:
    answer = moved(plain, "; ".join(orders))
    assert -1e-3 <= answer.left <= 12
    assert answer.spent == pytest.approx(sum(step.cost for step in answer.steps))
    assert answer.legal == (answer.reason is None)
    began, foe = laid(plain).unit("r1"), laid(plain).unit("b1")
    assert len(answer.unit.bases) == len(began.bases)
    if not any(overlapping(began.blocks, foe.blocks)):
        assert not any(overlapping(answer.unit.blocks, foe.blocks))


@given(blocks("r1"), lengths)
def test_there_and_back_is_where_it_began(unit: Plain, way: float) -> None:
    plain = {"format": "muster-table/1", "game": "arcana", "size": [240, 240], "units": [unit], "terrain": []}
    fast = {**plain, "units": [{**unit, "movement": 100}]}
    for there, back in (("forward", "back"), ("wheel left", "wheel back left"), ("wheel right", "wheel back right")):
        after = moved(fast, f"{there} {way}; {back} {way}").unit
        for base, was in zip(after.bases, laid(plain).unit("r1").bases, strict=True):
            assert base[0] == pytest.approx(was[0])


def test_two_threads_may_ask_about_one_table() -> None:
    block = {"kind": "rank-and-file", "files": 5, "corner": [30, 20], "facing": 0}
    crowd = {"kind": "skirmish", "positions": [[33, 30], [35, 31]]}
    head = {"base": 1, "movement": 12}
    bay = [[20, 22], [40, 22], [40, 40], [39, 40], [39, 24], [21, 24], [21, 40], [20, 40]]
    scene = laid(
        {
            "format": "muster-table/1",
            "game": "arcana",
            "size": [72, 48],
            "terrain": [{"ref": "t1", "kind": "difficult", "polygon": bay}],
            "units": [
                {**head, "ref": "r1", "side": "red", "models": 10, "formation": block},
                {**head, "ref": "b1", "side": "blue", "models": 2, "formation": crowd},
            ],
        }
    )
    orders = [f"wheel left {number % 7 + 1}; forward {number % 5 + 1}" for number in range(200)]

    def asked(text: str) -> tuple[bool, float]:
        answer = move(scene, "r1", read_orders(text))
        return answer.legal, answer.spent

    alone = [asked(text) for text in orders]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(asked, orders)) == alone
