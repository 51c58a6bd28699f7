"""The charts' odds in 36ths, and the dice of terrain."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tabletop.arcana.terrain import feature_odds, odds, ways
from tabletop.dice import parse_dice
from tests.charts import REGIONS, printed_charts

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


@pytest.mark.parametrize("region", REGIONS)
def test_the_chances_of_a_chart_sum_to_one(region: str) -> None:
    chart = printed_charts()[region]
    assert sum(chance for _, chance in odds(chart)) == 1
    assert sum(feature_odds(chart).values()) == 1
    assert sum(ways(result) for result in chart.results) == 36


@pytest.mark.parametrize("region", REGIONS)
def test_each_line_has_its_throws_of_two_dice(region: str) -> None:
    for result in printed_charts()[region].results:
        assert ways(result) == sum(WAYS[total] for total in result.rolls)


@pytest.mark.parametrize(
    ("region", "feature", "chance"),
    [
        ("forests", "woods", Fraction(20, 36)),
        ("forests", "wooded-hill", Fraction(5, 36)),
        ("swamps-and-marshes", "deep-river", Fraction(11, 36)),
        ("deserts-and-beaches", "jebel", Fraction(3, 36) + Fraction(5, 72)),
        ("deserts-and-beaches", "sand-dune", Fraction(8, 36) + Fraction(11, 72)),
        ("deserts-and-beaches", "palm-grove", Fraction(5, 36) + Fraction(6, 72)),
    ],
)
def test_a_features_chance_is_exact(region: str, feature: str, chance: Fraction) -> None:
    assert feature_odds(printed_charts()[region])[feature] == chance


@pytest.mark.parametrize(
    ("dice", "totals"),
    [("d3", [1, 2, 3]), ("d3+1", [2, 3, 4]), ("d6", list(range(1, 7)))],
)
def test_one_dice_is_flat(dice: str, totals: list[int]) -> None:
    assert parse_dice(dice).odds().chances() == dict.fromkeys(totals, Fraction(1, len(totals)))


def test_two_dice_are_every_throw() -> None:
    throws = [sum(throw) for throw in product(range(1, 7), repeat=2)]
    assert parse_dice("2d6").odds().chances() == {total: Fraction(throws.count(total), 36) for total in range(2, 13)}


@pytest.mark.parametrize("text", ["", "d4", "6", "0d6", "d6-1", "d6+"])
def test_what_are_no_dice_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no dice"):
        parse_dice(text)
