"""What a turn of a melee costs each side on average, and how likely each breaks: exact, and without playing the tests.

A test hangs on what both sides are after the blows, and its dice on nothing else. So the blows are spread once, and the
tests that follow are gathered by what they are worth: the same test of a unit of the same wounds is one, whatever has
led to it.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.rules.melee.fighters import Struck
from tabletop.arcana.rules.melee.turns import Contender, Contenders, owed_by, suffered, tests_of
from tabletop.arcana.rules.morale.testing import MoraleTest

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


def tolls(pair: Contenders) -> tuple[Toll, Toll]:
    """What the turn costs each of both."""
    ends = suffered(pair)
    named = tests_of(pair)
    struck: tuple[dict[Struck, int], ...] = ({}, {})
    tests: tuple[dict[tuple[MoraleTest, Struck], int], ...] = ({}, {})
    for fight, weight in ends.weights.items():
        for which, (test, own) in enumerate(zip(named(fight), (fight.first, fight.second), strict=True)):
            struck[which][own] = struck[which].get(own, 0) + weight
            if test is not None:
                tests[which][test, own] = tests[which].get((test, own), 0) + weight
    first, second = (_toll(own, struck[which], tests[which], total=ends.total) for which, own in enumerate(pair))
    return first, second


def _toll(
    own: Contender, struck: dict[Struck, int], tests: dict[tuple[MoraleTest, Struck], int], *, total: int
) -> Toll:
    before, paid, breaks = own.fighter, 0, 0
    each = before.figures.wounds
    for (test, left), weight in tests.items():
        for points, ways in test.odds().weights.items():
            if points and test.pays:
                paid += weight * ways * owed_by(own, left, points).troops
            elif points:
                breaks += weight * ways
    heals = before.figures.defence.regeneration
    regained = sum(end.regained[0] * weight for end, weight in struck.items()) if heals else 0
    wounds = sum(end.left.wounds(each) * weight for end, weight in struck.items()) - regained
    models = sum(end.left.models * weight for end, weight in struck.items())
    return Toll(
        before.left.wounds(each) - Fraction(wounds, total),
        before.left.models - Fraction(models, total),
        Fraction(regained, total),
        Fraction(paid, total * DICE.total),
        Fraction(breaks, total * DICE.total),
    )
