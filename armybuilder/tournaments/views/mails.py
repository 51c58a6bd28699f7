"""Mails of an event to a player: asked for, confirmed by the link that came by mail, stopped."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armybuilder.core.forms import problem_in_words
from armybuilder.core.http import unlisted
from armybuilder.tournaments.presenters.places import Place, place_of, site_of
from armybuilder.tournaments.services import mails
from tabletop.decoding import MalformedError

LONGEST_CODE = 600


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Whether this player gets mails, and where they go: the player alone sees and changes it."""
    place = place_of(request, token)
    if not place.participant.is_player:
        raise Http404
    problem = ""
    if request.method == "POST":
        try:
            _change(request, place)
            return redirect("event-mails", token=token)
        except MalformedError as error:
            problem = problem_in_words(error)
    code, asked = request.GET.get("code", "")[:LONGEST_CODE], ""
    if code and not problem:
        try:
            asked = mails.address_in(place.participant, code)
        except MalformedError as error:
            problem = problem_in_words(error)
    context = {
        "email": place.participant.email,
        "are_sent": place.row.mails,
        "code": code,
        "asked": asked,
        "problem": problem,
    }
    page = context | place.head("mine")
    return render(request, "tournaments/mails.html", page, status=422 if problem else 200)


def _change(request: HttpRequest, place: Place) -> None:
    me, post = place.participant, request.POST
    match post.get("do", ""):
        case "ask" if place.row.mails:
            mails.ask_address(me, post.get("email", "").strip()[:300], site_of(request))
            messages.success(request, "We've sent a link to that address. Open it to get mails.")
        case "confirm":
            mails.confirm_address(player=me, code=post.get("code", "")[:LONGEST_CODE])
            messages.success(request, "You get mails of this event from now on.")
        case "stop":
            mails.stop_mails(player=me)
            messages.success(request, "No more mails come.")
        case _:
            raise MalformedError("do", "is nothing that there is to do")
