"""A roster's history: who changed what when, and every old version to look at and bring back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from armybuilder.core.forms import whole_number
from armybuilder.core.games import References, game_in, reference_of
from armybuilder.rosters import queries
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.pages import panel_of
from armybuilder.rosters.presenters.repricing import repriced
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import differences, verdict
from armybuilder.rosters.views.detail import rosters

PAGE = 25
PAUSE = timedelta(minutes=10)
MOST_CHANGES = 5


class Step(Struct, frozen=True):
    """One version: what it changed of the one before, and what it came to on its day."""

    version: int
    at: datetime
    who: str
    reason: str
    changes: tuple[str, ...]
    more: int
    points: int | None
    is_repriced: bool


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
    steps = list(_steps(row, kept))
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


def _steps(row: Row, kept: Sequence[Any]) -> Iterator[Step]:
    """A step for each version but the one beyond the page, which only says what the last one changed."""
    game = game_in(row.content)
    contents, reference = [roster_of(version) for version in kept], reference_of(game)
    for index, version in enumerate(kept[:PAGE]):
        earlier = index + 1 if index + 1 < len(kept) else None
        changes: list[str] = []
        if earlier is not None:
            changes = [str(change) for change in game.differences(contents[earlier], contents[index], reference)]
        yield Step(
            version=version.version,
            at=version.history_date,
            who=_who(version, row),
            reason=version.history_change_reason or "",
            changes=tuple(changes[:MOST_CHANGES]),
            more=max(0, len(changes) - MOST_CHANGES),
            points=version.priced.get("points"),
            is_repriced=earlier is not None and _is_repriced(kept[earlier], version),
        )


def _is_repriced(before: Any, after: Any) -> bool:
    """Whether another catalogue priced the later version."""
    return bool(before.priced and before.priced.get("catalogue") != after.priced.get("catalogue"))


def _who(kept: Any, row: Row) -> str:
    if kept.history_user is not None:
        return str(kept.history_user.get_username())
    return "before signing in" if row.owner_id else "this browser"


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
        "who": _who(kept, row),
        "verdict": judged,
        "panel": panel_of(judged),
        "repriced": repriced(kept.priced, judged),
        "changes": [str(change) for change in differences(roster, roster_of(row), references)],
    }
    return render(request, "rosters/version.html", context)
