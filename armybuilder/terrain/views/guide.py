"""The guide to terrain: what the dice bring, what each kind of ground is, and what it does to whom."""

from __future__ import annotations

from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import Struct

from armybuilder.catalogue.loaders.terrain import terrain_charts
from armybuilder.terrain.presenters.effects import GROUNDS, beyond_movement, speeds
from tabletop.arcana.terrain import TERRAIN_KINDS, Chart, Result, ways
from tabletop.arcana.terrain.odds import THROWS
from tabletop.arcana.terrain.wording import feature_in_words

MOST_WAYS = 11


class Outcome(Struct, frozen=True):
    """A feature that a line of a chart brings, in words."""

    name: str
    sentences: tuple[str, ...]


class ChartLine(Struct, frozen=True):
    """A line of a chart with its chance; `like` is the total of an earlier line that brings the same."""

    result: Result
    outcomes: tuple[Outcome, ...]
    like: int | None

    @property
    def totals(self) -> str:
        return " or ".join(map(str, self.result.rolls))

    @property
    def ways(self) -> int:
        return ways(self.result)

    @property
    def percent(self) -> str:
        return f"{float(Fraction(self.ways, THROWS) * 100):.0f} %"


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    context = {
        "charts": [(chart, lines_of(chart)) for chart in terrain_charts().values()],
        "throws": THROWS,
        "widest": MOST_WAYS,
        "kinds": TERRAIN_KINDS.values(),
        "grounds": GROUNDS,
        "speeds": speeds(),
        "effects": beyond_movement(),
    }
    return render(request, "terrain/guide.html", context)


def lines_of(chart: Chart) -> tuple[ChartLine, ...]:
    first: dict[tuple[str, ...], int] = {}
    lines = []
    for result in chart.results:
        features = map(chart.feature, result.choices)
        outcomes = tuple(Outcome(feature.name, feature_in_words(feature)) for feature in features)
        lines.append(ChartLine(result, outcomes, first.get(result.choices)))
        first.setdefault(result.choices, result.rolls[0])
    return tuple(lines)
