"""Orders of the print shop that take a while, and how many pages were printed for whom in a day."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from armybuilder.core.models import Owned

BINDINGS = [("pdf", "One PDF"), ("zip", "A ZIP of PDFs")]


class JobState(models.TextChoices):
    """What has become of an order."""

    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Printing"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"


class Failure(models.TextChoices):
    """Why an order wasn't printed."""

    BROKEN = "broken", "It can't be printed"
    LOST = "lost", "The press stopped while printing it, more than once"
    IDLE = "idle", "No press is at work"
    LARGE = "large", "Its file is larger than those that are kept"


class PrintJob(Owned):
    """An order with its rosters; `check_pages` are the addresses that their codes lead to, in the same order.

    The order is forgotten once the job is over. `heartbeat_at` is when it was put in line or, from then on, the last
    sign of life of the worker that prints it.
    """

    order = models.JSONField()
    check_pages = models.JSONField(default=list)
    bound = models.CharField(max_length=3, choices=BINDINGS)
    state = models.CharField(max_length=7, choices=JobState, default=JobState.WAITING)
    failure = models.CharField(max_length=6, choices=Failure, blank=True)
    pages = models.PositiveIntegerField()
    written = models.PositiveIntegerField(default=0)
    file = models.BinaryField(null=True)
    size = models.PositiveIntegerField(default=0)
    payer = models.CharField(max_length=64, blank=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    heartbeat_at = models.DateTimeField(default=timezone.now)

    class Meta(Owned.Meta):
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pages} pages, {self.state}"

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more."""
        return self.state in (JobState.DONE, JobState.FAILED)


class PagesOfADay(models.Model):
    """How many pages were printed for a payer on a day; the key names nobody."""

    payer = models.CharField(max_length=64)
    day = models.DateField(db_index=True)
    pages = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["payer", "day"], name="pages_of_a_day_are_counted_once")]

    def __str__(self) -> str:
        return f"{self.pages} pages on {self.day}"
