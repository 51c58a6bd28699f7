"""Long orders of the print shop, printed by whatever runs tasks: at once, or by a worker that shares the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from time import monotonic

import msgspec
from django.utils import timezone
from django_tasks import task

from armybuilder.core.models import Visitor
from armybuilder.printing.models import PrintJob
from armybuilder.printing.orders import Copy, as_archive, as_pdf, job_of, print_content
from tabletop.arcana.printing.orders import PrintOptions, PrintOrder
from tabletop.pdf.document import Progress

KEPT_FOR = timedelta(days=1)
SAVED_EVERY = 0.3  # seconds: nobody watches more closely


def start(*, visitor: Visitor, options: PrintOptions, copies: Sequence[Copy], pages: int, bound: str) -> PrintJob:
    """An order taken, and made at once where there is no worker; what is a day old is thrown away."""
    throw_away_old()
    order = msgspec.to_builtins(options) | {"rosters": msgspec.to_builtins([copy.roster for copy in copies])}
    job = PrintJob.objects.create(
        browser=visitor.browser,
        owner_id=visitor.account,
        order=order,
        check_pages=[copy.check_page for copy in copies],
        bound=bound,
        pages=pages,
    )
    carry_out.enqueue(job.pk, timezone.now().date().isoformat())
    job.refresh_from_db()
    return job


def throw_away_old() -> None:
    PrintJob.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()


@task()
def carry_out(pk: int, day: str) -> None:
    """Print the order of this key as of a day, telling how far it is; a job that fails says so."""
    jobs = PrintJob.objects.filter(pk=pk)
    job = jobs.get()
    jobs.update(state="running")
    try:
        file = _printed(job, date.fromisoformat(day))
    except Exception:
        jobs.update(state="failed")
        raise
    jobs.update(state="done", file=file, written=job.pages)


def _printed(job: PrintJob, day: date) -> bytes:
    order = msgspec.convert(job.order, PrintOrder)
    copies = [Copy(roster, page) for roster, page in zip(order.rosters, job.check_pages, strict=True)]
    content = print_content(copies, day, notes=order.notes)
    make = as_archive if job.bound == "zip" else as_pdf
    return make(job_of(order, content), _progress(job))


def _progress(job: PrintJob) -> Progress:
    """A function that saves how many pages of the job are written, not more often than `SAVED_EVERY`."""
    last = monotonic()

    def save(written: int) -> None:
        nonlocal last
        if monotonic() - last >= SAVED_EVERY:
            last = monotonic()
            PrintJob.objects.filter(pk=job.pk).update(written=written)

    return save
