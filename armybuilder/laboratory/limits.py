"""How much is counted for one visitor: experiments at once, seconds in a day; and how many wait for all.

What an experiment takes isn't known beforehand, so seconds are counted as they are worked, and one whose payer has used
up the day stops until it is told to go on. Payers are kept as keyed digests; what was counted on earlier days is
forgotten by `manage.py clean`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from armybuilder.laboratory.models import Experiment, SecondsOfADay, State


class Limited(Enum):
    """What there is too much of."""

    UNDER_WAY = "under way"
    A_DAY = "a day"
    IN_ALL = "in all"


WORDS: Mapping[Limited, str] = {
    Limited.UNDER_WAY: "You have {most} experiments under way, and that is the most at a time. Wait until one is done,"
    " or stop one.",
    Limited.A_DAY: "The laboratory has counted for {most} minutes today for you, or for everybody on your network who"
    " isn't signed in, and that is the most for a day. Come back tomorrow (days end at midnight UTC), sign in, or save"
    " the experiment as a file and count it on your own machine.",
    Limited.IN_ALL: "{most} experiments are in line for everybody, and that is the most. Try again in a few minutes.",
}


class TooManyExperimentsError(Exception):
    """More than is counted for one visitor, or for all; the message says the way out."""

    def __init__(self, limit: Limited, most: int) -> None:
        super().__init__(WORDS[limit].format(most=most))
        self.limit = limit


def check_room_in_line(payer: str) -> None:
    """TooManyExperimentsError where nothing more is taken on for a payer, or for all; in the writer's transaction."""
    count_seconds(payer, 0)  # who asks twice at once waits here for the first answer
    under_way = Experiment.objects.filter(state__in=(State.WAITING, State.RUNNING), deleted_at=None)
    if under_way.filter(payer=payer).count() >= settings.LABORATORY_UNDER_WAY:
        raise TooManyExperimentsError(Limited.UNDER_WAY, settings.LABORATORY_UNDER_WAY)
    if is_spent(payer):
        raise TooManyExperimentsError(Limited.A_DAY, settings.LABORATORY_SECONDS_A_DAY // 60)
    if under_way.count() >= settings.LABORATORY_IN_ALL:
        raise TooManyExperimentsError(Limited.IN_ALL, settings.LABORATORY_IN_ALL)


def seconds_left(payer: str) -> float:
    """How much of the day a payer has left."""
    today = SecondsOfADay.objects.filter(payer=payer, day=timezone.now().date())
    spent: float = today.values_list("seconds", flat=True).first() or 0.0
    return float(max(settings.LABORATORY_SECONDS_A_DAY - spent, 0))


def is_spent(payer: str) -> bool:
    """Whether a payer has used up the day."""
    return not seconds_left(payer)


def count_seconds(payer: str, seconds: float) -> None:
    """Count what was worked for a payer; in the transaction of what came of it."""
    today, is_first = SecondsOfADay.objects.get_or_create(
        payer=payer, day=timezone.now().date(), defaults={"seconds": seconds}
    )
    if not is_first:
        SecondsOfADay.objects.filter(pk=today.pk).update(seconds=F("seconds") + seconds)
