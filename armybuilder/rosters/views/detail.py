"""A visitor's roster: starting, showing, mending and copying it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.games import References, game_in
from armybuilder.core.htmx import template
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.languages import speak_of
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.rosters import services
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.pages import MARKS, editor_of, panel_of, repair_of
from armybuilder.rosters.presenters.repricing import repriced
from armybuilder.rosters.presenters.start import Start, begun, start_context
from armybuilder.rosters.queries import empty_draft_of, rosters_to_edit
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import advised, verdict
from tabletop.decoding import MalformedError
from tabletop.rosters.document import Roster, has_notes

rosters = KeptViews[Row, Roster](
    kind=Row,
    page="roster",
    index="rosters",
    create_row=lambda visitor, roster: services.create_roster(visitor=visitor, roster=roster),
    copy_row=lambda row: services.duplicate_roster(row=row),
    delete_row=lambda row: services.delete_roster(row=row),
    restore_row=lambda row: services.restore_roster(row=row),
    present_rows=rosters_to_edit,
)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Ask for the army and the size of the game, or take them straight from a button; other games are begun by theirs.

    A button of the home page asks for no name: it leads to the draft of that army that is still empty, if there is one.
    """
    if request.method != "POST":
        return render(request, "rosters/new.html", start_context(Start(initial=request.GET)))
    if "begin" in request.POST:
        return _begin(request)
    form = Start(request.POST)
    if not form.is_valid():
        return render(request, "rosters/new.html", start_context(form))
    is_form = "name" in request.POST or form.cleaned_data["pack"]
    draft = None if is_form else empty_draft_of(visitor_of(request), army=form.cleaned_data["army"])
    if draft is not None:
        return redirect("roster", code=draft.code)
    return rosters.keep(request, form.roster)


def _begin(request: HttpRequest) -> HttpResponse:
    """Start what a button of another game offers."""
    try:
        roster = begun(request.POST.get("game", ""), request.POST["begin"], request.POST.get("data_pack", ""))
    except MalformedError as error:
        raise Http404(str(error)) from error
    return rosters.keep(request, roster)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def editor(request: HttpRequest, code: str) -> HttpResponse:
    row = rosters.own_row(request, code)
    page, context = editor_page(request, row, state=request.GET)
    part = template(request, page, _asked_part(request))
    return render(request, part, context | {"swapped": part.endswith("#answer")})


def _asked_part(request: HttpRequest) -> str:
    return "picks" if request.htmx.target == "picks" else "answer"  # type: ignore[attr-defined]


def editor_page(
    request: HttpRequest, row: Row, *, state: QueryDict, references: References | None = None
) -> tuple[str, dict[str, Any]]:
    """The template on which the roster's game is edited, and what it shows."""
    judged = advised(verdict(roster_of(row), references))
    speak_of(judged.roster.game)
    own = editor_of(judged)
    return own.template, {
        "row": row,
        "roster_url": reverse("roster", kwargs={"code": row.code}),
        "edit_url": reverse("edit-roster", kwargs={"code": row.code}),
        "verdict": judged,
        "formats": game_in(row.content).formats.values(),
        "has_papers": bool(game_in(row.content).papers),
        "has_helps": game_in(row.content).has_helps,
        "has_battles": game_in(row.content).battle_rules() is not None,
        "has_notes": has_notes(judged.roster),
        "repriced": repriced(row.priced, judged),
        "notice": request.session.pop(f"notice-{row.code}", None),
    } | own.context(judged, row, state, request.headers.get(MARKS, ""))


@never_cache
@require_safe
def repair_page(request: HttpRequest, code: str) -> HttpResponse:
    """A set of changes that makes the roster legal, shown before it is made."""
    row = rosters.own_row(request, code)
    references = References()
    judged = verdict(roster_of(row), references)
    repair = repair_of(judged, references)
    if repair is None:
        raise Http404("This game has no repairs.")
    return render(request, "rosters/repair.html", {"row": row, "verdict": judged} | repair)


@require_safe
def sample(request: HttpRequest, name: str) -> HttpResponse:
    """A sample army to look at."""
    judged = verdict(_sample(name))
    return render(request, "rosters/sample.html", {"name": name, "verdict": judged, "panel": panel_of(judged)})


@require_POST
def copy_sample(request: HttpRequest, name: str) -> HttpResponse:
    row = services.create_roster(visitor=ensure_visitor(request), roster=_sample(name), reason="Copy a sample")
    return redirect("roster", code=row.code)


def _sample(name: str) -> Roster:
    try:
        return sample_rosters()[name]
    except KeyError as error:
        raise Http404("There is no such sample.") from error
