"""What armies roll and what ground costs: known odds, the book's examples, and plays that agree with the odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from tabletop.arcana.battlefield.schema import Harm, Hazard
from tabletop.arcana.odds.armies import break_test_of, initiative_of
from tabletop.arcana.odds.situations import Army, BreakTest, Initiative, Player
from tabletop.arcana.rules.harm.at_units import Company
from tabletop.arcana.rules.harm.hazards import Suffered, hazard_steps
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.morale.testing import ArmyTest, army_holds_on
from tabletop.dice import Typed, play, spread
from tests.catalogue import printed_catalogue
from tests.dice import played_often, surprise

HEAD: dict[str, Any] = {"format": "muster-situation/1", "game": "arcana"}
BOG = Hazard(least=6, harm=Harm.WOUNDS, dice="d6")
LAGOON = Hazard(harm=Harm.HITS, dice="2d6", strength=3)
QUICKSAND = Hazard(harm=Harm.WOUNDS, dice="2d6", no_saves=True)


def army_tests(*armies: tuple[int, int]) -> Any:
    sides = tuple(Army(points=points, lost=lost) for points, lost in armies)
    return break_test_of(BreakTest(**HEAD, sides=sides))


def test_an_army_tests_from_three_tenths_on() -> None:
    """E60, lines 1921 to 1929: 5,000 points with 1,500, 1,900 and 2,000 lost; equal or under (ruling T9)."""
    assert [army_holds_on(100 * lost // 5000) for lost in (1499, 1500, 1900, 2000)] == [None, 7, 7, 6]
    assert [ArmyTest(7).read(faces) for faces in ((3, 4), (4, 4))] == [True, False]
    assert ArmyTest(0).read((1, 1)) is False
    for lost, number in ((1500, 7), (2000, 6), (2500, 5)):
        asked = army_tests((5000, lost))
        breaks = spread(asked.steps, asked.start).chance_that(asked.events["a.breaks"])
        assert (1 - breaks) * 36 == sum(first + second <= number for first, second in product(range(1, 7), repeat=2))
    assert (1 - Fraction(5, 12)) / Fraction(5, 12) == Fraction(7, 5)  # O33


def test_who_has_lost_most_tests_first_and_the_other_only_then() -> None:
    """Line 1921; a die says who begins where both have lost alike (reading BR64)."""
    breaks, holds = Fraction(15, 36), Fraction(21, 36)
    for armies, expected in (
        (((5000, 1500), (5000, 1900)), (holds * breaks, breaks)),
        (((5000, 1900), (5000, 1500)), (breaks, holds * breaks)),
        (((5000, 1400), (5000, 1900)), (0, breaks)),
        (((5000, 1500), (5000, 1500)), (breaks * (1 + holds) / 2,) * 2),
    ):
        asked = army_tests(*armies)
        ends = spread(asked.steps, asked.start)
        assert tuple(ends.chance_that(asked.events[f"{name}.breaks"]) for name in "ab") == expected
    asked = army_tests((5000, 1500), (5000, 1900))
    typed = Typed([3, 4, 6, 6])
    assert asked.events["a.breaks"](play(asked.steps, asked.start, typed).state)
    typed.check_all_taken()


def test_initiative_is_fair_and_ties_are_rolled_again() -> None:
    """O63."""
    asked = initiative_of(Initiative(**HEAD))
    ends = spread(asked.steps, asked.start)
    assert [ends.chance_that(asked.events[name]) for name in ("a.highest", "tied")] == [Fraction(5, 12), Fraction(1, 6)]
    three = initiative_of(Initiative(**HEAD, sides=(Player(),) * 3))
    assert [play(three.steps, None, Typed(faces)).state for faces in ([2, 6, 5], [6, 6, 1], [1, 1, 2])] == [1, None, 2]


@pytest.mark.parametrize(
    ("hazard", "mean"), [(LAGOON, Fraction(35, 6)), (BOG, Fraction(7, 12)), (QUICKSAND, Fraction(7))]
)
def test_what_ground_costs_a_unit(hazard: Hazard, mean: Fraction) -> None:
    """O47: twelve axemen; a million plays agree with the odds."""
    steps, start = (
        hazard_steps(hazard),
        Suffered(Company(printed_catalogue().rows["dwarves/axemen"], Left(12))),
    )
    ends = spread(steps, start)
    assert ends.map(lambda end: 12 - end.unit.left.models).mean() == mean
    assert abs(surprise(Counter(played_often(steps, start, 1_000_000, np.random.default_rng(4))), ends)) < 4
