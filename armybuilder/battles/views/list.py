"""The list of a visitor's tables, and creating one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec.structs import replace

from armybuilder.battles import queries
from armybuilder.battles.services import tables as services
from armybuilder.battles.snapshots import table_in
from armybuilder.battles.views.play import tables
from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.terrain.presenters.order_form import order_form
from armybuilder.terrain.presenters.rolled_table import rolled_table
from tabletop.arcana.battlefield import Table

DEMO_TERRAIN = "region=forests&pieces=8&width=72&depth=48&placing=one-player&strip=12&seed=11"
BARE = Table(format="muster-table/1", game="arcana", name="A bare table", size=(72, 48))


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    listed = [(row, table_in(row)) for row in queries.tables_of(visitor_of(request))]
    return render(request, "battles/index.html", {"listed": listed, "deleted": tables.just_deleted(request)})


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """The terrain of an address, or a bare table where it states none."""
    rolled = rolled_table(order_form(request.GET)) if request.GET else None
    if request.GET and rolled is None:
        return redirect("terrain-table")
    table = rolled.table if rolled else BARE
    if request.method == "POST":
        return tables.keep(request, table)
    return render(request, "battles/new.html", {"table": table})


@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """A game to look around in: two sample armies in their zones, forests between them."""
    terrain = rolled_table(order_form(QueryDict(DEMO_TERRAIN)))
    assert terrain
    table = replace(terrain.table, name="Dwarves against orcs")
    armies = {"red": sample_rosters()["dwarves"], "blue": sample_rosters()["orcs"]}
    said = " against ".join(roster.name for roster in armies.values())
    row = services.create_table(visitor=ensure_visitor(request), table=table, said=said, armies=armies)
    return redirect("table", code=row.code)
