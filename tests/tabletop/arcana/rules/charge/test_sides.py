"""The 45° lines of a block: exact on the lines, ties to the front, and what misses to another side."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.rules.charge import solve
from tabletop.arcana.rules.charge.declaration.sides import Tally, Zones, tally, zones_of
from tabletop.arcana.rules.movement.motions import motion_of
from tabletop.arcana.rules.movement.orders import Diagonal, Hand, Wheel
from tests.tables import block, table

ZONES = Zones((0.0, 0.0), 0.0, 5.0, 2.0)
shares = st.fractions(Fraction(1, 100), 50, max_denominator=1000)


@given(shares)
def test_a_model_on_a_front_line_stands_before_the_front(out: Fraction) -> None:
    left, right = (-float(out), float(out)), (5 + float(out), float(out))
    assert tally(ZONES, [left, right]) == Tally(2, 0, 0, 0)


@given(shares)
def test_a_model_on_a_rear_line_stands_beside_the_flank(out: Fraction) -> None:
    left, right = (-float(out), -2 - float(out)), (5 + float(out), -2 - float(out))
    assert tally(ZONES, [left, right]) == Tally(0, 1, 1, 0)


@given(shares, st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=1000))
def test_a_model_short_of_a_line_stands_beside_the_flank(out: Fraction, part: Fraction) -> None:
    aside = float(out) + 1
    assert tally(ZONES, [(-aside, aside * float(part) - 0.02), (5 + aside, aside * float(part) - 0.02)]).front == 0


@pytest.mark.parametrize(
    ("counts", "side", "short"),
    [
        ((5, 5, 0, 0), "front", {"left": 1, "right": 3}),
        ((4, 6, 0, 0), "left", {"front": 1, "left": 0}),
        ((7, 3, 0, 0), "front", {"left": 3, "rear": 4}),
        ((0, 0, 4, 4), "right", {"front": 2}),
        ((0, 0, 0, 9), "rear", {"front": 5}),
    ],
)
def test_the_majority_decides_and_ties_go_to_the_front(
    counts: tuple[int, int, int, int], side: str, short: dict[str, int]
) -> None:
    found = Tally(*counts)
    assert found.side == side
    assert {name: found.short_of(name) for name in short} == short  # type: ignore[arg-type]


KNIGHTS = {"files": 5, "models": 10, "base": 2, "movement": 16, "facing": 160}
BEFORE = table(block("r1", corner=(23, 30), **KNIGHTS), block("b1", corner=(30, 20), models=18, files=6))


def side_after(order: Wheel | Diagonal) -> str:
    """The side of the legion that most knights are on after a manoeuvre."""
    charger, zones = BEFORE.unit("r1"), zones_of(BEFORE.unit("b1"))
    assert zones is not None
    return tally(zones, charger.standing(motion_of(charger, order).formation_at(1.0)).centres).side


def test_a_remedy_ends_just_past_the_line_and_leads_to_a_charge_there() -> None:
    miss = next(each for each in solve(BEFORE, "r1", "b1").misses if each.side == "left")
    assert miss.manoeuvre is not None
    (order,) = miss.manoeuvre.orders
    assert isinstance(order, Diagonal)
    assert side_after(order) == "left"
    assert side_after(Diagonal(order.hand, order.angle, order.inches - 0.001)) == "front"
    assert solve(BEFORE, "r1", "b1", first=miss.manoeuvre).side == "left"


def test_no_wheel_and_no_step_of_any_direction_mends_it_sooner() -> None:
    miss = next(each for each in solve(BEFORE, "r1", "b1").misses if each.side == "left")
    assert miss.manoeuvre is not None
    sooner = miss.manoeuvre.inches - 0.01
    orders = [Diagonal(hand, angle, sooner) for hand in Hand for angle in range(46)]
    assert {side_after(order) for order in [*orders, *(Wheel(hand, sooner) for hand in Hand)]} == {"front"}


def test_the_wheel_of_the_book_mends_it_too() -> None:
    assert side_after(Wheel(Hand.LEFT, 1.57)) == "front"
    assert side_after(Wheel(Hand.LEFT, 1.59)) == "left"
