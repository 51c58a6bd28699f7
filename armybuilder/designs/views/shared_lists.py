"""An own army list as whoever has its link sees it: to read, to play by, and to take as one's own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import problem_in_words
from armybuilder.core.http import file_answer, unlisted
from armybuilder.core.visitors import ensure_visitor
from armybuilder.designs import queries, services
from armybuilder.designs.models import OwnList as Row
from armybuilder.designs.snapshots import own_list_in
from armybuilder.designs.views.list import priced
from armybuilder.designs.views.own_lists import USUAL_SIZE, Size, roster_of_list
from armybuilder.rosters.views.detail import rosters
from tabletop.arcana.catalogue.lists import DESIGNS
from tabletop.arcana.creation.own_lists import audited_rows, list_pack, with_own_list, write_list_pack
from tabletop.decoding import MalformedError
from tabletop.rosters.files import file_name


def live_list(token: str) -> Row:
    """The list with this link; what is revoked or deleted isn't there."""
    return get_object_or_404(queries.shared_lists(), share=token)


@unlisted
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Its rows as a printed list has them, each beside the formula, its terms, its monsters and its designs."""
    return _page(request, live_list(token))


def _page(request: HttpRequest, row: Row, problem: str = "") -> HttpResponse:
    own, catalogue = own_list_in(row), current_catalogue()
    try:
        tables = with_own_list(catalogue, own)
    except MalformedError as error:
        raise Http404("The list's rows have no prices any more.") from error
    rows = tables.rows_of(DESIGNS)
    context = {
        "row": row,
        "own": own,
        "army": tables.lists[DESIGNS],
        "rows": list(zip(rows, audited_rows(tables), strict=True)),
        "designs": [priced(each) for each in queries.rows_of_list(row)],
        "hires": None if own.hires is None else [catalogue.rows[slug] for slug in own.hires],
        "usual_size": USUAL_SIZE,
        "problem": problem,
    }
    return render(request, "designs/shared_list.html", context)


@unlisted
@require_safe
def pack_file(request: HttpRequest, token: str) -> HttpResponse:
    own = own_list_in(live_list(token))
    name = file_name(own.name, "list")
    return file_answer(write_list_pack(list_pack(own)), "application/json", f"{name}.json", inline=False)


@unlisted
@require_POST
def copy(request: HttpRequest, token: str) -> HttpResponse:
    """Take it as a list of one's own."""
    live_list(token)
    try:
        row = services.copy_shared_list(token=token, visitor=ensure_visitor(request))
    except Row.DoesNotExist as error:
        raise Http404("This link was revoked.") from error
    return redirect("own-list", code=row.code)


@unlisted
@require_POST
def muster(request: HttpRequest, token: str) -> HttpResponse:
    """A new roster of the list as it is now."""
    row = live_list(token)
    try:
        return rosters.keep(request, roster_of_list(row, Size(request.POST)))
    except MalformedError as error:
        return _page(request, row, f"{problem_in_words(error)}.")
