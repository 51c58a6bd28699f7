"""Attacks of one kind on one unit, thrown together: hits, saves, and what those that aren't saved cost."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tabletop.arcana.rules.harm.hitting import rolls_of
from tabletop.citations import Citation
from tabletop.dice import Chain, Change, Dice, Distribution, Several, Sieve, Sifted, Step, Total
from tabletop.dice.steps import Steps

NO_HIT = Sieve("to hit", 0)


class Blows(Chain[int], frozen=True):
    """How many hits of so many attacks aren't saved.

    `needed` and `saved` are numbers as on a receipt, below 1 and over 6, too; without `needed` they have hit. Each hit
    counts `times`; `halved` are all together before that, rounded up (rams at skirmishers, reading BR16).
    """

    attacks: int
    needed: int | None
    saved: int
    citation: Citation
    times: int = 1
    halved: bool = False

    def steps(self) -> Steps[int]:
        return self._sifting(hits_of(self.needed)), *self._counting, self._sifting(saves_of(self.saved))

    def start(self) -> int:
        return self.attacks

    def result(self, state: int) -> int:
        return state

    def odds(self) -> Distribution[int]:
        """Hits that count once and are saved one by one are sifted dice from the first throw to the last."""
        if self.times > 1 or self.halved:
            return super().odds()
        return Sifted(self.attacks, (*hits_of(self.needed), *saves_of(self.saved)), self.citation).odds()

    @property
    def _counting(self) -> list[Change[int]]:
        """What becomes of hits before they are saved."""
        halved = [Change[int](lambda hits: -(-hits // 2))] if self.halved else []
        return [*halved, *([Change[int](lambda hits: hits * self.times)] if self.times > 1 else [])]

    def _sifting(self, sieves: tuple[Sieve, ...]) -> Step[int]:
        return Step("", self.citation, lambda left: Sifted(left, sieves, self.citation), lambda _, left: left)


@lru_cache(maxsize=64)
def hits_of(needed: int | None) -> tuple[Sieve, ...]:
    """A throw for all that is rolled, none for what has hit; what can't hit takes none and keeps none."""
    if needed is None:
        return ()
    names = ("to hit", "to hit after a 1")
    return tuple(Sieve(name, number) for name, number in zip(names, rolls_of(needed), strict=False)) or (NO_HIT,)


@lru_cache(maxsize=64)
def saves_of(saved: int) -> tuple[Sieve, ...]:
    """Nothing is thrown where nothing saves; where everything does, nothing is left."""
    return (Sieve("saves", saved, keeps=False),) if saved > 0 else ()


class Wounds(Chain[int | tuple[int, ...]], frozen=True):
    """The wounds of each hit that wasn't saved, the greatest first: so many d3, of which `most` count.

    Without `most` all of them count, and only their sum matters.
    """

    blows: Blows
    dice: int
    most: int | None

    def steps(self) -> Steps[Any]:
        dice, citation = Dice(self.dice, 3, most=self.most), self.blows.citation
        together = Total if self.most is None else Several
        return (
            Step("", citation, lambda _: self.blows, lambda _, unsaved: unsaved),
            Step("wounds", citation, lambda left: together(left, dice) if left else None, lambda _, wounds: wounds),
        )

    def start(self) -> int:
        return 0

    def result(self, state: Any) -> int | tuple[int, ...]:
        return state or ()
