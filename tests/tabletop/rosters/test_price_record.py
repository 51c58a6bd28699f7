"""What a roster came to: remembered in full, and moved only where a price has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.army.pricing import price, price_record
from tabletop.arcana.army.resolve import resolve
from tabletop.rosters.price_record import PriceChange, PriceRecord, price_changes
from tests.catalogue import printed_catalogue
from tests.strategies import armies

slugs = st.sampled_from(["a/a", "a/b", "b/a"])
tallies = st.dictionaries(slugs, st.integers(0, 500)).map(
    lambda profiles: PriceRecord("x", sum(profiles.values()), profiles)
)


@given(armies())
def test_what_went_to_each_profile_is_the_total(roster: object) -> None:
    army_price = price(resolve(roster, printed_catalogue()))  # type: ignore[arg-type]
    tally = price_record(army_price, "now")
    assert (tally.points, tally.catalogue) == (army_price.points, "now")
    assert sum(tally.profiles.values()) == army_price.points
    assert price_changes(tally, tally) == ()


@given(tallies, tallies)
def test_the_moves_add_up_to_the_difference(then: PriceRecord, now: PriceRecord) -> None:
    moves = price_changes(then, now)
    assert sum(move.points for move in moves) == now.points - then.points
    assert [abs(move.points) for move in moves] == sorted((abs(move.points) for move in moves), reverse=True)
    assert all(move.points for move in moves)


def test_a_dearer_profile_is_named() -> None:
    then, now = PriceRecord("a", 30, {"x/y": 10, "x/z": 20}), PriceRecord("b", 35, {"x/y": 15, "x/z": 20})
    assert price_changes(then, now) == (PriceChange("x/y", 5),)
