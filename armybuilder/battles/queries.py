"""Queries of tables and battles, of one owner or by a link."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from armybuilder.battles.models import Battle, Seat, TableRow
from armybuilder.core.models import Visitor, of_kind_alone, present_rows


def tables_of(visitor: Visitor) -> QuerySet[TableRow]:
    """A visitor's tables, the latest change first."""
    return present_rows(visitor, TableRow)


def shared_tables() -> QuerySet[TableRow]:
    """Tables with a live link that aren't deleted: whoever has a token may see its table."""
    return TableRow.objects.filter(deleted_at=None).exclude(share=None)


def share_of(battle: Battle) -> str | None:
    """The token by which others look at a battle that is a table; None where it isn't shared, or none."""
    table = getattr(battle, "tablerow", None)
    return table.share if table else None


def battles_of(visitor: Visitor) -> QuerySet[Battle]:
    """A visitor's battles that weren't begun on a table without phases, the latest change first."""
    return of_kind_alone(present_rows(visitor, Battle))


def kept_as(battle: Battle) -> Battle:
    """The battle as what it was begun: a table, where it is one."""
    table: Battle = getattr(battle, "tablerow", battle)
    return table


def live_seats() -> QuerySet[Seat]:
    """Seats that weren't taken back, of battles that aren't deleted: whoever has a token sits there."""
    return Seat.objects.filter(revoked_at=None, battle__deleted_at=None).select_related("battle")


def heads_of(links: Collection[str]) -> dict[str, int]:
    """The number of the last event of each link's battle, of those that are live: of seats, and to shared tables."""
    heads = dict(live_seats().filter(token__in=links).values_list("token", "battle__head"))
    others = set(links) - heads.keys()
    if others:
        shared = shared_tables().filter(share__in=others).values_list("share", "head")
        heads |= {share: head for share, head in shared if share}
    return heads


def seats_of(battle: Battle) -> list[Seat]:
    """A battle's seats that weren't taken back, the first one first."""
    return list(battle.seats.filter(revoked_at=None))


def own_seats(battle: Battle) -> QuerySet[Seat]:
    """The seats that nobody gave away: the one with which the battle began."""
    return battle.seats.filter(given_by=None, revoked_at=None)
