"""What inches through rough ground cost, where they stop a unit, and which of them are counted (ruling T18)."""

from __future__ import annotations

import pytest

from tabletop.arcana.rules.movement import move, read_orders
from tabletop.arcana.rules.movement.execute import Moved, begin_move, carry_out
from tabletop.arcana.rules.movement.move_state import MoveState, Rough
from tabletop.arcana.rules.movement.terrain_cost import OPEN_GROUND, Toll, cost, factor_under, reach
from tests.laws import of_each
from tests.tables import Plain, block, box, loose, table, terrain

# “Terrain and Movement”: every inch with any part of the unit inside costs so many of its move.
FACTORS = {"difficult": (2.0, 4 / 3), "very-difficult": (4.0, 2.0)}


def band(kind: str, start: float, end: float, ref: str = "t1") -> Plain:
    """Ground right across the table between two heights."""
    return terrain(ref, kind, *box(0, start, 72, end))


def moved(unit: Plain, orders: str, *others: Plain, ground: list[Plain]) -> Moved:
    return move(table(unit, *others, ground=ground), unit["ref"], read_orders(orders))


def carried_out(unit: Plain, orders: str, *others: Plain, ground: list[Plain]) -> MoveState:
    scene = table(unit, *others, ground=ground)
    return carry_out(begin_move(scene, scene.unit(unit["ref"])), read_orders(orders)).state


def towed(y: float = 20, **more: object) -> Plain:
    """A vehicle of two by two inches, its middle at this height, that may move 60 inches."""
    return loose("r1", (30, y), base=4, towed=True, movement=60, **more)


@pytest.mark.parametrize("kind", FACTORS)
@pytest.mark.parametrize("ranked", [True, False])
def test_an_inch_inside_costs_its_factor(kind: str, ranked: bool) -> None:
    unit = block(corner=(30, 20), movement=40) if ranked else loose("r1", (30, 19.5), movement=40)
    inside = 2 + (2 if ranked else 1)  # the band is two deep, and the unit has a depth of its own
    factor = FACTORS[kind][0 if ranked else 1]
    found = moved(unit, "forward 8", ground=[band(kind, 22, 24)])
    assert found.legal
    assert found.spent == pytest.approx(8 - inside + factor * inside)
    assert found.left == pytest.approx(40 - found.spent)


@pytest.mark.parametrize(("order", "rate"), [("forward 4", 1), ("back 4", 2), ("diagonal right 30 4", 1)])
def test_a_slow_manoeuvre_on_slow_ground_pays_for_both(order: str, rate: int) -> None:
    found = moved(block(corner=(30, 20), movement=40), order, ground=[band("difficult", 0, 48)])
    assert found.spent == pytest.approx(4 * rate * 2)


def test_where_two_pieces_meet_the_worse_one_counts_alone() -> None:
    ground = [band("difficult", 20, 30), band("very-difficult", 22, 26, "t2")]
    found = moved(loose("r1", (30, 19.5), movement=40), "forward 12", ground=ground)
    assert found.spent == pytest.approx(12 - 11 + 5 * 2 + 6 * 4 / 3)  # five inches in the worse, six beside it


@pytest.mark.parametrize(("budget", "way"), [(2, 2), (4, 3), (10, 6), (14, 10), (13.5, 9.5)])
def test_a_move_that_is_too_short_ends_where_it_is_spent(budget: float, way: float) -> None:
    """Two inches on open ground, four at double price (two of them its own depth), then open ground again."""
    found = moved(block(corner=(30, 20), movement=budget), "forward 20", ground=[band("difficult", 22, 24)])
    assert not found.legal
    assert found.spent == pytest.approx(budget)
    assert found.unit.centres[0][1] == pytest.approx(19.5 + way)


@pytest.mark.parametrize("kind", FACTORS)
@pytest.mark.parametrize("start", [21, 23.5, 27])
def test_rough_inches_are_counted_up_to_a_stop(kind: str, start: float) -> None:
    """A rank of enemies at 29 inches stops it with its front at 29, with rough ground before and behind them."""
    wall = block("b1", models=40, files=40, corner=(50, 29), facing=180)
    found = carried_out(towed(), "forward 16", wall, ground=[band(kind, start, 48)])
    assert found.path == pytest.approx(8)
    assert Rough(*((29 - start, 0.0) if kind == "difficult" else (0.0, 29 - start))) == pytest.approx(found.rough)


@pytest.mark.parametrize(("budget", "inside"), [(1, 0), (2, 0.5), (5, 2), (9, 4)])
def test_rough_inches_are_counted_up_to_the_end_of_the_move(budget: float, inside: float) -> None:
    found = carried_out({**towed(), "movement": budget}, "forward 16", ground=[band("difficult", 22, 48)])
    assert found.path == pytest.approx(1 + inside)
    assert found.rough == Rough(pytest.approx(inside), 0.0)


@pytest.mark.parametrize(("stop", "hits"), [(23, 1), (24.5, 2), (26, 4), (None, 9)])
def test_a_towed_vehicle_takes_no_hits_past_its_stop(stop: float | None, hits: int) -> None:
    """“Moving Vehicles”: a hit for each whole inch moved through rough ground, which begins an inch before it."""
    others = [] if stop is None else [block("b1", models=40, files=40, corner=(50, stop), facing=180)]
    found = carried_out({**towed(), "movement": 19}, "forward 16", *others, ground=[band("difficult", 22, 48)])
    assert found.rough.difficult == pytest.approx(hits if stop != 24.5 else 2.5)
    answer = moved({**towed(), "movement": 19}, "forward 16", *others, ground=[band("difficult", 22, 48)])
    assert answer.hits
    assert (answer.hits.rough, answer.hits.very_rough) == ((hits, 0) if stop != 23 else (0, 0))
    assert answer.hits.careful == (stop == 23)


def test_rough_inches_add_up_over_orders_and_kinds() -> None:
    ground = [band("difficult", 22, 24), band("very-difficult", 24, 25, "t2")]
    found = carried_out({**towed(), "movement": 60}, "forward 3; forward 3; forward 3", ground=ground)
    # Two inches deep itself: 3 inches in the very rough, and in the rough those before that begins.
    assert found.rough == Rough(pytest.approx(2.0), pytest.approx(3.0))
    assert found.path == pytest.approx(9)


def test_open_ground_is_not_counted() -> None:
    found = carried_out(towed(), "forward 6", ground=[terrain("t1", "hill", *box(0, 0, 72, 48))])
    assert (found.rough, found.spent) == (Rough(), 6)


TOLLS = (Toll(0.0, 0.5, 1.0, (), "open"), Toll(0.5, 0.75, 2.0, ("t1",), "difficult"), Toll(0.75, 1.0, 1.0, (), "open"))


@of_each(
    ("budget", "share"), [(-1, 0), (0, 0), (2, 0.25), (4, 0.5), (6, 0.625), (8, 0.75), (9, 0.875), (10, 1), (99, 1)]
)
def test_a_budget_reaches_a_share_of_a_motion(budget: float, share: float) -> None:
    """Of eight inches: four on open ground, two that cost double, two on open ground again."""
    assert reach(TOLLS, 8, budget) == pytest.approx(share)
    if 0 <= budget <= 10:
        assert cost(TOLLS, 8, share) == pytest.approx(budget)


def test_ground_underfoot_costs_what_its_worst_piece_does() -> None:
    """Beside it, on open ground, or in what nobody can enter, an inch is an inch."""
    pieces = {
        "difficult": band("difficult", 18, 22),
        "worse": band("very-difficult", 19, 21, "t2"),
        "open": band("hill", 18, 22, "t3"),
        "closed": band("impassable", 18, 22, "t4"),
        "beside": band("difficult", 40, 44, "t5"),
        "around": terrain("t6", "difficult", (29, 18), (29, 21.2), (31.2, 21.2), (31.2, 21), (29.2, 21), (29.2, 18)),
    }
    costs = {(): 1, ("open",): 1, ("closed",): 1, ("beside",): 1, ("around",): 1, ("difficult",): 4 / 3}
    costs |= {("difficult", "worse"): 2, ("worse", "difficult", "open"): 2}
    for names, factor in costs.items():
        scene = table(loose("r1", (30, 20)), ground=[pieces[name] for name in names])
        assert factor_under(scene.unit("r1"), scene.pieces.values()) == pytest.approx(factor), names


def test_open_ground_ends_with_the_motion() -> None:
    assert reach(OPEN_GROUND, 4, 6) == 1.0
    assert reach(OPEN_GROUND, 4, 3) == 0.75
