"""The pages of an event by its links: the desk, who takes part, who plays, and one's own list."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.core.forms import problem_in_words, whole_number
from armybuilder.core.http import unlisted
from armybuilder.core.revisions import StaleError
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Participant, Role
from armybuilder.tournaments.presenters import desk as presenter
from armybuilder.tournaments.presenters.field import field
from armybuilder.tournaments.presenters.moments import typed, when
from armybuilder.tournaments.presenters.places import Place, judging_place, place_of, site_of, staff_place
from armybuilder.tournaments.presenters.settings import what_to_think_about
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.services.people import mark_of_player
from armybuilder.tournaments.snapshots import event_in, judged_in
from armybuilder.tournaments.views.exports import EMERGENCY
from armybuilder.tournaments.views.lists import player_page
from tabletop.decoding import MalformedError
from tabletop.event_papers import PAPER_NAMES
from tabletop.tournament.sealing import Thing, sees

MOST_APPROVED = 3  # shown at the end of the table until all are asked for
MOST_NAMES = 300  # added at once
CHANGED = "This player was changed in another place: they are shown as they are now, and nothing was done."
ROLES = (Role.PLAYER, Role.JUDGE, Role.HELPER)


@unlisted
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """The desk for staff, the own list for players, the field for everybody else."""
    place = place_of(request, token)
    if place.participant.is_staff:
        return _desk(request, place)
    if place.participant.is_player:
        return player_page(request, place, place.participant)
    return _field(request, place)


@unlisted
@require_safe
def who_plays(request: HttpRequest, token: str) -> HttpResponse:
    """Who plays, as far as this link may see it."""
    return _field(request, place_of(request, token))


def _field(request: HttpRequest, place: Place) -> HttpResponse:
    lists = queries.current_lists(place.row)
    shown = field(queries.players_of(place.row), lists, place.sealing, place.who, place.now)
    context = {
        "field": shown,
        "present": sum(not each.has_left for each in shown),
        "names": sees(place.sealing, place.who, Thing.NAMES, place.now),
        "armies": sees(place.sealing, place.who, Thing.ARMIES, place.now),
        "points": sees(place.sealing, place.who, Thing.POINTS, place.now),
    }
    return render(request, "tournaments/field.html", context | place.head("field"))


def _desk(request: HttpRequest, place: Place) -> HttpResponse:
    row, sealing = place.row, place.sealing
    players = list(queries.players_of(row))
    lists = queries.current_lists(row)
    rows = presenter.desk_rows(players, lists, queries.drafts_in(row), queries.last_judgements(row), sealing)
    only, words = request.GET.get("s", ""), request.GET.get("q", "").strip().casefold()[:80]
    chosen = next((each for each in rows if each.player.ref == request.GET.get("p", "")), None)
    found = [each for each in rows if _is_asked(each, only, words)]
    approved = [each for each in found if each.state is presenter.Desk.APPROVED]
    hidden = 0 if only or words or "all" in request.GET else max(len(approved) - MOST_APPROVED, 0)
    context = {
        "papers": [(EMERGENCY, "All for a day without power"), *PAPER_NAMES.items()],
        "rows": found[: len(found) - hidden],
        "hidden": hidden,
        "count": len(rows),
        "counts": presenter.counts(rows),
        "only": only,
        "words": request.GET.get("q", "")[:80],
        "to_approve": sum(each.state is presenter.Desk.LEGAL for each in rows),
        "outdated": sum(each.is_outdated for each in rows),
        "in_hand": sum(each.number is not None for each in rows),
        "illegal": sum(each.state is presenter.Desk.NOT_LEGAL for each in rows),
        "chosen": chosen,
        "thoughts": what_to_think_about(event_in(row, [each.player for each in rows]), sealing),
        **({} if chosen is None else _note(request, place, chosen)),
    }
    return render(request, "tournaments/desk.html", context | place.head("desk"))


def _is_asked(row: presenter.DeskRow, only: str, words: str) -> bool:
    if only and row.state.slug != only:
        return False
    return words in f"{row.player.name} {row.player.club} {row.name}".casefold()


def _note(request: HttpRequest, place: Place, chosen: presenter.DeskRow) -> dict[str, Any]:
    """The note to the player who was chosen in the table."""
    address = address_of(request, chosen.player)
    kept = queries.current_list_of(chosen.player)
    entry = judged_in(kept) if kept else None
    return {"note": presenter.note_for(chosen, entry, place.row.name, address, place.sealing, place.now)}


def address_of(request: HttpRequest, participant: Participant) -> str:
    """The whole address of somebody's own link."""
    return request.build_absolute_uri(reverse("event", kwargs={"token": participant.token}))


@unlisted
@require_POST
def approve_all(request: HttpRequest, token: str) -> HttpResponse:
    """Approve every list that is legal and wholly read."""
    place = judging_place(request, token)
    count = list_services.approve_legal(row=place.row, by=place.participant)
    messages.success(request, f"{count} list{'s' * (count != 1)} approved.")
    return redirect("event", token=token)


@unlisted
@require_POST
def course(request: HttpRequest, token: str) -> HttpResponse:
    """Reveal the lists, end the event, or let it go on: the organiser's alone."""
    place = staff_place(request, token)
    if place.participant.role != Role.ORGANISER:
        raise Http404
    match request.POST.get("do", ""):
        case "reveal":
            event_services.reveal_now(row=place.row, by=place.participant, site=site_of(request))
        case "end":
            event_services.end_event(row=place.row, by=place.participant)
        case "go on":
            event_services.end_event(row=place.row, by=place.participant, is_over=False)
    return redirect("event", token=token)


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, token: str) -> HttpResponse:
    """Who takes part, with their links; staff add players, the organiser adds staff."""
    place = staff_place(request, token)
    problem = ""
    if request.method == "POST":
        try:
            _change(request, place)
            return redirect("event-people", token=token)
        except MalformedError as error:
            problem = problem_in_words(error)
        except StaleError:
            messages.error(request, CHANGED)
            return redirect("event-people", token=token)
    is_organiser = place.participant.role == Role.ORGANISER
    everybody = list(place.row.participants.all())
    context = {
        "players": [
            (each, address_of(request, each), _late(each, place), mark_of_player(each))
            for each in everybody
            if each.is_player
        ],
        "played": place.row.rounds.exclude(published_at=None).count(),
        "staff": [
            (each, address_of(request, each))
            for each in everybody
            if is_organiser and each.is_staff and each.role != Role.ORGANISER
        ],
        "watcher": next(address_of(request, each) for each in everybody if each.role == Role.WATCHER),
        "names": request.POST.get("names", ""),
        "problem": problem,
        "roles": ROLES if is_organiser else ROLES[:1],
    }
    page = context | place.head("people")
    return render(request, "tournaments/people.html", page, status=422 if problem else 200)


def _late(player: Participant, place: Place) -> str:
    """Until when a list is taken from this player alone, if it is."""
    is_late = player.open_until is not None and place.now < player.open_until
    return when(player.open_until, place.sealing) if is_late and player.open_until else ""


def _change(request: HttpRequest, place: Place) -> None:
    """What staff do to somebody; MalformedError where it can't be read, Http404 where it isn't theirs to do."""
    post, me = request.POST, place.participant
    if "names" in post:
        role = _role_to_give(post.get("role", Role.PLAYER), me)
        people_services.add_people(
            row=place.row,
            people=_names(post.get("names", "")),
            role=role,
            by=me,
            into_round=bool(post.get("into_round")),
            why=post.get("why", "")[:2000],
        )
        return
    whom = get_object_or_404(place.row.participants.all(), ref=post.get("ref", ""))
    if not whom.is_player and me.role != Role.ORGANISER:
        raise Http404
    whom.event = place.row
    match post.get("do", ""):
        case "drop" | "drop now" as do if whom.is_player:
            people_services.drop_player(player=whom, by=me, now=do == "drop now", why=post.get("why", "")[:2000])
        case "change" if whom.is_player:
            people_services.change_player(player=whom, version=post.get("seen", "")[:64], fields=_fields(post), by=me)
        case "back" if whom.is_player:
            people_services.take_back_player(player=whom, by=me)
        case "open" if whom.is_player:
            until = typed(post.get("until", ""), place.sealing.zone, "until")
            people_services.open_for(player=whom, until=until, by=me)
        case "link" if whom.role != Role.ORGANISER:
            people_services.renew_link(participant=whom, by=me)
        case _:
            raise MalformedError("do", "is nothing that there is to do")


def _fields(post: QueryDict) -> dict[str, Any]:
    """What a form says of a player."""
    ranking = post.get("ranking", "").strip()
    number = whole_number(ranking)
    if ranking and number is None:
        raise MalformedError("ranking", "isn't a whole number")
    return {name: post.get(name, "").strip()[:200] for name in ("name", "club", "travels_with")} | {"ranking": number}


def _role_to_give(asked: str, me: Participant) -> Role:
    allowed = ROLES if me.role == Role.ORGANISER else ROLES[:1]
    role = next((each for each in allowed if each == asked), None)
    if role is None:
        raise Http404
    return role


def _names(text: str) -> list[tuple[str, str]]:
    """`Ines Almeida, Oak and Iron` on a line each: names with their clubs."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise MalformedError("names", "are missing: write one on each line")
    if len(lines) > MOST_NAMES:
        raise MalformedError("names", f"are too many at once: {MOST_NAMES} at most")
    for number, line in enumerate(lines, 1):
        if len(line) > 120 or not line.isprintable():
            raise MalformedError("names", f"has a line that can't be a name, number {number}")
    return [(name.strip() or "?", club.strip()) for name, _, club in (line.partition(",") for line in lines)]
