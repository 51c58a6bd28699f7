"""A visitor's events: the list of them, founding one, settings, deleting and restoring."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.core.forms import posted_version, problem_in_words
from armybuilder.core.games import GAMES, References
from armybuilder.core.http import unlisted
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import StaleError
from armybuilder.core.visitors import visitor_of
from armybuilder.rosters.presenters.rulebook_menu import rules_labels
from armybuilder.rosters.verdicts import named_rules
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Role, Tournament
from armybuilder.tournaments.presenters import settings as form
from armybuilder.tournaments.presenters.moments import days_in_words
from armybuilder.tournaments.presenters.places import site_of, staff_place
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import opening
from armybuilder.tournaments.snapshots import event_in, sealing_in, settings_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import Event, Measure
from tabletop.tournament.file import LARGEST_EVENT, WholeEvent, read_event
from tabletop.tournament.sealing import Sealing

MEASURES = ((Measure.DESTROYED, "points destroyed"), (Measure.DIFFERENCE, "points destroyed less points lost"))


def _event_in(content: bytes) -> WholeEvent:
    """An event of a game that we have."""
    event = read_event(content)
    if event.game is not None and event.game not in GAMES:
        raise MalformedError("game", f"“{event.game[:60]}” is none that there is")
    return event


def _opened(visitor: Visitor, event: WholeEvent) -> Tournament:
    organiser = get_user_model().objects.get(pk=visitor.account or 0).get_username()
    return opening.open_event(visitor=visitor, organiser=organiser, event=event)


events = KeptViews(
    kind=Tournament,
    page="own-event",
    index="events",
    open_template="tournaments/open.html",
    read_file=_event_in,
    most=LARGEST_EVENT,
    create_row=_opened,
)
open_file = login_required(events.open_file)


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """A visitor's events."""
    rows = [(row, days_in_words(settings_in(row).days)) for row in queries.events_of(visitor_of(request))]
    seasons = queries.seasons_of(visitor_of(request))
    context = {"listed": rows, "deleted": events.just_deleted(request), "seasons": seasons}
    return render(request, "tournaments/index.html", context)


@require_safe
def own(request: HttpRequest, code: str) -> HttpResponse:
    """The desk of one's own event."""
    organiser = get_object_or_404(queries.organiser_of(events.own_row(request, code)))
    return redirect("event", token=organiser.token)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest) -> HttpResponse:
    """Found an event; what can't be read is said, and nothing is kept."""
    if request.method != "POST":
        return render(request, "tournaments/settings.html", _form(request, dict(form.BEGINNING)))
    try:
        event, sealing, rules = _stated(request)
    except MalformedError as error:
        page = _form(request, request.POST.dict(), problem=problem_in_words(error))
        return render(request, "tournaments/settings.html", page, status=422)
    name = request.user.get_username()
    row = event_services.create_event(
        visitor=visitor_of(request),
        organiser=name,
        event=event,
        sealing=sealing,
        rules=rules,
        with_mails="mails" in request.POST,
        site=site_of(request),
    )
    return redirect("own-event", code=row.code)


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, token: str) -> HttpResponse:
    """What is agreed, with what to think about; only the organiser changes it."""
    place = staff_place(request, token)
    row = place.row
    if request.method == "POST" and place.participant.role != Role.ORGANISER:
        raise Http404
    typed, problem, stale = form.in_form(place.event, place.sealing, row.rules, with_mails=row.mails), "", False
    if request.method == "POST":
        try:
            event, sealing, rules = _stated(request, place.event)
            version = posted_version(request.POST)
            event_services.save_event(
                row=row,
                version=version,
                event=event,
                sealing=sealing,
                rules=rules,
                by=place.participant,
                with_mails="mails" in request.POST,
                site=site_of(request),
            )
            return redirect("event-settings", token=token)
        except MalformedError as error:
            typed, problem = request.POST.dict(), problem_in_words(error)
        except StaleError:
            row.refresh_from_db()
            typed, stale = request.POST.dict(), True
    players = queries.players_of(row).filter(dropped_after=None)
    thoughts = form.what_to_think_about(event_in(row, players), sealing_in(row))
    page = _form(request, typed, problem=problem, stale=stale, thoughts=thoughts) | place.head("settings")
    return render(request, "tournaments/settings.html", page, status=422 if problem else 200)


def _stated(request: HttpRequest, before: Event | None = None) -> tuple[Event, Sealing, str]:
    """What the form says; MalformedError names what is wrong, a pack that isn't here too."""
    event, sealing = form.from_form(request.POST.dict(), before)
    rules = (request.POST.get("pack", "") or request.POST.get("rules", "")).strip()[:80]
    named_rules(rules, References())
    return event, sealing, rules


def _form(request: HttpRequest, typed: dict[str, str], **more: Any) -> dict[str, Any]:
    labels = rules_labels(visitor_of(request))
    rules = typed.get("rules", "")
    return {
        "typed": typed,
        "rulebooks": {"": "What each list says"}
        | labels
        | ({rules: "A pack"} if rules and rules not in labels else {}),
        "games": [(slug, game.name) for slug, game in GAMES.items()],
        "methods": form.METHODS,
        "first_rounds": form.FIRST_ROUNDS,
        "measures": MEASURES,
        "zones": form.ZONES,
        "since": form.SINCE,
        "things": form.things(typed),
        "tie_breaks": form.tie_breaks(typed),
        "tie_break_names": form.tie_break_names(),
        "is_organiser": True,
        **more,
    }
