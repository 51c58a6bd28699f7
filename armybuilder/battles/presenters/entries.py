"""What the search shows of a table: its size and who stands on it."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from armybuilder.battles.models import TableRow as Row
from armybuilder.battles.snapshots import table_in
from tabletop.arcana.battlefield.sentences import inches
from tabletop.search import Address, Entry, Fact


def entry_of_table(row: Row, *, group: str) -> Entry:
    """The table with the units of each side, one a line."""
    return _entry(row, (row.version, row.name, row.updated_at), group)


@lru_cache(maxsize=200)
def _entry(row: Row, state: tuple[int, str, datetime], group: str) -> Entry:
    """Kept, as each letter that is typed asks for it again; a row is only told from others, so its state is, too."""
    table = table_in(row)
    width, depth = table.size
    sides = sorted({unit.side for unit in table.units})
    numbers = (Fact(side.capitalize(), _units(sum(unit.side == side for unit in table.units))) for side in sides)
    return Entry(
        group=group,
        kind="Table",
        name=row.name,
        of=f"{inches(width)} by {inches(depth)}",
        facts=tuple(numbers),
        text="\n".join(f"{unit.models} {unit.name or unit.ref} ({unit.side})" for unit in table.units),
        also=f"mine table battle {' '.join(piece.name for piece in table.terrain)}",
        address=Address("table", (row.code,)),
    )


def _units(count: int) -> str:
    return "1 unit" if count == 1 else f"{count} units"
