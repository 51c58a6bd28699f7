"""The printed terrain charts for tests, and tables rolled on them."""

from __future__ import annotations

from functools import cache
from typing import Any

from tabletop.arcana.battlefield import Table
from tabletop.arcana.battlefield.schema import TerrainKind
from tabletop.arcana.terrain import TERRAIN_KINDS, Chart, GroundKind, read_chart, read_order, roll_table
from tests.catalogue import PROJECT, read_yaml

TERRAIN = PROJECT / "fixtures" / "arcana" / "terrain"
REGIONS = ("forests", "jungles", "swamps-and-marshes", "deserts-and-beaches")


@cache
def printed_charts() -> dict[str, Chart]:
    charts = [read_chart(read_yaml(path)) for path in sorted(TERRAIN.glob("*.yaml"))]
    return {chart.slug: chart for chart in charts}


def base_kinds() -> dict[TerrainKind, GroundKind]:
    return {kind: record.published for kind, record in TERRAIN_KINDS.items()}


def rolled(region: str, *, pieces: int = 6, seed: int = 1, **more: Any) -> Table:
    return roll_table(read_order({"region": region, "pieces": pieces, "seed": seed, **more}), printed_charts()[region])
