"""The list of a visitor's designs, and creating one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.catalogue.loaders.creation import equipment
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.htmx import template
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.visitors import visitor_of
from armybuilder.designs import queries, services
from armybuilder.designs.models import Design as Row
from armybuilder.designs.snapshots import design_in
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.arcana.catalogue.profiles import Melee, Morale, Movement
from tabletop.arcana.catalogue.profiles import Row as Printed
from tabletop.arcana.creation.design_files import read_design
from tabletop.arcana.creation.equipment import equip
from tabletop.arcana.creation.equipment.apply import reread_design
from tabletop.arcana.creation.points import Receipt, RefusedError, price
from tabletop.arcana.creation.points.rows import design_of

FIRST_CREATURE = Design(
    name="New creature",
    movement=Movement(ground=6),
    morale=Morale(value=7),
    melee=(Melee(attacks=1, skill=2),),
)


designs = KeptViews(
    kind=Row,
    page="design",
    index="designs",
    open_template="designs/open.html",
    read_file=read_design,
    create_row=lambda visitor, design: services.create_design(visitor=visitor, design=design),
    copy_row=lambda row: services.duplicate_design(row=row),
)


class Kept(Struct, frozen=True):
    """A design of the list with its price, or with the reason that it has none."""

    row: Row
    design: Design
    receipt: Receipt | None
    refusal: str = ""


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    rows = queries.designs_of(visitor_of(request))
    context = {"kept": [priced(row) for row in rows], "deleted": designs.just_deleted(request)}
    return render(request, "designs/index.html", context)


def priced(row: Row) -> Kept:
    """The row's design with its price by the book's formula."""
    design = design_in(row)
    try:
        return Kept(row, design, price(design))
    except RefusedError as refused:
        return Kept(row, design, None, str(refused))


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def create(request: HttpRequest) -> HttpResponse:
    """Choose a row or a package to start from, or start at once: from one of them or from nothing."""
    catalogue = current_catalogue()
    if request.method == "POST":
        if package := request.POST.get("package", ""):
            return designs.keep(request, first_bearer(package))
        return designs.keep(request, first_design(request.POST.get("row", ""), catalogue))
    find = request.GET.get("find", "")
    context = {"find": find, "found": found(catalogue, find), "packages": equipment().values()}
    return render(request, template(request, "designs/new.html", "found"), context)


def first_design(slug: str, catalogue: Catalogue) -> Design:
    """A plain creature, or a printed row as it is played: strong errata applied, its list's abilities added."""
    if not slug:
        return FIRST_CREATURE
    if slug not in catalogue.rows:
        raise Http404("There is no such profile.")
    return reread_design(design_of(catalogue.in_play(slug)))


def first_bearer(package: str) -> Design:
    """A plain trooper that bears one package and is named after it."""
    if package not in equipment():
        raise Http404("There is no such package.")
    return equip(replace(FIRST_CREATURE, name="Trooper"), [package], equipment()).design


def found(catalogue: Catalogue, find: str) -> list[tuple[ArmyList, list[Printed]]]:
    """The rows whose names or lists have all the words, list by list; none before a word is given."""
    words = find.lower().split()[:8]
    if not words:
        return []
    lists: dict[str, list[Printed]] = {}
    for row in catalogue.rows.values():
        army = catalogue.list_of(row.slug)
        if all(word in f"{row.name} {army.name}".lower() for word in words):
            lists.setdefault(army.slug, []).append(row)
    return [(catalogue.lists[slug], rows) for slug, rows in lists.items()]
