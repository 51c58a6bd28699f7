"""Hits that are shared out among several bodies at random, and what each of them suffers.

One die for each hit that is still to be given: among three a first one takes it on 2 or less, then the second on 3 or
less, and the last takes the rest. So as many as three share evenly by a d6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.rules.harm.blows import Blows, Wounds, hits_of
from tabletop.citations import Citation
from tabletop.dice import Chain, Change, Hits, Sifted, Step
from tabletop.dice.rolls import SIDES
from tabletop.dice.steps import Steps

MOST_BODIES = 3

Harm = int | tuple[int, ...]  # single wounds, or those of each hit


class Body(Struct, frozen=True):
    """What a body saves on, how often a hit counts, and the d3 of wounds of one, of which `most` count."""

    saves: int
    times: int
    dice: int = 0
    most: int = 0


class Shares(Struct, frozen=True):
    """Hits between two throws: those that are still to be given, those of each body, and what it suffers."""

    hits: int
    given: tuple[int, ...] = ()
    harms: tuple[Harm, ...] = ()


class Among(Chain[tuple[Harm, ...]], frozen=True):
    """What each of two or three bodies suffers of so many attacks; without `needed` they have hit.

    `halved` are all hits together, rounded up.
    """

    attacks: int
    needed: int | None
    bodies: tuple[Body, ...]
    citation: Citation
    halved: bool = False

    def steps(self) -> Steps[Any]:
        hits = hits_of(self.needed)
        steps: list[Step[Any] | Change[Any]] = [
            Step("", self.citation, lambda it: Sifted(it.hits, hits, self.citation), lambda _, left: Shares(left))
        ]
        if self.halved:
            steps.append(Change(lambda it: Shares(-(-it.hits // 2))))
        for place, body in enumerate(self.bodies):
            steps += [self._giving(len(self.bodies) - place), self._suffering(place, body)]
        return steps

    def _giving(self, left: int) -> Step[Any] | Change[Any]:
        if left == 1:
            return Change(lambda it: _given(it, it.hits))
        most = SIDES // left
        return Step("who is hit", self.citation, lambda it: Hits(it.hits, most) if it.hits else None, _given)

    def _suffering(self, place: int, body: Body) -> Step[Any]:
        def roll(it: Shares) -> Blows | Wounds | None:
            hits = it.given[place] if len(it.given) > place else 0
            if not hits:
                return None
            blows = Blows(hits, None, body.saves, self.citation, times=body.times)
            return Wounds(blows, body.dice, body.most) if body.dice else blows

        return Step(f"body {place + 1}", self.citation, roll, _suffered(place))

    def start(self) -> Shares:
        return Shares(self.attacks)

    def result(self, state: Shares) -> tuple[Harm, ...]:
        return tuple(state.harms[place] if place < len(state.harms) else 0 for place in range(len(self.bodies)))


def _given(shares: Shares, hits: int) -> Shares:
    """Where nothing is left to give no body is named: it is passed over."""
    return replace(shares, hits=shares.hits - hits, given=(*shares.given, hits))


def _suffered(place: int) -> Callable[[Shares, Harm], Shares]:
    def after(shares: Shares, harm: Harm) -> Shares:
        missing = (0,) * (place - len(shares.harms))
        return replace(shares, harms=(*shares.harms, *missing, harm))

    return after
