"""The same odds by another program, icepool: sums, halves, strikes and what each hit costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool

from tabletop.citations import Citation
from tabletop.dice import Dice, Several, Sieve, Sifted, Total

BOOK = Citation("A game", "Its dice")


def by_icepool(die: Any) -> dict[Any, Fraction]:
    return {outcome: die.probability(outcome) for outcome in die.outcomes() if die.quantity(outcome)}


def test_icepool_finds_the_same() -> None:
    d3, d6 = icepool.d3, icepool.d6
    assert Dice(4, 6, more=2).odds().chances() == by_icepool(4 @ d6 + 2)
    halved = (4 @ d3).map(lambda total: -(-total // 2))
    assert Dice(4, 3, halvings=1).odds().chances() == by_icepool(halved)
    assert Total(3, Dice(4, 3, halvings=1)).odds().chances() == by_icepool(3 @ halved)
    capped = d3.map(lambda wounds: min(wounds, 2))
    several = {
        tuple(found): chance
        for found, chance in by_icepool(capped.pool(5).expand(order=icepool.Order.Descending)).items()
    }
    assert Several(5, Dice(1, 3, most=2)).odds().chances() == several
    hit, unsaved = icepool.Die({0: 3, 1: 3}), icepool.Die({0: 2, 1: 4})
    strike = Sifted(20, (Sieve("to hit", 3), Sieve("saves", 2, keeps=False)), BOOK)
    assert strike.odds().chances() == by_icepool((20 @ hit).map(lambda hits: hits @ unsaved if hits else 0))
