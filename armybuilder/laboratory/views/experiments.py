"""One's experiments and each of them: its page, which follows the counting, what it may be told, its link."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import problem_in_words
from armybuilder.core.htmx import template
from armybuilder.core.http import unlisted
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.visitors import ensure_visitor, payer_of, visitor_of
from armybuilder.laboratory import counting, queries, services
from armybuilder.laboratory.limits import TooManyExperimentsError, seconds_left
from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.presenters.asking import time_on_table
from armybuilder.laboratory.presenters.page import page_of
from armybuilder.laboratory.presenters.verdicts import summary_of
from tabletop.arcana.simulation.experiments import Record, read_experiment
from tabletop.arcana.simulation.figures import writes_parquet
from tabletop.decoding import MalformedError

MOST_LISTED = 60  # each with its armies: some hundred milliseconds together
HALVES = {"2": 0.02, "1": 0.01, "0.5": 0.005}

LARGEST = 10_000_000  # bytes of a file: what a visitor may keep


def _read(content: bytes) -> Record:
    """A file of an experiment; a larger one would be cut, and is refused."""
    if len(content) > LARGEST:
        raise MalformedError("", f"the file is larger than {LARGEST:,} bytes")
    return read_experiment(content)


experiments = KeptViews(
    kind=Row,
    page="experiment",
    index="laboratory",
    open_template="laboratory/open.html",
    read_file=_read,
    most=LARGEST,
    delete_row=services.delete_experiment,
    create_row=lambda visitor, record: services.keep_record(visitor=visitor, record=record),
    copy_row=lambda row: services.copy_experiment(row=row, visitor=row.visitor),
)


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """A visitor's experiments, each with what it says, and what may be asked."""
    rows = list(queries.experiments_of(visitor_of(request))[: MOST_LISTED + 1])
    printed = cache(current_catalogue)
    context = {
        "listed": [(row, summary_of(row, printed)) for row in rows[:MOST_LISTED]],
        "most": MOST_LISTED if len(rows) > MOST_LISTED else None,
        "deleted": experiments.just_deleted(request),
        "comparable": len(rows) > 1,
    }
    return render(request, "laboratory/index.html", context)


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """One's own; while it is under way htmx asks again with what it has seen, and gets 204 where nothing is new."""
    return _shown(request, queries.experiments_of(visitor_of(request)).filter(code=code), is_mine=True)


@unlisted
@vary_on_headers("HX-Request")
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The same by its link, to look at."""
    return _shown(request, queries.shared_experiments().filter(share=token), is_mine=False)


def _shown(request: HttpRequest, only: QuerySet[Row], *, is_mine: bool) -> HttpResponse:
    """The one experiment there is; whether anything is new is told by its counters alone, before any of it is read."""
    seen, _, sign_seen = request.GET.get("seen", "").partition(" ")
    if request.htmx and seen:  # type: ignore[attr-defined]
        counters = _looked_after(only.only(*queries.COUNTERS))
        if seen == queries.progress_of(counters, queries.place_in_line(counters)):
            return HttpResponse(status=204)
    row = _looked_after(only)
    ahead = queries.place_in_line(row)
    page = page_of(row, ahead=ahead, shows_all="all" in request.GET)
    sign = page.sign.word if page.sign else ""
    context: dict[str, Any] = {
        "row": row,
        "page": page,
        "is_mine": is_mine,
        "mark": f"{queries.progress_of(row, ahead)} {sign}",
        "says_news": bool(seen) and (seen.partition("-")[0], sign_seen) != (row.state, sign),
        "notice": request.session.pop(f"notice-{row.code}", None) if is_mine else None,
        "files": _files(row, is_mine=is_mine),
        "link": request.build_absolute_uri(reverse("shared-experiment", args=[row.share])) if row.share else "",
    }
    if is_mine and page.may_be_on_table:
        context["time_on_table"] = time_on_table(services.seconds_of_ask_on_table(row), seconds_left(payer_of(request)))
    return render(request, template(request, "laboratory/show.html", "live"), context)


def _looked_after(only: QuerySet[Row]) -> Row:
    """The one experiment there is, in line again where its worker has died."""
    row = get_object_or_404(only)
    if row.is_under_way:
        counting.look_after(timezone.now())
        row = get_object_or_404(only)
    return row


def _files(row: Row, *, is_mine: bool) -> list[tuple[str, str]]:
    """What may be taken along: titles with addresses."""
    titles = {"jsonl": "File to keep", "csv": "CSV"} | ({"parquet": "Parquet"} if writes_parquet() else {})
    page, name = ("experiment", row.code) if is_mine else ("shared-experiment", row.share)
    return [(title, reverse(f"{page}-file", args=[name, ending])) for ending, title in titles.items()]


@require_POST
def stop(request: HttpRequest, code: str) -> HttpResponse:
    services.stop(row=experiments.own_row(request, code))
    return redirect("experiment", code=code)


@require_POST
def go_on(request: HttpRequest, code: str) -> HttpResponse:
    """Count on where it was stopped, or until the interval is narrower (`half`)."""
    row, half = experiments.own_row(request, code), request.POST.get("half", "")
    try:
        if half and half not in HALVES:
            raise MalformedError("half", "is none that there is")
        services.go_on(row=row, payer=payer_of(request), half=HALVES.get(half))
    except TooManyExperimentsError as error:
        request.session[f"notice-{code}"] = str(error)
    except MalformedError as error:
        request.session[f"notice-{code}"] = f"Nothing was done. {problem_in_words(error)}."
    return redirect("experiment", code=code)


@require_POST
def on_table(request: HttpRequest, code: str) -> HttpResponse:
    """Begin the same question on a table, and lead to it."""
    row, visitor = experiments.own_row(request, code), visitor_of(request)
    try:
        code = services.ask_on_table(row=row, visitor=visitor, payer=payer_of(request)).code
    except TooManyExperimentsError as error:
        request.session[f"notice-{code}"] = str(error)
    except MalformedError as error:
        request.session[f"notice-{code}"] = f"Nothing was done. {problem_in_words(error)}."
    return redirect("experiment", code=code)


@require_POST
def watch(request: HttpRequest, code: str) -> HttpResponse:
    """Keep one of its battles, and lead to the report of it."""
    try:
        battle = services.watch(row=experiments.own_row(request, code), visitor=visitor_of(request))
    except MalformedError as error:
        request.session[f"notice-{code}"] = f"Nothing was done. {problem_in_words(error)}."
        return redirect("experiment", code=code)
    return redirect("battle-report", token=battle.seats.get().token)


@require_POST
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Make the link, or revoke it."""
    services.share_experiment(row=experiments.own_row(request, code), shared=request.POST.get("shared") == "yes")
    return redirect("experiment", code=code)


@unlisted
@require_POST
def copy_shared(request: HttpRequest, token: str) -> HttpResponse:
    """Keep a copy of one's own, with all that is counted."""
    row = get_object_or_404(queries.shared_experiments(), share=token)
    return redirect("experiment", code=services.copy_experiment(row=row, visitor=ensure_visitor(request)).code)
