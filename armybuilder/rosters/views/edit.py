"""Changes of a roster: edits, undo, redo and old versions; each is answered with what shows the army."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from msgspec import Struct
from msgspec.structs import asdict

from armybuilder.core.budgets import BusyError
from armybuilder.core.forms import posted_version, problem_in_words
from armybuilder.core.games import AnyGame, References, game_in
from armybuilder.core.languages import say
from armybuilder.rosters import services
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.pages import toast_since
from armybuilder.rosters.services import ConflictError, NothingToDoError, Outcome, StaleError
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import differences, verdict
from armybuilder.rosters.views.detail import editor_page, rosters
from tabletop.decoding import MalformedError, plain_values
from tabletop.languages import ENGLISH, language
from tabletop.rosters.document import Roster
from tabletop.rosters.verdict import Verdict
from tabletop.work import TooMuchWorkError

# What a form carries beside the edit itself.
ENVELOPE = ("csrfmiddlewaretoken", "version", "key", "edit", "outfit", "open", "find", "at")
MOST_CHANGES = 6

Notice = dict[str, Any]
Write = Callable[[int], Outcome]


@require_POST
def edit(request: HttpRequest, code: str) -> HttpResponse:
    row = rosters.own_row(request, code)
    before, game, references = roster_of(row), game_in(row.content), References()
    try:
        change = posted_edit(request, game)
    except MalformedError as error:
        return _answer(request, row, _problem(error))
    again = msgspec.json.encode(change).decode()
    key = request.POST.get("key", "")

    def write(version: int) -> Outcome:
        return services.edit_roster(row=row, version=version, edit=change, key=key, references=references)

    return _answer(request, row, _write(request, row, write, again=again), before=before, references=references)


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    row = rosters.own_row(request, code)
    return _step(request, row, lambda version: services.undo_roster(row=row, version=version), done=say("Undone"))


@require_POST
def redo(request: HttpRequest, code: str) -> HttpResponse:
    row = rosters.own_row(request, code)
    return _step(request, row, lambda version: services.redo_roster(row=row, version=version), done=say("Done again"))


@require_POST
def restore_version(request: HttpRequest, code: str, version: int) -> HttpResponse:
    row = rosters.own_row(request, code)

    def write(present: int) -> Outcome:
        return services.restore_version(row=row, version=present, wanted=version)

    return _step(request, row, write, done=f"Version {version} restored")


def _step(request: HttpRequest, row: Row, write: Write, *, done: str) -> HttpResponse:
    """Undo, redo or bring back an old version, and say what that has changed."""
    before = roster_of(row)
    notice = _write(request, row, write)
    if notice is None:
        notice = {"kind": "toast", "text": done}
        with suppress(TooMuchWorkError, BusyError):  # it is done, whether or not there is time to say what differs
            notice = _done_notice(done, before, roster_of(row))
    return _answer(request, row, notice)


def _done_notice(done: str, before: Roster, after: Roster) -> Notice:
    changes = _changes(before, after)
    return {"kind": "toast", "text": f"{done}: {'; '.join(changes)}" if changes and language() == ENGLISH else done}


def _changes(before: Roster, after: Roster) -> list[str]:
    changes = [str(change) for change in differences(before, after)]
    more = len(changes) - MOST_CHANGES
    return changes[:MOST_CHANGES] + ([say("and {count} more", count=more)] if more > 0 else [])


def posted_edit(request: HttpRequest, game: AnyGame) -> Struct:
    """The edit of a button (`edit`, as JSON) or of a form's own fields."""
    if "edit" not in request.POST:
        fields: dict[str, Any] = {name: value for name, value in request.POST.items() if name not in ENVELOPE}
        return game.read_edit({name: _or_nothing(name, value) for name, value in fields.items()}, from_form=True)
    try:
        plain = plain_values(request.POST["edit"])
    except MalformedError as error:
        raise MalformedError("edit", "isn't readable") from error
    return game.read_edit(plain)


def _or_nothing(name: str, value: str) -> str | None:
    """An empty field chooses nothing; empty names and notes are texts."""
    return None if value == "" and name not in ("name", "notes") else value


def _write(request: HttpRequest, row: Row, write: Write, *, again: str = "") -> Notice | None:
    """Make the change; what came of it if that is worth saying. `again` is the edit that makes it all the same."""
    try:
        outcome = write(posted_version(request.POST))
    except MalformedError as error:
        return _problem(error)
    except NothingToDoError:
        return {"kind": "toast", "text": say("There's nothing to undo or redo")}
    except StaleError:
        return {"kind": "stale", "again": again}
    except ConflictError as both:
        mine, theirs = _changes(both.base, both.mine), _changes(both.base, both.theirs)
        return {"kind": "conflict", "again": again, "mine": mine, "theirs": theirs}
    return {"kind": "merged"} if outcome is Outcome.MERGED else None


def _problem(error: MalformedError) -> Notice:
    return {"kind": "problem", "text": say("That can't be done. {problem}.", problem=problem_in_words(error))}


def _answer(
    request: HttpRequest,
    row: Row,
    notice: Notice | None,
    *,
    before: Roster | None = None,
    references: References | None = None,
) -> HttpResponse:
    """The page of the newest state, or its parts for htmx; without a notice, what has come or gone since `before`."""
    if request.htmx:  # type: ignore[attr-defined]
        page, context = editor_page(request, row, state=request.POST, references=references)
        notice = notice or _toast(before, context["verdict"])
        return render(request, f"{page}#answer", context | {"notice": notice, "swapped": True})
    with suppress(TooMuchWorkError, BusyError):  # the change is made, whether or not there is time to say its price
        notice = notice or _toast(before, verdict(roster_of(row), references))
    if notice:
        request.session[f"notice-{row.code}"] = notice
    unit = request.POST.get("open") or request.POST.get("unit")
    state = {name: request.POST[name] for name in ("outfit", "find") if request.POST.get(name)}
    query = urlencode(state | {"unit": unit} if unit else state)
    place = "add" if request.POST.get("at") == "add" else f"unit-{unit}" if unit else "army"
    address = reverse("roster", kwargs={"code": row.code})
    return redirect(f"{address}?{query}#{place}" if query else f"{address}#{place}")


def _toast(before: Roster | None, judged: Verdict) -> Notice | None:
    toast = toast_since(before, judged) if before is not None else None
    return {"kind": "toast", "undo": True, **asdict(toast)} if toast else None
