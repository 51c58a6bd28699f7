"""What a move remembers from order to order, what it pays, and where it is on its way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.movement import move, read_orders
from tabletop.arcana.rules.movement.execute import begin_move
from tabletop.arcana.rules.movement.move_state import MoveState, Rough
from tabletop.arcana.rules.movement.terrain_cost import Leg, legs_of, unit_after
from tests.laws import of_each
from tests.tables import Plain, block, box, loose, table, terrain

SOURCE = BOOK.section("RaF Movement")
ROUGH = terrain("t1", "difficult", *box(0, 24, 72, 48))


@pytest.mark.parametrize(
    ("orders", "may"),
    [
        ("forward 1", True),
        ("wheel back left 1; forward 0.5", False),
        ("forward 0.5; wheel back left 1", False),
        ("turn left; forward 0.5", False),
    ],
)
def test_a_manoeuvre_bars_a_charge_whatever_else_is_done(orders: str, may: bool) -> None:
    scene = table(block(corner=(30, 20), movement=24))
    assert move(scene, "r1", read_orders(orders)).may_charge == may


@pytest.mark.parametrize(
    ("unit", "orders", "legal"),
    [
        (block(corner=(30, 20)), "skirmish; forward 1", True),
        (loose("r1", *((30 + 1.2 * place, 20) for place in range(6))), "form 3 facing 0", True),
        (block(corner=(30, 20)), "skirmish; form 5 facing 0", False),
        (loose("r1", *((30 + 1.2 * place, 20) for place in range(6))), "form 3 facing 0; skirmish", False),
    ],
)
def test_a_unit_changes_between_ranks_and_skirmish_once_a_turn(unit: Plain, orders: str, legal: bool) -> None:
    assert move(table(unit), "r1", read_orders(orders)).legal == legal


@pytest.mark.parametrize(
    ("spent", "price", "paid"), [(0, 3, 3), (10, 2, 2), (10, 2.0000000001, 2), (12, 1, 0), (13, 1, 0)]
)
def test_no_more_is_paid_than_is_left(spent: float, price: float, paid: float) -> None:
    scene = table(loose("r1", (30, 20)))
    state = replace(begin_move(scene, scene.unit("r1")), spent=spent)
    after = state.after_step("walks", SOURCE, inches=4, price=price)
    assert after.spent == pytest.approx(spent + paid)
    assert (after.path, after.steps[-1].cost) == (4, pytest.approx(paid))


@pytest.mark.parametrize(("spent", "left"), [(9, 3), (12, 0), (13, 0)])
def test_a_manoeuvre_that_is_too_dear_says_what_is_left(spent: float, left: float) -> None:
    scene = table(loose("r1", (30, 20)))
    state = replace(begin_move(scene, scene.unit("r1")), spent=spent)
    reason = state.too_dear("turn", 3.5, SOURCE)
    assert reason
    assert reason.arguments == {"manoeuvre": "turn", "price": 3.5, "left": left}
    assert state.too_dear("turn", 12 - spent, SOURCE) is None


def legs(orders: str, *, flying: bool = False) -> tuple[PlacedUnit, tuple[Leg, ...]]:
    """Of a block whose front is at 20 inches; from 24 inches on every inch costs two."""
    scene = table(block(corner=(30, 20), movement=40, fly=40), ground=[ROUGH])
    unit = scene.unit("r1")
    return unit, legs_of(unit, read_orders(orders), list(scene.pieces.values()), flying=flying)


def front(unit: PlacedUnit) -> float:
    return max(y for base in unit.bases for _, y in base)


@of_each(
    ("spent", "reached"),
    [(0, 20), (1, 21), (2, 22), (3, 23), (4, 24), (5, 24.5), (8, 26), (9, 26.5), (12, 28), (20, 28)],
)
def test_a_unit_is_where_the_inches_spent_have_brought_it(spent: float, reached: float) -> None:
    """Two inches, then four (two of them rough), then two (rough): 2 + 6 + 4 of the move."""
    unit, found = legs("forward 2; forward 4; forward 2")
    assert [(leg.before, leg.length, leg.after) for leg in found] == [(0, 2, 2), (2, 4, 8), (8, 2, 12)]
    assert front(unit_after(unit, found, spent)) == pytest.approx(reached)


def test_a_slow_motion_and_a_flight_have_their_prices() -> None:
    _, back = legs("back 2; forward 2")
    assert [(leg.before, leg.after) for leg in back] == [(0, 4), (4, 6)]
    _, flown = legs("forward 6", flying=True)
    assert [leg.after for leg in flown] == [6]


def test_a_block_that_loosens_goes_on_as_skirmishers() -> None:
    unit, found = legs("forward 2; skirmish; heading 90 3")
    assert [leg.unit.is_ranked for leg in found] == [True, False]
    assert not unit_after(unit, found, 5).is_ranked
    assert unit_after(unit, found, 2).is_ranked


def test_without_a_way_a_unit_stays() -> None:
    unit, found = legs("skirmish")
    assert found == ()
    assert unit_after(unit, found, 5) is unit


@pytest.mark.parametrize(("orders", "spent"), [("rotate left 90", 6), ("turn left", 3), ("skirmish", 0)])
def test_manoeuvres_cost_a_share_of_the_whole_move(orders: str, spent: float) -> None:
    assert move(table(block(corner=(30, 20))), "r1", read_orders(orders)).spent == pytest.approx(spent)


def test_a_step_without_a_price_or_a_way_costs_nothing() -> None:
    scene = table(loose("r1", (30, 20)))
    after = begin_move(scene, scene.unit("r1")).after_step("lands", SOURCE)
    assert (after.spent, after.path, after.left) == (0, 0, 12)


def test_a_state_begins_on_the_ground_with_nothing_done() -> None:
    unit = table(loose("r1", (30, 20))).unit("r1")
    state = MoveState(scene=table(), began=unit, unit=unit, allowance=12)
    assert not any((state.flying, state.landed, state.loosened, state.formed, state.bars_charge))
    assert (state.spent, state.path, state.rough, state.left) == (0, 0, Rough(), 12)


def test_a_toll_names_every_piece_that_is_as_slow_as_the_worst() -> None:
    ground = [terrain("t1", "difficult", *box(0, 0, 72, 48)), terrain("t2", "difficult", *box(0, 0, 72, 48))]
    ground.append(terrain("t3", "very-difficult", *box(0, 22, 72, 48)))
    scene = table(loose("r1", (30, 19.5), movement=40), ground=ground)
    (leg,) = legs_of(scene.unit("r1"), read_orders("forward 6"), list(scene.pieces.values()), flying=False)
    assert [(toll.pieces, toll.going) for toll in leg.tolls] == [
        (("t1", "t2"), "difficult"),
        (("t3",), "very-difficult"),
    ]


def test_open_ground_is_named_by_no_toll() -> None:
    hill = terrain("t1", "hill", *box(0, 0, 72, 48))
    scene = table(loose("r1", (30, 19.5)), ground=[hill])
    (leg,) = legs_of(scene.unit("r1"), read_orders("forward 6"), list(scene.pieces.values()), flying=False)
    assert [(toll.pieces, toll.factor, toll.going) for toll in leg.tolls] == [((), 1, "open")]


@pytest.mark.parametrize("orders", ["forward 2", "forward 8", "forward 3"])
def test_tolls_cover_the_whole_motion(orders: str) -> None:
    scene = table(block(corner=(30, 20), movement=40), ground=[terrain("t1", "difficult", *box(0, 22, 72, 23))])
    (leg,) = legs_of(scene.unit("r1"), read_orders(orders), list(scene.pieces.values()), flying=False)
    edges = [(toll.start, toll.end) for toll in leg.tolls]
    assert (edges[0][0], edges[-1][1]) == (0, 1)
    assert [end for _, end in edges[:-1]] == [start for start, _ in edges[1:]]
