"""Laws of overruns carried out: within the move, on nobody, an inch from those who made room; and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from tabletop.arcana.queries.overruns import read_plan
from tabletop.arcana.rules.charge.overrun.run_over import Onward, Plan, run_over
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.distances import gap
from tabletop.geometry.primitives.polygons import overlapping
from tests.tables import MIDDLE, Plain, block, laid, loose, plain_table, swung

APART = 0.99  # round corners are made of short edges


@st.composite
def ways(draw: st.DrawFn) -> Plain:
    """Thirty in ranks before a few skirmishers, and somebody behind those."""
    cells = draw(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 6)), min_size=1, max_size=5, unique=True))
    few = loose("b1", *((120 + 1.5 * column, 115 + 1.5 * row) for column, row in cells))
    other = draw(st.sampled_from(["r2", "b2"]))
    behind = block(other, corner=(118 + draw(st.integers(-8, 8)), 127 + draw(st.integers(-1, 4))), facing=180)
    return plain_table(block(models=30, files=10, corner=(115, 113)), few, behind, size=[240, 240])


def ran(plain: Plain) -> Onward:
    return run_over(laid(plain), "r1", Plan(targets=("b1",)))


@settings(max_examples=25)
@given(ways())
def test_an_overrun_ends_on_nobody_and_within_the_move(plain: Plain) -> None:
    found, scene = ran(plain), laid(plain)
    assume(found.legal)
    event("stopped" if found.met else "goes its whole move")
    event(f"{len(found.moved)} made room")
    assert found.spent <= 12 + 1e-3
    units = {**scene.units, "r1": found.unit, **{unit.ref: unit for unit in found.moved}}
    bases = [base for unit in units.values() for base in unit.bases]
    assert not any(first < second for first, second in overlapping(bases, bases))
    for model, before in zip(units["b1"].bases, scene.unit("b1").bases, strict=True):
        assert model == before or min(gap(model, shape).inches for shape in found.unit.blocks) >= APART


@settings(max_examples=25)
@given(ways(), st.sampled_from([90, 180, 270]))
def test_a_turned_overrun_goes_as_far(plain: Plain, angle: float) -> None:
    here, there = ran(plain), ran(swung(plain, MIDDLE, angle))
    assert here.legal == there.legal
    assert here.spent == pytest.approx(there.spent, abs=1e-6)
    assert here.over[0].inches == pytest.approx(there.over[0].inches, abs=1e-6)


@pytest.mark.parametrize(
    ("targets", "orders"),
    [("", "forward 3"), ("b1", "charge b1"), ("b1", "hop; charge b2"), ("b1", "charge b2; forward 3")],
)
def test_a_plan_that_makes_no_sense_is_refused(targets: str, orders: str) -> None:
    with pytest.raises(MalformedError):
        read_plan(targets, orders)


@pytest.mark.parametrize(
    ("orders", "why"),
    [("turn left", "changed its facing"), ("wheel back left 1", "backwards"), ("add left; add right 2", "two files")],
)
def test_what_bars_a_charge_bars_it_at_the_end_of_an_overrun(orders: str, why: str) -> None:
    found = run_over(laid(to_charge()), "r1", read_plan("b1", f"{orders}; charge b2"))
    assert not found.legal
    assert found.reason
    assert why in found.reason.text


@settings(max_examples=10)
@given(st.integers(1, 8), st.sampled_from(["forward", "wheel left", "diagonal right 20"]))
def test_a_charge_after_orders_spends_what_they_left(inches: int, order: str) -> None:
    found = run_over(laid(to_charge()), "r1", read_plan("b1", f"{order} {inches}; charge b2"))
    assume(found.charge and found.charge.needed)
    assert found.charge
    assert found.charge.allowance == pytest.approx(12)
    assert inches <= found.spent
    assert found.legal <= (found.spent <= 12 + 1e-3)
    assert found.left == pytest.approx(max(12 - found.spent, 0))


def to_charge() -> Plain:
    return plain_table(
        block(models=30, files=10, corner=(30, 20)), loose("b1", (35, 24)), loose("b2", (35, 30)), size=[72, 48]
    )
