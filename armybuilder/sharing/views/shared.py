"""A roster as whoever has its link sees it: nothing to change, everything to read but its player's notes."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from armybuilder.core.http import unlisted
from armybuilder.core.languages import speak_of
from armybuilder.core.visitors import ensure_visitor
from armybuilder.rosters.presenters.pages import panel_of
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from armybuilder.sharing import queries
from armybuilder.sharing.models import Share, ShareKind
from armybuilder.sharing.services import copy_shared
from tabletop.rosters.document import without_notes


def live_share(token: str) -> Share:
    """The link with this token; what is revoked or deleted isn't there."""
    return get_object_or_404(queries.live_shares(), token=token)


@unlisted
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    share = live_share(token)
    judged = verdict(without_notes(roster_of(share.roster)))
    speak_of(judged.roster.game)
    context = {"share": share, "verdict": judged, "panel": panel_of(judged)}
    return render(request, "sharing/shared.html", context)


@unlisted
@require_POST
def copy(request: HttpRequest, token: str) -> HttpResponse:
    """Make a roster of one's own, where the link allows it at this moment."""
    if live_share(token).kind != ShareKind.COPY:
        raise Http404("This link is for viewing only.")
    try:
        row = copy_shared(token=token, visitor=ensure_visitor(request))
    except Share.DoesNotExist as error:
        raise Http404("This link was revoked.") from error
    return redirect("roster", code=row.code)
