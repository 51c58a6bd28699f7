"""Tables from files with the catalogue's profiles on them."""

from __future__ import annotations

from armybuilder.catalogue.snapshots import current_catalogue
from tabletop.arcana.battlefield import PlacedTable, Table, lay
from tabletop.arcana.catalogue.lists import catalogue


def laid(table: Table) -> PlacedTable:
    """The table with its profiles; the catalogue is read only where a unit names one."""
    return lay(
        table, current_catalogue() if any(unit.profile or unit.members for unit in table.units) else catalogue([], [])
    )
