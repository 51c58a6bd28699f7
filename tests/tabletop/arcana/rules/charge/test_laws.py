"""Laws of charges: what the solver says, the mover does; turned, shifted and mirrored tables answer alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from tabletop.arcana.rules.charge import Charge, solve
from tabletop.arcana.rules.movement import move, read_orders
from tabletop.geometry.primitives.tolerances import CONTACT
from tests.tables import (
    MIDDLE,
    Plain,
    block,
    blocks,
    facings,
    laid,
    loose,
    mirrored,
    plain_table,
    scenes,
    shifted,
    skirmishers,
    swung,
    terrain,
)

ALIKE = 1e-4
NUDGE = 1e-4
OVER = 0.3
SWAPPED = {"left": "right", "right": "left", "front": "front", "rear": "rear"}


def solved(plain: Plain) -> Charge:
    return solve(laid(plain), "r1", "b1")


def on_a_boundary(plain: Plain) -> bool:
    """Whether a hair's breadth changes the answer; asked where answers differ alone, for it solves five charges."""
    here = solved(plain)
    for nudge in ((NUDGE, 0), (-NUDGE, 0), (0, NUDGE), (0, -NUDGE)):
        unit, *others = plain["units"]
        pushed = shifted({**plain, "units": [unit], "terrain": []}, nudge)["units"]
        there = solved({**plain, "units": [*pushed, *others]})
        if (there.possible, there.side, there.needed is None) != (here.possible, here.side, here.needed is None):
            return True
        if here.needed is not None and abs((there.needed or 0) - here.needed) > 0.01:
            return True
    return False


@contextmanager
def unless_on_a_boundary(plain: Plain) -> Iterator[None]:
    """A law that a scene breaks which a hair's breadth decides is asked of another scene."""
    try:
        yield
    except AssertionError:
        assume(not on_a_boundary(plain))
        raise


@st.composite
def loose_scenes(draw: st.DrawFn) -> Plain:
    """Skirmishers before an enemy block and another enemy."""
    other = draw(st.one_of(blocks("b2"), skirmishers("b2")))
    return plain_table(draw(skirmishers("r1")), draw(blocks("b1")), other, size=[240, 240])


@given(st.one_of(scenes(), loose_scenes()))
def test_a_charge_carried_out_ends_in_contact_and_costs_what_it_says(plain: Plain) -> None:
    found = solved(plain)
    assume(found.possible and found.straight > 10 * CONTACT)
    carried = move(laid(plain), "r1", read_orders(found.words))
    event("wheels" if found.pivot else "straight")
    assert carried.reason is not None
    assert carried.reason.ref == "b1"
    assert carried.spent == pytest.approx(found.needed, abs=2e-3)


@given(st.one_of(scenes(), loose_scenes()))
def test_nothing_is_nearer_than_the_straight_gap(plain: Plain) -> None:
    found = solved(plain)
    assert found.needed is None or found.needed >= found.straight - CONTACT


@given(scenes(), st.one_of(facings, st.floats(0, 360)))
def test_a_turned_table_answers_alike(plain: Plain, angle: float) -> None:
    with unless_on_a_boundary(plain):
        assert_alike(solved(plain), solved(swung(plain, MIDDLE, angle)))


@given(scenes(), st.tuples(st.floats(-40, 40), st.floats(-40, 40)))
def test_a_shifted_table_answers_alike(plain: Plain, by: tuple[float, float]) -> None:
    with unless_on_a_boundary(plain):
        assert_alike(solved(plain), solved(shifted(plain, by)))


@given(scenes())
def test_a_mirrored_table_answers_with_hands_exchanged(plain: Plain) -> None:
    here, there = solved(plain), solved(mirrored(plain))
    # As many models before either flank, as where one stands on the other: the left one is named on both tables.
    tied = here.tally is not None and here.tally.left == here.tally.right and here.side == there.side == "left"
    with unless_on_a_boundary(plain):
        assert SWAPPED[here.side] == there.side or tied
        assert_alike(here, there, sides=False)


def test_a_way_without_a_wheel_is_bettered_on_either_hand() -> None:
    """Beside it there are wheels to the left and to the right."""
    wood = terrain("t1", "light-forest", (116.4, 120), (116.4, 121.1), (117.5, 121.1))
    charger = block("r1", models=6, files=3, corner=(121.6, 125.3), facing=181)
    plain = plain_table(charger, loose("r2", (120, 120)), loose("b1", (116.6, 120)), ground=[wood], size=[240, 240])
    here, there = solved(plain), solved(mirrored(plain))
    assert here.pivot
    assert there.pivot
    assert here.needed == pytest.approx(there.needed, abs=1e-6)


def assert_alike(here: Charge, there: Charge, *, sides: bool = True) -> None:
    """Alike within a hair; what is over the move on both tables, within the tenths of an inch that it is solved to."""
    assert here.possible == there.possible
    assert here.side == there.side or not sides
    if is_over_the_move(here) and is_over_the_move(there):
        if here.needed and there.needed:
            assert here.needed == pytest.approx(there.needed, abs=OVER)
        return
    assert (here.reason and here.reason.ref) == (there.reason and there.reason.ref)
    assert here.needed == pytest.approx(there.needed, abs=1e-3)


def is_over_the_move(found: Charge) -> bool:
    """Whether it is too far off, or nothing leads there."""
    return found.needed is None or found.needed > found.allowance


@given(scenes())
def test_another_unit_in_the_way_never_makes_a_charge_cheaper(plain: Plain) -> None:
    fewer = {**plain, "units": [plain["units"][0], plain["units"][2]], "terrain": []}
    here, there = solved({**plain, "terrain": []}), solved(fewer)
    assert here.needed is None or (there.needed is not None and there.needed <= here.needed + ALIKE)


def test_a_column_charges_as_skirmishers() -> None:
    column = block("r1", models=6, files=2, corner=(20, 10))
    column["formation"]["kind"] = "column"
    plain = plain_table(column, block("b1", corner=(24, 20), facing=180))
    found = solved(plain)
    carried = move(laid(plain), "r1", read_orders(found.words))
    assert found.words.startswith("skirmish; places")
    assert (found.possible, carried.reason and carried.reason.ref) == (True, "b1")
