"""What a turn of a melee costs each side on average, and how likely each breaks: exact, and without playing the tests.

A test hangs on what both sides are after the blows, and its dice on nothing else. The last blows are never put together
with those of the enemy: what a unit becomes is set beside what its enemy is to it (`Threat`), and of that there are few
kinds.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from msgspec import Struct

from tabletop.arcana.rules.melee.facts import Threat, facts_of
from tabletop.arcana.rules.melee.fighters import Struck
from tabletop.arcana.rules.melee.turns import (
    Contender,
    Contenders,
    Failure,
    failures,
    regained_by,
    standing_of,
    suffered,
)
from tabletop.arcana.rules.morale.testing import MoraleTest
from tabletop.dice import Distribution

DICE = MoraleTest(0).odds()  # of every test


class Toll(Struct, frozen=True):
    """Mean wounds and models lost to blows, what comes back of these and is paid instead of breaking; who breaks.

    `breaks` is the chance of that, the others are means: of wounds its characters' too, of models the troops' alone.
    """

    wounds: Fraction
    fallen: Fraction
    regained: Fraction
    paid: Fraction
    breaks: Fraction


class _Side:
    """One side of the turn: what it may have become, and how often beside what its enemy has.

    Ends are many times the same object, as the enemy has done the same to it, and are known by their identity.
    """

    def __init__(self, own: Contender, ends: Iterable[Distribution[Struck]], *, at_front: bool) -> None:
        self._own = own
        self._ends = {id(become): become for become in ends}
        self._facts = {
            struck: facts_of(own, struck, at_front=at_front)
            for struck in dict.fromkeys(struck for become in self._ends.values() for struck in become.weights)
        }
        self._threats = {
            which: become.map(lambda struck: self._facts[struck].threat).weights for which, become in self._ends.items()
        }
        self._beside: dict[int, dict[Threat, int]] = {which: {} for which in self._ends}

    def beside(self, become: Distribution[Struck], enemy: _Side, its: Distribution[Struck], times: int) -> None:
        """It has become one thing and its enemy another, each by itself, so many times."""
        beside = self._beside[id(become)]
        for threat, weight in enemy._threats[id(its)].items():
            beside[threat] = beside.get(threat, 0) + weight * times

    def _gathered(self) -> dict[Struck, tuple[int, dict[int, int]]]:
        """How often it is what, and then makes a test of which number."""
        weights: dict[Struck, int] = dict.fromkeys(self._facts, 0)
        every: dict[Struck, dict[int, int]] = {struck: {} for struck in self._facts}
        for which, become in self._ends.items():
            beside = self._beside[which]
            often = sum(beside.values())
            for struck, weight in become.weights.items():
                weights[struck] += weight * often
                tests = every[struck]
                for number, times in self._facts[struck].tests(beside):
                    tests[number] = tests.get(number, 0) + weight * times
        return {struck: (weight, every[struck]) for struck, weight in weights.items()}

    def toll(self, total: int) -> Toll:
        """By weights out of a total."""
        own, wounds, models, regained, paid, breaks = self._own, 0, 0, 0, Fraction(), 0
        for struck, (weight, tests) in self._gathered().items():
            back, pays = regained_by(struck), self._facts[struck].pays
            wounds += weight * (own.wounds(struck.left, struck.characters) - back)
            models += weight * struck.left.models
            regained += weight * back
            for number, often in tests.items():
                if pays:
                    paid += often * self._paid(struck, number)
                else:
                    breaks += often * (DICE.total - MoraleTest(number).odds().weights.get(0, 0))
        return Toll(
            own.all_wounds - Fraction(wounds, total),
            own.fighter.left.models - Fraction(models, total),
            Fraction(regained, total),
            paid / total,
            Fraction(breaks, total * DICE.total),
        )

    def _paid(self, struck: Struck, number: int) -> Fraction:
        """The mean of the wounds that a test of that number costs who pays."""
        own = self._own
        left = own.wounds(struck.left, struck.characters)

        def paid(failure: Failure) -> int:
            end = standing_of(own, struck, *failure)
            return left - own.wounds(end.left, end.characters)

        return failures(own, struck, MoraleTest(number, pays=True)).map(paid).mean()


def tolls(pair: Contenders) -> tuple[Toll, Toll]:
    """What the turn costs each of both."""
    ways = suffered(pair)
    own = _Side(pair[0], [first for _, (first, _) in ways], at_front=pair[1].front)
    its = _Side(pair[1], [second for _, (_, second) in ways], at_front=pair[0].front)
    common = lcm(*[first.total * second.total for _, (first, second) in ways])
    for weight, (first, second) in ways:
        times = weight * (common // (first.total * second.total))
        own.beside(first, its, second, times)
        its.beside(second, own, first, times)
    total = common * sum(weight for weight, _ in ways)
    return own.toll(total), its.toll(total)
