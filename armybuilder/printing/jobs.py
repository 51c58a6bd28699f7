"""Long orders of the print shop, printed by a worker that shares the database.

A job's worker writes down a sign of life with its progress. Whoever looks at a job, and every worker before it begins
one, looks after those without any (`look_after`): a job whose worker is silent for `LOST_AFTER` is put in line again,
once, and has failed after that; one that waits while no worker shows itself for `IDLE_AFTER` has failed. So a job
whose worker died is printed or called failed within a minute. A worker that was only slow changes nothing any more:
what it writes counts only while the job is at the same try.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from time import monotonic
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone
from django_tasks import task

from armybuilder.core.models import Visitor
from armybuilder.printing import event_rosters
from armybuilder.printing.event_rosters import RosterOrder
from armybuilder.printing.limits import MEGABYTE, check_press, count_pages, throw_away_files
from armybuilder.printing.models import Failure, JobState, PrintJob
from armybuilder.printing.orders import Copy, Job, as_archive, as_pdf, print_content
from tabletop.arcana.printing.orders import PrintOptions, PrintOrder, sheets_of
from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.pdf.document import Progress, bind
from tabletop.work import unlimited

KEPT_FOR = timedelta(days=1)
LOST_AFTER = timedelta(seconds=20)
IDLE_AFTER = timedelta(seconds=30)
MOST_TRIES = 2
SAVED_EVERY = 0.3  # seconds: nobody watches more closely


def start(
    *, visitor: Visitor, payer: str, options: PrintOptions, copies: Sequence[Copy], pages: int, bound: str
) -> PrintJob:
    """Keep an order and put it in line for a worker; jobs a day old are deleted.

    TooManyPagesError where these pages are too many, MalformedError where the rosters are too long to be kept.
    """
    order = msgspec.to_builtins(options) | {"rosters": msgspec.to_builtins([copy.roster for copy in copies])}
    check_pages = [copy.check_page for copy in copies]
    return _kept(visitor, payer, pages, order=order, check_pages=check_pages, bound=bound)


def start_rosters(*, visitor: Visitor, payer: str, order: RosterOrder, pages: int) -> PrintJob:
    """The same for the rosters of an event, of about so many pages."""
    return _kept(visitor, payer, pages, order=msgspec.to_builtins(order), check_pages=[], bound="pdf")


def _kept(visitor: Visitor, payer: str, pages: int, *, order: dict[str, Any], **fields: Any) -> PrintJob:
    if len(msgspec.json.encode(order)) > LARGEST_FILE:
        raise MalformedError(
            "roster", f"is more than {LARGEST_FILE:,} bytes together with the others; choose fewer rosters"
        )
    throw_away_old()
    look_after(timezone.now())
    with transaction.atomic():
        count_pages(payer, pages)
        check_press(payer, pages)
        job = PrintJob.objects.create(
            browser=visitor.browser,
            owner_id=visitor.account,
            order=order,
            pages=pages,
            payer=payer,
            **fields,
        )
        put_in_line(job)
    job.refresh_from_db()
    return job


def throw_away_old() -> None:
    PrintJob.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()


def put_in_line(job: PrintJob) -> None:
    carry_out.enqueue(job.pk, job.created_at.date().isoformat())


def look_after(now: datetime) -> None:
    """Put jobs in line again whose worker died, or call them failed; those too that no worker comes for."""
    lost = PrintJob.objects.filter(state=JobState.RUNNING, heartbeat_at__lt=now - LOST_AFTER)
    for job in lost.defer("file", "order"):
        with transaction.atomic():
            same = lost.filter(pk=job.pk, tries=job.tries)
            if job.tries >= MOST_TRIES:
                same.update(state=JobState.FAILED, failure=Failure.LOST, order={})
            elif same.update(state=JobState.WAITING, heartbeat_at=now, written=0):
                put_in_line(job)
    long_ago = now - IDLE_AFTER
    forsaken = PrintJob.objects.filter(state=JobState.WAITING, heartbeat_at__lt=long_ago)
    if forsaken.exists():
        seen = PrintJob.objects.exclude(state=JobState.WAITING).aggregate(last=Max("heartbeat_at"))["last"]
        if seen is None or seen < long_ago:
            forsaken.update(state=JobState.FAILED, failure=Failure.IDLE, order={})


@task()
def carry_out(pk: int, day: str) -> None:
    """Print the order of this key as of a day, telling how far it is; a job that fails says so."""
    look_after(timezone.now())
    job = _claimed(pk)
    if job is None:
        return
    ours = PrintJob.objects.filter(pk=pk, state=JobState.RUNNING, tries=job.tries)
    try:
        with unlimited():  # what a worker does is no request's work
            file = _printed(job, date.fromisoformat(day))
    except Exception:
        ours.update(state=JobState.FAILED, failure=Failure.BROKEN, heartbeat_at=timezone.now(), order={})
        raise
    if len(file) > settings.PRINT_MEGABYTES * MEGABYTE:
        ours.update(state=JobState.FAILED, failure=Failure.LARGE, heartbeat_at=timezone.now(), order={})
        return
    over = {"state": JobState.DONE, "file": file, "size": len(file), "written": job.pages, "order": {}}
    ours.update(heartbeat_at=timezone.now(), **over)
    throw_away_files(job.payer)


def _claimed(pk: int) -> PrintJob | None:
    """The job, at its next try; None where it is at one already, is over or is gone."""
    waiting = PrintJob.objects.filter(pk=pk, state=JobState.WAITING)
    if waiting.update(state=JobState.RUNNING, tries=F("tries") + 1, heartbeat_at=timezone.now()):
        return PrintJob.objects.filter(pk=pk).first()
    return None


def _printed(job: PrintJob, day: date) -> bytes:
    if "event" in job.order:
        return _rosters_to_sign(job, day)
    order = msgspec.convert(job.order, PrintOrder)
    copies = [Copy(roster, page) for roster, page in zip(order.rosters, job.check_pages, strict=True)]
    content = print_content(copies, day, notes=order.notes)
    progress = _progress(job)
    sheets = []
    for kind, sheet in sheets_of(order, content):
        sheets.append((kind, sheet))
        progress(0)
    make = as_archive if job.bound == "zip" else as_pdf
    return make(Job(order, tuple(sheets)), progress)


def _rosters_to_sign(job: PrintJob, day: date) -> bytes:
    """The rosters of an event; only now it is known how many pages they make."""
    order, progress = msgspec.convert(job.order, RosterOrder), _progress(job)
    sheets = event_rosters.sheets_to_sign(order, day, progress)
    job.pages = sum(sheet.count for sheet in sheets)
    PrintJob.objects.filter(pk=job.pk).update(pages=job.pages)
    return bind(event_rosters.title_of(order), sheets, progress)


def _progress(job: PrintJob) -> Progress:
    """A function that saves how many pages of the job are written, not more often than `SAVED_EVERY`."""
    last = monotonic()
    ours = PrintJob.objects.filter(pk=job.pk, state=JobState.RUNNING, tries=job.tries)

    def save(written: int) -> None:
        nonlocal last
        if monotonic() - last >= SAVED_EVERY:
            last = monotonic()
            ours.update(written=written, heartbeat_at=timezone.now())

    return save
