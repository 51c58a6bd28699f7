"""Standings, and the statistics of an event: whoever may see them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.core.games import References, game_of, roster_in
from armybuilder.core.http import unlisted
from armybuilder.tournaments import queries
from armybuilder.tournaments.presenters.course import course_of, published
from armybuilder.tournaments.presenters.places import Place, place_of
from armybuilder.tournaments.presenters.standings import fared_rows, figure_names, placed, tie_break_lines
from armybuilder.tournaments.snapshots import event_in
from tabletop.tournament.sealing import Thing, sees
from tabletop.tournament.statistics import fared, grouped

MOST_TAKEN = 60  # units that the page names


@unlisted
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Everybody's place, and how places are told apart."""
    place = place_of(request, token)
    may_see = sees(place.sealing, place.who, Thing.STANDINGS, place.now)
    context: dict[str, Any] = {"may_see": may_see, "lines": tie_break_lines(place.event)}
    if may_see:
        course = course_of(place)
        event = published(place, course)
        games = [pairing for paired in event.rounds for pairing in paired.pairings if len(pairing.players) == 2]
        context |= {
            "placed": placed(event, course.field, place.participant.ref),
            "figures": figure_names(event),
            "after": len(event.rounds),
            "waiting": sum(game.result is None or not game.result.confirmed for game in games),
            "count": len(games),
        }
    return render(request, "tournaments/standings.html", context | place.head("standings"))


@unlisted
@require_safe
def statistics(request: HttpRequest, token: str) -> HttpResponse:
    """Armies played and how they fare; what approved lists have taken, and how that does."""
    place = place_of(request, token)
    armies = sees(place.sealing, place.who, Thing.ARMIES, place.now)
    results = sees(place.sealing, place.who, Thing.STANDINGS, place.now)
    lists = sees(place.sealing, place.who, Thing.LISTS, place.now)
    course = course_of(place)
    event = published(place, course) if results else event_in(place.row, course.players)
    by_army: dict[str, dict[str, int]] = {}
    for ref, each in course.field.items():
        if each.army:
            by_army.setdefault(each.army, {})[ref] = 1
    taken = fared_rows(fared(event, grouped(_taken(place)))) if lists else []
    context = {
        "armies": fared_rows(fared(event, by_army)) if armies else [],
        "shields": {each.army: each.shield for each in course.field.values() if each.army},
        "may_see_armies": armies,
        "may_see_results": results and bool(event.rounds),
        "taken": taken[:MOST_TAKEN],
        "left_out": max(len(taken) - MOST_TAKEN, 0),
        "may_see_lists": lists,
        "counted": sum(len(members) for members in by_army.values()),
    }
    return render(request, "tournaments/statistics.html", context | place.head("statistics"))


def _taken(place: Place) -> dict[str, dict[str, int]]:
    """By player what the approved list has taken."""
    references = References()
    found = {}
    for ref, content in queries.approved_rosters(place.row):
        roster = roster_in(content)
        game = game_of(roster.game)
        found[ref] = dict(game.taken(roster, references.of(game)))
    return found
