"""Download a design, print its receipt, add it to a roster or to a new one."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.http import file_answer
from armybuilder.core.visitors import visitor_of
from armybuilder.designs.snapshots import design_in
from armybuilder.designs.views.editor import chosen_formula
from armybuilder.designs.views.list import designs
from armybuilder.rosters.presenters.start import Start
from armybuilder.rosters.queries import rosters_of_game
from armybuilder.rosters.services import ConflictError, StaleError, edit_roster
from armybuilder.rosters.verdicts import written_date
from armybuilder.rosters.views.detail import rosters
from tabletop.arcana.army.edits import AddDesign
from tabletop.arcana.army.roster import MOST_MODELS
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.design_files import write_design
from tabletop.arcana.creation.points import Formula, RefusedError, price
from tabletop.arcana.game import ARCANA
from tabletop.arcana.printing.receipt import receipt_sheet
from tabletop.decoding import MalformedError
from tabletop.pdf.paper import Paper
from tabletop.rosters.files import file_name

NEW = "new."  # before an army's slug: a roster of it that doesn't exist yet
USUAL_SIZE = 2000  # of the new roster


class Place(forms.Form):
    """Which roster, or the army of a new one, and how many models."""

    roster = forms.CharField(max_length=len(NEW) + 60)
    count = forms.IntegerField(min_value=1, max_value=MOST_MODELS)


@never_cache
@require_safe
def design_file(request: HttpRequest, code: str) -> HttpResponse:
    design = design_in(designs.own_row(request, code))
    name = file_name(design.name, "design")
    return file_answer(write_design(design), "application/json", f"{name}.json", inline=False)


@never_cache
@require_safe
def receipt_pdf(request: HttpRequest, code: str, paper: Paper) -> HttpResponse:
    """The receipt by the book's formula, or by a variant of the visitor's; a design without a price has none."""
    design = design_in(designs.own_row(request, code))
    _, formula = chosen_formula(visitor_of(request), request.GET.get("formula", ""))
    return receipt_answer(design, formula, paper)


def receipt_answer(design: Design, formula: Formula, paper: Paper) -> HttpResponse:
    try:
        receipt = price(design, formula)
    except RefusedError as refused:
        raise Http404("This design has no price yet.") from refused
    content = receipt_sheet(receipt, formula, paper=paper, date=written_date(timezone.now().date()))
    return file_answer(content, "application/pdf", f"{file_name(design.name, 'design')}-receipt.pdf", inline=True)


@require_POST
def muster(request: HttpRequest, code: str) -> HttpResponse:
    """Put a unit of the design into a roster, and the design with it; the roster may be new."""
    row = designs.own_row(request, code)
    form = Place(request.POST)
    if not form.is_valid():
        return _refuse(request, code, "Choose a roster, and how many models.")
    edit = AddDesign(design=design_in(row), count=form.cleaned_data["count"])
    place = str(form.cleaned_data["roster"])
    if place.startswith(NEW):
        return _muster_anew(request, code, edit, army=place.removeprefix(NEW))
    roster = get_object_or_404(rosters_of_game(visitor_of(request), ARCANA.slug), code=place)
    try:
        edit_roster(row=roster, version=roster.version, edit=edit)
    except MalformedError as error:
        return _refuse(request, code, f"It can't be added to “{roster.name}”: {error}.")
    except (ConflictError, StaleError):
        return _refuse(request, code, f"“{roster.name}” was changed at the same moment. Look at it and try again.")
    return redirect(f"{reverse('roster', kwargs={'code': roster.code})}#desk")


def _muster_anew(request: HttpRequest, code: str, edit: AddDesign, *, army: str) -> HttpResponse:
    """A new roster of the army that has the design in it already; none at all where it can't be put in."""
    start = Start({"army": army, "points": USUAL_SIZE})
    if not start.is_valid():
        return _refuse(request, code, "Choose one of the army lists.")
    try:
        return rosters.keep(request, edit.applied(start.roster, current_catalogue()))
    except MalformedError as error:
        return _refuse(request, code, f"It can't be added to a new roster: {error}.")


def _refuse(request: HttpRequest, code: str, text: str) -> HttpResponse:
    request.session[f"notice-{code}"] = {"kind": "problem", "text": text}
    return redirect("design", code=code)
