"""The home page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.visitors import visitor_of
from armybuilder.rosters.presenters.start import other_games
from armybuilder.rosters.presenters.summaries import kept_summaries
from armybuilder.rosters.queries import rosters_of

MOST_LATEST = 4  # armies to go on with: one in full, the others by their names


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    catalogue = current_catalogue()
    latest = list(rosters_of(visitor_of(request))[:MOST_LATEST])
    summaries = kept_summaries(latest[:1])
    context = {
        "lists": catalogue.armies,
        "latest": latest,
        "summary": summaries.get(latest[0].pk) if latest else None,
        "samples": [(name, sample, catalogue.lists[sample.army]) for name, sample in sample_rosters().items()],
        "profiles": len(catalogue.rows),
        "spells": len(catalogue.spells),
        "other_games": other_games(),
    }
    return render(request, "rosters/home.html", context)
