"""What of a roster is at home, what is to be bought for it, and its models into a collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct

from armybuilder.collection.presenters.shelves import kinds_of, name_of
from armybuilder.collection.queries import collections_of, models_at_home
from armybuilder.collection.services import FIRST_NAME, add_models, create_collection
from armybuilder.core.forms import problem_in_words
from armybuilder.core.games import AnyGame, game_of, reference_of
from armybuilder.core.http import file_answer
from armybuilder.core.models import Visitor
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.views.detail import rosters
from tabletop.decoding import MalformedError
from tabletop.pdf.document import render as render_sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.collection import OwnedKind, Shortfall, new_collection, shortfalls
from tabletop.rosters.files import file_name
from tabletop.rosters.printed_collection import shopping_sheet


class Lacking(Struct, frozen=True):
    """A line of the list: a profile with its name and list, and how much of it there is."""

    name: str
    kind: OwnedKind | None
    counted: Shortfall


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lacking(request: HttpRequest, code: str) -> HttpResponse:
    """The roster beside what is at home; a POST puts what it has into a collection, or only what is missing there."""
    row = rosters.own_row(request, code)
    game = _game_of(row)
    problem = ""
    if request.method == "POST":
        try:
            return _collected(request, row, game)
        except MalformedError as error:
            problem = f"Nothing was added. {problem_in_words(error)}."
    visitor = visitor_of(request)
    counted, kinds = _counted(row, game, visitor)
    lines = [Lacking(name_of(each.key, kinds), kinds.get(each.key), each) for each in counted]
    context: dict[str, Any] = {
        "row": row,
        "problem": problem,
        "lines": sorted(lines, key=lambda line: not line.counted.lacking),
        "lacking": sum(each.lacking for each in counted),
        "needed": sum(each.needed for each in counted),
        "home": sum(each.home for each in counted),
        "collections": list(collections_of(visitor).filter(game=game.slug)),
    }
    return render(request, "rosters/at_home.html", context, status=422 if problem else 200)


@never_cache
@require_safe
def lacking_pdf(request: HttpRequest, code: str, paper: Paper) -> HttpResponse:
    """The shopping list on paper."""
    row = rosters.own_row(request, code)
    counted, kinds = _counted(row, _game_of(row), visitor_of(request))
    title, date = f"To get for {row.name}", timezone.localdate().isoformat()
    sheet = shopping_sheet(title, counted, kinds, paper=paper, date=date)
    return file_answer(render_sheet(sheet), "application/pdf", f"{file_name(row.name)}-to-get.pdf", inline=True)


def _game_of(row: Row) -> AnyGame:
    game = game_of(row.content["game"])
    if not game.has_collections:
        raise Http404("Nothing is counted of this game.")
    return game


def _counted(row: Row, game: AnyGame, visitor: Visitor) -> tuple[Sequence[Shortfall], Mapping[str, OwnedKind]]:
    """What the roster needs beside what there is, and what may be owned of its game."""
    reference = reference_of(game)
    needed = game.models_needed(roster_of(row), reference)
    home: Mapping[str, int] = models_at_home(visitor, game.slug) or {}
    return shortfalls(needed, home), kinds_of(game, reference)


def _collected(request: HttpRequest, row: Row, game: AnyGame) -> HttpResponse:
    """The roster's models added to the collection that is chosen, or to a first one."""
    models = list(game.owned_in(roster_of(row), reference_of(game)))
    if code := request.POST.get("collection", ""):
        into = get_object_or_404(collections_of(visitor_of(request)).filter(game=game.slug), code=code)
        add_models(row=into, models=models, only_missing=request.POST.get("how") != "all")
    else:
        into = create_collection(
            visitor=ensure_visitor(request), collection=new_collection(game.slug, FIRST_NAME, models)
        )
    return redirect("collection", code=into.code)
