"""Sifted dice: the number kept is what its throws come to, one after the other."""

from __future__ import annotations

from itertools import product

from tabletop.citations import Citation
from tabletop.dice import Sieve, Sifted, Typed, play, spread

BOOK = Citation("A game", "Its dice")


def test_the_odds_are_those_of_the_throws_one_after_the_other() -> None:
    for count, first, second, keeps in product((0, 1, 4), range(-1, 8), (0, 2, 6), (True, False)):
        sifted = Sifted(count, (Sieve("to hit", first), Sieve("saves", second, keeps=keeps)), BOOK)
        assert spread(sifted.steps(), sifted.start()) == sifted.odds(), sifted


def test_nothing_is_thrown_where_none_are_kept() -> None:
    sifted = Sifted(3, (Sieve("to hit", 3), Sieve("saves", 6, keeps=False)), BOOK)
    end = play(sifted.steps(), sifted.start(), Typed([1, 2, 5]))
    assert (end.state, [thrown.result for thrown in end.log]) == (0, [2])
