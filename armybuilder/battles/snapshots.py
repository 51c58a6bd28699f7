"""Tables as frozen values, from their rows."""

from __future__ import annotations

import msgspec

from armybuilder.battles import models
from tabletop.arcana.battle import Play
from tabletop.arcana.battlefield import Table, write_table


def table_in(row: models.TableRow) -> Table:
    """The table that a row holds."""
    return msgspec.convert(row.content, Table)


def play_in(row: models.TableRow) -> Play:
    """The table that a row holds, with the turn that is played on it."""
    return msgspec.convert({"table": row.content, "turn": row.turn}, Play)


def table_file(row: models.TableRow) -> bytes:
    """The table that a row holds, as its file."""
    return write_table(table_in(row))
