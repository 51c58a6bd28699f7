"""Reading the terrain charts' fixture files: every fault names its file and field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings

from armybuilder.catalogue.loaders.lists import FixtureError, read_yaml
from tabletop.arcana.battlefield.schema import TerrainKind
from tabletop.arcana.terrain import Chart, GroundKind, read_chart, read_kinds
from tabletop.decoding import MalformedError

KINDS = "00-kinds.yaml"

T = TypeVar("T")


def read_charts(folder: Path) -> dict[str, Chart]:
    """Every chart by its region, in the folder's numbered order; FixtureError names the first fault."""
    paths = sorted(path for path in folder.glob("*.yaml") if path.name != KINDS)
    if not paths:
        raise FixtureError(f"{folder}: no fixtures here")
    charts = [_read(path, read_chart) for path in paths]
    by_region = {chart.slug: chart for chart in charts}
    if len(by_region) < len(charts):
        raise FixtureError(f"{folder}: a region has two charts")
    return by_region


def read_base_kinds(folder: Path) -> Mapping[TerrainKind, GroundKind]:
    return _read(folder / KINDS, read_kinds)


def _read(path: Path, reader: Callable[[Any], T]) -> T:
    plain = read_yaml(path)
    try:
        return reader(plain)
    except MalformedError as error:
        raise FixtureError(f"{path.name}: {error}") from error


@cache
def terrain_charts() -> Mapping[str, Chart]:
    """The charts that come with the project."""
    return read_charts(_folder())


def chart_of(region: str) -> Chart:
    """MalformedError (`region`) where there is no such chart."""
    charts = terrain_charts()
    if region not in charts:
        raise MalformedError("region", f"there is no chart “{region}”, but {', '.join(charts)}")
    return charts[region]


@cache
def ground_kinds() -> Mapping[TerrainKind, GroundKind]:
    """The base kinds that come with the project."""
    return read_base_kinds(_folder())


def _folder() -> Path:
    return settings.ROOT / "fixtures" / "arcana" / "terrain"
