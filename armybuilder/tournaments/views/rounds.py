"""Rounds: who plays whom, the preview of the next, its publication, games with their results, clock and screen."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.battles.queries import live_seats
from armybuilder.battles.snapshots import BattleEnd, end_of
from armybuilder.core.forms import problem_in_words, whole_number
from armybuilder.core.http import unlisted
from armybuilder.core.revisions import StaleError, plain
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Report, Round
from armybuilder.tournaments.presenters.course import Course, course_of
from armybuilder.tournaments.presenters.places import Place, judging_place, place_of, staff_place
from armybuilder.tournaments.presenters.results import form_of, result_from
from armybuilder.tournaments.presenters.rounds import HIDDEN, Game, outcome_in_words
from armybuilder.tournaments.services import results, rounds
from armybuilder.tournaments.snapshots import event_in, mark_of, result_in, round_in, settings_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import Event, FirstRound, Outcome, Pairing, Result
from tabletop.tournament.records import points_of
from tabletop.tournament.sealing import Thing, sees
from tabletop.tournament.words import warnings

CHANGED = "This was changed in another place: it is shown as it is now, and nothing was done."
LOCKED = "This result counts already, and nothing was changed. Ask a judge to correct it."
BATTLE = re.compile(r"\S*/b/([A-Za-z0-9_-]{6,16})/?\S*")
ON_A_SCREEN = 16  # tables at once


@unlisted
@require_safe
def newest(request: HttpRequest, token: str) -> HttpResponse:
    """The newest round that may be seen."""
    return _round(request, place_of(request, token), None)


@unlisted
@require_safe
def show(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The round of a number."""
    return _round(request, place_of(request, token), number)


def _round(request: HttpRequest, place: Place, number: int | None, *, problem: str = "") -> HttpResponse:
    course = course_of(place)
    if number is not None and not 1 <= number <= len(course.rows):
        raise Http404
    number = number or len(course.rows)
    sheet = course.sheet(place, number) if number else None
    pairings = sees(place.sealing, place.who, Thing.PAIRINGS, place.now)
    context = {
        "sheet": sheet,
        "numbers": range(1, len(course.rows) + 1),
        "may_see": pairings,
        "problem": problem,
        "chosen": request.GET.get("change", "")[:40],
        **(_for_staff(place, course, number) if place.participant.is_staff else {}),
    }
    page = context | place.head("rounds")
    return render(request, "tournaments/round.html", page, status=422 if problem else 200)


def _for_staff(place: Place, course: Course, number: int) -> dict[str, Any]:
    """What staff can do about the rounds, and what to think of before."""
    event, last = course.event, len(course.rows)
    is_preview = bool(course.rows) and course.rows[-1].published_at is None
    done = last - is_preview
    known = event_in(place.row, course.players, course.rows[:done])
    playing = sorted(event.playing(max(number, 1)), key=lambda player: player.name.casefold())
    return {
        "is_newest": number == last,
        "can_pair": place.sealing.ended is None and not is_preview and done < event.planned_rounds,
        "next": done + 1,
        "is_outdated": is_preview and rounds.is_outdated(event),
        "thoughts": warnings(known) if not is_preview or number == last else [],
        "playing": playing,
        "challenges": [[event.by_ref[ref].name for ref in pair] for pair in event.challenges]
        if not last and event.first_round is FirstRound.CHALLENGES
        else None,
        "asks_challenges": not last and event.first_round is FirstRound.CHALLENGES,
        "minutes": event.minutes or 120,
    }


@unlisted
@require_POST
def change(request: HttpRequest, token: str) -> HttpResponse:
    """Pair the next round, change it by hand, publish it, take it back: what organisers and judges do."""
    place = judging_place(request, token)
    number = whole_number(request.POST.get("number", "")) or 0
    try:
        _change(request, place, number)
    except MalformedError as error:
        return _round(request, place, None, problem=problem_in_words(error))
    except StaleError:
        messages.error(request, CHANGED)
    return redirect("event-rounds", token=token)


def _change(request: HttpRequest, place: Place, number: int) -> None:
    post, row, me = request.POST, place.row, place.participant
    one, other = post.get("one", "")[:32], post.get("other", "")[:32]
    seen, reason = post.get("seen", "")[:64], post.get("reason", "")[:2000]
    match post.get("do", ""):
        case "publish":
            rounds.publish(row=row, number=number, seen=seen, by=me)
            messages.success(request, f"Round {number} is published. The clock waits for you.")
        case "take back":
            rounds.take_back(row=row, number=number, reason=reason, by=me)
        case "swap":
            rounds.swap(row=row, number=number, one=one, other=other, seen=seen, reason=reason, by=me)
        case "pair":
            rounds.pair_next(row=row, seen=seen, by=me)
        case "again":
            rounds.pair_next(row=row, seen=seen, kept=_by_hand(place, ()), by=me)
        case "force":
            rounds.pair_next(row=row, seen=seen, kept=[*_by_hand(place, (one, other)), (one, other)], by=me)
        case "bye":
            rounds.pair_next(row=row, seen=seen, kept=[*_by_hand(place, (one,)), (one,)], by=me)
        case "challenge":
            rounds.challenge(row=row, one=one, other=other, by=me)
        case "no challenges":
            rounds.clear_challenges(row=row, by=me)
        case _:
            raise MalformedError("do", "is nothing that there is to do")


def _by_hand(place: Place, freed: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What is put by hand in the preview, but for those who are put anew."""
    last = queries.rounds_of(place.row)[-1:]
    pairings = round_in(last[0]).pairings if last and last[0].published_at is None else ()
    return [pairing.players for pairing in pairings if pairing.by_hand and not set(freed) & set(pairing.players)]


@unlisted
@require_POST
def clock(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Start, stop or lengthen the clock of a round: staff."""
    place = staff_place(request, token)
    minutes = whole_number(request.POST.get("minutes", "").strip() or "0")
    try:
        if minutes is None:
            raise MalformedError("minutes", "isn't a number")
        do = request.POST.get("do", "")[:10]
        rounds.run_clock(row=place.row, number=number, do=do, minutes=minutes, by=place.participant)
    except MalformedError as error:
        messages.error(request, problem_in_words(error))
    return redirect("event-round", token=token, number=number)


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
    end = end_of(seat.battle)
    if end is None:
        raise MalformedError("battle", "hasn't ended yet")
    first_is_red = (seat.role != "blue") == (place.participant.ref != pairing.players[1])
    return as_result(end, place.event, first_is_red=first_is_red)


def as_result(end: BattleEnd, event: Event, *, first_is_red: bool) -> Result:
    destroyed = (end.destroyed["red"], end.destroyed["blue"])
    outcome = {None: Outcome.DRAW, "red": Outcome.FIRST, "blue": Outcome.SECOND}[end.winner]
    if not first_is_red:
        destroyed = (destroyed[1], destroyed[0])
        outcome = {Outcome.FIRST: Outcome.SECOND, Outcome.SECOND: Outcome.FIRST}.get(outcome, outcome)
    known = {level.slug for level in event.scoring.levels}
    level = end.level if end.winner and end.level in known else None
    return Result(outcome=outcome, destroyed=destroyed, level=level)


@unlisted
@require_safe
def screen(request: HttpRequest, token: str) -> HttpResponse:
    """The newest published round and its clock, large, for a wall: as everybody may see it, whoever's link it is."""
    place = place_of(request, token)
    everybody = place.for_everybody()
    course = course_of(everybody)
    rows = [row for row in course.rows if row.published_at is not None]
    sheet = course.sheet(everybody, len(rows)) if rows else None
    games = [game for game in sheet.games if not game.is_bye] if sheet else []
    pages = max(-(-len(games) // ON_A_SCREEN), 1)
    page = min(max(whole_number(request.GET.get("page", "")) or 1, 1), pages)
    context = {
        "sheet": sheet,
        "games": games[(page - 1) * ON_A_SCREEN : page * ON_A_SCREEN],
        "byes": [game for game in sheet.games if game.is_bye] if sheet else [],
        "page": page,
        "pages": pages,
        "next": page % pages + 1,
        "minutes": settings_in(place.row).minutes or 120,
    }
    return render(request, "tournaments/screen.html", context | place.head("screen"))
