"""A roster's history: who changed what when, and every old version to look at and bring back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from armybuilder.core.forms import whole_number
from armybuilder.core.games import References
from armybuilder.rosters import queries
from armybuilder.rosters.presenters.history import Step, author_of, steps_of
from armybuilder.rosters.presenters.pages import panel_of
from armybuilder.rosters.presenters.repricing import repriced
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import differences, verdict
from armybuilder.rosters.views.detail import rosters

PAGE = 25
PAUSE = timedelta(minutes=10)


class Sitting(Struct, frozen=True):
    """Changes with no pause longer than ten minutes between them, the newest first."""

    steps: tuple[Step, ...]

    @property
    def begins(self) -> datetime:
        return self.steps[-1].at

    @property
    def ends(self) -> datetime:
        return self.steps[0].at

    @property
    def lasts(self) -> bool:
        """Whether it began in another minute than it ended."""
        return self.begins.replace(second=0, microsecond=0) != self.ends.replace(second=0, microsecond=0)


@never_cache
@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    row = rosters.own_row(request, code)
    kept = list(queries.versions_of(row, before=_before(request))[: PAGE + 1])
    steps = list(steps_of(row, kept, PAGE))
    context = {
        "row": row,
        "sittings": list(sittings(steps)),
        "earlier": steps[-1].version if len(kept) > PAGE else None,
        "is_first_page": not kept or kept[0].version == row.version,
    }
    return render(request, "rosters/history.html", context)


def _before(request: HttpRequest) -> int | None:
    """The version that the page ends before; the newest one is on the first page."""
    return whole_number(request.GET.get("before", ""))


def sittings(steps: Sequence[Step]) -> Iterator[Sitting]:
    """The steps, newest first, parted where there is a pause."""
    begun = 0
    for index, (later, earlier) in enumerate(pairwise(steps), 1):
        if later.at - earlier.at > PAUSE:
            yield Sitting(tuple(steps[begun:index]))
            begun = index
    if steps:
        yield Sitting(tuple(steps[begun:]))


@never_cache
@require_safe
def version_page(request: HttpRequest, code: str, version: int) -> HttpResponse:
    """An old version, priced and reviewed as of now, with what it came to on its day and what is different now."""
    row = rosters.own_row(request, code)
    kept = get_object_or_404(queries.versions_of(row), version=version)
    roster, references = roster_of(kept), References()
    judged = verdict(roster, references)
    context = {
        "row": row,
        "kept": kept,
        "who": author_of(kept, row),
        "verdict": judged,
        "panel": panel_of(judged),
        "repriced": repriced(kept.priced, judged),
        "changes": [str(change) for change in differences(roster, roster_of(row), references)],
    }
    return render(request, "rosters/version.html", context)
