"""What nobody needs any more goes, once; what somebody may come back to stays."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.management import call_command
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from armybuilder.core.models import Kept, Owned, Visitor
from armybuilder.models import (
    Battle,
    CheckedBatch,
    Collection,
    Design,
    Experiment,
    FormulaVariant,
    OwnList,
    OwnPack,
    Pack,
    PagesOfADay,
    PrintJob,
    RequestCount,
    Roster,
    SecondsOfADay,
    TableRow,
    Tournament,
)
from tests.accounts import person, things_of
from tests.batches import kept_batch
from tests.collection import kept_collection
from tests.data_packs import kept_data_pack
from tests.designs import kept_design, kept_own_list, kept_variant
from tests.events import kept_event
from tests.laboratory import kept_experiment
from tests.packs import kept_pack
from tests.played import kept_battle, kept_table
from tests.prints import kept_job
from tests.visitors import browser_of, kept, load_printed_rows

LONG_AGO = timedelta(days=400)
KINDS: tuple[type[Kept], ...] = (
    Roster,
    Design,
    FormulaVariant,
    OwnList,
    Pack,
    OwnPack,
    Experiment,
    TableRow,
    Battle,
    CheckedBatch,
    Collection,
    Tournament,
)
GONE = Visitor(browser="gone")


def clean(*options: str) -> dict[str, int]:
    """The counts that the command tells."""
    out = io.StringIO()
    call_command("clean", *options, stdout=out)
    lines = [line.split(" ", 1) for line in out.getvalue().splitlines()]
    return {
        name.rsplit(" ", 2 if "to remove" in name else 1)[0]: int(number) for number, name in lines if number != "0"
    }


@pytest.fixture(autouse=True)
def printed(db: None) -> None:
    load_printed_rows()


def one_of_each(visitor: Visitor) -> list[Owned]:
    made = [kept(visitor=visitor), kept_design(visitor=visitor, code="d"), kept_variant(visitor=visitor, code="v")]
    return [
        *made,
        kept_pack(visitor=visitor, code="p"),
        kept_data_pack(visitor=visitor, code="m"),
        kept_collection(visitor=visitor, code="c"),
        kept_experiment(visitor=visitor, code="x", token=f"Lab{visitor.browser or visitor.account}"[:16]),
        kept_table(visitor=visitor, code="t"),
        kept_battle(visitor=visitor, code="f"),
        kept_batch(visitor=visitor, code="b"),
        kept_event(visitor=visitor, code="e", token=f"At{visitor.browser or visitor.account}"[:16]),
        kept_own_list(visitor=visitor, code="l"),
        kept_job(visitor=visitor),
    ]


def aged(rows: list[Owned]) -> None:
    for row in rows:
        stamp = "updated_at" if isinstance(row, Kept) else "created_at"
        type(row)._default_manager.filter(pk=row.pk).update(**{stamp: timezone.now() - LONG_AGO})


def test_every_kind_that_was_deleted_long_ago_goes() -> None:
    rows = [row for row in one_of_each(things_of(person("ada"))) if isinstance(row, Kept)]
    for row in rows:
        type(row)._default_manager.filter(pk=row.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    fresh = kept(visitor=things_of(person("bob")))
    type(fresh)._default_manager.filter(pk=fresh.pk).update(deleted_at=timezone.now() - timedelta(days=29))
    counts = clean()
    assert {name for name in counts if name.startswith("deleted")} == {
        f"deleted {kind._meta.verbose_name_plural}" for kind in KINDS
    }
    assert [row for kind in KINDS for row in kind._default_manager.all()] == [fresh]


def test_what_a_browser_keeps_goes_when_its_session_is_long_gone() -> None:
    aged(one_of_each(GONE))
    clean()
    assert [row for kind in (*KINDS, PrintJob) for row in kind._default_manager.all()] == []


def test_a_batch_in_an_account_goes_ninety_days_after_its_last_change() -> None:
    visitor = things_of(person("ada"))
    codes = ("old", "later", "gone", "back")
    old, later, gone, restorable = (kept_batch(visitor=visitor, code=code) for code in codes)
    for row, days in ((old, 91), (later, 89), (gone, 91), (restorable, 91)):
        CheckedBatch.objects.filter(pk=row.pk).update(updated_at=timezone.now() - timedelta(days=days))
    for row, days in ((gone, 40), (restorable, 29)):
        CheckedBatch.objects.filter(pk=row.pk).update(deleted_at=timezone.now() - timedelta(days=days))
    assert clean() == {"deleted batches": 1, "batches long checked": 1}
    assert set(CheckedBatch.objects.all()) == {later, restorable}


def test_a_dry_run_tells_what_a_run_removes_and_no_row_twice() -> None:
    rows = one_of_each(GONE)
    aged(rows)
    for row in rows[:2]:
        type(row)._default_manager.filter(pk=row.pk).update(deleted_at=timezone.now() - LONG_AGO)
    expected = clean("--dry-run")
    assert sum(expected.values()) == len(rows)
    assert clean() == expected
    assert clean() == {}


def test_what_a_browser_keeps_stays_while_its_session_lives() -> None:
    here = Visitor(browser="here")
    browser_of(here)
    aged(one_of_each(here)[:-1])
    assert clean() == {}
    assert all(kind._default_manager.exists() for kind in KINDS)


def test_accounts_never_confirmed_go_and_confirmed_ones_stay() -> None:
    ada, stranger = person("ada"), User.objects.create_user("stranger", "s@example.org", "x")
    EmailAddress.objects.create(user=stranger, email=stranger.email)
    User.objects.update(date_joined=timezone.now() - LONG_AGO)
    late = User.objects.create_user("late", "l@example.org", "x")
    assert clean() == {"accounts never confirmed": 1}
    assert set(User.objects.all()) == {ada, late}


def test_sessions_tasks_and_limits_that_have_ended_go(settings: LazySettings) -> None:
    table = {"BACKEND": "armybuilder.core.limits.LastingCache", "LOCATION": "muster_cache"}
    settings.CACHES = settings.CACHES | {"default": table}
    browser_of(GONE)
    Session.objects.update(expire_date=timezone.now() - timedelta(minutes=1))
    caches["default"].set("old", 1, -5)
    caches["default"].set("new", 1, 500)
    finished = {"status": "SUCCESSFUL", "finished_at": timezone.now() - LONG_AGO, "args_kwargs": {}}
    died = {"status": "RUNNING", "started_at": timezone.now() - LONG_AGO, "args_kwargs": {}}
    for task in (finished, died, died | {"started_at": timezone.now()}):
        DBTaskResult.objects.create(**task, task_path="a.b", backend_name="default", run_after=timezone.now())
    for days in (0, 1):
        PagesOfADay.objects.create(payer="ada", day=timezone.now().date() - timedelta(days=days), pages=5)
        SecondsOfADay.objects.create(payer="ada", day=timezone.now().date() - timedelta(days=days), seconds=5)
    expected = {
        "expired sessions": 1,
        "counts of printed pages": 1,
        "counts of seconds in the laboratory": 1,
        "expired limits": 1,
        "finished tasks": 1,
        "tasks whose worker died": 1,
    }
    assert clean("--dry-run") == expected
    assert clean() == expected
    assert clean() == {}
    assert caches["default"].get("new") == 1


def test_counts_of_requests_go_when_their_time_is_over() -> None:
    now = int(timezone.now().timestamp())
    for key, ends_at in {"over": now - 60, "running": now + 60}.items():
        RequestCount.objects.create(key=key, ends_at=ends_at, remaining=0)
    assert clean()["counts of requests"] == 1
    assert RequestCount.objects.get().key == "running"
