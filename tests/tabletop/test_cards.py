"""Cards: piles and hands, draws that reshuffle, orders from a seed or by hand, and what each seat may know."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.battle.dice import NotedDice
from tabletop.cards import (
    Card,
    Face,
    Pile,
    Piles,
    SeenPile,
    card_of,
    copies,
    may_draw,
    seed_from,
    shuffled,
)
from tabletop.decoding import MalformedError
from tabletop.dice.sources import Seeded

CARDS = copies([Card(id="spark", name="Spark", copies=3), Card(id="old-key", name="Old key")])


def table(draw: tuple[str, ...] = CARDS, gone: tuple[str, ...] = ()) -> Piles:
    return Piles(
        {
            "draw": Pile(draw),
            "gone": Pile(gone, Face.UP),
            "red": Pile((), Face.HELD, "red", 2),
            "blue": Pile((), Face.HELD, "blue", 2),
        }
    )


def test_copies_are_named_by_their_card_and_a_number() -> None:
    assert CARDS == ("spark.1", "spark.2", "spark.3", "old-key.1")
    assert [card_of(card) for card in CARDS] == ["spark", "spark", "spark", "old-key"]


def test_cards_are_drawn_off_the_top_and_laid_on_top() -> None:
    drawn = table().drawn(2, "draw", "red")
    assert drawn.cards == ("spark.1", "spark.2")
    assert drawn.piles.cards("draw") == ("spark.3", "old-key.1")
    after = drawn.piles.moved(("spark.1", "spark.2"), "red", "gone")
    assert after.cards("gone") == ("spark.2", "spark.1")
    assert after.moved(("spark.2",), "gone", "draw", under=True).cards("draw")[-1] == "spark.2"
    assert after.where("spark.3") == "draw"
    assert after.where("thunder.1") == ""


def test_what_does_not_lie_there_is_not_moved() -> None:
    with pytest.raises(LookupError, match=r"old-key\.1 doesn't lie in gone"):
        table().moved(("old-key.1",), "gone", "red")


def test_an_empty_pile_is_made_of_the_discards_and_no_more_is_drawn_than_there_is() -> None:
    piles = table(("spark.1",), ("spark.2", "old-key.1"))
    assert piles.will_run_out(2, "draw", "gone")
    drawn = piles.drawn(2, "draw", "red", refill="gone", seed=5)
    assert drawn.cards == ("spark.1", drawn.refilled[0])
    assert sorted(drawn.refilled) == ["old-key.1", "spark.2"]
    assert drawn.piles.cards("gone") == ()
    assert len(drawn.piles.cards("draw")) == 1
    assert len(piles.drawn(9, "draw", "red", refill="gone", seed=5).cards) == 3
    assert piles.drawn(9, "draw", "red").cards == ("spark.1",)


@given(st.integers(min_value=0, max_value=100**20), st.permutations(CARDS))
def test_a_shuffle_keeps_every_card_and_hangs_on_its_seed_alone(seed: int, lying: list[str]) -> None:
    order = shuffled(lying, seed)
    assert Counter(order) == Counter(CARDS)
    assert order == shuffled(CARDS, seed)


def test_every_order_of_three_cards_is_as_likely() -> None:
    counts = Counter(shuffled(("a.1", "b.1", "c.1"), seed) for seed in range(6000))
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


def test_a_seed_from_dice_is_noted_and_the_same_from_the_same_dice() -> None:
    dice = NotedDice(Seeded(3), "seeded")
    assert seed_from(dice) == seed_from(Seeded(3))
    (throw,) = dice.taken()
    assert (len(throw.faces), throw.sides, throw.purpose) == (20, 100, "shuffle")


def test_an_order_laid_by_hand_is_the_same_cards() -> None:
    order = ("old-key.1", "spark.3", "spark.1", "spark.2")
    assert table().with_order("draw", order).cards("draw") == order
    for wrong in (order[:3], (*order, "spark.1"), ("spark.1", *order[1:])):
        with pytest.raises(MalformedError, match="each card of the pile once"):
            table().with_order("draw", wrong)


def test_a_seat_sees_open_piles_and_its_own_hand_alone() -> None:
    piles = table(("spark.1",), ("spark.2",)).with_pile("red", Pile(("old-key.1",), Face.HELD, "red", 2))
    assert piles.seen_by("blue") == {
        "draw": SeenPile(1),
        "gone": SeenPile(1, ("spark.2",)),
        "red": SeenPile(1),
        "blue": SeenPile(0, ()),
    }
    assert piles.seen_by("red")["red"] == SeenPile(1, ("old-key.1",))
    assert piles.seen_by("watcher", open_to_all=True)["draw"] == SeenPile(1, ("spark.1",))


def test_a_hand_has_a_limit() -> None:
    assert Pile(CARDS, Face.HELD, "red", 3).over == 1
    assert Pile(CARDS, Face.HELD, "red").over == 0
    assert [may_draw(held, 7, 2) for held in (3, 6, 7, 9)] == [2, 1, 0, 0]
