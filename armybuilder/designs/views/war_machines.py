"""War machines: the missiles of a printed machine with a standard crew or an army's own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.htmx import template
from armybuilder.core.visitors import ensure_visitor
from armybuilder.designs.presenters.price_panel import PricePanel, price_panel
from armybuilder.designs.services import create_design
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import BASE_SIZES, Row
from tabletop.arcana.creation.points import BOOK_FORMULA
from tabletop.arcana.creation.war_machines import STANDARD_CREW, USUAL_BASE, war_machine
from tabletop.decoding import MalformedError

BASES = [(f"{size:g}", f"{size:g}") for size in BASE_SIZES]


class Order(forms.Form):
    """Which machine, whose crew."""

    name = forms.CharField(max_length=120, required=False)
    machine = forms.CharField(max_length=120, required=False)
    crew = forms.CharField(max_length=60, required=False)
    base = forms.TypedChoiceField(choices=BASES, coerce=float, required=False, empty_value=None)
    reinforced = forms.BooleanField(required=False)


class Made(Struct, frozen=True):
    """The machine ordered and its price, or what is wrong with the order."""

    order: Order
    machine: Row
    panel: PricePanel | None
    problem: str = ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def show(request: HttpRequest) -> HttpResponse:
    catalogue = current_catalogue()
    made = made_from(request.POST if request.method == "POST" else request.GET, catalogue)
    if request.method == "POST" and made.panel and made.panel.receipt:
        row = create_design(visitor=ensure_visitor(request), design=made.panel.design)
        return redirect("design", code=row.code)
    return render(request, template(request, "designs/war_machine.html", "machine"), _context(made, catalogue))


def made_from(asked: QueryDict, catalogue: Catalogue) -> Made:
    """The war machine of an address or a form."""
    order = Order(asked)
    machines = catalogue.rows_of("war-machines")
    if not order.is_valid():
        problem = "; ".join(f"{field}: {' '.join(map(str, errors))}" for field, errors in order.errors.items())
        return Made(order, machines[0], None, problem)
    machine = next((row for row in machines if row.slug == order.cleaned_data["machine"]), machines[0])
    try:
        return Made(order, machine, price_panel(_design(order.cleaned_data, machine, catalogue), BOOK_FORMULA))
    except MalformedError as error:
        return Made(order, machine, None, str(error))


def _design(chosen: dict[str, Any], machine: Row, catalogue: Catalogue) -> Design:
    army = catalogue.lists.get(chosen["crew"])
    crew = f" ({army.name})" if army else ""
    return war_machine(
        chosen["name"].strip() or f"{machine.name}{crew}",
        machine.missile,
        army.war_machines if army else STANDARD_CREW,
        base=chosen["base"] or USUAL_BASE,
        reinforced=chosen["reinforced"],
    )


def _context(made: Made, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "made": made,
        "panel": made.panel,
        "machines": catalogue.rows_of("war-machines"),
        "armies": catalogue.armies,
        "bases": BASES,
        "chosen": {field.name: field.value() or "" for field in made.order},
        "usual_base": f"{USUAL_BASE:g}",
    }
