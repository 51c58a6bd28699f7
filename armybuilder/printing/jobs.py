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
from armybuilder.printing.orders import Copy, Told, as_archive, as_pdf, job_of, stock_of
from tabletop.arcana.printing.orders import PrintOptions, PrintOrder

KEPT_FOR = timedelta(days=1)
TOLD_EVERY = 0.3  # seconds: nobody watches more closely


def start(*, visitor: Visitor, wishes: PrintOptions, copies: Sequence[Copy], pages: int, bound: str) -> PrintJob:
    """An order taken, and made at once where there is no worker; what is a day old is thrown away."""
    throw_away_old()
    order = msgspec.to_builtins(wishes) | {"rosters": msgspec.to_builtins([each.roster for each in copies])}
    job = PrintJob.objects.create(
        browser=visitor.browser,
        owner_id=visitor.account,
        order=order,
        check_pages=[each.check_page for each in copies],
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
    copies = [Copy(*each) for each in zip(order.rosters, job.check_pages, strict=True)]
    stock = stock_of(copies, day, notes=order.notes)
    make = as_archive if job.bound == "zip" else as_pdf
    return make(job_of(order, stock), _teller(job))


def _teller(job: PrintJob) -> Told:
    """Writes down how far the job is, now and then."""
    last = monotonic()

    def told(written: int) -> None:
        nonlocal last
        if monotonic() - last >= TOLD_EVERY:
            last = monotonic()
            PrintJob.objects.filter(pk=job.pk).update(written=written)

    return told
