"""The print shop: choose, look at the pages, take them as one PDF or as a ZIP."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder.core.games import GAMES
from armybuilder.core.htmx import template
from armybuilder.core.http import file_answer
from armybuilder.core.visitors import payer_of, visitor_of
from armybuilder.printing import orders as printing
from armybuilder.printing.limits import TooManyPagesError, count_pages
from armybuilder.printing.orders import MOST_AT_ONCE
from armybuilder.printing.presenters.form import DEFAULTS, PrintForm
from armybuilder.printing.presenters.products import BUNDLES, NAMES, Bundle
from armybuilder.rosters.queries import rosters_of_game
from tabletop.arcana.game import ARCANA
from tabletop.arcana.printing.orders import PrintContent, PrintOptions, SheetKind, sheets_of, units_without_room
from tabletop.decoding import MalformedError
from tabletop.rosters.files import file_name

MOST_PREVIEWS = 12
OTHERS = [game for game in GAMES.values() if game.papers]  # each on a page of its own


class Preview(Struct, frozen=True):
    """A page to come: its number among all, and what it is."""

    number: int
    title: str
    wide: bool


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def index(request: HttpRequest) -> HttpResponse:
    bundle = next((bundle for bundle in BUNDLES if bundle.name == request.GET.get("bundle")), None)
    if bundle is not None:
        return _with_kinds(request, bundle)
    form = form_of(request)
    context = {"form": form, "query": request.GET.urlencode(), "most": MOST_PREVIEWS, "others": OTHERS}
    if form.is_bound and form.is_valid():
        content = content_of(request, form)
        context |= shown_pages(form.print_options, content)
        if "too_many" not in context and request.htmx.target != "pages":  # type: ignore[attr-defined]
            form.pages = printing.pages_of_kinds(form.print_options, content)
        context["illegal"] = any(not roster.report.is_legal for roster in content.rosters)
    part = "sum" if request.htmx.target == "shop-sum" else "pages"  # type: ignore[attr-defined]
    return render(request, template(request, "printing/index.html", part), context)


def _with_kinds(request: HttpRequest, bundle: Bundle) -> HttpResponse:
    """The page with the bundle's kinds ticked, all else as it was."""
    query = request.GET.copy()
    query.pop("bundle")
    query.setlist("kinds", list(bundle.kinds))
    return redirect(f"/print/?{query.urlencode()}")


def shown_pages(options: PrintOptions, content: PrintContent) -> dict[str, Any]:
    """What the page shows of an order: its first pages and how many there are; of one too large only that it is."""
    total, most = 0, settings.PRINT_PAGES
    previews: list[Preview] = []
    by_kind = Counter[SheetKind]()
    for kind, sheet in sheets_of(options, content):
        wide = sheet.paper.width > sheet.paper.height
        left = min(sheet.count, MOST_PREVIEWS - len(previews))
        previews += [Preview(len(previews) + number, sheet.title, wide) for number in range(1, left + 1)]
        total += sheet.count
        by_kind[kind] += sheet.count
        if total > most:
            return {"too_many": f"{most:,}"}
    parts = [(NAMES[kind], count) for kind, count in by_kind.items()]
    is_long = total > MOST_AT_ONCE or printing.has_many_odds(options, content)
    shown = {"total": total, "is_long": is_long, "previews": previews, "parts": parts}
    shown["long_reference"] = 0 if options.large else _beyond_two(by_kind[SheetKind.REFERENCE] // options.copies)
    return shown | {"without_room": units_without_room(options, content)}


def _beyond_two(pages: int) -> int:
    """The pages that a reference sheet takes where two can't hold it, or else 0."""
    return pages if pages > 2 else 0


@never_cache
@require_safe
def pdf(request: HttpRequest) -> HttpResponseBase:
    return _made(request, "pdf")


@never_cache
@require_safe
def archive(request: HttpRequest) -> HttpResponseBase:
    return _made(request, "zip")


def _made(request: HttpRequest, bound: str) -> HttpResponseBase:
    """The file; what is wrong with the order, or too long to wait for, is said on the page that they came from."""
    form = form_of(request)
    if not (form.is_bound and form.is_valid()):
        return back(request, to="shop-sum")
    try:
        job = printing.short_job_of(form.print_options, content_of(request, form))
    except MalformedError:
        return back(request, to="pages")
    try:
        count_pages(payer_of(request), job.pages)
    except TooManyPagesError as error:
        return refused(request, str(error), wait=error.wait)
    content = printing.as_archive(job) if bound == "zip" else printing.as_pdf(job)
    return bound_answer(content, file_name(job.title), bound)


def refused(request: HttpRequest, words: str, *, wait: int | None = None) -> HttpResponse:
    """Why an order isn't printed, and how many seconds to wait where waiting helps."""
    context = {"words": words, "query": request.GET.urlencode()}
    answer = render(request, "printing/refused.html", context, status=400 if wait is None else 429)
    if wait is not None:
        answer.headers["Retry-After"] = str(wait)
    return answer


def bound_answer(content: bytes, name: str, bound: str) -> HttpResponse:
    kind = "application/zip" if bound == "zip" else "application/pdf"
    return file_answer(content, kind, f"{name}.{bound}", inline=bound == "pdf")


@never_cache
@require_safe
def preview(request: HttpRequest, page: int) -> HttpResponse:
    form = form_of(request)
    if not (1 <= page <= MOST_PREVIEWS and form.is_bound and form.is_valid()):
        raise Http404("There is no such page.")
    pages = printing.each_page(sheets_of(form.print_options, content_of(request, form)))
    asked = next(islice(pages, page - 1, None), None)
    if asked is None:
        raise Http404("There is no such page.")
    return HttpResponse(printing.preview(asked), "image/png")


def form_of(request: HttpRequest) -> PrintForm:
    """The form as the address fills it; where nothing is asked yet, the first bundle for the newest own army."""
    visitor = visitor_of(request)
    rows = list(rosters_of_game(visitor, ARCANA.slug)) if visitor else []
    data = request.GET.copy()
    for name in ("roster", "target"):
        data.setlist(name, list(dict.fromkeys(filter(None, data.getlist(name)))))
    if "kinds" in data or "asked" in data:
        for name, value in DEFAULTS.items():
            data.setdefault(name, str(value))
        return PrintForm(rows, data)
    chosen = data.getlist("roster") or [row.code for row in rows[:1]]
    kinds = BUNDLES[0].kinds if chosen else ()
    return PrintForm(rows, initial=DEFAULTS | {"roster": chosen, "kinds": kinds})


def content_of(request: HttpRequest, form: PrintForm) -> PrintContent:
    return printing.print_content(form.chosen(request), timezone.now().date(), notes=form.print_options.notes)


def back(request: HttpRequest, *, to: str) -> HttpResponseBase:
    """The page with the order as it stands, at the part that says what is wrong with it."""
    return redirect(f"/print/?{request.GET.urlencode()}#{to}")
