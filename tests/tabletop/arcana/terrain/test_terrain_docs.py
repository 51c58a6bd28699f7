"""The documentation's tables of charts are what the fixtures say."""

from __future__ import annotations

import pytest

from tabletop.arcana.terrain import Chart, Feature, ways
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS
from tests.catalogue import PROJECT
from tests.charts import REGIONS, base_kinds, printed_charts

PAGE = (PROJECT / "docs" / "terrain.md").read_text(encoding="utf-8")


def counted(chart: Chart) -> str:
    bands = sum(feature.is_band for feature in chart.features)
    rolls = [rule for feature in chart.features for rule in feature.sub_rolls]
    ours = sum(rule.ours for rule in rolls)
    hazards = sum(feature.effects.hazard is not None for feature in chart.features)
    totals = sum(len(result.rolls) for result in chart.results)
    figures = (totals, len(chart.results), len(chart.features), bands, hazards, len(rolls) - ours, ours)
    return f"| {chart.name} | {' | '.join(map(str, figures))} |"


def going(feature: Feature) -> str:
    return (feature.going or TERRAIN_KINDS[feature.kind].going).replace("-", " ")


def lines(chart: Chart) -> list[str]:
    """Each result: its totals, its 36ths, what it is and how one goes there."""
    found = []
    for result in chart.results:
        features = [chart.feature(slug) for slug in result.choices]
        names = " or ".join(feature.name.lower() if number else feature.name for number, feature in enumerate(features))
        goings = ", ".join(dict.fromkeys(map(going, features)))
        cover = ", ".join(dict.fromkeys(feature.effects.cover or "–" for feature in features))
        found.append(f"| {', '.join(map(str, result.rolls))} | {ways(result)} | {names} | {goings} | {cover} |")
    return found


@pytest.mark.parametrize("region", REGIONS)
def test_the_counts_are_the_fixtures(region: str) -> None:
    assert counted(printed_charts()[region]) in PAGE.splitlines()


@pytest.mark.parametrize("region", REGIONS)
def test_every_line_of_a_chart_is_on_the_page(region: str) -> None:
    chart = printed_charts()[region]
    section = PAGE.partition(f"### {chart.name}\n")[2].partition("\n### ")[0].partition("\n## ")[0]
    assert [line for line in section.splitlines() if line.startswith("|")][2:] == lines(chart)


def test_every_base_kind_is_on_the_page() -> None:
    for kind in base_kinds().values():
        cells = (kind.name, kind.going.replace("-", " "), kind.nature or "–", kind.cover or "–", "ours" * kind.ours)
        assert f"| {' | '.join(cells).rstrip()} |".replace("|  |", "| |") in PAGE.splitlines()
