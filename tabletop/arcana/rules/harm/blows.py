"""Attacks of one kind on one unit, thrown together: hits, saves, and what those that aren't saved cost."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tabletop.arcana.rules.harm.hitting import AFTER_A_ONE
from tabletop.citations import Citation
from tabletop.dice import Chain, Change, Dice, Hits, Several, Step
from tabletop.dice.steps import Steps


class Blows(Chain[int], frozen=True):
    """How many hits of so many attacks aren't saved.

    `needed` and `saved` are numbers as on a receipt, below 1 and over 6, too. Each hit counts `times`; `halved` are all
    together, rounded up (rams at skirmishers, reading BR16).
    """

    attacks: int
    needed: int
    saved: int
    citation: Citation
    times: int = 1
    halved: bool = False

    def steps(self) -> Steps[int]:
        return _steps(self.needed, self.saved, self.citation, self.times, halved=self.halved)

    def start(self) -> int:
        return self.attacks

    def result(self, state: int) -> int:
        return state


@lru_cache(maxsize=1024)
def _steps(needed: int, saved: int, citation: Citation, times: int, *, halved: bool) -> Steps[int]:
    """The steps over what is left: attacks, then hits, then those that weren't saved."""
    steps: list[Step[int] | Change[int]] = [_counted("to hit", max(needed, 1), citation)]
    if needed < 1:
        steps.append(_counted("to hit after a 1", AFTER_A_ONE + needed, citation))
    if times > 1:
        steps.append(Change(lambda hits: hits * times))
    if halved:
        steps.append(Change(lambda hits: -(-hits // 2)))
    if saved >= 6:
        steps.append(Change(lambda hits: 0))
    elif saved > 0:
        save = Step[int](
            "saves", citation, lambda hits: Hits(hits, saved) if hits else None, lambda hits, spared: hits - spared
        )
        steps.append(save)
    return tuple(steps)


def _counted(name: str, needed: int, citation: Citation) -> Step[int]:
    return Step(name, citation, lambda left: Hits(left, needed) if left else None, lambda left, hits: hits)


class Wounds(Chain[tuple[int, ...]], frozen=True):
    """The wounds of each hit that wasn't saved, the greatest first: so many d3, of which `most` count."""

    blows: Blows
    dice: int
    most: int | None

    def steps(self) -> Steps[Any]:
        dice, citation = Dice(self.dice, 3, most=self.most), self.blows.citation
        return (
            Step("", citation, lambda _: self.blows, lambda _, unsaved: unsaved),
            Step("wounds", citation, lambda left: Several(left, dice) if left else None, lambda _, wounds: wounds),
        )

    def start(self) -> int:
        return 0

    def result(self, state: Any) -> tuple[int, ...]:
        return state or ()
