"""How many pages are printed for one visitor, at once and in a day, and for all; refused before work begins.

Pages are those that come out of the printer, copies too. They are counted for a payer: the account, or else the
address of the net, as a browser without an account gets a new name by throwing its cookie away. Payers are kept as
keyed digests. What was printed on earlier days is forgotten by `manage.py clean`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from enum import Enum
from itertools import accumulate
from math import ceil

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from armybuilder.printing.models import JobState, PagesOfADay, PrintJob

MEGABYTE = 1_000_000
SOON = 60  # seconds: what is at the press is printed by and by


class Limited(Enum):
    """What there are too many pages of."""

    UNDER_WAY = "under way"
    A_DAY = "a day"
    IN_ALL = "in all"


WORDS: Mapping[Limited, str] = {
    Limited.UNDER_WAY: "You have {count} pages waiting to be printed, and the limit is {most} at a time."
    " Wait until they are done, or choose fewer.",
    Limited.A_DAY: "{count} pages were printed today for you, or for everybody on your network who isn't signed in, and"
    " the limit is {most} a day. Choose fewer, come back tomorrow (days end at midnight UTC), or sign in.",
    Limited.IN_ALL: "{count} pages are waiting to be printed for everybody, and the limit is {most}."
    " Try again in a few minutes, or choose a hundred pages or fewer: those are printed straight away.",
}


class TooManyPagesError(Exception):
    """More pages than are printed for one visitor, or for all; says the way out, and how many seconds to wait."""

    def __init__(self, limit: Limited, count: int, most: int, wait: int) -> None:
        super().__init__(WORDS[limit].format(count=f"{count:,}", most=f"{most:,}"))
        self.limit = limit
        self.wait = wait


def count_pages(payer: str, pages: int) -> None:
    """Count pages that are about to be printed; TooManyPagesError where they are more than are left of the day."""
    now, most = timezone.now(), settings.PRINT_PAGES_A_DAY
    with transaction.atomic():
        today, is_first = PagesOfADay.objects.get_or_create(payer=payer, day=now.date(), defaults={"pages": pages})
        room = PagesOfADay.objects.filter(pk=today.pk, pages__lte=most - pages)
        if pages > most or not (is_first or room.update(pages=F("pages") + pages)):
            raise TooManyPagesError(Limited.A_DAY, 0 if is_first else today.pages, most, _until_tomorrow(now))


def check_press(payer: str, pages: int) -> None:
    """TooManyPagesError where the press has too many pages to print already, the payer's or everybody's.

    Called after `count_pages` and in its transaction, which makes orders of one payer wait for each other.
    """
    under_way = PrintJob.objects.filter(state__in=(JobState.WAITING, JobState.RUNNING))
    limits = (
        (Limited.UNDER_WAY, under_way.filter(payer=payer), settings.PRINT_PAGES),
        (Limited.IN_ALL, under_way, settings.PRINT_PAGES_IN_ALL),
    )
    for limit, jobs, most in limits:
        already = _pages_of(jobs)
        if already + pages > most:
            raise TooManyPagesError(limit, already, most, SOON)


def _pages_of(jobs: QuerySet[PrintJob]) -> int:
    return jobs.aggregate(total=Sum("pages"))["total"] or 0


def throw_away_files(payer: str) -> None:
    """Delete the oldest finished jobs where files of a payer, or of all, take more room than they may."""
    for jobs, most in (
        (PrintJob.objects.filter(payer=payer), settings.PRINT_MEGABYTES),
        (PrintJob.objects.all(), settings.PRINT_MEGABYTES_IN_ALL),
    ):
        printed = jobs.filter(state=JobState.DONE).order_by("-pk").values_list("pk", "size")
        kept = accumulate(size for _, size in printed)
        too_many = [pk for (pk, _), total in zip(printed, kept, strict=True) if total > most * MEGABYTE]
        PrintJob.objects.filter(pk__in=too_many).delete()


def _until_tomorrow(now: datetime) -> int:
    """Seconds."""
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), tzinfo=now.tzinfo)
    return ceil((midnight - now).total_seconds())
