"""A card for each sort of terrain on the charts: what it does to whom stands in it."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.arcana.sheets.cards.card import Card, Piece
from tabletop.arcana.terrain import Chart
from tabletop.arcana.terrain.charts import Feature
from tabletop.arcana.terrain.wording import feature_in_words


def terrain_cards(charts: Iterable[Chart]) -> tuple[Card, ...]:
    """The features of the charts, one card for those that are the same in several regions."""
    regions: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for chart in charts:
        for feature in chart.features:
            regions.setdefault((feature.name, sentences(feature)), []).append(chart.name)
    return tuple(
        Card(title=name, subtitle=", ".join(names), content=tuple(Piece("", each) for each in words))
        for (name, words), names in regions.items()
    )


def sentences(feature: Feature) -> tuple[str, ...]:
    return feature_in_words(feature)
