"""Queries of an account's API keys, of how many rows it keeps, and of what it has deleted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import CharField, QuerySet, Value
from django.utils import timezone

from armybuilder.accounts.models import ApiToken
from armybuilder.core.models import Kept, Visitor, kept_by, kept_kinds, of_kind_alone, present_rows
from armybuilder.designs.models import Design
from armybuilder.event_packs.models import Pack
from armybuilder.rosters.models import Roster

BINNED: dict[str, type[Kept]] = {"roster": Roster, "design": Design, "pack": Pack}


def counts_of(visitor: Visitor) -> list[tuple[int, str]]:
    """How many rows of each kind a visitor keeps, without deleted ones, with the kind's name in singular or plural."""
    counted = [(of_kind_alone(present_rows(visitor, kind)).count(), kind._meta) for kind in kept_kinds()]
    return [(count, str(kind.verbose_name if count == 1 else kind.verbose_name_plural)) for count, kind in counted]


def tokens_of(account: int) -> QuerySet[ApiToken]:
    """An account's API keys, the latest first."""
    return ApiToken.objects.filter(owner=account)


def binned_rows(visitor: Visitor, *, kept_for: timedelta, since: datetime | None = None) -> QuerySet[Kept, Any]:
    """What a visitor has deleted and can still take back, the latest first: `kind`, `code`, `name`, `deleted_at`."""
    begin = timezone.now() - kept_for
    first, *others = (
        kept_by(visitor, model)
        .filter(deleted_at__gte=max(begin, since or begin))
        .order_by()
        .values("code", "name", "deleted_at", kind=Value(kind, CharField()))
        for kind, model in BINNED.items()
    )
    return first.union(*others, all=True).order_by("-deleted_at", "kind", "code")
