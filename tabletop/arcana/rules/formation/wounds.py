"""Wounds that weren't saved: how many models fall, and what the living have lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct


class Toll(Struct, frozen=True, gc=False):
    """Models that fall, the wounds that each of the others has lost, most first, and wounds that found nobody."""

    fallen: int
    wounded: tuple[int, ...]
    wasted: int


class Wounded(Struct, frozen=True, gc=False):
    """Models of so many wounds each, and how many some of them have lost already."""

    models: int
    each: int
    lost: tuple[int, ...] = ()

    @property
    def rests(self) -> tuple[int, ...]:
        """What each model has left, the most wounded first."""
        return tuple(sorted([self.each - lost for lost in self.lost] + [self.each] * (self.models - len(self.lost))))


def carried(unit: Wounded, wounds: int) -> Toll:
    """Wounds go on from model to model, the most wounded first (“Firing Into Combat”, of transferred wounds)."""
    rests, fallen = unit.rests, 0
    while fallen < unit.models and wounds >= rests[fallen]:
        wounds -= rests[fallen]
        fallen += 1
    return _toll(unit, rests, fallen, wounds, 0)


def placed(unit: Wounded, hits: Sequence[int]) -> Toll:
    """Every hit's wounds on one model, put together so that most fall, and then that most wounds count.

    “Multiple Wounding Attacks”: the attacker chooses. Whoever has least left falls first, as that takes the fewest.
    """
    rests = unit.rests
    fallen, left = _most(rests[: len(hits)], tuple(sorted(hits, reverse=True)))
    killed = sum(rests[:fallen])
    return _toll(unit, rests, fallen, left, sum(hits) - killed - left)


def _toll(unit: Wounded, rests: Sequence[int], fallen: int, wounds: int, wasted: int) -> Toll:
    """What is left over wounds the next one, who outlives it."""
    if fallen == unit.models:
        return Toll(fallen, (), wasted + wounds)
    hurt = [unit.each - rest for rest in rests[fallen : len(unit.lost)] if rest < unit.each]
    lost = [unit.each - rests[fallen] + wounds, *hurt[1:]] if wounds else hurt
    return Toll(fallen, tuple(lost), wasted)


@lru_cache(maxsize=10_000)
def _most(rests: tuple[int, ...], hits: tuple[int, ...]) -> tuple[int, int]:
    """The most models that hits can kill, and of all ways to do it the most wounds left over."""
    best = (0, sum(hits))
    for group in _groups(hits, rests[0]) if rests else ():
        fallen, left = _most(rests[1:], _without(hits, group))
        best = max(best, (fallen + 1, left))
    return best


def _groups(hits: tuple[int, ...], needed: int) -> Iterator[tuple[int, ...]]:
    """Hits that together are enough, the greatest first, and wouldn't be without the least of them."""
    for place, hit in enumerate(hits):
        if place and hits[place - 1] == hit:
            continue
        if hit >= needed:
            yield (hit,)
        else:
            yield from ((hit, *rest) for rest in _groups(hits[place + 1 :], needed - hit))


def spared(unit: Wounded, hits: tuple[int, ...]) -> int:
    """The most hits that aren't needed to kill everybody; 0 where somebody lives."""
    fewest = _fewest(unit.rests, hits) if sum(hits) >= sum(unit.rests) else None
    return 0 if fewest is None else len(hits) - fewest


@lru_cache(maxsize=10_000)
def _fewest(rests: tuple[int, ...], hits: tuple[int, ...]) -> int | None:
    """With how few hits all are killed; None where they don't suffice."""
    if not rests:
        return 0
    ways = ((len(group), _fewest(rests[1:], _without(hits, group))) for group in _groups(hits, rests[0]))
    return min((own + others for own, others in ways if others is not None), default=None)


def _without(hits: tuple[int, ...], group: tuple[int, ...]) -> tuple[int, ...]:
    left = list(hits)
    for hit in group:
        left.remove(hit)
    return tuple(left)
