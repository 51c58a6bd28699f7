"""All lists of an event judged anew in the background: a new catalogue changes none of them, but it is to be known.

A worker that shares the database judges one list after the other and writes down how far it is; one that is silent for
`LOST_AFTER` is called lost, and the judging may be begun again. What it finds are the lists whose verdict or points
differ from those of their hand-in.
"""

from __future__ import annotations

from datetime import timedelta
from time import monotonic

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from armybuilder.core.games import References
from armybuilder.core.revisions import lock_present_row, plain
from armybuilder.tournaments import queries
from armybuilder.tournaments.judging import Rejudged, judged_anew
from armybuilder.tournaments.models import Judging, Participant, Tournament
from armybuilder.tournaments.services.steps import note
from tabletop.work import unlimited

LOST_AFTER = timedelta(seconds=30)
SAVED_EVERY = 0.5  # seconds
AT_ONCE = 100  # lists that are held at a time


@transaction.atomic
def begin(*, row: Tournament, by: Participant) -> Judging:
    """Put a judging of all lists in line; the one that is under way, if there is one."""
    lock_present_row(row)
    last = queries.last_judging(row)
    if last is not None and is_under_way(last):
        return last
    now = timezone.now()
    row.judgings.all().delete()
    judging = Judging.objects.create(event=row, total=queries.all_hand_ins(row).count(), begun_at=now, heartbeat_at=now)
    note(row, by, "judged anew")
    carry_out.enqueue(judging.pk)
    judging.refresh_from_db()
    return judging


def is_under_way(judging: Judging) -> bool:
    """Whether it isn't over and its worker gave a sign of life of late."""
    return judging.over_at is None and timezone.now() - judging.heartbeat_at < LOST_AFTER


@task()
def carry_out(pk: int) -> None:
    """Judge the lists of the judging with this key; nothing where it is gone or over."""
    judging = Judging.objects.filter(pk=pk, over_at=None).select_related("event").first()
    if judging is None:
        return
    ours = Judging.objects.filter(pk=pk)
    differing: list[Rejudged] = []
    last = monotonic()
    rows = queries.all_hand_ins(judging.event).iterator(chunk_size=AT_ONCE)
    with unlimited():  # what a worker does is no request's work
        for done, each in enumerate(judged_anew(judging.event, rows, References()), start=1):
            if each is not None and each.differs:
                differing.append(each)
            if monotonic() - last >= SAVED_EVERY:
                last = monotonic()
                ours.update(done=done, heartbeat_at=timezone.now())
    now = timezone.now()
    ours.update(done=judging.total, differing=plain(differing), heartbeat_at=now, over_at=now)
