"""Queries of tables and battles, of one owner or by a link."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from armybuilder.battles.models import Battle, Seat, TableRow
from armybuilder.core.models import Visitor, present_rows


def tables_of(visitor: Visitor) -> QuerySet[TableRow]:
    """A visitor's tables, the latest change first."""
    return present_rows(visitor, TableRow)


def shared_tables() -> QuerySet[TableRow]:
    """Tables with a live link that aren't deleted: whoever has a token may see its table."""
    return TableRow.objects.filter(deleted_at=None).exclude(share=None)


def log_of(row: TableRow, most: int) -> list[tuple[int, str]]:
    """The latest lines of a table's log with their versions, the newest first."""
    lines = TableRow.history.filter(id=row.pk).order_by("-version").values_list("version", "said")
    return list(lines[:most])


def battles_of(visitor: Visitor) -> QuerySet[Battle]:
    """A visitor's battles, the latest change first."""
    return present_rows(visitor, Battle)


def live_seats() -> QuerySet[Seat]:
    """Seats that weren't taken back, of battles that aren't deleted: whoever has a token sits there."""
    return Seat.objects.filter(revoked_at=None, battle__deleted_at=None).select_related("battle")


def heads_of(seats: Collection[int]) -> dict[int, int]:
    """The number of the last event of each seat's battle, of those that are live."""
    return dict(live_seats().filter(pk__in=seats).values_list("pk", "battle__head"))


def seats_of(battle: Battle) -> list[Seat]:
    """A battle's seats that weren't taken back, the first one first."""
    return list(battle.seats.filter(revoked_at=None))


def own_seats(battle: Battle) -> QuerySet[Seat]:
    """The seats that nobody gave away: the one with which the battle began."""
    return battle.seats.filter(given_by=None, revoked_at=None)
