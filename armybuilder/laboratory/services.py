"""Experiments begun, stopped, told to go on, kept from files, copied and shared."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.battles.models import Battle
from armybuilder.battles.services.battles import keep_battle
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.bounds import bytes_of, check_room
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import copied_name, create_row, delete_row, lock_present_row, plain, update_row
from armybuilder.laboratory.counting import put_in_line
from armybuilder.laboratory.limits import check_room_in_line
from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.models import ExperimentBatch, Reason, State
from armybuilder.laboratory.snapshots import experiment_in, said_by
from armybuilder.sharing.models import new_token
from tabletop.arcana.simulation.counts import Cell
from tabletop.arcana.simulation.estimates import Within
from tabletop.arcana.simulation.experiments import IN_A_LINE, SIZES, Experiment, Record, begun, line
from tabletop.arcana.simulation.running import Run, watched
from tabletop.decoding import MalformedError

MOST_BATCHES = 2_000  # of an experiment: all cells together
HALF_ON_TABLE, PAIRS_ON_TABLE = 0.07, 400  # of battles that take a second each: how narrow, and how many at most
ON_A_TABLE, LONGEST_NAME = " on a table", 120
MOST_MEETINGS = 60 * 60  # of a unit with a unit, in a cell: what a batch takes grows with them


def ask(*, visitor: Visitor, payer: str, experiment: Experiment) -> Row:
    """Keep a question and put it in line for a worker.

    MalformedError names what can't be fielded or is too much; TooManyExperimentsError where the payer or the
    laboratory has enough to count, NoRoomError where the visitor keeps too many.
    """
    stated = begun(experiment, current_catalogue())
    cells = stated.cells(current_catalogue())
    _check_size(stated, cells)
    with transaction.atomic():
        check_room_in_line(payer)
        row = create_row(Row, visitor, name=stated.name, content=plain(stated), cells=len(cells), payer=payer)
        put_in_line(row)
    row.refresh_from_db()
    return row


def _check_size(experiment: Experiment, cells: Sequence[Cell]) -> None:
    """MalformedError for what is more than the site counts."""
    if any(len(own.squads) * len(cell.other.squads) > MOST_MEETINGS for cell in cells for own in cell.own):
        raise MalformedError("question", "has armies of more units than this site counts")
    most = MOST_BATCHES // len(cells)
    if experiment.stop.batches > most:
        raise MalformedError("stop.batches", f"is at most {most:,} on this site with so many armies")
    if (experiment.size or 0) > SIZES[experiment.depth]:
        raise MalformedError("size", f"is at most {SIZES[experiment.depth]:,} on this site")


@transaction.atomic
def stop(*, row: Row) -> None:
    """Count no more of it; what is counted stays. One that isn't under way stays as it is."""
    lock_present_row(row)
    if row.is_under_way:
        row.state, row.why = State.STOPPED, Reason.ASKED
        row.save(update_fields=["state", "why"])


@transaction.atomic
def go_on(*, row: Row, payer: str, half: float | None = None) -> None:
    """Put it in line again where it was stopped; or, with `half`, until its interval is as narrow as that.

    TooManyExperimentsError as of `ask`; MalformedError where it doesn't stop by its interval, or is as narrow already.
    """
    lock_present_row(row)
    if row.is_under_way or (row.state == State.DONE and half is None):
        return
    check_room_in_line(payer)
    lines = row.size - bytes_of({"name": row.name, "content": row.content})
    if half is not None:
        update_row(row, content=plain(_narrowed(experiment_in(row), half, row.cells)))
        row.size += max(lines, 0)
    row.state, row.why, row.payer, row.lost, row.heartbeat_at = State.WAITING, "", payer, 0, timezone.now()
    row.save(update_fields=["state", "why", "payer", "lost", "heartbeat_at", "size"])
    put_in_line(row)
    row.refresh_from_db()


def _narrowed(experiment: Experiment, half: float, cells: int) -> Experiment:
    """With a narrower interval, and as many battles more as that takes: half the width takes four times as many."""
    stop = experiment.stop
    if not isinstance(stop, Within) or not 0 < half < stop.half:
        raise MalformedError("half", "must be narrower than it is")
    batches = min(ceil(stop.batches * (stop.half / half) ** 2), MOST_BATCHES // cells)
    if batches <= stop.batches:
        raise MalformedError("half", "would take more battles than this site counts")
    return replace(experiment, stop=replace(stop, half=half, batches=batches))


def ask_on_table(*, row: Row, visitor: Visitor, payer: str) -> Row:
    """The same question asked on an open table, with the same seed, to see whether the answer holds there.

    MalformedError where it is none of armies in a line; otherwise as `ask`.
    """
    experiment = experiment_in(row)
    if experiment.depth == "table" or isinstance(experiment.question, IN_A_LINE):
        raise MalformedError("question", "isn't one of armies in a line")
    stop = Within(half=HALF_ON_TABLE, batches=max(PAIRS_ON_TABLE // row.cells, 2))
    name = f"{row.name[: LONGEST_NAME - len(ON_A_TABLE)]}{ON_A_TABLE}"
    return ask(
        visitor=visitor,
        payer=payer,
        experiment=replace(experiment, name=name, depth="table", stop=stop, size=None, versions=None),
    )


def watch(*, row: Row, visitor: Visitor) -> Battle:
    """One battle of an experiment, its first, kept to be read on the battle's pages.

    Of one in a line the same armies meet on a table. MalformedError where rows meet that are no armies.
    """
    log = watched(experiment_in(row), current_catalogue(), cell=0, pair=0, seat=0)
    with transaction.atomic():
        return keep_battle(visitor=visitor, log=log)


def keep_record(*, visitor: Visitor, record: Record) -> Row:
    """Keep what a file says, stopped where it isn't done; MalformedError where it isn't what its question brings."""
    run = Run(record, current_catalogue())
    _check_size(run.experiment, run.cells)
    said = plain(said_by(run.reading, brought=len(record.batches))) if run.reading.rounds else {}
    lines = [line(batch).decode().rstrip("\n") for batch in record.batches]
    over = {"state": State.DONE} if run.is_over else {"state": State.STOPPED, "why": Reason.ASKED}
    fields = {"name": run.experiment.name, "content": plain(run.experiment), "said": said, "cells": len(run.cells)}
    return _kept(visitor, lines, **fields, **over)


def copy_experiment(*, row: Row, visitor: Visitor) -> Row:
    """A copy with all that is counted; one of an experiment under way is stopped. One's own gets another name."""
    name = copied_name(row.name) if row.visitor == visitor else row.name
    lines = list(row.batches.values_list("line", flat=True))
    over = {"state": State.DONE} if row.state == State.DONE else {"state": State.STOPPED, "why": Reason.ASKED}
    fields = {"name": name, "content": row.content | {"name": name}, "said": row.said, "cells": row.cells}
    return _kept(visitor, lines, seconds=row.seconds, **fields, **over)


@transaction.atomic
def _kept(visitor: Visitor, lines: list[str], **fields: object) -> Row:
    row = create_row(Row, visitor, **fields, batches_done=len(lines))
    ExperimentBatch.objects.bulk_create(
        ExperimentBatch(experiment=row, place=place, line=each) for place, each in enumerate(lines)
    )
    row.size += sum(map(len, lines))
    row.save(update_fields=["size"])
    check_room(Row, visitor)
    return row


@transaction.atomic
def delete_experiment(row: Row, version: int | None = None) -> None:
    """Stop it and mark it as deleted: one that comes back doesn't count on by itself. StaleError of `delete_row`."""
    stop(row=row)
    delete_row(row, version)


@transaction.atomic
def share_experiment(*, row: Row, shared: bool) -> None:
    """Make a link by which anybody looks at it, or revoke it; a link that is made again is another one."""
    Row.objects.filter(pk=row.pk).update(share=(row.share or new_token()) if shared else None)
    row.refresh_from_db(fields=["share"])
