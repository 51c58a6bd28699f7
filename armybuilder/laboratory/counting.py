"""Experiments counted by a worker that shares the database, a turn of some seconds at a time.

Whoever waits has a turn before anybody has another one, and whatever the print shop or an event wants comes before all
of them: experiments are put in line with a lower priority. Each finished batch is written at once with what it says, so
that nothing is lost where a worker dies: `look_after`, called by whoever looks at an experiment and by every worker,
puts one in line again whose worker is silent for `LOST_AFTER`, and stops it after `MOST_LOST` of them. What a slow
worker writes after that counts no more: the experiment is at another turn. Stopping, too, ends a worker's turn at its
next batch.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django_tasks import task
from msgspec import to_builtins

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.bounds import with_room_for
from armybuilder.laboratory.limits import count_seconds, is_spent
from armybuilder.laboratory.models import Experiment, ExperimentBatch, Reason, State
from armybuilder.laboratory.snapshots import Said, record_in, said_by
from tabletop.arcana.simulation.counts import Batch
from tabletop.arcana.simulation.executors import Serial
from tabletop.arcana.simulation.experiments import line
from tabletop.arcana.simulation.running import Run
from tabletop.decoding import MalformedError
from tabletop.work import unlimited

TURN = 4.0  # seconds
LOST_AFTER = timedelta(seconds=30)  # a batch takes two at most
FORGOTTEN_AFTER = timedelta(minutes=10)  # in line: its task may have been lost
MOST_LOST = 2
PRIORITY = -10


def put_in_line(row: Experiment) -> None:
    count_on.enqueue(row.pk)


def look_after(now: datetime) -> None:
    """Put experiments in line again whose worker died, or whose task did; stop those over which several have died."""
    lost = Experiment.objects.filter(state=State.RUNNING, heartbeat_at__lt=now - LOST_AFTER, deleted_at=None)
    for row in lost.only("pk", "turns", "lost"):
        with transaction.atomic():
            same = lost.filter(pk=row.pk, turns=row.turns)
            if row.lost >= MOST_LOST:
                same.update(state=State.STOPPED, why=Reason.LOST)
            elif same.update(state=State.WAITING, heartbeat_at=now, lost=F("lost") + 1):
                put_in_line(row)
    forgotten = Experiment.objects.filter(state=State.WAITING, heartbeat_at__lt=now - FORGOTTEN_AFTER, deleted_at=None)
    for row in forgotten.only("pk"):
        with transaction.atomic():
            if forgotten.filter(pk=row.pk).update(heartbeat_at=now):
                put_in_line(row)


@task(priority=PRIORITY)
def count_on(pk: int) -> None:
    """Count the experiment of this key for a turn, and put it in line again where more is to come."""
    look_after(timezone.now())
    row = _claimed(pk)
    if row is None:
        return
    ours = Experiment.objects.filter(pk=pk, state=State.RUNNING, turns=row.turns, deleted_at=None)
    try:
        with unlimited():  # what a worker does is no request's work
            _count(row, ours)
    except MalformedError:
        ours.update(state=State.STOPPED, why=Reason.CHANGED)
    except Exception:
        ours.update(state=State.STOPPED, why=Reason.BROKEN)
        raise


def _claimed(pk: int) -> Experiment | None:
    """The experiment, at its next turn; None where it is counted already, doesn't wait any more or is gone."""
    waiting = Experiment.objects.filter(pk=pk, state=State.WAITING, deleted_at=None)
    if waiting.update(state=State.RUNNING, turns=F("turns") + 1, heartbeat_at=timezone.now()):
        return Experiment.objects.filter(pk=pk).first()
    return None


def _count(row: Experiment, ours: QuerySet[Experiment]) -> None:
    begin = last = monotonic()
    run = Run(record_in(row), current_catalogue())
    for batch in run.batches(Serial()):
        now = monotonic()
        if not _write(row, ours, run, batch, seconds=now - last):
            return
        last = now
        if now - begin > TURN and not run.is_over:
            if ours.update(state=State.WAITING, heartbeat_at=timezone.now()):
                put_in_line(row)
            return
    ours.update(state=State.DONE, said=to_builtins(_said(row, run)))  # a file that was whole already


def _said(row: Experiment, run: Run) -> Said:
    return said_by(run.reading, brought=row.said.get("brought", 0))


def _write(row: Experiment, ours: QuerySet[Experiment], run: Run, batch: Batch, *, seconds: float) -> bool:
    """Write a batch with what all of them say now; False where nobody wants more of this turn."""
    content, now = line(batch).decode().rstrip("\n"), timezone.now()
    changed = {"heartbeat_at": now, "lost": 0, "batches_done": run.reading.batches, "updated_at": now}
    if run.reading.batches % len(run.cells) == 0:
        changed["said"] = to_builtins(_said(row, run))
    if run.is_over:
        changed["state"] = State.DONE
    with transaction.atomic():
        count_seconds(row.payer, seconds)
        added = {"seconds": F("seconds") + seconds, "size": F("size") + len(content)}
        if not with_room_for(row, len(content), ours).update(**changed, **added):
            ours.update(state=State.STOPPED, why=Reason.FULL)
            return False
        ExperimentBatch.objects.create(experiment=row, place=run.reading.batches - 1, line=content)
        if not run.is_over and is_spent(row.payer):
            ours.update(state=State.STOPPED, why=Reason.SPENT)
            return False
    return True
