"""How much a visitor may keep: things, versions and bytes, from the table `KEPT_MOST` of the settings.

Each row holds the bytes that it takes with its versions (`Kept.size`), so that what a visitor keeps of a kind is one
sum over an index, whatever the number of versions. A write that makes a row larger asks for room in its own statement;
a new row is counted with those before it in the transaction that made it. Where there is no room nothing is written.
Two that write at the same moment may both find the last of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from django.conf import settings
from django.db.models import Count, F, Func, Q, QuerySet, Subquery, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from msgspec import json

from armybuilder.core.models import Kept, Visitor, kept_by, of_kind_alone
from armybuilder.core.rates import Bound, Room

ROW = 500  # bytes of a row and its indexes beside its content


class Full(Enum):
    """What there is no room for, and what makes some."""

    THINGS = "Delete what you no longer need: you can restore it for 30 days."
    SIZE = "Deleted things free up room after 30 days, when they're gone for good."
    VERSIONS = "Make a copy: it starts with an empty history."


class NoRoomError(Exception):
    """There is no room for more; nothing was written. `offer` is what an account would have, for those without one."""

    def __init__(self, bound: Bound, visitor: Visitor, full: Full) -> None:
        self.bound, self.full = bound, full
        is_browser = visitor.account is None
        who, room = ("Without an account, a browser", bound.browser) if is_browser else ("An account", bound.account)
        most = _most(bound, room, full)
        super().__init__(f"{who} can keep at most {most}. Nothing was changed, and everything you saved is safe.")
        there = f"An account is free and has room for {_most(bound, bound.account, full)}"
        self.offer = f"{there}. Everything in this browser moves to it." if is_browser else ""


def _most(bound: Bound, room: Room, full: Full) -> str:
    if full is Full.THINGS:
        return f"{room.things:,} {bound.kind}"
    if full is Full.VERSIONS:
        return f"{room.versions or 0:,} versions of each of its {bound.kind}"
    return f"{(room.size or 0) // 1_000_000} MB of {bound.kind}{' with all their versions' if room.versions else ''}"


class RoomMiddleware:
    """Answers 422 where there is no room, and offers an account to whoever has none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The refusal as a page; the API words its own in `core.api.errors`."""
        if not isinstance(error, NoRoomError):
            return None
        return render(request, "no_room.html", {"error": error}, status=422)


def bound_of(kind: str) -> Bound:
    """The row of the table for a kind of things, by its name in the plural."""
    return next(bound for bound in settings.KEPT_MOST if bound.kind == kind)


def bytes_of(fields: Mapping[str, Any]) -> int:
    """What a row with these fields takes, about."""
    return ROW + sum(len(json.encode(value)) for value in fields.values() if isinstance(value, dict | list | str))


def check_room(kind: type[Kept], visitor: Visitor) -> None:
    """NoRoomError where a visitor keeps too many rows of a kind, or too many bytes in them."""
    bound, room = _room(str(kind._meta.verbose_name_plural), visitor)
    present = Count("pk", filter=Q(deleted_at=None))
    kept = of_kind_alone(kept_by(visitor, kind)).order_by().aggregate(things=present, size=Sum("size", default=0))
    if kept["things"] > room.things:
        raise NoRoomError(bound, visitor, Full.THINGS)
    if room.size is not None and kept["size"] > room.size:
        raise NoRoomError(bound, visitor, Full.SIZE)


def check_count(kind: str, visitor: Visitor, rows: QuerySet[Any]) -> None:
    """NoRoomError where there are more rows than a visitor may keep of what belongs to its rows."""
    bound, room = _room(kind, visitor)
    if rows.count() > room.things:
        raise NoRoomError(bound, visitor, Full.THINGS)


def check_versions(row: Kept) -> None:
    """NoRoomError where a row has as many versions as it may have."""
    bound, room = _room(str(row._meta.verbose_name_plural), row.visitor)
    if room.versions is not None and row.version >= room.versions:
        raise NoRoomError(bound, row.visitor, Full.VERSIONS)


def with_room_for(row: Kept, more: int, rows: QuerySet[Any]) -> QuerySet[Any]:
    """The rows if their visitor has room for so many bytes more in rows of this kind, and none of them otherwise."""
    _, room = _room(str(row._meta.verbose_name_plural), row.visitor)
    if room.size is None or more <= 0:
        return rows
    of_visitor = of_kind_alone(kept_by(row.visitor, type(row))).order_by()
    taken = of_visitor.annotate(taken=Func(F("size"), function="SUM")).values("taken")
    with_room: QuerySet[Any] = rows.alias(taken=Subquery(taken)).filter(taken__lte=room.size - more)
    return with_room


def no_room(row: Kept) -> NoRoomError:
    """What to raise where `with_room_for` found none."""
    return NoRoomError(bound_of(str(row._meta.verbose_name_plural)), row.visitor, Full.SIZE)


def _room(kind: str, visitor: Visitor) -> tuple[Bound, Room]:
    bound = bound_of(kind)
    return bound, bound.browser if visitor.account is None else bound.account
