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
from tabletop.arcana.rules.melee.turns import Contender, Contenders, owed_by, suffered
from tabletop.arcana.rules.morale.testing import MoraleTest
from tabletop.dice import Distribution

DICE = MoraleTest(0).odds()  # of every test


class Toll(Struct, frozen=True):
    """Mean wounds and models lost to blows, what comes back of these and is paid instead of breaking; who breaks.

    `breaks` is the chance of that, the others are means, all of the troops alone.
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
        before, wounds, models, regained, paid, breaks = self._own.fighter, 0, 0, 0, 0, 0
        each = before.figures.wounds
        for struck, (weight, tests) in self._gathered().items():
            back, pays = struck.regained[0], self._facts[struck].pays
            wounds += weight * (struck.left.wounds(each) - back)
            models += weight * struck.left.models
            regained += weight * back
            failed = (
                (points, often * ways)
                for number, often in tests.items()
                for points, ways in MoraleTest(number, pays=pays).odds().weights.items()
                if points
            )
            for points, often in failed:
                if pays:
                    paid += often * owed_by(self._own, struck, points).troops
                else:
                    breaks += often
        return Toll(
            before.left.wounds(each) - Fraction(wounds, total),
            before.left.models - Fraction(models, total),
            Fraction(regained, total),
            Fraction(paid, total * DICE.total),
            Fraction(breaks, total * DICE.total),
        )


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
