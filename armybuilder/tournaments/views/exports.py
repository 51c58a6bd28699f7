"""An event to take along: its file with everybody who plays, tables for spreadsheets, and its papers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from armybuilder.core.forms import whole_number
from armybuilder.core.games import game_of
from armybuilder.core.http import file_answer, unlisted
from armybuilder.tournaments import queries
from armybuilder.tournaments.presenters.course import Course, course_of, published
from armybuilder.tournaments.presenters.handing_out import event_for
from armybuilder.tournaments.presenters.places import Place, place_of, staff_place
from tabletop.event_papers import Entered, EventPaper, PrintedEvent, emergency_pack, event_sheets
from tabletop.pdf.document import bind
from tabletop.pdf.paper import Paper
from tabletop.rosters.event_table import EventRow, RowOrder, sorted_rows, write_event_table
from tabletop.rosters.files import file_name
from tabletop.tournament.file import write_event
from tabletop.tournament.handing_on import calendar as write_calendar
from tabletop.tournament.handing_on import goepp_results, pairings_table, ranking_table, standings_table
from tabletop.tournament.sealing import Thing, sees

EMERGENCY = "emergency"
MOST_NUMBER = 99_999_999  # of an event at a hub
SHOWN_TO_OTHERS = {
    EventPaper.BY_TABLE: Thing.PAIRINGS,
    EventPaper.BY_NAME: Thing.PAIRINGS,
    EventPaper.STANDINGS: Thing.STANDINGS,
}


@unlisted
@require_safe
def event(request: HttpRequest, token: str) -> HttpResponse:
    """The event as `muster-event/1`: whole for staff, for others what they may see of it."""
    place = place_of(request, token)
    name = f"{file_name(place.event.name, 'event')}.json"
    return file_answer(write_event(event_for(place)), "application/json", name, inline=False)


@unlisted
@require_safe
def table(request: HttpRequest, token: str) -> HttpResponse:
    """What was handed in, as the table of a batch, by player: CSV for spreadsheets, the worst first."""
    place = staff_place(request, token)
    lists = queries.current_lists(place.row)
    rows: list[EventRow] = []
    for player in queries.players_of(place.row).filter(dropped_after=None):
        kept = lists.get(player.pk)
        rows.append(
            replace(kept.row, file=player.name)
            if kept
            else EventRow(file=player.name, legal=None, questions=("not handed in",))
        )
    return _csv(place, "lists", write_event_table(sorted_rows(rows, RowOrder.VERDICT)))


@unlisted
@require_safe
def standings(request: HttpRequest, token: str) -> HttpResponse:
    """The standings as CSV, for whoever may see them."""
    place = place_of(request, token)
    if not sees(place.sealing, place.who, Thing.STANDINGS, place.now):
        raise Http404
    course = course_of(place)
    return _csv(place, "standings", standings_table(published(place, course), _armies(course)))


@unlisted
@require_safe
def pairings(request: HttpRequest, token: str) -> HttpResponse:
    """Published pairings as CSV, with their results for whoever may see these."""
    place = place_of(request, token)
    if not sees(place.sealing, place.who, Thing.PAIRINGS, place.now):
        raise Http404
    results = sees(place.sealing, place.who, Thing.RESULTS, place.now)
    return _csv(place, "pairings", pairings_table(published(place, course_of(place)), with_results=results))


@unlisted
@require_safe
def printed(request: HttpRequest, token: str, kind: str, paper: Paper) -> HttpResponse:
    """A paper of the published rounds as PDF; pairings and standings for whoever may see them, the rest for staff."""
    place = place_of(request, token)
    if kind not in (EMERGENCY, *EventPaper):
        raise Http404
    wanted = None if kind == EMERGENCY else SHOWN_TO_OTHERS.get(EventPaper(kind))
    if not place.participant.is_staff and (wanted is None or not sees(place.sealing, place.who, wanted, place.now)):
        raise Http404
    course = course_of(place)
    entered = _entered(place, course) if place.participant.is_staff else {}
    event = PrintedEvent(event=published(place, course), paper=paper, entered=entered)
    sheets = emergency_pack(event) if kind == EMERGENCY else [event_sheets(EventPaper(kind), event)]
    title = place.event.name if kind == EMERGENCY else sheets[0].title
    name = f"{file_name(place.event.name, 'event')}-{kind}.pdf"
    return file_answer(bind(title, sheets), "application/pdf", name, inline=True)


@unlisted
@require_safe
def ranking(request: HttpRequest, token: str) -> HttpResponse:
    """The final standings for hubs of rankings that type them in: for staff to hand on."""
    place = staff_place(request, token)
    course = course_of(place)
    system = game_of(place.event.game).name if place.event.game else ""
    return _csv(place, "ranking", ranking_table(published(place, course), system, _armies(course)))


@unlisted
@require_safe
def goepp(request: HttpRequest, token: str) -> HttpResponse:
    """The final standings as T³'s ranking takes them, for the event of that hub whose number is asked for: staff."""
    place = staff_place(request, token)
    course = course_of(place)
    number = min(whole_number(request.GET.get("number", "").strip()) or 0, MOST_NUMBER)
    content = goepp_results(published(place, course), number, _armies(course), place.now.date())
    name = f"{file_name(place.event.name, 'event')}.gep"
    return file_answer(content, "text/plain; charset=iso-8859-1", name, inline=False)


@unlisted
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The event's days for a calendar; its address in them is the public one, whoever's link is asked."""
    place = place_of(request, token)
    public = get_object_or_404(queries.watcher_of(place.row))
    address = request.build_absolute_uri(reverse("event", args=[public.token]))
    content = write_calendar(place.event, address, place.row.created_at).encode()
    name = f"{file_name(place.event.name, 'event')}.ics"
    return file_answer(content, "text/calendar; charset=utf-8", name, inline=False)


def _entered(place: Place, course: Course) -> dict[str, Entered]:
    """What each player has handed in, as staff see it, by ref."""
    lists = queries.current_lists(place.row)
    rows = {player.ref: lists[player.pk].row for player in course.players if player.pk in lists}
    return {ref: Entered(row.army, str(row.points or ""), row.verdict) for ref, row in rows.items()}


def _armies(course: Course) -> dict[str, str]:
    return {ref: each.army for ref, each in course.field.items()}


def _csv(place: Place, what: str, text: str) -> HttpResponse:
    name = f"{file_name(place.event.name, 'event')}-{what}.csv"
    return file_answer(text.encode("utf-8-sig"), "text/csv; charset=utf-8", name, inline=False)
