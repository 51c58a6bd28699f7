"""Two experiments side by side; one of them as its file, or as a table for spreadsheets."""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.core.http import file_answer, unlisted
from armybuilder.core.visitors import visitor_of
from armybuilder.laboratory import queries
from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.presenters.tables import pair_of, table_of
from armybuilder.laboratory.snapshots import experiment_file
from armybuilder.laboratory.views.experiments import experiments
from tabletop.rosters.files import file_name


@unlisted
@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two of one's own, or any that were shared: `a` and `b` are codes, or the tokens of links."""
    rows = [_named(request, request.GET.get(letter, "")) for letter in ("a", "b")]
    return render(request, "laboratory/compare.html", {"pair": pair_of(*rows)})


def _named(request: HttpRequest, name: str) -> Row:
    if not re.fullmatch(r"[\w-]{1,64}", name, re.ASCII):
        raise Http404
    own = queries.experiments_of(visitor_of(request)).filter(code=name).first()
    return own or get_object_or_404(queries.shared_experiments(), share=name)


@never_cache
@require_safe
def file(request: HttpRequest, code: str) -> HttpResponse:
    """The `muster-experiment/1` file."""
    row = experiments.own_row(request, code)
    name = f"{file_name(row.name, 'experiment')}.jsonl"
    return file_answer(experiment_file(row), "application/jsonl", name, inline=False)


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    row = experiments.own_row(request, code)
    name = f"{file_name(row.name, 'experiment')}.csv"
    return file_answer(table_of(row).encode("utf-8-sig"), "text/csv; charset=utf-8", name, inline=False)
