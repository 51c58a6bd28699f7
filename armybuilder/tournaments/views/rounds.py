"""Rounds: who plays whom, the preview of the next and its publication, the clock, the screen on the wall."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from armybuilder.core.forms import problem_in_words, whole_number
from armybuilder.core.http import unlisted
from armybuilder.core.revisions import StaleError
from armybuilder.tournaments import queries
from armybuilder.tournaments.presenters.course import Course, course_of
from armybuilder.tournaments.presenters.moments import shortly
from armybuilder.tournaments.presenters.places import Place, judging_place, place_of, site_of, staff_place
from armybuilder.tournaments.services import pairing, rounds
from armybuilder.tournaments.snapshots import event_in, round_in, settings_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import FirstRound
from tabletop.tournament.sealing import Thing, sees
from tabletop.tournament.words import warnings

STEPS = {
    "reported": "result reported",
    "confirmed": "result confirmed",
    "entered": "result entered",
    "corrected": "result corrected",
}
CHANGED = "This was changed in another place: it is shown as it is now, and nothing was done."
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
    event, last, job = course.event, len(course.rows), queries.last_pairing_job(place.row)
    is_preview = bool(course.rows) and course.rows[-1].published_at is None
    done = last - is_preview
    known = event_in(place.row, course.players, course.rows[:done])
    playing = sorted(event.playing(max(number, 1)), key=lambda player: player.name.casefold())
    return {
        "is_newest": number == last,
        "job": job if job is not None and (job.problem or job.over_at is None) and job.number == done + 1 else None,
        "is_being_paired": job is not None and pairing.is_under_way(job),
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
        "steps": [
            {"at": shortly(step.at, place.sealing), "what": STEPS.get(step.what, step.what), "step": step}
            for step in queries.steps_of_round(place.row, number)
        ],
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
            rounds.publish(row=row, number=number, seen=seen, by=me, site=site_of(request))
            messages.success(request, f"Round {number} is published. The clock waits for you.")
        case "take back":
            rounds.take_back(row=row, number=number, reason=reason, by=me)
        case "swap":
            rounds.swap(row=row, number=number, one=one, other=other, seen=seen, reason=reason, by=me)
        case "pair":
            pairing.begin(row=row, seen=seen, by=me)
        case "again":
            pairing.begin(row=row, seen=seen, kept=_by_hand(place, ()), by=me)
        case "force":
            pairing.begin(row=row, seen=seen, kept=[*_by_hand(place, (one, other)), (one, other)], by=me)
        case "bye":
            pairing.begin(row=row, seen=seen, kept=[*_by_hand(place, (one,)), (one,)], by=me)
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
