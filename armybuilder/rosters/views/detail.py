"""A visitor's roster: starting, showing, mending and copying it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.htmx import template
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.visitors import ensure_visitor
from armybuilder.rosters import services
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.editor import desk_of
from armybuilder.rosters.presenters.picker import picker_of
from armybuilder.rosters.presenters.repricing import repriced
from armybuilder.rosters.presenters.rulebook_menu import pack_with, rulebooks
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import advised, repair, verdict
from tabletop.arcana.army.edits import Several
from tabletop.arcana.army.event_pack import rules_of
from tabletop.arcana.army.roster import Roster, new_roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.rosters.document import without_notes
from tabletop.values import NO_CONTROLS

USUAL_SIZES = (1000, 2000, 3000, 4000, 5000)


rosters = KeptViews[Row, Roster](
    kind=Row,
    page="roster",
    index="rosters",
    create_row=lambda visitor, roster: services.create_roster(visitor=visitor, roster=roster),
    copy_row=lambda row: services.duplicate_roster(row=row),
    delete_row=lambda row: services.delete_roster(row=row),
    restore_row=lambda row: services.restore_roster(row=row),
)


class Start(forms.Form):
    """What a new roster needs to know."""

    army = forms.SlugField(max_length=60)
    name = forms.CharField(max_length=120, required=False, validators=[RegexValidator(NO_CONTROLS)])
    points = forms.IntegerField(min_value=1, max_value=1_000_000, required=False)
    pack = forms.SlugField(max_length=16, required=False)

    def clean_army(self) -> str:
        army = current_catalogue().lists.get(self.cleaned_data["army"])
        if army is None or army.kind != "army":
            raise forms.ValidationError("Choose one of the army lists.")
        return army.slug

    def clean_pack(self) -> str:
        code = str(self.cleaned_data["pack"])
        if code and pack_with(code) is None:
            raise forms.ValidationError("There is no such pack.")
        return code


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Ask for the army and the size of the game, or take them straight from a button."""
    if request.method != "POST":
        return render(request, "rosters/new.html", _start_context(Start(initial=request.GET)))
    form = Start(request.POST)
    if not form.is_valid():
        return render(request, "rosters/new.html", _start_context(form))
    chosen = form.cleaned_data
    army = current_catalogue().lists[chosen["army"]]
    roster = new_roster(
        name=chosen["name"] or f"My {army.name}",
        army=army.slug,
        points_limit=chosen["points"],
        rules=rules_of(chosen["pack"]) if chosen["pack"] else "core",
    )
    return rosters.keep(request, roster)


def _start_context(form: Start) -> dict[str, Any]:
    """The armies to choose from and the usual sizes, under a pack those that it plays."""
    pack = pack_with(form["pack"].value())
    armies = [each for each in current_catalogue().lists.values() if each.kind == "army"]
    if pack is None:
        return {"form": form, "armies": armies, "sizes": USUAL_SIZES, "usual_size": 2000}
    armies = [each for each in armies if each.slug not in pack.banned_lists]
    sizes = (pack.tournament and pack.sizes) or USUAL_SIZES
    return {"form": form, "armies": armies, "sizes": sizes, "usual_size": sizes[0], "pack": pack}


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def editor(request: HttpRequest, code: str) -> HttpResponse:
    row = rosters.own_row(request, code)
    context = editor_context(request, row, current_catalogue(), state=request.GET)
    return render(request, template(request, "rosters/editor.html", _asked_part(request)), context)


def _asked_part(request: HttpRequest) -> str:
    return "picker" if request.htmx.target == "picks" else "desk"  # type: ignore[attr-defined]


def editor_context(request: HttpRequest, row: Row, catalogue: Catalogue, *, state: QueryDict) -> dict[str, Any]:
    """What the editor page shows of a roster; `outfit` and `find` in the address or the form decide what is open."""
    judged = advised(verdict(roster_of(row), catalogue))
    return {
        "row": row,
        "verdict": judged,
        "desk": desk_of(judged, outfit=state.get("outfit", "")),
        "picker": SimpleLazyObject(partial(picker_of, judged, find=state.get("find", ""))),  # a click doesn't show it
        "has_notes": judged.roster != without_notes(judged.roster),
        "find": state.get("find", ""),
        "repriced": repriced(row.priced, judged),
        "rulebooks": rulebooks(judged, row.visitor),
        "open_outfit": state.get("outfit", ""),
        "notice": request.session.pop(f"notice-{row.code}", None),
    }


@never_cache
@require_safe
def repair_page(request: HttpRequest, code: str) -> HttpResponse:
    """A set of changes that makes the roster legal, shown before it is made."""
    row, catalogue = rosters.own_row(request, code), current_catalogue()
    judged = verdict(roster_of(row), catalogue)
    found = repair(judged)
    context = {
        "row": row,
        "verdict": judged,
        "repair": found,
        "after": verdict(found.after.roster, catalogue),
        "edit": Several(edits=tuple(step.edit for step in found.steps)),
    }
    return render(request, "rosters/repair.html", context)


@require_safe
def sample(request: HttpRequest, name: str) -> HttpResponse:
    """A sample army to look at."""
    roster = _sample(name)
    judged = verdict(roster, current_catalogue())
    return render(request, "rosters/sample.html", {"name": name, "verdict": judged, "desk": desk_of(judged, outfit="")})


@require_POST
def copy_sample(request: HttpRequest, name: str) -> HttpResponse:
    row = services.create_roster(visitor=ensure_visitor(request), roster=_sample(name), reason="Copy a sample")
    return redirect("roster", code=row.code)


def _sample(name: str) -> Roster:
    try:
        return sample_rosters()[name]
    except KeyError as error:
        raise Http404("There is no such sample.") from error
