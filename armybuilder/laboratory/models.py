"""Experiments of the laboratory, their finished batches, and how long was counted for whom in a day."""

from __future__ import annotations

from django.db import models
from django.db.models import UniqueConstraint
from django.utils import timezone

from armybuilder.core.models import Kept


class State(models.TextChoices):
    """What becomes of an experiment."""

    WAITING = "waiting", "In line"
    RUNNING = "running", "Counting"
    STOPPED = "stopped", "Stopped"
    DONE = "done", "Done"


class Reason(models.TextChoices):
    """Why an experiment was stopped before it had its answer."""

    ASKED = "asked", "Its owner stopped it"
    SPENT = "spent", "The day's share of work is used up"
    FULL = "full", "There is no room for more batches"
    CHANGED = "changed", "The catalogue or the simulator is another by now"
    LOST = "lost", "Counting broke off more than once"
    BROKEN = "broken", "It can't be counted"


class Experiment(Kept):
    """A question with what has been counted so far.

    `content` is the first line of its `muster-experiment/1` file, its batches are rows of their own. `said` is what
    all whole rounds of these say, read once when they were written (`snapshots.Said`): reading a thousand of them takes
    a page too long. `turns` counts how often a worker has taken it up: what an earlier one writes counts no more.
    `heartbeat_at` is when it was put in line or, from then on, the last sign of life of the worker that counts; `lost`
    is how many have died over it since its last batch. `payer` is whose share of the day it takes. `share` is the
    token by which others look at it, None where it isn't shared.
    """

    content = models.JSONField()
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    why = models.CharField(max_length=7, choices=Reason, blank=True)
    batches_done = models.PositiveIntegerField(default=0)
    cells = models.PositiveIntegerField()
    said = models.JSONField(default=dict)
    seconds = models.FloatField(default=0)
    payer = models.CharField(max_length=64, blank=True, db_index=True)
    turns = models.PositiveIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    heartbeat_at = models.DateTimeField(default=timezone.now)
    share = models.CharField(max_length=16, unique=True, null=True, blank=True, editable=False)

    class Meta(Kept.Meta):
        verbose_name = "experiment"

    @property
    def is_under_way(self) -> bool:
        return self.state in (State.WAITING, State.RUNNING)


class ExperimentBatch(models.Model):
    """A finished batch by its place among all, as its line stands in the file; it is never changed."""

    experiment = models.ForeignKey(Experiment, models.CASCADE, related_name="batches")
    place = models.PositiveIntegerField()
    line = models.TextField()

    class Meta:
        ordering = ["place"]
        constraints = [UniqueConstraint(fields=["experiment", "place"], name="experimentbatch_has_its_own_place")]

    def __str__(self) -> str:
        return f"{self.experiment_id}.{self.place}"


class SecondsOfADay(models.Model):
    """How many seconds were counted for a payer on a day; the key names nobody."""

    payer = models.CharField(max_length=64)
    day = models.DateField(db_index=True)
    seconds = models.FloatField(default=0)

    class Meta:
        constraints = [UniqueConstraint(fields=["payer", "day"], name="seconds_of_a_day_are_counted_once")]

    def __str__(self) -> str:
        return f"{self.seconds:.0f} s on {self.day}"
