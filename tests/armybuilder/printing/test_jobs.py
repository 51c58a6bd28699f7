"""Long orders: printed through tasks, watched, fetched by those who ordered them, thrown away after a day."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from armybuilder.models import PrintJob
from armybuilder.models import Roster as Row
from armybuilder.printing import jobs as presswork
from tests.accounts import person, things_of
from tests.prints import kept_job
from tests.tabletop.pdf.measuring import pages_of, text_of
from tests.visitors import HTMX, OTHER, OWNER, TOKEN, browser_of

LONG = "kinds=bases&kinds=trays&kinds=gauges&kinds=templates&kinds=ranges&kinds=markers&copies=20"
BY_WORKER = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


def page(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def ordered(client: Client, query: str = LONG, **data: str) -> str:
    """Where an order can be watched."""
    answer = client.post(f"/print/jobs/?{query}", data)
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_a_long_order_is_not_waited_for_but_offered_as_a_job(row: Row, owner: Client) -> None:
    for address in ("sheets.pdf", "sheets.zip"):
        assert owner.get(f"/print/{address}?{LONG}").headers["Location"].startswith("/print/?kinds=bases")
    assert "So many pages take a while" in page(owner.get(f"/print/?{LONG}"))
    assert "So many pages take a while" not in page(owner.get("/print/?kinds=bases"))


@pytest.mark.parametrize("bound", ["pdf", "zip"])
def test_without_a_worker_a_job_is_done_at_once(row: Row, owner: Client, bound: str) -> None:
    where = ordered(owner, f"{LONG}&kinds=organiser&roster={row.code}", bound=bound)
    job = PrintJob.objects.get()
    shown = page(owner.get(where))
    assert (job.state, job.written) == ("done", job.pages)
    assert f"Your {job.pages} pages are printed." in shown
    assert 'hx-trigger="every 1s"' not in shown
    answer = owner.get(f"{where}sheets")
    assert answer.headers["Content-Disposition"].endswith(f'filename="sheets.{bound}"')
    if bound == "pdf":
        pages = pages_of(answer.content)
        assert len(pages) == job.pages
        assert f"http://testserver/check/{TOKEN}/?d=" in text_of(pages[-1])


def test_a_job_waits_for_the_worker_where_there_is_one(row: Row, owner: Client, settings: LazySettings) -> None:
    settings.TASKS = BY_WORKER
    where = ordered(owner)
    assert "Waiting for the press" in page(owner.get(where))
    assert owner.get(f"{where}sheets").status_code == 404
    PrintJob.objects.update(state="running", written=7)
    part = page(owner.get(where, headers=HTMX))
    assert part.lstrip().startswith('<section id="job"')
    assert "Printing page 7 of" in part
    assert 'hx-trigger="every 1s"' in part


@pytest.mark.django_db(transaction=True)
def test_the_worker_prints_what_waits(row: Row, owner: Client, settings: LazySettings) -> None:
    settings.TASKS = BY_WORKER
    where = ordered(owner)
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    assert "are printed." in page(owner.get(where))


def test_how_far_a_job_is_is_written_down(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presswork, "SAVED_EVERY", 0)
    job = kept_job()
    save = presswork._progress(job)
    save(5)
    assert PrintJob.objects.get().written == 5


def test_a_job_that_fails_says_so(row: Row, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def jammed(*_: Any) -> bytes:
        raise ValueError("jammed")

    monkeypatch.setattr(presswork, "as_pdf", jammed)
    assert "couldn’t be printed" in page(owner.get(ordered(owner)))


def test_nobody_else_sees_a_job_or_its_file(row: Row) -> None:
    kept_job()
    for address in ("/print/jobs/print-job-1/", "/print/jobs/print-job-1/sheets"):
        assert browser_of(OWNER).get(address).status_code == 200
        for client in (browser_of(OTHER), Client()):
            assert client.get(address).status_code == 404


def test_a_wrong_order_prints_nothing(row: Row, owner: Client) -> None:
    assert ordered(owner, "kinds=roster").startswith("/print/?")
    assert not PrintJob.objects.exists()


def test_files_are_thrown_away_after_a_day(row: Row) -> None:
    kept_job()
    PrintJob.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    kept_job(code="print-job-2")
    assert [job.code for job in PrintJob.objects.all()] == ["print-job-2"]
    PrintJob.objects.update(created_at=timezone.now() - timedelta(days=2))
    call_command("purge_deleted", verbosity=0)
    assert not PrintJob.objects.exists()


def test_files_go_with_the_account(row: Row) -> None:
    ada = person("ada")
    kept_job(visitor=things_of(ada))
    ada.delete()
    assert not PrintJob.objects.exists()
