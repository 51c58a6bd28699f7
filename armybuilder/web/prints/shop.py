"""The print shop: choose, look at the pages, take them as one PDF or as a ZIP."""

from __future__ import annotations

from itertools import islice

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder import printing, queries
from armybuilder.snapshots import current_catalogue
from armybuilder.web.parts import template
from armybuilder.web.printing import file_answer
from armybuilder.web.prints.form import DEFAULTS, WishForm
from armybuilder.web.visitors import visitor_of
from tabletop.arcana.exchange.front import file_name
from tabletop.arcana.sheets.shop import Stock

MOST_PREVIEWS = 12


class Preview(Struct, frozen=True):
    """A page to come: its number among all, and what it is."""

    number: int
    title: str
    wide: bool


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def index(request: HttpRequest) -> HttpResponse:
    form = form_of(request)
    context = {"form": form, "query": request.GET.urlencode(), "most": MOST_PREVIEWS}
    if form.is_bound and form.is_valid():
        pages = list(printing.pages_of(form.wishes, stock_of(request, form)))
        shown = pages[:MOST_PREVIEWS]
        context |= {
            "total": len(pages),
            "previews": [
                Preview(number, sheet.title, sheet.paper.width > sheet.paper.height)
                for number, (sheet, _) in enumerate(shown, 1)
            ],
        }
    return render(request, template(request, "prints/index.html", "pages"), context)


@never_cache
@require_safe
def pdf(request: HttpRequest) -> HttpResponseBase:
    form = form_of(request)
    if not (form.is_bound and form.is_valid()):
        return _back(request)
    content = printing.as_pdf(form.wishes, stock_of(request, form))
    return file_answer(content, "application/pdf", f"{_named(form)}.pdf", inline=True)


@never_cache
@require_safe
def archive(request: HttpRequest) -> HttpResponseBase:
    form = form_of(request)
    if not (form.is_bound and form.is_valid()):
        return _back(request)
    content = printing.as_archive(form.wishes, stock_of(request, form))
    return file_answer(content, "application/zip", f"{_named(form)}.zip", inline=False)


@never_cache
@require_safe
def preview(request: HttpRequest, page: int) -> HttpResponse:
    form = form_of(request)
    if not (1 <= page <= MOST_PREVIEWS and form.is_bound and form.is_valid()):
        raise Http404("There is no such page.")
    found = next(islice(printing.pages_of(form.wishes, stock_of(request, form)), page - 1, None), None)
    if found is None:
        raise Http404("There is no such page.")
    return HttpResponse(printing.preview(found), "image/png")


def form_of(request: HttpRequest) -> WishForm:
    """The wishes in the address; without any kind in it nothing is asked yet."""
    visitor = visitor_of(request)
    rows = queries.rosters_of(visitor) if visitor else ()
    if "kinds" in request.GET:
        data = request.GET.copy()
        for name, value in DEFAULTS.items():
            data.setdefault(name, str(value))
        return WishForm(rows, data)
    return WishForm(rows, initial=DEFAULTS | {"roster": request.GET.getlist("roster")})


def stock_of(request: HttpRequest, form: WishForm) -> Stock:
    today = timezone.now().date()
    return printing.stock_of(form.chosen(request), current_catalogue(), today, notes=form.wishes.notes)


def _back(request: HttpRequest) -> HttpResponseBase:
    return redirect(f"/print/?{request.GET.urlencode()}")


def _named(form: WishForm) -> str:
    return file_name(printing.title_of(form.wishes))
