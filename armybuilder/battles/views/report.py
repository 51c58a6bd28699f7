"""The report of a battle, for whoever has a seat in it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.battles import queries
from armybuilder.battles.presenters.play.report import replay_of, report_of
from armybuilder.battles.presenters.play.sending import side_of
from armybuilder.battles.snapshots import game_in, log_in
from armybuilder.battles.views import games
from armybuilder.core.forms import whole_number
from armybuilder.core.http import unlisted
from tabletop.arcana.game import ARCANA


@unlisted
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def report(request: HttpRequest, token: str) -> HttpResponse:
    """Who won, who did what, luck, and the events one by one: `?event=n` shows the battle after that one.

    A replay that goes on asks for its moment alone.
    """
    seat = get_object_or_404(queries.live_seats(), token=token)
    if game_in(seat.battle) != ARCANA.slug:
        return games.report(request, seat)
    event = whole_number(request.GET.get("event", ""))
    log, side = log_in(seat.battle), side_of(seat, request.GET)
    if log.state.sandbox is not None:  # nothing is reported there but the log
        return redirect(f"{reverse('battle', args=[token])}?log=all#log-head")
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "battles/play/report.html#moment", {"replay": replay_of(log, side, event)})
    found = report_of(log, side, event, other=request.GET.get("same", ""))
    return render(request, "battles/play/report.html", {"seat": seat, "report": found, "replay": found.replay})
