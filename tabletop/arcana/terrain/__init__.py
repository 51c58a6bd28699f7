"""Terrain of Armies of Arcana: the four charts, their odds, what pieces do, and tables made from a seed."""

from tabletop.arcana.terrain.charts import Chart, Feature, Result, read_chart
from tabletop.arcana.terrain.effects import Mover, Slowing, cover_penalty, slowing_of
from tabletop.arcana.terrain.generator import lay_pieces, roll_table, table_of
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS, GroundKind
from tabletop.arcana.terrain.odds import feature_odds, odds, ways
from tabletop.arcana.terrain.orders import Order, read_order
from tabletop.arcana.terrain.wording import effects_in_words, terrain_listing

__all__ = [
    "TERRAIN_KINDS",
    "Chart",
    "Feature",
    "GroundKind",
    "Mover",
    "Order",
    "Result",
    "Slowing",
    "cover_penalty",
    "effects_in_words",
    "feature_odds",
    "lay_pieces",
    "odds",
    "read_chart",
    "read_order",
    "roll_table",
    "slowing_of",
    "table_of",
    "terrain_listing",
    "ways",
]
