"""The home page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.visitors import visitor_of
from armybuilder.rosters.queries import rosters_of
from tabletop.arcana.catalogue.lists import ListKind


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context = {
        "lists": [listed for listed in current_catalogue().lists.values() if listed.kind == ListKind.ARMY],
        "latest": rosters_of(visitor_of(request))[:4],
        "samples": sample_rosters(),
    }
    return render(request, "rosters/home.html", context)
