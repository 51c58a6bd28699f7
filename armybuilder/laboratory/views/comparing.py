"""Two experiments side by side; one of them as its file, or its figures as a table."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.core.http import file_answer, unlisted
from armybuilder.core.visitors import visitor_of
from armybuilder.laboratory import queries
from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.presenters.tables import csv_of, pair_of, parquet_of
from armybuilder.laboratory.snapshots import experiment_file
from armybuilder.laboratory.views.experiments import experiments
from tabletop.arcana.simulation.figures import writes_parquet
from tabletop.rosters.files import file_name

FILES: dict[str, tuple[Callable[[Row], bytes], str]] = {
    "jsonl": (experiment_file, "application/jsonl"),
    "csv": (csv_of, "text/csv; charset=utf-8"),
    "parquet": (parquet_of, "application/vnd.apache.parquet"),
}


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
def file(request: HttpRequest, code: str, ending: str) -> HttpResponse:
    """One's own as its file, or its figures as CSV or Parquet."""
    return _file(experiments.own_row(request, code), ending)


@unlisted
@require_safe
def shared_file(request: HttpRequest, token: str, ending: str) -> HttpResponse:
    """The same of a shared one."""
    return _file(get_object_or_404(queries.shared_experiments(), share=token), ending)


def _file(row: Row, ending: str) -> HttpResponse:
    if ending not in FILES or (ending == "parquet" and not writes_parquet()):
        raise Http404
    write, kind = FILES[ending]
    return file_answer(write(row), kind, f"{file_name(row.name, 'experiment')}.{ending}", inline=False)
