"""An organiser's batch: many files, one table of verdicts with the questions to ask, to sort, save and print."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder.core.games import References
from armybuilder.core.htmx import template
from armybuilder.core.http import file_answer
from armybuilder.core.visitors import visitor_of
from armybuilder.files.upload_limits import sent_files
from armybuilder.rosters.presenters.rulebook_menu import rules_labels
from armybuilder.rosters.verdicts import named_rules, opened, written_date
from tabletop.decoding import MalformedError
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.event_table import ORDERS, EventRow, RowOrder, sorted_rows, write_event_table
from tabletop.rosters.verdict_table import count_of_verdicts, verdict_sheet

SALT = "a batch's verdict"
A_DAY = timedelta(days=1)
NOTHING_SENT = "Choose some files or paste a list first."
HEADS: dict[RowOrder, str] = {"name": "Army", "army": "List", "points": "Points", "verdict": "Verdict"}


class Judged(Struct, frozen=True):
    """A row of the table, and the same signed: so it comes back from the page as it went."""

    row: EventRow
    signed: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def batch(request: HttpRequest) -> HttpResponse:
    """Check what is sent and show it with what was checked before, which the page brings back; nothing is kept."""
    files, problem = sent_files(request), ""
    rows, references = _returned(request), References()
    try:
        rules = _chosen_rules(request, references)
        rows += [file.checked for file in opened(files, rules, references)] if files else []
        if request.method == "POST" and not rows:
            problem = NOTHING_SENT
    except MalformedError as error:
        problem = f"{error.reason[:1].upper()}{error.reason[1:]}."
    context = {"problem": problem, **_table(rows, request.POST.get("sort", "")), **_menu(request)}
    return render(request, template(request, "files/batch_check.html", "checked-rows"), context)


def _table(rows: list[EventRow], order: str) -> dict[str, Any]:
    ordered = sorted_rows(rows, _order(order))
    return {
        "rows": [Judged(row, _signed(row)) for row in ordered],
        "summary": count_of_verdicts(rows),
        "heads": HEADS,
        "order": _order(order),
    }


def _order(asked: str) -> RowOrder:
    return next((order for order in ORDERS if order == asked), "verdict")


def _menu(request: HttpRequest) -> dict[str, Any]:
    """The rules to choose from: as the files say, the book's, the visitor's packs."""
    return {
        "rulebooks": {"": "As each file says"} | rules_labels(visitor_of(request)),
        "rules": request.POST.get("rules", ""),
        "pack": request.POST.get("pack", request.GET.get("pack", "")),
    }


def _chosen_rules(request: HttpRequest, references: References) -> dict[str, str]:
    """The rules of the menu or a pack's link, empty for each file's own; MalformedError where there are none such."""
    return named_rules(request.POST.get("pack", "").strip() or request.POST.get("rules", ""), references)


def _signed(row: EventRow) -> str:
    return signing.dumps(msgspec.to_builtins(row), salt=SALT, compress=True)


def _returned(request: HttpRequest) -> list[EventRow]:
    """The rows that the page brings back; what we didn't sign, or long ago, isn't one."""
    return list(_unsigned(request.POST.getlist("checked")))


def _unsigned(texts: Iterable[str]) -> Iterable[EventRow]:
    for text in texts:
        try:
            yield msgspec.convert(signing.loads(text, salt=SALT, max_age=A_DAY), EventRow)
        except (signing.BadSignature, msgspec.ValidationError):
            continue


@require_POST
def table(request: HttpRequest, suffix: str) -> HttpResponse:
    """The table that a page brings back, as CSV or on paper."""
    ordered = sorted_rows(_returned(request), _order(request.POST.get("sort", "")))
    if suffix == "csv":
        content = write_event_table(ordered).encode("utf-8-sig")
        return file_answer(content, "text/csv; charset=utf-8", "verdicts.csv", inline=False)
    if suffix not in PAPERS:
        raise Http404("Tables are made as CSV, for A4 and for Letter.")
    content = verdict_sheet(ordered, paper=PAPERS[suffix], date=written_date(timezone.now().date()))
    return file_answer(content, "application/pdf", "verdicts.pdf", inline=True)
