"""Exact odds of the charts and of the dice that terrain asks for."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product

from tabletop.arcana.battlefield.schema import Hazard
from tabletop.arcana.terrain.charts import Chart, Result

DICE = re.compile(r"^(?P<count>[1-9]?)d(?P<faces>[36])(?:\+(?P<more>[1-9]))?$")
THROWS = 36

Odds = dict[int, Fraction]


def parsed(dice: str) -> tuple[int, int, int]:
    """How many dice, of how many faces, and what is added: `d3+1` is 1, 3, 1. ValueError for anything else."""
    found = DICE.match(dice)
    if not found:
        raise ValueError(f"“{dice}” are no dice")
    return int(found["count"] or 1), int(found["faces"]), int(found["more"] or 0)


def spread(dice: str) -> Odds:
    """The chance of each total, least first."""
    count, faces, more = parsed(dice)
    totals = Counter(sum(throw) + more for throw in product(range(1, faces + 1), repeat=count))
    return {total: Fraction(totals[total], faces**count) for total in sorted(totals)}


def mean(odds_of: Odds) -> Fraction:
    return sum((total * chance for total, chance in odds_of.items()), Fraction())


def ways(result: Result) -> int:
    """In how many of 36 throws of 2d6 a line of a chart comes up."""
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


def harm(hazard: Hazard) -> Odds:
    """The chance of each number of hits or wounds on a unit inside as a turn starts, saves not counted."""
    strikes = Fraction(7 - hazard.least, 6) if hazard.least else Fraction(1)
    nothing = {0: 1 - strikes} if strikes < 1 else {}
    return nothing | {total: chance * strikes for total, chance in spread(hazard.dice).items()}
