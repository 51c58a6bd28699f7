"""Scenes: tables with their profiles looked up in the catalogue."""

from __future__ import annotations

from armybuilder.catalogue.snapshots import current_catalogue
from tabletop.arcana.battlefield import PlacedTable, Table, lay
from tabletop.arcana.catalogue.lists import catalogue


def scene_of(table: Table) -> PlacedTable:
    """The table with its profiles looked up; reads the catalogue only if a unit names a profile."""
    return lay(
        table, current_catalogue() if any(unit.profile or unit.members for unit in table.units) else catalogue([], [])
    )
