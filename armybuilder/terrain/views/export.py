"""A table as files: the map with the effects in play, and a `muster-table/1`."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from armybuilder.core.http import file_answer
from armybuilder.terrain.presenters.order_form import order_form
from armybuilder.terrain.presenters.rolled_table import RolledTable, rolled_table
from tabletop.arcana.battlefield import write_table
from tabletop.arcana.printing.maps.terrain import terrain_sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.files import file_name


@require_safe
def table_pdf(request: HttpRequest, paper: Paper) -> HttpResponse:
    rolled = _rolled_table(request)
    content = terrain_sheet(rolled.table, paper=paper, changes=rolled.changes)
    return file_answer(content, "application/pdf", f"{_name(rolled)}.pdf", inline=True)


@require_safe
def table_file(request: HttpRequest) -> HttpResponse:
    rolled = _rolled_table(request)
    return file_answer(write_table(rolled.table), "application/json", f"{_name(rolled)}.json", inline=False)


def _rolled_table(request: HttpRequest) -> RolledTable:
    rolled = rolled_table(order_form(request.GET))
    if rolled is None:
        raise Http404("There is no such table.")
    return rolled


def _name(rolled: RolledTable) -> str:
    return file_name(rolled.table.name, "table")
