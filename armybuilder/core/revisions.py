"""Every version of a roster or a table: kept as it is written, never written over."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from armybuilder.core.keeping import StaleError, plain
from armybuilder.models import Roster as RosterRow
from armybuilder.models import TableRow
from tabletop.arcana.army.pricing import price, price_record
from tabletop.arcana.army.resolve import field
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue

LONGEST_REASON = 100

Row = TypeVar("Row", RosterRow, TableRow)


def record(row: RosterRow | TableRow, *, reason: str, is_new: bool = False) -> None:
    """Keep what the row is now as its version; `reason` is the change in a few words."""
    type(row).history.bulk_history_create([row], update=not is_new, default_change_reason=reason[:LONGEST_REASON])


def roster_at(row: RosterRow, version: int) -> Roster:
    """What the row was at a version; StaleError for one that never was."""
    return msgspec.convert(version_of(row, version).content, Roster)


def version_of(row: RosterRow | TableRow, version: int) -> Any:
    """The row as history keeps it; StaleError for a version that never was."""
    kept = type(row).history.filter(id=row.pk, version=version).first()
    if kept is None:
        raise StaleError(row)
    return kept


def locked(row: Row) -> Row:
    """The row as it is now, and nobody else writes it before this transaction ends."""
    row.refresh_from_db(from_queryset=type(row).objects.select_for_update())
    return row


def present(row: Row) -> Row:
    """The same; StaleError for a row that was deleted meanwhile."""
    if locked(row).deleted_at:
        raise StaleError(row)
    return row


def columns(roster: Roster, catalogue: Catalogue) -> dict[str, Any]:
    """What a row holds of a roster; MalformedError where the catalogue doesn't have it."""
    came_to = price_record(price(field(roster, catalogue)), catalogue.version)
    return {"name": roster.name, "content": plain(roster), "priced": plain(came_to)}
