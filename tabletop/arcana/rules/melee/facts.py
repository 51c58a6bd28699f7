"""What tests of morale after a phase of blows hang on: some numbers of each side, and no other trait of either.

A unit's test reads of its enemy only a `Threat`, so that many ends of the enemy are one to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.arcana.rules.melee.fighters import Struck
from tabletop.arcana.rules.melee.turns import Contender, pays, shaken_by
from tabletop.arcana.rules.morale.testing import Enemy, Shaken, most_outnumbered, number, triggers


class Threat(NamedTuple):
    """A unit as its enemy's test sees it: what its numbers take off, and the most wounds to which it is superior.

    These are of a loose enemy and of one in ranks, -1 of a unit of which nobody is left.
    """

    penalty: int
    most: int
    most_in_ranks: int


class Facts(NamedTuple):
    """A unit as its own test sees it, by itself: its wounds, its number, and whether it tests with an enemy or without.

    `pays` is whether it suffers wounds where it fails, `threat` what it is to its enemy.
    """

    wounds: int
    ranked: bool
    number: int
    tests_in_melee: bool
    tests_alone: bool
    pays: bool
    threat: Threat

    def tests(self, enemies: Mapping[Threat, int]) -> Iterator[tuple[int, int]]:
        """The number of each test that it makes beside enemies that it may have, with their weights."""
        wounds, ranked, number = self.wounds, self.ranked, self.number
        for (penalty, most, most_in_ranks), weight in enemies.items():
            outnumbered = 0 < wounds <= (most_in_ranks if ranked else most)
            if outnumbered or (self.tests_in_melee if most >= 0 else self.tests_alone):
                yield number - outnumbered - penalty, weight


NOBODY = Threat(0, -1, -1)
GONE = Facts(0, False, 0, False, False, False, NOBODY)


def facts_of(own: Contender, struck: Struck, *, at_front: bool) -> Facts:
    """Of what blows have made of a unit that is at its enemy's front or not."""
    unit = shaken_by(own, struck, engaged=True)
    return _facts(unit, front=own.front, at_front=at_front, pays=pays(own, struck)) if unit.models else GONE


@lru_cache(maxsize=1024)
def _facts(unit: Shaken, *, front: bool, at_front: bool, pays: bool) -> Facts:
    """Kept by value: a unit is the same to many enemies, and many units are the same to their tests."""
    seen = Enemy(unit, front=front, at_flank=not at_front)
    threat = Threat(seen.penalty, most_outnumbered(seen, ranked=False), most_outnumbered(seen, ranked=True))
    tests_alone = bool(triggers(replace(unit, engaged=False), ()))
    tests_in_melee = bool(triggers(unit, ()))
    return Facts(unit.wounds, unit.ranked, number(unit, ()), tests_in_melee, tests_alone, pays, threat)
