"""A piece of each sort as it may come out, for pictures of what a chart speaks of."""

from __future__ import annotations

from tabletop.arcana.battlefield.schema import Terrain
from tabletop.arcana.terrain.bands import lay_alone
from tabletop.arcana.terrain.charts import Feature
from tabletop.arcana.terrain.laying import cut_alone
from tabletop.arcana.terrain.pieces import piece
from tabletop.arcana.terrain.rolling import Rolled, sub_rolls
from tabletop.dice import Chance

LIKELIEST = 7
SEEDS = range(12)
STRETCH = 20  # inches of a band that runs on beyond the picture


def example(feature: Feature) -> Terrain:
    """An example of a feature, always alike: of a few made by chance, the one with most of what may stand on it."""
    return max((_made(feature, Chance(seed)) for seed in SEEDS), key=_shown)


def _shown(terrain: Terrain) -> tuple[int, int]:
    return len({part.name for part in terrain.parts}), len(terrain.parts)


def _made(feature: Feature, chance: Chance) -> Terrain:
    rolled = Rolled(feature, LIKELIEST, (), tuple(sub_rolls(feature, chance, has_course=True)), None)
    laid = lay_alone(rolled, STRETCH, chance) if feature.is_band else cut_alone(rolled, chance)
    return piece("t1", rolled, laid).terrain
