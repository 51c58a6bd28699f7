"""A table rolled, drawn and changed by agreement; the query string holds all of it."""

from __future__ import annotations

from secrets import randbelow

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from armybuilder.catalogue.loaders.terrain import terrain_charts
from armybuilder.terrain.presenters.change_form import SIDES, TURNS, ChangeForm
from armybuilder.terrain.presenters.order_form import OrderForm, order_form
from armybuilder.terrain.presenters.rolled_table import RolledTable, rolled_table
from tabletop.arcana.terrain import lay_pieces
from tabletop.arcana.terrain.agreed import as_address, with_change
from tabletop.decoding import MalformedError

SEEDS = 1_000_000


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """An address without a seed leads to one with a seed by chance."""
    form = order_form(request.GET)
    if not request.GET:
        return _page(request, form)
    if form.is_valid() and not form.has_seed:
        return redirect(f"{reverse('terrain-table')}?{form.query(seed=randbelow(SEEDS))}")
    return _page(request, form, rolled_table(form))


@require_safe
def change(request: HttpRequest) -> HttpResponse:
    """Back to the table as both sides want it; what can't be done is said beside the table as it is."""
    form, wanted = order_form(request.GET), ChangeForm(request.GET)
    rolled = rolled_table(form)
    if rolled is None or not form.has_seed:
        return _page(request, form)
    if not wanted.is_valid():
        return _page(request, form, rolled, problem=wanted.fault)
    order = replace(form.order, agreed=with_change(form.order.agreed, wanted.change))
    try:
        lay_pieces(order, terrain_charts()[order.region])
    except MalformedError as error:
        return _page(request, form, rolled, problem=f"That can't be done: {error.reason}.")
    query = form.query(agreed=as_address(order.agreed), piece=wanted.cleaned_data["piece"])
    return redirect(f"{reverse('terrain-table')}?{query}#map")


def _page(
    request: HttpRequest, form: OrderForm, rolled: RolledTable | None = None, *, problem: str = ""
) -> HttpResponse:
    """The page; 400 where something asked for is malformed. A change that was refused stays in its form."""
    chosen = rolled.line(request.GET.get("piece", "")) if rolled else None
    fields = {"x": chosen.x, "y": chosen.y, "turn": str(chosen.piece.turn), "by": SIDES[0][0]} if chosen else {}
    context = {
        "form": form,
        "rolled": rolled,
        "problem": problem,
        "chosen": chosen,
        "wanted": fields | (request.GET.dict() if problem else {}),
        "sides": SIDES,
        "turns": TURNS,
    }
    refused = bool(problem) or (bool(request.GET) and rolled is None)
    return render(request, "terrain/table.html", context, status=400 if refused else 200)
