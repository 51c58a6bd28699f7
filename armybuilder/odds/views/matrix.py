"""Every unit of one roster against every unit of another; the query string holds all of it, nothing is kept."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.http import file_answer, unlisted
from armybuilder.core.visitors import visitor_of
from armybuilder.odds.presenters.matrix import address, board_of, legend, matrix_of
from armybuilder.odds.presenters.picking import rosters_to_pick
from armybuilder.odds.queries import roster_named, source_of_link
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.odds.matrix_files import write_matrix
from tabletop.decoding import MalformedError
from tabletop.rosters.files import file_name

SIDES = (("a", "Yours"), ("b", "Theirs"))
STATED = ("a", "b", "sort", "u")


@unlisted
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The matrix as a page or as CSV, or the choice of both rosters where one is missing or to be changed."""
    query = _stated(request)
    rosters, faults = _rosters(request, query)
    if len(rosters) < len(SIDES) or "pick" in request.GET:
        return _choice(request, query, rosters, faults)
    own, theirs, found = matrix_of(current_catalogue(), rosters["a"], rosters["b"])
    if request.GET.get("format") == "csv":
        name = f"{file_name(own.name)}-against-{file_name(theirs.name)}.csv"
        return file_answer(write_matrix(found).encode("utf-8-sig"), "text/csv; charset=utf-8", name, inline=False)
    context = {
        "armies": (own, theirs),
        "board": board_of(found, (own, theirs), query),
        "query": query,
        "legend": legend(),
        "change": address(query, pick="1"),
        "csv": address(query, format="csv"),
    }
    return render(request, "odds/matrix.html", context)


def _stated(request: HttpRequest) -> dict[str, str]:
    """What the address states; the link of a shared roster goes before what is chosen beside it."""
    query = {name: request.GET[name] for name in STATED if request.GET.get(name)}
    for letter, _ in SIDES:
        if link := request.GET.get(f"{letter}-link", "").strip():
            query[letter] = source_of_link(link)
    return query


def _rosters(request: HttpRequest, query: dict[str, str]) -> tuple[dict[str, Roster], dict[str, str]]:
    """The rosters that are there, and why others aren't."""
    rosters, faults, visitor = {}, {}, visitor_of(request)
    for letter, _ in SIDES:
        if source := query.get(letter, ""):
            try:
                rosters[letter] = roster_named(source, visitor)
            except Http404:
                faults[letter] = "There is no such roster any more, or it isn't yours or shared. Choose again."
            except MalformedError as error:
                faults[letter] = f"It can't be read: {error}."
    return rosters, faults


def _choice(
    request: HttpRequest, query: dict[str, str], rosters: dict[str, Roster], faults: dict[str, str]
) -> HttpResponse:
    groups = rosters_to_pick(visitor_of(request), {query[letter]: roster.name for letter, roster in rosters.items()})
    sides = [
        {"letter": letter, "label": label, "chosen": query.get(letter, ""), "fault": faults.get(letter, "")}
        for letter, label in SIDES
    ]
    return render(request, "odds/matrix_choice.html", {"sides": sides, "groups": groups})
