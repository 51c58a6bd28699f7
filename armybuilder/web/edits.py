"""The one door for changes: an edit comes in, the whole desk goes out."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from armybuilder.models import Roster as Row
from armybuilder.services.rosters import StaleError, edit_roster
from armybuilder.snapshots import current_catalogue, roster_of
from armybuilder.web.rosters import editor_context, own_row
from tabletop.arcana.edits import AnyEdit, read_edit, undo_of
from tabletop.arcana.pack import code_in, rules_of
from tabletop.arcana.roster import MalformedError, Roster

# What a form carries beside the edit itself.
ENVELOPE = ("csrfmiddlewaretoken", "version", "edit", "outfit", "find")


@require_POST
def edit(request: HttpRequest, code: str) -> HttpResponse:
    row = own_row(request, code)
    try:
        change = posted_edit(request)
        notice = _apply(row, _posted_version(request), change)
    except MalformedError as error:
        notice = {"kind": "problem", "text": f"That can't be done: {error}."}
    return _answer(request, row, notice)


def posted_edit(request: HttpRequest) -> AnyEdit:
    """The edit of a button (`edit`, as JSON) or of a form's own fields."""
    if "edit" not in request.POST:
        fields: dict[str, Any] = {name: value for name, value in request.POST.items() if name not in ENVELOPE}
        if fields.get("verb") == "set_rules" and (link := fields.pop("pack", "")):
            fields["rules"] = rules_of(code_in(link))
        return read_edit({name: _or_nothing(name, value) for name, value in fields.items()}, from_form=True)
    try:
        return read_edit(msgspec.json.decode(request.POST["edit"]))
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedError("edit", "isn't readable") from error


def _or_nothing(name: str, value: str) -> str | None:
    """An empty field chooses nothing; an empty name is a name."""
    return None if value == "" and name != "name" else value


def _posted_version(request: HttpRequest) -> int:
    version = request.POST.get("version", "")
    if not (version.isascii() and version.isdecimal() and len(version) < 10):
        raise MalformedError("version", "is missing or not a number")
    return int(version)


def _apply(row: Row, version: int, change: AnyEdit) -> dict[str, Any] | None:
    """Make the change; what came of it if that is worth saying: a removal's way back, or a conflict."""
    before = roster_of(row)
    try:
        edit_roster(row=row, version=version, edit=change)
    except StaleError as stale:
        row.refresh_from_db()
        row.version = stale.current.version
        return {"kind": "stale", "again": _as_button(change)}
    undo = undo_of(change, before)
    return {"kind": "undo", "undo": _as_button(undo)} if undo and _parts(roster_of(row)) < _parts(before) else None


def _parts(roster: Roster) -> int:
    """Units, lines of models and characters: when they get fewer, something is gone that its player may want back."""
    return sum(1 + len(unit.models) + len(unit.characters) for unit in roster.contingent_units)


def _as_button(change: AnyEdit) -> str:
    return msgspec.json.encode(change).decode()


def _answer(request: HttpRequest, row: Row, notice: dict[str, Any] | None) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        context = editor_context(request, row, current_catalogue(), state=request.POST) | {"notice": notice}
        return render(request, "rosters/editor.html#desk", context)
    if notice:
        request.session[f"notice-{row.code}"] = notice
    state = {name: request.POST[name] for name in ("outfit", "find") if request.POST.get(name)}
    address = reverse("roster", kwargs={"code": row.code})
    return redirect(f"{address}?{urlencode(state)}#desk" if state else f"{address}#desk")
