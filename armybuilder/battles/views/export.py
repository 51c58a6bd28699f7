"""A table for others: by its link, as a file, on paper."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec.structs import replace

from armybuilder.battles import queries
from armybuilder.battles.models import TableRow
from armybuilder.battles.presenters.board import board_of
from armybuilder.battles.presenters.state import Look, state_of
from armybuilder.battles.presenters.table_log import latest_line, table_lines
from armybuilder.battles.scenes import scene_of
from armybuilder.battles.services import tables as services
from armybuilder.battles.services.battles import AnyLog
from armybuilder.battles.snapshots import catalogue_of, drawn_in, log_in, table_in
from armybuilder.battles.views.play import follows, tables
from armybuilder.core.htmx import template
from armybuilder.core.http import file_answer, unlisted
from tabletop.arcana.battle.drawing import Drawn
from tabletop.arcana.battle.table import Play
from tabletop.arcana.battlefield import write_table
from tabletop.arcana.printing.maps.battlefield import battlefield_sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.files import file_name

MOST_TOLD = 20  # units; more are told where that is asked for


@require_POST
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Make the link, or revoke it."""
    row = tables.own_row(request, code)
    services.share_table(row=row, shared=request.POST.get("shared") == "yes")
    return redirect("table", code=row.code)


@unlisted
@vary_on_headers("HX-Request")
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The table as it stands now, to look at and to ask; whoever asks nothing is told every distance and sight."""
    row = get_object_or_404(queries.shared_tables(), share=token)
    return render(request, template(request, "battles/show.html", "desk"), _context(request, row))


@unlisted
@require_safe
def shared_after(request: HttpRequest, token: str, seq: int) -> HttpResponse:
    """The table's part of the page where something came after an event, or 204 for nothing."""
    row = get_object_or_404(queries.shared_tables(), share=token)
    if row.head <= seq:
        return HttpResponse(status=204)
    return render(request, "battles/show.html#desk", _context(request, row))


def _context(request: HttpRequest, row: TableRow) -> dict[str, Any]:
    log = log_in(row)
    found = _drawn(row, log)
    state = state_of(request.GET, found.scene.units)
    if not request.GET and len(found.scene.units) <= MOST_TOLD:
        state = state.with_look(Look.ALL)
    return {
        "name": row.name,
        "head": log.head,
        "board": board_of(found, catalogue_of(log), state),
        "mine": False,
        "log": table_lines(log, all_of_them=request.GET.get("log") == "all"),
        "said": latest_line(log),
        "follows": follows("shared-table", row.share or ""),
    }


@never_cache
@require_safe
def table_file(request: HttpRequest, code: str) -> HttpResponse:
    row = tables.own_row(request, code)
    table = replace(_drawn(row, log_in(row)).play.table, name=row.name)
    return file_answer(write_table(table), "application/json", f"{file_name(row.name, 'table')}.json", inline=False)


@never_cache
@require_safe
def table_pdf(request: HttpRequest, code: str, paper: Paper) -> HttpResponse:
    row = tables.own_row(request, code)
    content = battlefield_sheet(_drawn(row, log_in(row)).scene, name=row.name, paper=paper)
    return file_answer(content, "application/pdf", f"{file_name(row.name, 'table')}.pdf", inline=True)


def _drawn(row: TableRow, log: AnyLog) -> Drawn:
    """The table as it stands, by phases too; where a battle is played on paper by now, as it was before."""
    table = table_in(row)
    return drawn_in(log) or Drawn(Play(table=table), scene_of(table))
