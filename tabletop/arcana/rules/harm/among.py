"""Hits that are shared out among several bodies at random, and what each of them suffers.

One die for each hit that is still to be given: among three a first one takes it on 2 or less, then the second on 3 or
less, and the last takes the rest. So two or three share evenly by a d6; four are two pairs first. A hit on somebody who
is carried by a mount or a vehicle takes a further die, which says whether it is on those who ride or on what carries
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.harm.blows import Blows, Wounds, hits_of
from tabletop.citations import Citation
from tabletop.dice import Chain, Change, Hits, Sifted, Step
from tabletop.dice.rolls import SIDES
from tabletop.dice.steps import Steps

MOUNTED = BOOK.section("Monster Mounts with 4 Wounds or More")
RIDERS_HITS = {4: 2, 5: 2}  # or less, by the wounds of what carries it; a 1 from six wounds on
OF_LARGE_ONES = 1
MOST_AT_ONCE = 3  # bodies among which one die after the other shares evenly; more are halved first

Harm = int | tuple[int, ...]  # single wounds, or those of each hit


class Body(Struct, frozen=True):
    """What a body saves on, how often a hit counts, and the d3 of wounds of one, of which `most` count."""

    saves: int
    times: int
    dice: int = 0
    most: int = 0


class Ridden(Struct, frozen=True):
    """What carries somebody, and who rides it: of six hits on them `rider_on` are on those who ride, at random."""

    mount: Body
    riders: tuple[Body, ...]
    rider_on: int


Found = Body | Ridden


class Shares(Struct, frozen=True):
    """Hits between two throws: those that are still to be given, part within part, and what each body suffers.

    Of each part that waits those that count as often as its bodies say, and those that count once.
    """

    waiting: tuple[tuple[int, int], ...]
    harms: tuple[Harm, ...] = ()


class Among(Chain[tuple[Harm, ...]], frozen=True):
    """What each of some bodies suffers of so many attacks, of what is ridden the mount first.

    Without `needed` they have hit. `halved` are all hits together, rounded up; `once` are further hits that count once,
    whoever is struck, as they were doubled before.
    """

    attacks: int
    needed: int | None
    bodies: tuple[Found, ...]
    citation: Citation
    halved: bool = False
    once: int = 0

    def steps(self) -> Steps[Any]:
        hits, once = hits_of(self.needed), self.once
        steps: list[Step[Any] | Change[Any]] = [
            Step("", self.citation, lambda it: Sifted(it.waiting[0][0], hits, self.citation), _with_hits(once))
        ]
        if self.halved:
            steps.append(Change(lambda it: Shares(((-(-it.waiting[0][0] // 2), once),))))
        numbers = iter(range(sum(map(count_of, self.bodies))))
        return [*steps, *self._shared(self.bodies, numbers)]

    def _shared(self, bodies: Sequence[Found], numbers: Iterator[int]) -> Iterator[Step[Any] | Change[Any]]:
        """What waits last is shared out among these bodies, and each suffers its part."""
        if len(bodies) == 1:
            yield from self._on(bodies[0], numbers)
            return
        first = 1 if len(bodies) <= MOST_AT_ONCE else len(bodies) // 2
        yield from self._given("who is hit", SIDES * first // len(bodies))
        yield from self._shared(bodies[:first], numbers)
        yield from self._shared(bodies[first:], numbers)

    def _on(self, body: Found, numbers: Iterator[int]) -> Iterator[Step[Any] | Change[Any]]:
        if isinstance(body, Body):
            number = next(numbers)
            yield from self._suffering(body, number, f"body {number + 1}")
            return
        yield from self._given("on the rider", body.rider_on, citation=MOUNTED)
        yield Change(lambda it: replace(it, waiting=(*it.waiting[:-2], it.waiting[-1], it.waiting[-2])))
        yield from self._suffering(body.mount, next(numbers), "the mount")
        if len(body.riders) == 1:
            yield from self._suffering(body.riders[0], next(numbers), "the rider")
        else:
            yield from self._shared(body.riders, numbers)

    def _given(self, name: str, most: int, *, citation: Citation | None = None) -> Iterator[Step[Any] | Change[Any]]:
        """A part of what waits last is set apart, behind it: a die for each hit."""
        citation = citation or self.citation

        def roll(it: Shares) -> Hits | None:
            return Hits(it.waiting[-2][0], most) if it.waiting[-2][0] else None

        def roll_once(it: Shares) -> Hits | None:
            return Hits(it.waiting[-2][1], most) if it.waiting[-2][1] else None

        yield Change(lambda it: replace(it, waiting=(*it.waiting, (0, 0))))
        yield Step(name, citation, roll, lambda it, given: _with_part(it, given, 0))
        if self.once:
            yield Step(name, citation, roll_once, lambda it, given: _with_part(it, 0, given))

    def _suffering(self, body: Body, number: int, name: str) -> Iterator[Step[Any] | Change[Any]]:
        """What waits last is on this body."""

        def roll(it: Shares) -> Blows | Wounds | None:
            hits, once = it.waiting[-1]
            if not (hits or once):
                return None
            blows = Blows(hits * body.times + once, None, body.saves, self.citation)
            return Wounds(blows, body.dice, body.most) if body.dice else blows

        def done(it: Shares) -> Shares:
            harms = it.harms if len(it.harms) > number else (*it.harms, 0)
            return Shares(it.waiting[:-1], harms)

        yield Step(name, self.citation, roll, lambda it, harm: replace(it, harms=(*it.harms, harm)))
        yield Change(done)

    def start(self) -> Shares:
        return Shares(((self.attacks, self.once),))

    def result(self, state: Shares) -> tuple[Harm, ...]:
        return state.harms


def count_of(body: Found) -> int:
    """How many suffer by themselves."""
    return 1 + len(body.riders) if isinstance(body, Ridden) else 1


def rider_on(wounds: int) -> int:
    """On how much or less a hit is on the rider; a vehicle of fewer than 4 wounds counts as one of 4 (ruling T11)."""
    return RIDERS_HITS.get(max(wounds, min(RIDERS_HITS)), OF_LARGE_ONES)


def models_of(living: Iterable[int], rides: Sequence[int]) -> int:
    """How many models those are who live, by their places from 1: a rider and what carries it are one."""
    places = set(living)
    return len({rides[place - 1] if rides[place - 1] in places else place for place in places})


def at_random(
    living: Mapping[int, Body], rides: Sequence[int], wounds: Sequence[int]
) -> tuple[tuple[Found, ...], tuple[int, ...]]:
    """Living bodies, by their places from 1, as hits find them, and their places in the order of what they suffer.

    `rides` are by place the places of what carries each, 0 of who is on foot, `wounds` those of one unhurt.
    """
    found: list[Found] = []
    places: list[int] = []
    for place, body in living.items():
        if rides[place - 1] in living:
            continue
        riders = [own for own in living if rides[own - 1] == place]
        on = rider_on(wounds[place - 1])
        found.append(Ridden(body, tuple(living[own] for own in riders), on) if riders else body)
        places += [place, *riders]
    return tuple(found), tuple(places)


def _with_hits(once: int) -> Any:
    return lambda _, hits: Shares(((hits, once),))


def _with_part(shares: Shares, hits: int, once: int) -> Shares:
    """With so many hits more in the last part, which the one before has less."""
    *others, (rest, rest_once), (own, own_once) = shares.waiting
    return replace(shares, waiting=(*others, (rest - hits, rest_once - once), (own + hits, own_once + once)))
