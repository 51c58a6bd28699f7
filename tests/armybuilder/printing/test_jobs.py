"""Long orders: printed by a worker, watched, fetched by those who ordered them, taken up again where a worker died."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from armybuilder.models import PrintJob
from armybuilder.models import Roster as Row
from armybuilder.printing import jobs as presswork
from armybuilder.printing.limits import MEGABYTE
from armybuilder.printing.models import Failure, JobState
from tabletop.work import Budget, Work, limited
from tests.accounts import person, things_of
from tests.prints import kept_job
from tests.tabletop.pdf.measuring import pages_of, text_of
from tests.visitors import HTMX, OTHER, OWNER, TOKEN, browser_of

LONG = "kinds=bases&kinds=trays&kinds=gauges&kinds=templates&kinds=ranges&kinds=markers&copies=20"
LONG_AGO = timezone.now() - timedelta(hours=1)
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
    assert "This many pages take a while" in page(owner.get(f"/print/?{LONG}"))
    assert "This many pages take a while" not in page(owner.get("/print/?kinds=bases"))


@pytest.mark.parametrize("bound", ["pdf", "zip"])
def test_a_job_is_printed_and_its_order_forgotten(row: Row, owner: Client, bound: str) -> None:
    where = ordered(owner, f"{LONG}&kinds=organiser&roster={row.code}", bound=bound)
    job = PrintJob.objects.get()
    shown = page(owner.get(where))
    assert (job.state, job.written, job.size) == ("done", job.pages, len(bytes(job.file or b"")))
    assert job.order == {}
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
    assert "Waiting to print" in page(owner.get(where))
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
    PrintJob.objects.update(state=JobState.RUNNING, heartbeat_at=LONG_AGO)
    presswork._progress(job)(5)
    job.refresh_from_db()
    assert job.written == 5
    assert job.heartbeat_at > timezone.now() - timedelta(minutes=1)


def test_a_job_that_fails_says_so(row: Row, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def jammed(*_: Any) -> bytes:
        raise ValueError("jammed")

    monkeypatch.setattr(presswork, "as_pdf", jammed)
    assert "weren't printed" in page(owner.get(ordered(owner)))
    assert PrintJob.objects.get().failure == Failure.BROKEN


def test_what_a_worker_does_is_no_work_of_a_request(row: Row) -> None:
    with limited(Budget(0.0, {Work.PAGES: 0})):
        assert kept_job().state == JobState.DONE


def test_an_order_that_is_not_long_is_printed_at_once(row: Row, owner: Client) -> None:
    assert ordered(owner, "kinds=bases", bound="zip") == "/print/sheets.zip?kinds=bases"
    assert not PrintJob.objects.exists()


@pytest.fixture
def at_work(row: Row, owner: Client, settings: LazySettings) -> PrintJob:
    """A job whose worker has taken it up and was seen just now."""
    settings.TASKS = BY_WORKER
    ordered(owner)
    claimed = presswork._claimed(PrintJob.objects.get().pk)
    assert claimed
    return claimed


def silent(job: PrintJob, **more: Any) -> None:
    PrintJob.objects.filter(pk=job.pk).update(heartbeat_at=LONG_AGO, **more)


def look(owner: Client, job: PrintJob) -> str:
    return page(owner.get(f"/print/jobs/{job.code}/"))


def test_a_job_whose_worker_is_silent_is_put_in_line_again_once(at_work: PrintJob, owner: Client) -> None:
    assert "Printing page 0 of" in look(owner, at_work)
    silent(at_work, written=9)
    tasks = DBTaskResult.objects.count()
    assert "Printing stopped and is starting again" in look(owner, at_work)
    assert DBTaskResult.objects.count() == tasks + 1
    assert presswork._claimed(at_work.pk)
    silent(at_work)
    assert "Printing stopped more than once" in look(owner, at_work)
    assert DBTaskResult.objects.count() == tasks + 1


def test_a_worker_that_was_only_slow_changes_nothing_any_more(
    at_work: PrintJob, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presswork, "SAVED_EVERY", 0)
    silent(at_work)
    look(owner, at_work)
    presswork._progress(at_work)(50)
    assert presswork._claimed(at_work.pk)
    presswork._progress(at_work)(50)
    assert presswork._claimed(at_work.pk) is None
    job = PrintJob.objects.get()
    assert (job.state, job.tries, job.written) == (JobState.RUNNING, 2, 0)


@pytest.mark.django_db(transaction=True)
def test_every_worker_looks_after_the_jobs_of_others(at_work: PrintJob, owner: Client) -> None:
    silent(at_work)
    kept_job(code="print-job-2")
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    assert set(PrintJob.objects.values_list("state", "tries")) == {("done", 1), ("done", 2)}


@pytest.mark.django_db(transaction=True)
def test_a_job_that_no_worker_comes_for_has_failed_and_is_not_printed_later(at_work: PrintJob, owner: Client) -> None:
    silent(at_work, state=JobState.WAITING)
    assert "Printing isn't running right now" in look(owner, at_work)
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    assert PrintJob.objects.get().state == JobState.FAILED


def test_a_job_waits_while_the_press_is_busy(at_work: PrintJob, owner: Client) -> None:
    kept_job(code="print-job-2")
    waiting = PrintJob.objects.get(code="print-job-2")
    silent(waiting)
    assert "Waiting to print" in look(owner, waiting)


def test_the_oldest_files_make_room(row: Row, owner: Client, settings: LazySettings) -> None:
    sizes = [kept_job(code=f"print-job-{number}").size for number in (1, 2)]
    other = kept_job(visitor=OTHER, code="print-job-other")
    PrintJob.objects.filter(pk=other.pk).update(payer="another")
    settings.PRINT_MEGABYTES = sum(sizes) / MEGABYTE
    kept_job(code="print-job-3")
    assert [job.code for job in PrintJob.objects.all()] == ["print-job-3", "print-job-other", "print-job-2"]
    settings.PRINT_MEGABYTES_IN_ALL = sizes[0] / MEGABYTE
    kept_job(code="print-job-4")
    assert [job.code for job in PrintJob.objects.all()] == ["print-job-4"]


def test_a_file_larger_than_those_that_are_kept_is_thrown_away(row: Row, owner: Client, settings: LazySettings) -> None:
    settings.PRINT_MEGABYTES = 0.001
    assert "would be too large to keep" in page(owner.get(ordered(owner)))
    assert PrintJob.objects.get().file is None


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
