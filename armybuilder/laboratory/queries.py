"""Queries of experiments: one's own, shared ones, and who waits before whom."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.core.models import Visitor, present_rows
from armybuilder.laboratory.models import Experiment, State


def experiments_of(visitor: Visitor) -> QuerySet[Experiment]:
    """A visitor's experiments, the latest change first."""
    return present_rows(visitor, Experiment)


def shared_experiments() -> QuerySet[Experiment]:
    """Those that a link leads to."""
    return Experiment.objects.filter(deleted_at=None).exclude(share=None)


def place_in_line(row: Experiment) -> int:
    """Which in line it is, counted from one, where it waits."""
    waiting = Experiment.objects.filter(state=State.WAITING, deleted_at=None)
    return waiting.filter(heartbeat_at__lt=row.heartbeat_at).exclude(pk=row.pk).count() + 1
