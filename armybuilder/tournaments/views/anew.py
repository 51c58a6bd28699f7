"""All lists of an event judged anew, with progress."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from msgspec import convert

from armybuilder.core.http import unlisted
from armybuilder.tournaments import queries
from armybuilder.tournaments.judging import Rejudged
from armybuilder.tournaments.presenters.moments import shortly
from armybuilder.tournaments.presenters.places import judging_place
from armybuilder.tournaments.services import anew


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
def judge_all(request: HttpRequest, token: str) -> HttpResponse:
    """How far the last judging is, and what it found; a judge begins another."""
    place = judging_place(request, token)
    if request.method == "POST":
        anew.begin(row=place.row, by=place.participant)
        return redirect("judge-all", token=token)
    last = queries.last_judging(place.row)
    context = {
        "judging": last,
        "is_under_way": last is not None and anew.is_under_way(last),
        "differing": convert(last.differing, list[Rejudged]) if last else [],
        "over": shortly(last.over_at, place.sealing) if last and last.over_at else "",
    }
    return render(request, "tournaments/judging.html", context | place.head("desk"))
