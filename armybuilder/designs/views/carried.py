"""Designs inside a roster: shown, printed, and copied to the visitor's own designs."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.designs.presenters.price_panel import price_panel
from armybuilder.designs.views.export import receipt_answer
from armybuilder.designs.views.list import designs
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.views.detail import rosters
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import DESIGNS
from tabletop.arcana.creation.design_files import design_slug
from tabletop.arcana.creation.points import BOOK_FORMULA
from tabletop.pdf.paper import Paper


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str, design: str) -> HttpResponse:
    """The card and the receipt; a button takes a copy of the design."""
    row = rosters.own_row(request, code)
    found = design_of_roster(row, design)
    if request.method == "POST":
        return designs.keep(request, found)
    context = {"row": row, "panel": price_panel(found, BOOK_FORMULA), "formula": BOOK_FORMULA, "slug": design}
    return render(request, "designs/carried.html", context)


@never_cache
@require_safe
def receipt_pdf(request: HttpRequest, code: str, design: str, paper: Paper) -> HttpResponse:
    return receipt_answer(design_of_roster(rosters.own_row(request, code), design), BOOK_FORMULA, paper)


def design_of_roster(row: Row, name: str) -> Design:
    roster = roster_of(row)
    for design in roster.designs if isinstance(roster, Roster) else ():
        if design_slug(design) == f"{DESIGNS}/{name}":
            return design
    raise Http404("The roster has no such design.")
