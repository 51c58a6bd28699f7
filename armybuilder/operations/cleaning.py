"""What nobody needs any more: found, counted and removed, each kind in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import models, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django_tasks_db.models import DBTaskResult
from msgspec import Struct

from armybuilder.core.limits import LastingCache
from armybuilder.core.models import RequestCount, kept_kinds, of_kind_alone
from armybuilder.core.visitors import KEY
from armybuilder.files.models import CheckedBatch
from armybuilder.files.services import KEPT_FOR as BATCHES_KEPT_FOR
from armybuilder.laboratory.models import SecondsOfADay
from armybuilder.printing.jobs import KEPT_FOR as PRINTS_KEPT_FOR
from armybuilder.printing.models import PagesOfADay, PrintJob

DELETED_KEPT_FOR = timedelta(days=30)
STRANGERS_KEPT_FOR = timedelta(days=30)  # after the session that led to them has ended
UNCONFIRMED_KEPT_FOR = timedelta(days=30)
TASKS_KEPT_FOR = timedelta(days=7)
AT_ONCE = 500  # rows in one statement


class Chore(Struct, frozen=True):
    """A kind of rows that nobody needs any more: how many there are, and their removal."""

    name: str
    count: Callable[[], int]
    remove: Callable[[], object]


def chores(now: datetime, *, deleted_kept_for: timedelta = DELETED_KEPT_FOR) -> Iterable[Chore]:
    """Every kind, in an order in which none leaves work to an earlier one; no row is of two kinds."""
    before = now - deleted_kept_for
    for kind in kept_kinds():
        deleted = of_kind_alone(kind._default_manager.filter(deleted_at__lt=before))
        yield of_rows(f"deleted {kind._meta.verbose_name_plural}", deleted)
    yield of_rows("expired sessions", Session.objects.filter(expire_date__lt=now))
    yield of_rows("accounts never confirmed", unconfirmed(now - UNCONFIRMED_KEPT_FOR))
    batches = CheckedBatch.objects.filter(browser="", updated_at__lt=now - BATCHES_KEPT_FOR)
    yield of_rows("batches long checked", batches.filter(deleted_at=None))  # the others can still be restored
    yield of_rows("print jobs", PrintJob.objects.filter(created_at__lt=now - PRINTS_KEPT_FOR))
    yield of_rows("counts of printed pages", PagesOfADay.objects.filter(day__lt=now.date()))
    yield of_rows("counts of seconds in the laboratory", SecondsOfADay.objects.filter(day__lt=now.date()))
    live = browsers_in_sessions(now)
    for kind in kept_kinds():
        old = kind._default_manager.exclude(browser="").filter(updated_at__lt=now - STRANGERS_KEPT_FOR)
        old = of_kind_alone(old.exclude(deleted_at__lt=before))  # the others are counted above
        yield of_strangers(f"{kind._meta.verbose_name_plural} of browsers that are gone", old, live)
    yield of_rows("finished tasks", DBTaskResult.objects.finished().filter(finished_at__lt=now - TASKS_KEPT_FOR))
    yield of_rows("counts of requests", RequestCount.objects.filter(ends_at__lt=now.timestamp()))
    dead = DBTaskResult.objects.running().filter(started_at__lt=now - TASKS_KEPT_FOR)
    yield of_rows("tasks whose worker died", dead)
    limits = caches["default"]
    if isinstance(limits, LastingCache):
        yield Chore("expired limits", limits.count_expired, limits.remove_expired)


def of_rows(name: str, rows: QuerySet[models.Model]) -> Chore:
    return Chore(name, rows.count, transaction.atomic(rows.delete))


def of_strangers(name: str, rows: QuerySet[Any], live: set[str]) -> Chore:
    """Those of the rows whose browser is none of the live ones, whose names may be too many for one query."""

    def gone() -> list[int]:
        return [pk for pk, browser in rows.values_list("pk", "browser").iterator() if browser not in live]

    @transaction.atomic
    def remove() -> None:
        for some in batched(gone(), AT_ONCE):
            rows.filter(pk__in=some).delete()

    return Chore(name, lambda: len(gone()), remove)


def batched(values: list[int], size: int) -> Iterable[list[int]]:
    return (values[start : start + size] for start in range(0, len(values), size))


def unconfirmed(before: datetime) -> QuerySet[User]:
    """Accounts made before then whose address nobody has confirmed: those who made them never got in."""
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    return User.objects.filter(~Exists(confirmed), date_joined__lt=before, is_staff=False, last_login=None)


def browsers_in_sessions(now: datetime) -> set[str]:
    """The browsers whose session hasn't ended: whoever has its cookie still gets at what it keeps."""
    live = Session.objects.filter(expire_date__gte=now).iterator()
    return {str(data[KEY]) for session in live if KEY in (data := session.get_decoded())}
