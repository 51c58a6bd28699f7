"""Exact odds of the charts and of the dice that terrain asks for."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.terrain.charts import Chart, Result

THROWS = 36


def ways(result: Result) -> int:
    """The number of the 36 throws of 2d6 in which a line of a chart comes up."""
    return sum(6 - abs(total - 7) for total in result.rolls)


def odds(chart: Chart) -> tuple[tuple[Result, Fraction], ...]:
    """Each line of the chart with its chance."""
    return tuple((result, Fraction(ways(result), THROWS)) for result in chart.results)


def feature_odds(chart: Chart) -> dict[str, Fraction]:
    """Each feature's chance by its slug; where a line leaves a choice, both are as likely (our dice)."""
    chances = dict.fromkeys((feature.slug for feature in chart.features), Fraction())
    for result, chance in odds(chart):
        for slug in result.choices:
            chances[slug] += chance / len(result.choices)
    return chances
