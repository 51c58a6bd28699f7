"""A visitor's rosters together: sorted, filtered, several at once, and those that were deleted."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from datetime import timedelta
from operator import itemgetter
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from armybuilder.core.games import References, game_in
from armybuilder.core.http import file_answer
from armybuilder.core.visitors import visitor_of
from armybuilder.rosters import queries, services
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.summaries import Summary, kept_summaries
from armybuilder.rosters.services import KEPT_FOR
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.views.detail import rosters
from tabletop.rosters.document import write_roster
from tabletop.rosters.files import file_name
from tabletop.values import NO_CONTROLS

MOST_AT_ONCE = 200
CODE = re.compile(r"[A-Za-z0-9_-]{1,16}")


class Listed(Struct, frozen=True):
    """A roster in the list."""

    row: Row
    summary: Summary | None
    tags: tuple[str, ...]

    @property
    def army(self) -> str:
        return self.summary.listed.army if self.summary else ""

    @property
    def army_slug(self) -> str:
        return self.summary.listed.army_slug if self.summary else ""

    @property
    def verdict_word(self) -> str:
        if self.summary is None:
            return ""
        return "legal" if self.summary.is_legal else "draft" if self.summary.is_draft else "illegal"


SORTS: dict[str, Callable[[Listed], Any]] = {
    "name": lambda listed: listed.row.name.casefold(),
    "army": lambda listed: (listed.army, listed.row.name.casefold()),
    "points": lambda listed: -(listed.summary.points if listed.summary else 0),
}


class Wanted(Struct, frozen=True):
    """Which rosters to list, and in which order, from the address; what isn't known asks for nothing."""

    words: str = ""
    army: str = ""
    verdict: str = ""
    tag: str = ""
    sort: str = ""

    @property
    def is_any(self) -> bool:
        return any((self.words, self.army, self.verdict, self.tag))

    def has(self, listed: Listed) -> bool:
        parts = listed.summary.parts if listed.summary else ()
        text = " ".join((listed.row.name, listed.army, *listed.tags, *parts)).casefold()
        return (
            all(word in text for word in self.words.casefold().split()[:8])
            and self.army in ("", listed.army_slug)
            and self.verdict in ("", listed.verdict_word)
            and self.tag in ("", *listed.tags)
        )


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    everything = _listed(list(queries.rosters_with_tags_of(visitor_of(request)).defer("content", "priced")))
    wanted = Wanted(**{name: request.GET.get(name, "")[:60] for name in Wanted.__struct_fields__})
    shown = [listed for listed in everything if wanted.has(listed)]
    if wanted.sort in SORTS:
        shown.sort(key=SORTS[wanted.sort])
    armies = {listed.army_slug: listed.army for listed in everything if listed.summary}
    context = {
        "listed": shown,
        "wanted": wanted,
        "has_any": bool(everything),
        "unjudged": sum(listed.summary is None for listed in everything),
        "armies": sorted(armies.items(), key=itemgetter(1)),
        "tags": sorted({tag for listed in everything for tag in listed.tags}),
        "notice": request.session.pop("rosters-notice", None),
        "deleted": rosters.just_deleted(request),
    }
    return render(request, "rosters/index.html", context)


def _listed(rows: Sequence[Row]) -> list[Listed]:
    summaries = kept_summaries(rows)
    return [Listed(row, summaries.get(row.pk), tuple(tag.word for tag in row.tags.all())) for row in rows]


class Several(forms.Form):
    """Rosters, and what to do with all of them."""

    action = forms.ChoiceField(
        choices=[(action, action) for action in ("delete", "duplicate", "download", "tag", "untag")]
    )
    word = forms.CharField(max_length=40, required=False, validators=[RegexValidator(NO_CONTROLS)])

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        chosen["word"] = " ".join(chosen.get("word", "").split())
        if chosen.get("action") in ("tag", "untag") and not chosen["word"]:
            raise forms.ValidationError("Type a tag first.")
        return chosen


@require_POST
def several(request: HttpRequest) -> HttpResponse:
    """Do one thing with every roster that is ticked; those of somebody else aren't there."""
    codes = [code for code in request.POST.getlist("codes")[:MOST_AT_ONCE] if CODE.fullmatch(code)]
    rows = list(queries.rosters_of(visitor_of(request)).filter(code__in=codes))
    form = Several(request.POST)
    if not rows or not form.is_valid():
        text = "Tick the rosters first." if not rows else _first_error(form)
        return _say(request, {"kind": "problem", "text": text})
    action, word = form.cleaned_data["action"], form.cleaned_data["word"]
    if action == "download":
        return file_answer(_zipped(rows), "application/zip", "rosters.zip", inline=False)
    return _say(request, {"text": _done(action, word, rows), "link": action == "delete"})


def _first_error(form: Several) -> str:
    return next(str(error) for errors in form.errors.values() for error in errors)


@transaction.atomic
def _done(action: str, word: str, rows: Sequence[Row]) -> str:
    """Do the action to every row or to none; the answer is a sentence about it."""
    many = f"{len(rows)} roster{'s' if len(rows) > 1 else ''}"
    if action == "tag":
        services.tag_rosters(rows=rows, word=word)
        return f"Tagged {many} “{word}”."
    if action == "untag":
        services.untag_rosters(rows=rows, word=word)
        return f"Removed the tag “{word}” from {many}."
    for row in rows:
        if action == "delete":
            services.delete_roster(row=row)
        else:
            services.duplicate_roster(row=row)
    return f"{'Deleted' if action == 'delete' else 'Copied'} {many}."


def _say(request: HttpRequest, notice: dict[str, Any]) -> HttpResponse:
    request.session["rosters-notice"] = notice
    return redirect("rosters")


def _zipped(rows: Sequence[Row]) -> bytes:
    """A file for each roster; the second of a name has its code too."""
    content, names = io.BytesIO(), set[str]()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in rows:
            plain = file_name(row.name)
            name = f"{plain}-{row.code}" if plain in names else plain
            names.add(name)
            archive.writestr(f"{name}.json", write_roster(roster_of(row)))
    return content.getvalue()


class Gone(Struct, frozen=True):
    """A deleted roster, and how long it can still be taken back."""

    row: Row
    army: str
    days_left: int


@never_cache
@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    """What was deleted in the last thirty days, to be taken back."""
    rows = queries.deleted_rosters_of(visitor_of(request), kept_for=KEPT_FOR)
    references = References()
    gone = [Gone(row, _army_name(row, references), _days_left(row)) for row in rows]
    return render(request, "rosters/deleted.html", {"gone": gone, "days": KEPT_FOR.days})


def _army_name(row: Row, references: References) -> str:
    game = game_in(row.content)
    return game.army_name(roster_of(row), references.of(game))


def _days_left(row: Row) -> int:
    """Days until a deleted roster is gone for good, a day begun counted whole."""
    left = KEPT_FOR - (timezone.now() - row.deleted_at) if row.deleted_at else KEPT_FOR
    return max(0, -(-left // timedelta(days=1)))
