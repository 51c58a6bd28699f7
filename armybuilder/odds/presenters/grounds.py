"""Dangerous ground that the page of odds offers to stand in."""

from __future__ import annotations

from armybuilder.catalogue.loaders.terrain import terrain_charts
from tabletop.arcana.terrain import Feature


def grounds() -> dict[str, Feature]:
    """The features of the terrain charts that cost who stands in them, by slug."""
    features = (feature for chart in terrain_charts().values() for feature in chart.features)
    return {feature.slug: feature for feature in features if feature.effects.hazard}
