"""What stands on a table: the file `muster-table/1`, and the same with profiles looked up and bases laid out."""

from tabletop.arcana.table.footprints import bases_of, blocks_of
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit, lay
from tabletop.arcana.table.reading import read_table, write_table
from tabletop.arcana.table.values import Column, Engagement, Formation, RankAndFile, Skirmish, Table, TableUnit, Terrain

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
