"""Two units and what comes of it when they meet; the query string holds all of it, nothing is kept."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.budgets import BusyError
from armybuilder.core.htmx import template
from armybuilder.core.http import file_answer, unlisted
from armybuilder.core.visitors import visitor_of
from armybuilder.odds.presenters.cases import answered, are_small, case_of, cases_of, unfinished
from armybuilder.odds.presenters.meeting_form import FIELDS, KINDS, MeetingForm
from armybuilder.odds.presenters.picking import picked_from
from armybuilder.odds.presenters.summary import ONCE, endings, heading, needed, sentences, table
from armybuilder.odds.presenters.what_if import MOST_CHOSEN, WhatIf, chosen_of, spells_if, what_ifs
from armybuilder.odds.queries import contestant_of
from armybuilder.odds.snapshots import Contestant
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import plain_odds
from tabletop.decoding import MalformedError
from tabletop.work import TooMuchWorkError, at_most

SIDES = ("a", "b")
PICKING = ("pick", "from")
TIME_FOR_A_LINE = 1.0  # seconds for sentences that another page shows
SHARE_TO_FIGHT = 0.7  # of the seconds that a request may work; the page takes the rest
MOST_ATTEMPTS = 4  # to fight to the end what wasn't in time, one for each case of a page


@unlisted
@vary_on_headers("HX-Request")
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Both units with their odds, or the picker where one is missing or to be changed."""
    catalogue = current_catalogue()
    units, faults = _contestants(request, catalogue)
    missing = [letter for letter in SIDES if letter not in units]
    is_file = request.GET.get("format") == "json"
    if missing and is_file:
        return _refusal(missing[0], faults.get(missing[0], "Is missing."))
    picked = request.GET.get("pick", "")
    if missing or picked in SIDES:
        return _picker(request, catalogue, picked if picked in SIDES else missing[0], units, faults)
    form = MeetingForm(request.GET, (units["a"], units["b"]), catalogue)
    if is_file:
        return _file(form, catalogue)
    if request.GET.get("format") == "line":
        return _line(request, form, catalogue)
    context: dict[str, Any] = {"form": form, "units": units, "kinds": _kinds(form)}
    if form.is_valid():
        try:
            context |= _answer(request, form, catalogue)
        except MalformedError as error:
            form.refuse(error)
    return render(request, template(request, "odds/meeting.html", "answer"), context)


def _contestants(request: HttpRequest, catalogue: Catalogue) -> tuple[dict[str, Contestant], dict[str, str]]:
    """The units that are there, and why others aren't."""
    units, faults = {}, {}
    visitor = visitor_of(request)
    for letter in SIDES:
        if key := request.GET.get(letter, ""):
            try:
                units[letter] = contestant_of(key, visitor, catalogue)
            except MalformedError as error:
                faults[letter] = f"{capfirst(error.reason)}."
    return units, faults


def _picker(
    request: HttpRequest, catalogue: Catalogue, letter: str, units: dict[str, Contestant], faults: dict[str, str]
) -> HttpResponse:
    stated = [(name, value) for name, values in request.GET.lists() for value in values if name not in PICKING]
    own = {letter, *(letter + short for short in FIELDS.values()), *(("weapon", "range") if letter == "a" else ())}
    other = units.get("b" if letter == "a" else "a")
    context = {
        "letter": letter,
        "other": other,
        "fault": faults.get(letter, ""),
        "groups": picked_from(request.GET.get("from", ""), visitor_of(request), catalogue),
        "source": request.GET.get("from", ""),
        "kept": urlencode([(name, value) for name, value in stated if name not in own], safe="/"),
        "back": urlencode(stated, safe="/") if len(units) == len(SIDES) else "",
    }
    return render(request, "odds/pick.html", context)


def _kinds(form: MeetingForm) -> list[tuple[str, str, bool]]:
    """The kinds of meetings as links, with the one that is asked."""
    return [(name, form.address(kind=key), key == form.asked) for key, name in KINDS]


def _file(form: MeetingForm, catalogue: Catalogue) -> HttpResponse:
    """The meeting as it stands, as a situation, with its odds; 400 with the field that is wrong."""
    if form.is_valid():
        situation = form.meeting.situation()
        try:
            answer = plain_odds(answered(catalogue, situation))
        except MalformedError as error:
            form.refuse(error)
        else:
            content = msgspec.json.encode({"situation": msgspec.json.decode(situation)} | answer)
            return file_answer(content, "application/json", "odds.json", inline=False)
    field, faults = next(iter(form.errors.items()))
    return _refusal("" if field == NON_FIELD_ERRORS else field, str(faults[0]))


def _line(request: HttpRequest, form: MeetingForm, catalogue: Catalogue) -> HttpResponse:
    """The meeting's odds in sentences, for other pages; only the way to the page where it can't be counted."""
    said = []
    if form.is_valid():
        with suppress(MalformedError, TooMuchWorkError, BusyError), at_most(TIME_FOR_A_LINE):
            said = sentences(form.meeting, case_of(catalogue, form.meeting))
    return render(request, "odds/_line.html", {"said": said, "address": form.address()})


def _refusal(field: str, detail: str) -> HttpResponse:
    return JsonResponse({"field": field, "detail": detail}, status=400)


def _answer(request: HttpRequest, form: MeetingForm, catalogue: Catalogue) -> dict[str, Any]:
    meeting = form.meeting
    offered, spells = what_ifs(meeting), spells_if(meeting, catalogue)
    further = tuple(each for _, group in spells for each in group)
    chosen = chosen_of((*offered, *further), request.GET.getlist("w"))
    attempt = min(int(stated), MOST_ATTEMPTS) if (stated := request.GET.get("end", "")).isdecimal() else 0
    most = settings.WORK_SECONDS_ACCOUNT if request.user.is_authenticated else settings.WORK_SECONDS
    cases = cases_of(catalogue, meeting, chosen, attempt=attempt, seconds=SHARE_TO_FIGHT * most)
    small = are_small([meeting, *(each.meeting for each in chosen)])
    waits = meeting.kind == "melee" and unfinished(cases if small else cases[:1])
    most_attempts = MOST_ATTEMPTS if small and (cases[0].ending or not attempt) else 1
    goes_on = waits and attempt < most_attempts
    keys = [each.key for each in chosen]

    def chip(each: WhatIf) -> tuple[WhatIf, str, bool]:
        return each, form.address(tuple(_toggled(keys, each.key))), each.key in keys

    left_out = [said for unit in form.units for said in unit.left_out]
    return {
        "meeting": meeting,
        "once": ONCE.get(meeting.kind, "One test"),
        "heading": heading(meeting, cases[0]),
        "sentences": sentences(meeting, cases[0]),
        "cases": cases,
        "lines": [*table(cases), *endings(meeting, cases, unknown="…" if goes_on else "–")],
        "some_unfinished": bool(cases[0].ending) and unfinished(cases) and not goes_on,
        "chips": [chip(each) for each in offered],
        "spells": [(title, [chip(each) for each in group]) for title, group in spells],
        "has_spell": any(each.key in keys for each in further),
        "chosen": keys,
        "steps": needed(answered(catalogue, meeting.situation()).receipts),
        "left_out": left_out,
        "touching": [meeting.contact(0), meeting.contact(1)] if meeting.counts_contact else [],
        "end_address": f"{form.address(tuple(keys))}&end={attempt + 1}" if goes_on else "",
        "by_itself": small,
        "endless": cases[0].endless,
        "is_too_long": waits and not goes_on and cases[0].ending is None,
        "file_address": f"{form.address()}&format=json",
    }


def _toggled(keys: list[str], key: str) -> list[str]:
    """The chosen what-ifs after one more press; a fourth takes the place of the first."""
    return [each for each in keys if each != key] if key in keys else [*keys, key][-MOST_CHOSEN:]
