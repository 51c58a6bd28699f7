"""Steps: what is played and what is computed come of one description, and agree."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from msgspec import Struct

from tabletop.citations import Citation
from tabletop.dice import Chain, Change, Dice, Distribution, FacesError, Hits, Step, Thrown, Typed, play, spread
from tests.dice import played_often, surprise

BOOK = Citation("A game", "Its dice")


class Bag(Struct, frozen=True):
    dice: int
    won: int = 0


def rounds(bag: Bag, won: int) -> Bag:
    return Bag(bag.dice - won, bag.won + won)


class Twice(Chain[int], frozen=True):
    """Hits that are rolled again."""

    dice: int

    def steps(self) -> list[Step[Bag]]:
        hits = Step("hits", BOOK, lambda bag: Hits(bag.dice, 3) if bag.dice else None, lambda bag, hits: Bag(hits))
        again = Step("again", BOOK, lambda bag: Hits(bag.dice, 2) if bag.dice else None, lambda bag, hits: Bag(hits))
        return [hits, again]

    def start(self) -> Bag:
        return Bag(self.dice)

    def result(self, state: Bag) -> int:
        return state.dice


GAME = [
    Step("first", BOOK, lambda bag: Hits(bag.dice, 2), rounds),
    Step("twice", BOOK, lambda bag: Twice(bag.dice), rounds),
    Step("a bonus", BOOK, lambda bag: Dice(1, 3) if bag.won else None, lambda bag, more: Bag(bag.dice, more)),
    Change(lambda bag: Bag(0, min(bag.won, 2))),
]


def test_a_play_keeps_every_throw() -> None:
    end = play(GAME, Bag(3), Typed([1, 4, 2, 3, 2, 5]))
    assert end.state == Bag(0, 2)
    assert end.log == (
        Thrown("first", BOOK, (1, 4, 2), 2),
        Thrown("twice, hits", BOOK, (3,), 1),
        Thrown("twice, again", BOOK, (2,), 1),
        Thrown("a bonus", BOOK, (5,), 3),
    )
    with pytest.raises(FacesError, match="again asks for 1"):
        play(GAME, Bag(3), Typed([1, 4, 2, 3]))


def test_the_odds_are_every_play_counted() -> None:
    counted: dict[Bag, Fraction] = {}
    faces = list(product(range(1, 7), repeat=4))
    for typed in faces:
        end = play(GAME, Bag(1), Typed(typed)).state
        counted[end] = counted.get(end, Fraction()) + Fraction(1, len(faces))
    assert spread(GAME, Bag(1)).chances() == counted


def test_a_chain_is_rolled_as_one() -> None:
    assert Twice(5).odds() == Distribution({0: 5, 1: 1}).summed(5)
    assert Twice(5).odds() is Twice(5).odds()


def test_a_million_plays_agree_with_the_odds() -> None:
    generator = np.random.default_rng(19)
    counts = played_often(GAME, Bag(5), 1_000_000, generator)
    assert abs(surprise(counts, spread(GAME, Bag(5)))) < 4
    wrong = spread([*GAME[:1], *GAME[2:]], Bag(5))
    assert surprise(counts, wrong) > 100
