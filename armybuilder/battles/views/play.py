"""The page of a table and its commands; every command answers with the whole board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.battles import queries
from armybuilder.battles.models import TableRow as Row
from armybuilder.battles.presenters.board import board_of
from armybuilder.battles.presenters.state import Look, State, state_of
from armybuilder.battles.services import tables as services
from armybuilder.battles.snapshots import table_in
from armybuilder.battles.views.rosters import roster_chosen, rosters_to_choose
from armybuilder.core.forms import posted_version, problem_in_words
from armybuilder.core.htmx import template
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.revisions import NothingToDoError, StaleError
from tabletop.arcana.battle.table.console import question_in
from tabletop.arcana.battle.table.descriptions import reason_in_words
from tabletop.arcana.battlefield import read_table
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.pictures.emblems import KINDS, sign
from tabletop.decoding import MalformedError

LINES_OF_LOG = 12
SIGNS = [(kind, mark_safe(sign(kind))) for kind in KINDS]

Write = Callable[[int], str]
Notice = dict[str, str]


tables = KeptViews(
    kind=Row,
    page="table",
    index="tables",
    open_template="battles/open.html",
    read_file=read_table,
    create_row=lambda visitor, table: services.create_table(visitor=visitor, table=table),
)


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    row = tables.own_row(request, code)
    notice = request.session.pop(f"notice-{row.code}", None)
    return render(request, template(request, "battles/show.html", "desk"), _context(request, row, request.GET, notice))


@require_POST
def command(request: HttpRequest, code: str) -> HttpResponse:
    """Carry out a command for a unit; a question changes nothing and becomes part of the page's state."""
    row = tables.own_row(request, code)
    ref, text = request.POST.get("unit", ""), request.POST.get("command", "")
    text = f"{text} {request.POST.get('count', '')}"
    if question := question_in(text):
        return _asked(request, row, question)

    def write(version: int) -> str:
        by_hand = bool(request.POST.get("hand"))
        return services.command_table(row=row, version=version, ref=ref, text=text, by_hand=by_hand)

    return _answer(request, row, write)


def _asked(request: HttpRequest, row: Row, question: str) -> HttpResponse:
    query = request.POST.copy()
    query["look"], query["to"], query["words"], query["command"] = Look.ASK, "", question, ""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{_address(row, query)}#desk")
    answer = render(request, "battles/show.html#desk", _context(request, row, query, None))
    answer.headers["HX-Replace-Url"] = _address(row, query)
    return answer


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    row = tables.own_row(request, code)
    return _answer(request, row, lambda version: services.undo_table(row=row, version=version))


@require_POST
def redo(request: HttpRequest, code: str) -> HttpResponse:
    row = tables.own_row(request, code)
    return _answer(request, row, lambda version: services.redo_table(row=row, version=version))


@require_POST
def deploy(request: HttpRequest, code: str) -> HttpResponse:
    """Put one of the visitor's rosters, or a sample, down on a side."""
    row = tables.own_row(request, code)
    side, wanted = request.POST.get("side", ""), request.POST.get("roster", "")
    besides = request.POST.get("how") == "besides"

    def write(version: int) -> str:
        roster = roster_chosen(request, wanted)
        return services.deploy_roster(row=row, version=version, side=side, roster=roster, besides=besides)

    return _answer(request, row, write)


@require_POST
def rename(request: HttpRequest, code: str) -> HttpResponse:
    row, name = tables.own_row(request, code), request.POST.get("name", "")
    return _answer(request, row, lambda version: services.rename_table(row=row, version=version, name=name))


def _answer(request: HttpRequest, row: Row, write: Write) -> HttpResponse:
    """Run `write` and show the board after it, with the reason if it was refused."""
    notice = _done(request, row, write)
    if request.htmx:  # type: ignore[attr-defined]
        row.refresh_from_db()
        context = _context(request, row, request.POST, notice)
        answer = render(request, "battles/show.html#desk", context)
        answer.headers["HX-Replace-Url"] = _address(row, request.POST)
        return answer
    if notice:
        request.session[f"notice-{row.code}"] = notice
    return redirect(f"{_address(row, request.POST)}#desk")


def _address(row: Row, query: QueryDict) -> str:
    state = state_of(query, {unit.ref for unit in table_in(row).units})
    return f"{reverse('table', kwargs={'code': row.code})}?{state.query}"


def _done(request: HttpRequest, row: Row, write: Write) -> Notice | None:
    try:
        write(posted_version(request.POST))
    except ForbiddenError as refused:
        return {"kind": "problem", "text": f"Not by the rules: {reason_in_words(refused.reason)}."}
    except MalformedError as error:
        return {"kind": "problem", "text": f"Nothing was done. {problem_in_words(error)}."}
    except NothingToDoError:
        return {"kind": "done", "text": "There is nothing to undo or redo."}
    except StaleError:
        text = "The table has been changed in another place. Nothing was done; this is how it stands now."
        return {"kind": "stale", "text": text}
    return None


def _context(request: HttpRequest, row: Row, query: QueryDict, notice: Notice | None) -> dict[str, Any]:
    state: State = state_of(query, {unit.ref for unit in table_in(row).units})
    return {
        "row": row,
        "board": board_of(row, state),
        "notice": notice,
        "log": queries.log_of(row, LINES_OF_LOG),
        "typed": query.get("command", "") if notice else "",
        "mine": True,
        "rosters": rosters_to_choose(request),
        "signs": SIGNS,
        "link": request.build_absolute_uri(reverse("shared-table", args=[row.share])) if row.share else "",
    }
