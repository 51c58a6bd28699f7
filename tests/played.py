"""Tables in play for tests: two sides on open ground with a wood, kept for their owners."""

from __future__ import annotations

import json
from typing import Any

from armybuilder.battles.services import create_table, share_table
from armybuilder.core.models import Visitor
from armybuilder.models import TableRow as Row
from tabletop.arcana.battle import Play
from tabletop.arcana.battlefield import Table, read_table
from tests.tables import block, loose
from tests.visitors import OWNER

TABLE_CODE, TABLE_TOKEN = "ford-table-1", "LinkOfTable1"
WOOD = {"ref": "t1", "kind": "dense-forest", "name": "Wood", "polygon": [[40, 18], [48, 18], [48, 26], [40, 26]]}
FORD: dict[str, Any] = {
    "format": "muster-table/1",
    "game": "arcana",
    "name": "The ford",
    "size": [72, 48],
    "terrain": [WOOD],
    "units": [
        block("r1", corner=(20, 12), name="Spears"),
        block("r2", corner=(42, 12), name="Bows"),
        block("b1", corner=(25, 30), facing=180, side="blue", name="Axes"),
        block("b2", corner=(47, 34), facing=180, side="blue", name="Slingers"),
        loose("b3", (60, 30), (62, 30), facing=180, side="blue", name="Scouts"),
    ],
}


def ford(**fields: Any) -> Table:
    """The table with other fields."""
    return read_table(json.dumps(FORD | fields))


def play(**fields: Any) -> Play:
    return Play(table=ford(**fields))


def kept_table(*, visitor: Visitor = OWNER, code: str = TABLE_CODE, token: str = TABLE_TOKEN, **fields: Any) -> Row:
    """A table in the database, shared, under a code and a token of the test's own."""
    row = create_table(visitor=visitor, table=ford(**fields))
    share_table(row=row, shared=True)
    Row.objects.filter(pk=row.pk).update(code=code, share=token)
    row.refresh_from_db()
    return row
