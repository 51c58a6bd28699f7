"""How many pages are printed for one visitor and for all: refused before work begins, with the way out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client

from armybuilder.models import PagesOfADay, PrintJob
from armybuilder.models import Roster as Row
from armybuilder.printing import orders as printing
from tabletop.arcana.printing.orders.sheets import MAKERS
from tests.accounts import person
from tests.prints import kept_job
from tests.visitors import OTHER, OWNER, browser_of

LONG = "kinds=bases&kinds=trays&kinds=gauges&kinds=templates&copies=20"
BY_WORKER = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


@pytest.fixture
def pages(row: Row, owner: Client, settings: LazySettings) -> int:
    """How many pages the long order has; a first one waits at the press."""
    settings.TASKS = BY_WORKER
    assert order(owner).status_code == 302
    return PrintJob.objects.get().pages


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press that may not write a page."""
    for name in ("as_pdf", "as_archive"):
        monkeypatch.delattr(printing, name)


def order(client: Client, query: str = LONG) -> HttpResponse:
    return client.post(f"/print/jobs/?{query}", {})


def refusal(answer: HttpResponse) -> str:
    """The page that says why nothing is printed."""
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    shown = answer.content.decode()
    assert "Not printed" in shown
    assert f'href="/print/?{LONG.split("&", maxsplit=1)[0]}' in shown
    return shown


def test_a_visitor_has_so_many_pages_at_the_press(pages: int, owner: Client, settings: LazySettings) -> None:
    settings.PRINT_PAGES = 2 * pages - 1
    shown = refusal(order(owner))
    assert f"You have {pages} pages waiting to be printed, and the limit is {2 * pages - 1} at a time" in shown
    assert "Wait until they are done" in shown
    assert PrintJob.objects.count() == 1
    assert PagesOfADay.objects.get().pages == pages
    settings.PRINT_PAGES += 1
    assert order(owner).status_code == 302


def test_whoever_throws_the_cookie_away_is_the_same_payer(pages: int, settings: LazySettings) -> None:
    settings.PRINT_PAGES = 2 * pages - 1
    for client in (browser_of(OTHER), Client()):
        refusal(order(client))
    member = Client()
    member.force_login(person("ada"))
    assert order(member).status_code == 302
    assert order(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_pages_that_are_printed_are_not_at_the_press(pages: int, owner: Client, settings: LazySettings) -> None:
    settings.PRINT_PAGES = pages
    PrintJob.objects.update(state="done")
    assert order(owner).status_code == 302


def test_the_press_takes_on_so_many_pages_of_all(pages: int, settings: LazySettings) -> None:
    settings.PRINT_PAGES_IN_ALL = 2 * pages - 1
    shown = refusal(order(Client(REMOTE_ADDR="192.0.2.7")))
    assert f"{pages} pages are waiting to be printed for everybody" in shown
    assert "Try again in a few minutes" in shown
    assert PrintJob.objects.count() == 1


def test_a_day_has_so_many_pages(pages: int, owner: Client, settings: LazySettings, stopped: None) -> None:
    settings.PRINT_PAGES_A_DAY = pages
    for answer in (
        order(owner),
        owner.get("/print/sheets.pdf?kinds=bases"),
        owner.get("/print/sheets.zip?kinds=bases"),
    ):
        assert f"{pages} pages were printed today for you" in refusal(answer)
    told = Client().post("/api/print/", json.dumps({"kinds": ["bases"]}), content_type="application/json")
    assert told.status_code == 429
    assert int(told.headers["Retry-After"]) > 0
    assert "come back tomorrow" in told.json()["detail"]
    PagesOfADay.objects.update(day="2026-01-01")
    assert order(owner).status_code == 302


def test_everything_that_is_printed_counts(row: Row, owner: Client) -> None:
    owner.get("/print/sheets.pdf?kinds=bases&copies=3")
    owner.get("/print/sheets.zip?kinds=bases&copies=2")
    owner.post("/api/print/", json.dumps({"kinds": ["bases"]}), content_type="application/json")
    owner.get("/print/?kinds=bases")
    owner.get("/print/pages/1.png?kinds=bases")
    assert PagesOfADay.objects.get().pages == 6


def test_a_count_names_nobody(row: Row, owner: Client) -> None:
    owner.get("/print/sheets.pdf?kinds=bases")
    assert len(PagesOfADay.objects.get().payer) == 64


def test_an_order_that_is_too_large_is_told_so_before_the_rest_is_laid_out(
    row: Row, owner: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def untouched(*_: Any) -> Any:
        raise AssertionError("what comes after the limit is laid out")

    settings.PRINT_PAGES = 19
    monkeypatch.setattr("tabletop.arcana.printing.orders.sheets.MAKERS", dict(MAKERS) | {"templates": untouched})
    query = "kinds=bases&kinds=templates&copies=20"
    shown = owner.get(f"/print/?{query}").content.decode()
    assert "That's more than 19 pages," in shown
    assert "<img" not in shown.partition('id="pages"')[2]
    assert order(owner, query).headers["Location"].startswith("/print/?")
    assert not PrintJob.objects.exists()


def test_rosters_that_are_too_long_to_be_kept_are_refused(
    row: Row, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.printing.jobs.LARGEST_FILE", 100)
    answer = order(owner, f"{LONG}&roster={row.code}")
    assert answer.status_code == 400
    assert "choose fewer rosters" in answer.content.decode()
    assert not PrintJob.objects.exists()


def test_jobs_of_others_and_of_nobody_are_no_payers(row: Row) -> None:
    kept_job(visitor=OWNER)
    assert PagesOfADay.objects.get().pages == 1
