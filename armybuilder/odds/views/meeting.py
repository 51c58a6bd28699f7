"""Two units and what comes of it when they meet; the query string holds all of it, nothing is kept."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.htmx import template
from armybuilder.core.http import unlisted
from armybuilder.core.visitors import visitor_of
from armybuilder.odds.presenters.cases import answered, cases_of
from armybuilder.odds.presenters.meeting import KINDS, Meeting, MeetingForm
from armybuilder.odds.presenters.picking import picked_from
from armybuilder.odds.presenters.summary import endings, heading, needed, sentences, table
from armybuilder.odds.presenters.what_if import MOST_CHOSEN, chosen_of, what_ifs
from armybuilder.odds.queries import contestant_of
from armybuilder.odds.snapshots import Contestant
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import plain_odds
from tabletop.decoding import MalformedError

SIDES = ("a", "b")


@unlisted
@vary_on_headers("HX-Request")
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Both units with their odds, or the picker where one is missing or to be changed."""
    catalogue = current_catalogue()
    units, faults = _contestants(request, catalogue)
    missing = [letter for letter in SIDES if letter not in units]
    picked = request.GET.get("pick", "")
    if missing or picked in SIDES:
        return _picker(request, catalogue, picked if picked in SIDES else missing[0], units, faults)
    form = MeetingForm(request.GET, (units["a"], units["b"]))
    context: dict[str, Any] = {"form": form, "units": units, "kinds": _kinds(form)}
    if form.is_valid():
        try:
            context |= _answer(request, form, catalogue)
        except MalformedError as error:
            form.refuse(error)
    if request.GET.get("format") == "json" and "meeting" in context:
        return HttpResponse(_file(context["meeting"], catalogue), content_type="application/json")
    return render(request, template(request, "odds/meeting.html", "meeting"), context)


def _contestants(request: HttpRequest, catalogue: Catalogue) -> tuple[dict[str, Contestant], dict[str, str]]:
    """The units that are there, and why others aren't."""
    units, faults = {}, {}
    visitor = visitor_of(request)
    for letter in SIDES:
        if key := request.GET.get(letter, ""):
            try:
                units[letter] = contestant_of(key, visitor, catalogue)
            except MalformedError as error:
                faults[letter] = f"{error.reason[:1].upper()}{error.reason[1:]}."
    return units, faults


def _picker(
    request: HttpRequest, catalogue: Catalogue, letter: str, units: dict[str, Contestant], faults: dict[str, str]
) -> HttpResponse:
    kept = [(name, value) for name, value in request.GET.items() if name not in ("pick", "from", letter)]
    other = units.get("b" if letter == "a" else "a")
    context = {
        "letter": letter,
        "other": other,
        "fault": faults.get(letter, ""),
        "groups": picked_from(request.GET.get("from", ""), visitor_of(request), catalogue),
        "source": request.GET.get("from", ""),
        "kept": [(name, value) for name, value in kept if not name.startswith(letter)],
    }
    return render(request, "odds/pick.html", context)


def _kinds(form: MeetingForm) -> list[tuple[str, str, bool]]:
    """The kinds of meetings as links, with the one that is asked."""
    asked = form.data["kind"]
    return [(name, form.address(kind=key), key == asked) for key, name in KINDS]


def _answer(request: HttpRequest, form: MeetingForm, catalogue: Catalogue) -> dict[str, Any]:
    meeting = form.meeting
    offered = what_ifs(meeting)
    chosen = chosen_of(offered, request.GET.getlist("w"))
    to_the_end = request.GET.get("end") == "1"
    cases = cases_of(catalogue, meeting, chosen, to_the_end=to_the_end)
    keys = [each.key for each in chosen]
    chips = [(each, form.address(tuple(_toggled(keys, each.key))), each.key in keys) for each in offered]
    left_out = [said for unit in form.units for said in unit.left_out]
    return {
        "meeting": meeting,
        "heading": heading(meeting, cases[0]),
        "sentences": sentences(meeting, cases[0]),
        "cases": cases,
        "lines": [*table(cases), *endings(meeting, cases)],
        "some_unfinished": bool(cases[0].ending) and any(not (case.ending or case.refused) for case in cases),
        "chips": chips,
        "chosen": keys,
        "steps": needed(answered(catalogue, meeting.situation()).receipts),
        "left_out": left_out,
        "touching": [meeting.contact(which) for which in (0, 1)] if meeting.needs_contact else [],
        "end_address": "" if cases[0].ending or meeting.kind != "melee" else f"{form.address(tuple(keys))}&end=1",
        "is_too_long": to_the_end and cases[0].ending is None,
        "file_address": f"{form.address()}&format=json",
    }


def _file(meeting: Meeting, catalogue: Catalogue) -> bytes:
    """The meeting as it stands, as a situation, with its odds."""
    situation = meeting.situation()
    return msgspec.json.encode(
        {"situation": msgspec.json.decode(situation)} | plain_odds(answered(catalogue, situation))
    )


def _toggled(keys: list[str], key: str) -> list[str]:
    """The chosen what-ifs after one more press; a fourth takes the place of the first."""
    return [each for each in keys if each != key] if key in keys else [*keys, key][-MOST_CHOSEN:]
