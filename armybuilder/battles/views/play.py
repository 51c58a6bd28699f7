"""The page of a table without phases and its commands; every command answers with the whole board.

Its owner has it under the table's own address, everybody else who sits at it under the link of a seat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.battles import queries
from armybuilder.battles.models import Seat
from armybuilder.battles.models import TableRow as Row
from armybuilder.battles.presenters.board import board_of
from armybuilder.battles.presenters.play.seats import address_of, linked_seat
from armybuilder.battles.presenters.play.sending import head_in, id_in
from armybuilder.battles.presenters.state import Look, State, state_of
from armybuilder.battles.presenters.table_log import latest_line, table_lines, undo_says
from armybuilder.battles.services import battles as services
from armybuilder.battles.services.tables import create_table
from armybuilder.battles.snapshots import catalogue_of, drawn_in, log_in
from armybuilder.battles.views.rosters import roster_chosen, rosters_to_choose
from armybuilder.core.forms import problem_in_words, whole_number
from armybuilder.core.htmx import template
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.revisions import NothingToDoError, StaleError
from tabletop.arcana.battle.commands.sandbox import BeginPhases, BringArmy, CallTable, OnTable
from tabletop.arcana.battle.state import SIDES
from tabletop.arcana.battle.table import read_command
from tabletop.arcana.battle.table.console import question_in
from tabletop.arcana.battlefield import read_table
from tabletop.arcana.pictures.emblems import KINDS, sign
from tabletop.battle.commands import ConflictError, IdReusedError, Sent
from tabletop.battle.events import RefusalError
from tabletop.battle.log import SequenceError
from tabletop.battle.undo import Redo, Undo, end_of_command, last_command, next_command
from tabletop.decoding import MalformedError

SIGNS = [(kind, mark_safe(sign(kind))) for kind in KINDS]

Notice = dict[str, str]
Wanted = Callable[[HttpRequest, services.AnyLog], Any]  # the command that a form states


class Asked(Exception):  # noqa: N818  # nothing has gone wrong
    """A question in place of a command."""

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


tables = KeptViews(
    kind=Row,
    page="table",
    index="tables",
    open_template="battles/open.html",
    read_file=read_table,
    create_row=lambda visitor, table: create_table(visitor=visitor, table=table),
)


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    seat = _own_seat(request, code)
    log = log_in(seat.battle)
    if log.state.sandbox is None:
        return redirect("battle", token=seat.token)
    return _shown(request, seat, log, code)


def show_seat(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The table as a seat sees it."""
    return _shown(request, seat, log_in(seat.battle), "")


def after(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The table's part of the page, asked for while something has happened; its owner's page stays the owner's."""
    code = request.GET.get("table", "")
    own = code if seat.battle.code == code and seat.given_by_id is None else ""
    return render(
        request, "battles/show.html#desk", _context(request, seat, log_in(seat.battle), own, request.GET, None)
    )


def _shown(request: HttpRequest, seat: Seat, log: services.AnyLog, code: str) -> HttpResponse:
    notice = request.session.pop(f"notice-{seat.token}", None)
    context = _context(request, seat, log, code, request.GET, notice)
    return render(request, template(request, "battles/show.html", "desk"), context)


def send(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Do what a seat's form asks for, and show the board after it, with the reason if it was refused."""
    wanted = WANTED.get(request.GET.get("act", "do"))
    if wanted is None:
        raise Http404
    return _sent(request, seat, "", wanted)


def owned(wanted: Wanted) -> Callable[[HttpRequest, str], HttpResponse]:
    """The view by which a table's owner does something."""

    @require_POST
    def view(request: HttpRequest, code: str) -> HttpResponse:
        return _sent(request, _own_seat(request, code), code, wanted)

    return view


def _order(request: HttpRequest, log: services.AnyLog) -> Any:
    """A command for a unit; a question changes nothing and becomes part of the page's state."""
    ref, text = request.POST.get("unit", ""), request.POST.get("command", "")
    text = f"{text} {request.POST.get('count', '')}"
    if question := question_in(text):
        raise Asked(question)
    return OnTable(order=read_command(ref, text), by_hand=bool(request.POST.get("hand")))


def _undo(request: HttpRequest, log: services.AnyLog) -> Any:
    """Back by one command, or to the end of that of an event that is named."""
    wanted = whole_number(request.POST.get("event", ""))
    try:
        to = last_command(log) if wanted is None else end_of_command(log, wanted)
    except SequenceError:
        to = None
    if not to or to == log.tip:
        raise NothingToDoError
    return Undo(to)


def _redo(request: HttpRequest, log: services.AnyLog) -> Any:
    to = next_command(log)
    if to is None:
        raise NothingToDoError
    return Redo(to)


def _army(request: HttpRequest, log: services.AnyLog) -> Any:
    """One of the visitor's rosters, or a sample, put down on a side."""
    side = request.POST.get("side", "")
    if side not in SIDES:
        raise MalformedError("side", f"is one of {', '.join(SIDES)}")
    roster = roster_chosen(request, request.POST.get("roster", ""))
    return BringArmy(
        side="blue" if side == "blue" else "red", roster=roster, besides=request.POST.get("how") == "besides"
    )


def _name(request: HttpRequest, log: services.AnyLog) -> Any:
    return CallTable(name=request.POST.get("name", ""))


def _phases(request: HttpRequest, log: services.AnyLog) -> Any:
    return BeginPhases()


WANTED: dict[str, Wanted] = {
    "do": _order,
    "undo": _undo,
    "redo": _redo,
    "army": _army,
    "name": _name,
    "phases": _phases,
}
command, undo, redo, deploy, rename = map(owned, (_order, _undo, _redo, _army, _name))


def _own_seat(request: HttpRequest, code: str) -> Seat:
    """The seat with which one's own table began; Http404 for others' tables and for deleted ones."""
    row = tables.own_row(request, code)
    return get_object_or_404(queries.own_seats(row).select_related("battle__tablerow")[:1])


def _sent(request: HttpRequest, seat: Seat, code: str, wanted: Wanted) -> HttpResponse:
    try:
        notice = _done(request, seat, wanted)
    except Asked as asked:
        return _asked(request, seat, code, asked.question)
    seat.battle.refresh_from_db()
    log = log_in(seat.battle)
    if log.state.sandbox is None:
        return phase_page(request, seat)
    if request.htmx:  # type: ignore[attr-defined]
        answer = render(request, "battles/show.html#desk", _context(request, seat, log, code, request.POST, notice))
        answer.headers["HX-Replace-Url"] = _address(seat, code, request.POST)
        return answer
    if notice:
        request.session[f"notice-{seat.token}"] = notice
    return redirect(f"{_address(seat, code, request.POST)}#desk")


def phase_page(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Lead to the page that a battle has by now: with phases or without, it has the same link."""
    address = reverse("battle", args=[seat.token])
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


def _asked(request: HttpRequest, seat: Seat, code: str, question: str) -> HttpResponse:
    query = request.POST.copy()
    query["look"], query["to"], query["words"], query["command"] = Look.ASK, "", question, ""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{_address(seat, code, query)}#desk")
    context = _context(request, seat, log_in(seat.battle), code, query, None)
    answer = render(request, "battles/show.html#desk", context)
    answer.headers["HX-Replace-Url"] = _address(seat, code, query)
    return answer


def _address(seat: Seat, code: str, query: QueryDict) -> str:
    page = reverse("table", args=[code]) if code else reverse("battle", args=[seat.token])
    return f"{page}?{_state(log_in(seat.battle), query).query}"


def _done(request: HttpRequest, seat: Seat, wanted: Wanted) -> Notice | None:
    """What to say of a command that wasn't carried out; None where it was."""
    try:
        on, name = head_in(request.POST), id_in(request.POST)
        log = log_in(seat.battle)
        side = (seat.plays(log.header.sides) or (seat.role,))[0]
        command = wanted(request, log)
        services.command_battle(seat=seat, sent=Sent(id=name, on=on, seat=side, device=str(seat.pk), command=command))
    except RefusalError as refused:
        return {"kind": "problem", "text": f"{refused.sentence}."}
    except MalformedError as error:
        return {"kind": "problem", "text": f"Nothing was done. {problem_in_words(error)}."}
    except NothingToDoError:
        return {"kind": "done", "text": "There is nothing to undo or redo."}
    except (ConflictError, IdReusedError):
        text = "The table has been changed in another place. Nothing was done; this is how it stands now."
        return {"kind": "stale", "text": text}
    except StaleError:
        raise Http404 from None
    return None


def _state(log: services.AnyLog, query: QueryDict) -> State:
    play = log.state.sandbox
    return state_of(query, {unit.ref for unit in play.table.units} if play else ())


def _context(
    request: HttpRequest, seat: Seat, log: services.AnyLog, code: str, query: QueryDict, notice: Notice | None
) -> dict[str, Any]:
    """What the page of a seat shows; `code` is the table's own where it is its owner's page."""
    battle = seat.battle
    found = drawn_in(log)
    assert found is not None
    plays = seat.is_player
    context = {
        "seat": seat,
        "name": battle.name,
        "code": code,
        "head": log.head,
        "board": board_of(found, catalogue_of(log), _state(log, query)),
        "notice": notice,
        "said": latest_line(log),
        "log": table_lines(log, all_of_them=query.get("log") == "all"),
        "typed": query.get("command", "") if notice else "",
        "mine": plays,
        "signs": SIGNS,
        "follows": follows("battle", seat.token),
        "new_id": uuid4,  # a template calls it: each form has an id of its own
        "undo_to": last_command(log) if plays else None,
        "undo_says": partial(undo_says, log),
        "redo_to": next_command(log) if plays else None,
        "addresses": _addresses(seat, code),
    }
    if plays:
        context["rosters"] = partial(rosters_to_choose, request)
        context["seats"] = partial(_seats, request, seat)
    if code:
        share = queries.share_of(battle)
        context["link"] = request.build_absolute_uri(reverse("shared-table", args=[share])) if share else ""
    return context


def follows(page: str, token: str) -> dict[str, str]:
    """Where the page of a link asks what came after an event, and where it hears that there is something."""
    return {"page": reverse(page, args=[token]), "bell": settings.BELL + reverse("battle-bell", args=[token])}


def _addresses(seat: Seat, code: str) -> dict[str, str]:
    """Where the forms of the page are sent, by what they do."""
    by_seat = {act: f"{reverse('send-to-battle', args=[seat.token])}?act={act}" for act in WANTED}
    names = {"do": "command-table", "undo": "undo-table", "redo": "redo-table", "army": "deploy-table"}
    own = {act: reverse(name, args=[code]) for act, name in (names | {"name": "rename-table"}).items()} if code else {}
    return by_seat | own


def _seats(request: HttpRequest, seat: Seat) -> list[Any]:
    """The links that this seat has given away."""
    given = (other for other in queries.seats_of(seat.battle) if other.given_by_id == seat.pk)
    return [
        linked_seat(other, request.build_absolute_uri(address_of(other)), "Second player" if other.is_player else "")
        for other in given
    ]
