"""A visitor's collections, and each of them: counted by steps, stated in forms, as files and on paper."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.collection import queries, services
from armybuilder.collection.models import Collection as Row
from armybuilder.collection.presenters.shelves import kinds_of, shelves_of
from armybuilder.collection.services import FIRST_NAME
from armybuilder.collection.snapshots import collection_file, collection_in, read_known
from armybuilder.core.forms import posted_version, problem_in_words
from armybuilder.core.games import GAMES, game_of, reference_of
from armybuilder.core.htmx import template
from armybuilder.core.http import file_answer
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.revisions import StaleError
from armybuilder.core.visitors import visitor_of
from tabletop.decoding import MalformedError, converted
from tabletop.pdf.document import render as render_sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.collection import Owned, new_collection, write_csv
from tabletop.rosters.files import file_name
from tabletop.rosters.printed_collection import collection_sheet

STEPS = {"+1": 1, "-1": -1}
STALE = "It was changed in another place. This is how it stands now; your change wasn't made."


collections = KeptViews(
    kind=Row,
    page="collection",
    index="collections",
    open_template="collection/open.html",
    read_file=read_known,
    create_row=lambda visitor, collection: services.create_collection(visitor=visitor, collection=collection),
)


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The visitor's collections; who has one alone is shown it at once."""
    rows = list(queries.collections_of(visitor_of(request)))
    deleted = collections.just_deleted(request)
    if len(rows) == 1 and not deleted and not request.GET.get("all"):
        return _shown(request, rows[0])
    listed = [(row, sum(owned.count for owned in collection_in(row).models)) for row in rows]
    games = [game for game in GAMES.values() if game.has_collections]
    return render(request, "collection/index.html", {"listed": listed, "games": games, "deleted": deleted})


@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """An empty collection of a game, and its page."""
    game = GAMES.get(request.POST.get("game", ""))
    if game is None or not game.has_collections:
        raise Http404
    return collections.keep(request, new_collection(game.slug, FIRST_NAME))


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    return _shown(request, collections.own_row(request, code))


def _shown(request: HttpRequest, row: Row, **more: Any) -> HttpResponse:
    game, collection = game_of(row.game), collection_in(row)
    shelves = shelves_of(collection, kinds_of(game, reference_of(game)))
    context: dict[str, Any] = {
        "row": row,
        "game": game,
        "shelves": shelves,
        "total": sum(owned.count for owned in collection.models),
        "painted": sum(owned.painted for owned in collection.models),
        "based": sum(owned.based for owned in collection.models),
        "places": sorted({owned.where for owned in collection.models if owned.where}),
        "open_entry": request.GET.get("entry", ""),
        "problem": request.session.pop(f"problem-{row.code}", None),
    }
    return render(request, template(request, "collection/show.html", "models"), context | more)


@require_POST
def change(request: HttpRequest, code: str) -> HttpResponse:
    """A step of a count (`step` is `+1 ENTRY`), or a form that states an entry, takes it out or names the whole."""
    row, entry, problem = collections.own_row(request, code), request.POST.get("entry", ""), None
    try:
        if "step" in request.POST:
            by, _, entry = request.POST["step"].partition(" ")
            if by not in STEPS:
                raise MalformedError("step", "is none that there is")
            services.step_models(row=row, entry=entry, by=STEPS[by])
        else:
            entry = _changed(row, request, entry)
    except MalformedError as error:
        problem = f"That can't be done. {problem_in_words(error)}."
    except StaleError:
        problem = STALE
    if request.htmx:  # type: ignore[attr-defined]
        row.refresh_from_db()
        return _shown(request, row, problem=problem)
    if problem:
        request.session[f"problem-{row.code}"] = problem
    return redirect(reverse("collection", args=[code]) + (f"#{entry}" if entry else ""))


def _changed(row: Row, request: HttpRequest, entry: str) -> str:
    """What a form says, on the version that it was made on; the entry to show."""
    version, post = posted_version(request.POST), request.POST
    if "remove" in post:
        services.remove_models(row=row, version=version, entry=entry)
        return ""
    if "name" in post:
        services.rename_collection(row=row, version=version, name=post["name"])
        return ""
    before = next((owned for owned in collection_in(row).models if owned.ref == entry), None)
    if before is None:
        raise MalformedError("entry", "isn't in the collection any more")
    fields = {name: post.get(name) or "0" for name in ("count", "painted", "based")}
    stated = {"profile": before.profile, "bought": before.bought, "where": post.get("where", "").strip()} | fields
    owned = converted(stated, Owned, strict=False)
    services.change_models(row=row, version=version, entry=entry, owned=owned)
    return owned.ref


@never_cache
@require_safe
def file(request: HttpRequest, code: str, ending: str) -> HttpResponse:
    """The collection as its file, or as a table."""
    row = collections.own_row(request, code)
    name = file_name(row.name, "collection")
    if ending == "json":
        return file_answer(collection_file(row), "application/json", f"{name}.json", inline=False)
    if ending != "csv":
        raise Http404
    game = game_of(row.game)
    table = write_csv(collection_in(row), kinds_of(game, reference_of(game)))
    return file_answer(table.encode("utf-8-sig"), "text/csv; charset=utf-8", f"{name}.csv", inline=False)


@never_cache
@require_safe
def pdf(request: HttpRequest, code: str, paper: Paper) -> HttpResponse:
    """The collection on paper, list by list."""
    row = collections.own_row(request, code)
    game = game_of(row.game)
    date = timezone.localdate().isoformat()
    sheet = collection_sheet(collection_in(row), kinds_of(game, reference_of(game)), paper=paper, date=date)
    return file_answer(render_sheet(sheet), "application/pdf", f"{file_name(row.name, 'collection')}.pdf", inline=True)
