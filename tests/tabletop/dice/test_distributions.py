"""Distributions: every way of making one against counting, and what is read off them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.dice import Dice, Distribution, certain

WEIGHTS = st.dictionaries(st.integers(0, 9), st.integers(0, 50), min_size=1).filter(lambda own: any(own.values()))
DISTRIBUTIONS = WEIGHTS.map(Distribution)


def test_equal_chances_are_equal_distributions() -> None:
    halves = Distribution({0: 3, 1: 3, 2: 0})
    assert halves == Distribution({1: 1, 0: 1})
    assert halves != Distribution({0: 1, 1: 2})
    assert halves.lowest().weights == {0: 1, 1: 1}
    assert (halves.chance(1), halves.chance(2)) == (Fraction(1, 2), 0)
    assert certain("it").chances() == {"it": Fraction(1)}
    assert halves != {0: 1, 1: 1}
    assert repr(halves) == "Distribution({0: 3, 1: 3})"


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}])
def test_weights_that_are_no_chances_are_refused(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="needs weights"):
        Distribution(weights)


@given(DISTRIBUTIONS, st.integers(0, 4))
def test_sums_are_counted_throw_by_throw(one: Distribution[int], times: int) -> None:
    counted: dict[int, int] = {}
    for numbers in product(one.weights, repeat=times):
        weight = 1
        for number in numbers:
            weight *= one.weights[number]
        counted[sum(numbers)] = counted.get(sum(numbers), 0) + weight
    summed = one.summed(times)
    assert summed.weights == counted
    assert summed.mean() == one.mean() * times


def test_numbers_below_zero_are_not_summed() -> None:
    with pytest.raises(ValueError, match="from 0 on"):
        Distribution({-1: 1, 1: 1}).summed(2)


@given(DISTRIBUTIONS, st.lists(DISTRIBUTIONS, min_size=10, max_size=10))
def test_a_mixture_is_the_sum_of_products_of_chances(first: Distribution[int], after: list[Distribution[int]]) -> None:
    mixed = first.then(lambda number: after[number])
    for outcome in range(10):
        total = sum((first.chance(number) * after[number].chance(outcome) for number in range(10)), Fraction())
        assert mixed.chance(outcome) == total


@given(DISTRIBUTIONS)
def test_what_is_read_off_adds_up(one: Distribution[int]) -> None:
    assert sum(one.chances().values()) == 1
    assert list(one.chances()) == sorted(one.weights)
    assert sum(one.at_least().values()) == one.mean()
    assert one.map(lambda number: number % 2).chance(1) == one.chance_that(lambda number: number % 2 == 1)
    low, high = one.middle(Fraction(4, 5))
    assert one.chance_that(lambda number: low <= number <= high) >= Fraction(4, 5)


def test_the_middle_of_two_dice_is_as_narrow_as_it_may_be() -> None:
    assert Dice(2).odds().middle(Fraction(4, 5)) == (4, 10)  # 3 and less come up 3 times in 36, 4 and less 6 times
    assert Dice(2).odds().middle(Fraction(1, 2)) == (5, 9)
    assert certain(3).middle(Fraction(4, 5)) == (3, 3)
