"""Home and the rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.visitors import visitor_of
from armybuilder.rosters.queries import rosters_of
from tabletop.arcana.army.rules import CORE, TOURNAMENT
from tabletop.arcana.army.rules.event_packs import pack_is_here
from tabletop.arcana.catalogue.lists import ListKind


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context = {
        "lists": [listed for listed in current_catalogue().lists.values() if listed.kind == ListKind.ARMY],
        "latest": rosters_of(visitor_of(request))[:4],
        "samples": sample_rosters(),
    }
    return render(request, "rosters/home.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    core = {rule.code for rule in CORE.rules}
    return render(request, "rosters/rules.html", {"rulebook": TOURNAMENT, "core": core, "pack_rule": pack_is_here})


@require_safe
def look_up(request: HttpRequest) -> HttpResponse:
    """The search of every page's head, which so far finds spells."""
    return redirect(f"{reverse('schools')}?{urlencode({'words': request.GET.get('q', '')[:60]})}")
