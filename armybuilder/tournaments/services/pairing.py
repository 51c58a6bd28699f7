"""The next round paired for a page: at once where players are few, else by a worker that tells how far it is.

Up to `PAIRED_AT_ONCE` players a round takes a tenth of a second; of a thousand it takes some seconds (the figures stand
in docs/reliability.md), and no request works that long. A worker that shares the database pairs without a lock, and its
round becomes the preview only if the event still says what it was paired from and nobody has made another preview. One
that is silent for `LOST_AFTER` is called lost, and the round may be paired again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from time import monotonic

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from armybuilder.core.revisions import StaleError, lock_present_row
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import PairingJob, Participant, Tournament
from armybuilder.tournaments.services.rounds import keep_preview, new_seed, next_round, pair_next
from tabletop.decoding import MalformedError
from tabletop.tournament.pairings import Players, UnpairableError, pair_round
from tabletop.work import Budget, TooMuchWorkError, limited

PAIRED_AT_ONCE = 200  # players
MOST_SECONDS = 120  # of the processor, for a round
LOST_AFTER = timedelta(seconds=30)
SAVED_EVERY = 0.5  # seconds
CHANGED = "Players, results or the preview have changed while it was paired"


@transaction.atomic
def begin(*, row: Tournament, seen: str, kept: Iterable[Players] = (), by: Participant) -> PairingJob | None:
    """Pair the next round, or put it in line for a worker: the job then, or the one that is under way already.

    StaleError and MalformedError as of `pair_next`.
    """
    hands = list(kept)
    lock_present_row(row)
    event, number, _ = next_round(row, seen)
    count = len(event.playing(number))
    if count <= PAIRED_AT_ONCE:
        pair_next(row=row, seen=seen, kept=hands, by=by)
        return None
    last = queries.last_pairing_job(row)
    if last is not None and is_under_way(last):
        return last
    row.pairing_jobs.all().delete()
    job = PairingJob.objects.create(
        event=row,
        number=number,
        seed=new_seed(number),
        kept=hands,
        seen=seen,
        total=count,
        heartbeat_at=timezone.now(),
    )
    carry_out.enqueue(job.pk)
    return job


def is_under_way(job: PairingJob) -> bool:
    """Whether it isn't over and its worker gave a sign of life of late."""
    return job.over_at is None and timezone.now() - job.heartbeat_at < LOST_AFTER


@task()
def carry_out(pk: int) -> None:
    """Pair the round of the job with this key; nothing where it is gone or over."""
    job = PairingJob.objects.filter(pk=pk, over_at=None).select_related("event").first()
    if job is None:
        return
    problem = ""
    try:
        with limited(Budget(seconds=MOST_SECONDS)):
            _pair(job)
    except StaleError:
        problem = CHANGED
    except TooMuchWorkError:
        problem = f"It takes more than {MOST_SECONDS} seconds"
    except MalformedError as error:
        problem = str(error)
    now = timezone.now()
    PairingJob.objects.filter(pk=pk).update(done=job.total, problem=problem, heartbeat_at=now, over_at=now)


def _pair(job: PairingJob) -> None:
    row, ours, last = job.event, PairingJob.objects.filter(pk=job.pk), monotonic()

    def progress(paired: int) -> None:
        nonlocal last
        if monotonic() - last >= SAVED_EVERY:
            last = monotonic()
            ours.update(done=min(paired, job.total), heartbeat_at=timezone.now())

    event, number, _ = next_round(row, job.seen)
    try:
        paired = pair_round(event, number, job.seed, kept=[tuple(players) for players in job.kept], progress=progress)
    except UnpairableError as error:
        raise MalformedError("pairings", str(error)) from error
    with transaction.atomic():
        lock_present_row(row)
        now, _, preview = next_round(row, job.seen)
        if now != event:
            raise StaleError(row)
        keep_preview(row, number, preview, paired)
