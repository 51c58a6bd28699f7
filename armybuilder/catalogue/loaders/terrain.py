"""Reading the terrain charts' fixture files: every fault names its file and field."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.conf import settings

from armybuilder.catalogue.loaders.lists import FixtureError, read_file
from tabletop.arcana.terrain import Chart, read_chart
from tabletop.decoding import MalformedError


def read_charts(folder: Path) -> dict[str, Chart]:
    """Every chart by its region, in the folder's numbered order; FixtureError names the first fault."""
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise FixtureError(f"{folder}: no fixtures here")
    charts = [read_file(path, read_chart) for path in paths]
    by_region = {chart.slug: chart for chart in charts}
    if len(by_region) < len(charts):
        raise FixtureError(f"{folder}: a region has two charts")
    return by_region


@cache
def terrain_charts() -> Mapping[str, Chart]:
    """The charts that come with the project."""
    return read_charts(settings.ROOT / "fixtures" / "arcana" / "terrain")


def chart_of(region: str) -> Chart:
    """MalformedError (`region`) where there is no such chart."""
    charts = terrain_charts()
    if region not in charts:
        raise MalformedError("region", f"there is no chart “{region}”, but {', '.join(charts)}")
    return charts[region]
