"""What stands on a table: the file `muster-table/1`, and the same with profiles looked up and bases laid out."""

from tabletop.arcana.battlefield.footprints import bases_of, blocks_of
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, lay
from tabletop.arcana.battlefield.schema import (
    Column,
    Engagement,
    Formation,
    RankAndFile,
    Skirmish,
    Table,
    TableUnit,
    Terrain,
)
from tabletop.arcana.battlefield.validation import read_table, write_table

__all__ = [
    "Column",
    "Engagement",
    "Formation",
    "PlacedTable",
    "PlacedUnit",
    "RankAndFile",
    "Skirmish",
    "Table",
    "TableUnit",
    "Terrain",
    "bases_of",
    "blocks_of",
    "lay",
    "read_table",
    "write_table",
]
