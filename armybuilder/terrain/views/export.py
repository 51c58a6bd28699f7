"""A table as files: the map with the effects in play, and a `muster-table/1`."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from armybuilder.core.http import file_answer
from armybuilder.terrain.presenters.desk import Desk, desk_of
from armybuilder.terrain.presenters.request import asked
from tabletop.arcana.battlefield import write_table
from tabletop.arcana.printing.terrain import terrain_sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.files import file_name


@require_safe
def table_pdf(request: HttpRequest, paper: Paper) -> HttpResponse:
    desk = _desk(request)
    content = terrain_sheet(desk.table, paper=paper, changes=desk.changes)
    return file_answer(content, "application/pdf", f"{_name(desk)}.pdf", inline=True)


@require_safe
def table_file(request: HttpRequest) -> HttpResponse:
    desk = _desk(request)
    return file_answer(write_table(desk.table), "application/json", f"{_name(desk)}.json", inline=False)


def _desk(request: HttpRequest) -> Desk:
    desk = desk_of(asked(request.GET))
    if desk is None:
        raise Http404("There is no such table.")
    return desk


def _name(desk: Desk) -> str:
    return file_name(desk.table.name, "table")
