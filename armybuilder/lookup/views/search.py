"""One search over everything that is looked up at a table, and over the visitor's own rosters, designs and tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import replace_url

from armybuilder.battles.queries import tables_of
from armybuilder.core.htmx import page_asked_from, template
from armybuilder.core.models import Visitor
from armybuilder.core.visitors import visitor_of
from armybuilder.designs.queries import designs_of
from armybuilder.lookup.presenters.answers import Kept, found
from armybuilder.rosters.queries import rosters_of
from tabletop.search import LONGEST_QUERY

MOST_SEARCHED = 50  # the latest of a visitor's things of each kind


@never_cache
@require_safe
@vary_on_headers("HX-Request", "HX-Current-URL")
def look_up(request: HttpRequest) -> HttpResponse:
    """The answers as a page, or for htmx alone; nothing asked shows where to begin."""
    query = " ".join(request.GET.get("q", "").split())[:LONGEST_QUERY]
    visitor = visitor_of(request)
    kept = _kept_by(visitor) if query and visitor else Kept()
    only, all_of_them = request.GET.get("only", ""), request.GET.get("all", "") == "yes"
    context = {"query": query, "found": found(query, kept, only=only, all_of_them=all_of_them) if query else None}
    answer = render(request, template(request, "lookup/look_up.html", "answers"), context)
    return replace_url(answer, request.get_full_path()) if _is_typed_on_its_page(request) else answer


def _kept_by(visitor: Visitor) -> Kept:
    return Kept(
        rosters=list(rosters_of(visitor)[:MOST_SEARCHED]),
        designs=list(designs_of(visitor)[:MOST_SEARCHED]),
        tables=list(tables_of(visitor)[:MOST_SEARCHED]),
    )


def _is_typed_on_its_page(request: HttpRequest) -> bool:
    """Whether the answers change on the page of the search, so that its address changes with them."""
    return page_asked_from(request) == reverse("look_up")
