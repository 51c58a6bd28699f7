"""Questions about a game outside any battle, each a form with its answer; the address states all, nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.core.forms import problem_in_words
from armybuilder.core.games import GAMES, reference_of
from tabletop.decoding import MalformedError

LONGEST, MOST = 100, 40  # of a parameter of the address, and how many of them


@require_safe
def show(request: HttpRequest, game: str) -> HttpResponse:
    """All questions of a game; where something in the address can't be, what is wrong, and the usual answers."""
    asked = GAMES.get(game)
    if asked is None or not asked.has_helps:
        raise Http404
    look = {name: " ".join(request.GET.getlist(name))[:LONGEST] for name in list(request.GET)[:MOST]}
    reference, problem = reference_of(asked), ""

    def link(stated: Mapping[str, str]) -> str:
        return f"?{urlencode(stated, safe=',')}#sight"

    try:
        helps = list(asked.helps(look, link, reference))
    except MalformedError as error:
        problem = problem_in_words(error)
        helps = list(asked.helps({}, link, reference))
    context = {"game": asked, "helps": helps, "problem": problem, "pack": look.get("pack", "")}
    return render(request, "odds/helps.html", context, status=422 if problem else 200)
