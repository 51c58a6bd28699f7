"""A game: reported and confirmed by its players, entered, decided and corrected by staff."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armybuilder.battles.queries import live_seats
from armybuilder.battles.snapshots import end_of
from armybuilder.core.forms import problem_in_words
from armybuilder.core.http import unlisted
from armybuilder.core.revisions import StaleError, plain
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Report, Round
from armybuilder.tournaments.presenters.course import course_of
from armybuilder.tournaments.presenters.places import Place, place_of
from armybuilder.tournaments.presenters.results import form_of, result_from
from armybuilder.tournaments.presenters.rounds import HIDDEN, Game, outcome_in_words
from armybuilder.tournaments.services import results
from armybuilder.tournaments.snapshots import mark_of, result_in, round_in
from tabletop.battle.game import Ended
from tabletop.decoding import MalformedError
from tabletop.tournament.event import Event, Outcome, Pairing, Result
from tabletop.tournament.records import points_of

CHANGED = "This was changed in another place: it is shown as it is now, and nothing was done."
LOCKED = "This result counts already, and nothing was changed. Ask a judge to correct it."
BATTLE = re.compile(r"\S*/b/([A-Za-z0-9_-]{6,16})/?\S*")


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, token: str, number: int, ref: str) -> HttpResponse:
    """A game: its player reports or confirms, staff enter, decide and correct; others may look once results show."""
    place = place_of(request, token)
    me = place.participant
    row = next((each for each in queries.published_rounds(place.row) if each.number == number), None)
    pairings = round_in(row).pairings if row else ()
    pairing = next((each for each in pairings if ref in each.players and len(each.players) == 2), None)
    if row is None or pairing is None or not (me.is_staff or (me.is_player and me.ref in pairing.players)):
        raise Http404
    if request.method != "POST":
        return _game_page(request, place, row, pairing)
    try:
        if request.POST.get("do") == "battle":
            return _game_page(request, place, row, pairing, known=_from_battle(request, place, pairing))
        _report(request, place, row, pairing)
    except MalformedError as error:
        return _game_page(request, place, row, pairing, problem=problem_in_words(error))
    except results.LockedError:
        messages.error(request, LOCKED)
    except StaleError:
        messages.error(request, CHANGED)
        return redirect("event-game", token=token, number=number, ref=ref)
    return redirect("event-round", token=token, number=number)


def _report(request: HttpRequest, place: Place, row: Round, pairing: Pairing) -> None:
    post, me = request.POST, place.participant
    seen = post.get("seen", "")[:64]
    if me.is_staff:
        do = post.get("do", "")
        counted = pairing.result is not None and pairing.result.confirmed
        if not me.may_judge and (counted or queries.reports_of(row).keys() & set(pairing.players)):
            raise MalformedError("result", "was reported already: a judge decides")
        result = None if do == "clear" else result_from(post.dict(), place.event.scoring)
        reason = post.get("reason", "")[:2000]
        results.decide(
            row=place.row, number=row.number, ref=pairing.players[0], result=result, seen=seen, reason=reason, by=me
        )
        messages.success(request, "The result is cleared." if result is None else "The result counts.")
        return
    if post.get("do") == "confirm":
        other = _report_of_other(row, pairing, me.ref)
        if other is None:
            raise StaleError(place.row)
        result = result_in(other)
    else:
        result = result_from(post.dict(), place.event.scoring)
    agreed = results.report(row=place.row, number=row.number, player=me, result=result, seen=seen)
    said = "Both of you say the same: the result counts." if agreed else "Reported. It counts once it is confirmed."
    messages.success(request, said)


def _report_of_other(row: Round, pairing: Pairing, ref: str) -> Report | None:
    reports = queries.reports_of(row)
    return next((reports[other] for other in pairing.players if other != ref and other in reports), None)


def _game_page(
    request: HttpRequest,
    place: Place,
    row: Round,
    pairing: Pairing,
    *,
    known: Result | None = None,
    problem: str = "",
) -> HttpResponse:
    me, reports = place.participant, queries.reports_of(row)
    course = course_of(place)
    shown = next(each for each in course.sheet(place, row.number).games if each.ref == pairing.players[0])
    names = _names(shown)
    mine = reports.get(me.ref) if me.is_player else None
    other = _report_of_other(row, pairing, me.ref) if me.is_player else None
    said = known or (result_in(mine) if mine else None) or pairing.result
    context = {
        "number": row.number,
        "game": shown,
        "names": names,
        "form": form_of(place.event, names, said, request.POST.dict() if problem else {}),
        "seen": mark_of(plain(pairing)) if me.is_staff else mark_of(other.result) if other else "",
        "is_locked": pairing.result is not None and pairing.result.confirmed,
        "other": _said(place.event, other, names) if other else None,
        "mine": _said(place.event, mine, names) if mine else None,
        "reported": [
            (names[pairing.players.index(ref)], _said(place.event, each, names))
            for ref, each in reports.items()
            if ref in pairing.players
        ],
        "corrections": [
            (each.reason, _in_words(place.event, each.was, names) if each.was else "no result")
            for each in pairing.corrections
        ],
        "may_decide": me.may_judge,
        "filled": known is not None,
        "problem": problem,
    }
    page = context | place.head("rounds")
    return render(request, "tournaments/game.html", page, status=422 if problem else 200)


def _names(shown: Game) -> tuple[str, str]:
    one, other = shown.sides
    if HIDDEN in (one.name, other.name):
        return ("You" if one.is_me else HIDDEN), ("You" if other.is_me else HIDDEN)
    return one.name, other.name


def _said(event: Event, report: Report, names: tuple[str, str]) -> str:
    return _in_words(event, result_in(report), names)


def _in_words(event: Event, result: Result, names: tuple[str, str]) -> str:
    """`Ann won, Major; Ann destroyed 900 points, Bo 300: 5 to 0`."""
    level = next((f", {each.name}" for each in event.scoring.levels if each.slug == result.level), "")
    one, other = result.destroyed
    points = points_of(event.scoring, result)
    return (
        f"{outcome_in_words(result.outcome, names)}{level}; {names[0]} destroyed {one:,} points, "
        f"{names[1]} {other:,}: {points[0]} to {points[1]}"
    )


def _from_battle(request: HttpRequest, place: Place, pairing: Pairing) -> Result:
    """How a kept battle ended, as a result; the side of its link is the player's. MalformedError where it hasn't."""
    link = BATTLE.fullmatch(request.POST.get("battle", "").strip())
    seat = live_seats().filter(token=link[1]).first() if link else None
    if seat is None:
        raise MalformedError("battle", "is the link to no battle that there is")
    end, sides = end_of(seat.battle)
    if end is None:
        raise MalformedError("battle", "hasn't ended yet")
    played = seat.plays(sides)
    is_second = bool(played) and played[0] == sides[1]
    mine_is_first = place.participant.ref != pairing.players[1]
    return as_result(end, place.event, sides if is_second != mine_is_first else (sides[1], sides[0]))


def as_result(end: Ended, event: Event, sides: Sequence[str]) -> Result:
    """The end as a result of the players of these sides."""
    one, other = sides[:2]
    outcome = {one: Outcome.FIRST, other: Outcome.SECOND}.get(end.winner, Outcome.DRAW)
    destroyed = (end.destroyed.get(one, 0), end.destroyed.get(other, 0))
    known = {level.slug for level in event.scoring.levels}
    level = end.level if end.winner and end.level in known else None
    return Result(outcome=outcome, destroyed=destroyed, level=level)
