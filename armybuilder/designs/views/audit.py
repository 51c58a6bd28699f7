"""The audit of the printed rows: sorted, filtered and paged by the address, counted list by list, drawn as a plot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.htmx import template
from armybuilder.designs.presenters.scatter_plot import Plot, plot_of
from armybuilder.designs.services import keep_audit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.points.audit import Audited, receipt_of
from tabletop.arcana.creation.points.audit_summary import Figures, figures_of
from tabletop.arcana.creation.points.sums import format_amount
from tabletop.receipts import Breakdown

CAUSES = {
    "erratum": "a recorded erratum",
    "reading": "a reading of the formula",
    "one change": "one changed cell",
    "two changes": "two changed cells",
    "parts": "the profiles it is made of",
    "none": "nothing found",
}
MOST_ROWS = 25
SORTS: dict[str, tuple[str, Callable[[Audited], Any]]] = {
    "agrees": ("what differs first", lambda audited: audited.agrees),
    "book": ("the book's order", lambda audited: 0),
    "name": ("name", lambda audited: audited.name.lower()),
    "printed": ("printed", lambda audited: audited.printed),
    "exact": ("computed", lambda audited: audited.exact),
    "difference": ("difference", lambda audited: audited.exact - audited.printed),
    "share": ("difference in per cent", lambda audited: abs(audited.exact - audited.printed) / max(audited.printed, 1)),
    "cause": ("cause", lambda audited: (["", *CAUSES].index(audited.cause), audited.name)),
}
COLUMNS = {
    "name": "Row",
    "printed": "Printed",
    "exact": "Computed",
    "difference": "Difference",
    "agrees": "Agrees",
    "cause": "Likely cause",
}
FIGURES = ("printed", "exact", "difference")
USUAL = {"army": "", "show": "", "sort": "agrees", "down": False}
SHOWN = {"": "every profile", "agrees": "profiles that agree", "differs": "profiles that differ"}
SHOWN |= {cause: f"differs: {words}" for cause, words in CAUSES.items()}


class Query(forms.Form):
    """Filter, order and page of the audit, from the query string."""

    army = forms.CharField(required=False, max_length=60)
    show = forms.ChoiceField(required=False, choices=list(SHOWN.items()))
    sort = forms.ChoiceField(required=False, choices=[(key, words) for key, (words, _) in SORTS.items()])
    down = forms.BooleanField(required=False)


class Share(Struct, frozen=True):
    """How one list fits."""

    slug: str
    name: str
    rows: int
    agree: int
    explained: int

    @property
    def left(self) -> int:
        return self.rows - self.agree - self.explained


class Audit(Struct, frozen=True):
    """Every row audited, the lists' shares, the figures of the whole and the plot."""

    rows: tuple[Audited, ...]
    shares: tuple[Share, ...]
    figures: Figures
    plot: Plot

    @property
    def causes(self) -> list[tuple[str, str, int]]:
        """Each cause that there is, in words, with its rows."""
        return [(cause, CAUSES[cause], number) for cause, number in self.figures.causes if number]


class Column(Struct, frozen=True):
    """A column's heading; its address sorts by it, or the other way round where it is sorted by already."""

    title: str
    is_figure: bool
    direction: str
    address: str


_latest: dict[str, Audit] = {}


def audit_of(catalogue: Catalogue) -> Audit:
    """The audit of this catalogue: made when it was loaded, drawn once by each process."""
    if catalogue.version not in _latest:
        made = _audited(catalogue)
        _latest.clear()
        _latest[catalogue.version] = made
    return _latest[catalogue.version]


def _audited(catalogue: Catalogue) -> Audit:
    rows = keep_audit(catalogue)
    shares = tuple(
        _share(army.slug, army.name, tuple(row for row in rows if row.list == army.slug))
        for army in catalogue.lists.values()
    )
    return Audit(rows=rows, shares=shares, figures=figures_of(rows), plot=plot_of(rows))


def _share(slug: str, name: str, rows: tuple[Audited, ...]) -> Share:
    return Share(slug, name, len(rows), sum(row.agrees for row in rows), sum(row.is_explained for row in rows))


@require_safe
@vary_on_headers("HX-Request")
def show(request: HttpRequest) -> HttpResponse:
    catalogue = current_catalogue()
    whole = audit_of(catalogue)
    query = Query(request.GET)
    given = query.cleaned_data if query.is_valid() else {}
    asked = USUAL | {name: value for name, value in given.items() if value}
    page = Paginator(chosen(whole.rows, asked), MOST_ROWS).get_page(request.GET.get("page"))
    context = {
        "audit": whole,
        "page": page,
        "pages": pages(page, asked),
        "columns": columns(asked),
        "lists": catalogue.lists,
        "asked": asked,
        "shown": SHOWN.items(),
        "sorts": [(key, words) for key, (words, _) in SORTS.items()],
    }
    return render(request, template(request, "designs/audit.html", "rows"), context)


def columns(asked: dict[str, Any]) -> list[Column]:
    """The headings, each a way to sort."""
    return [_column(key, title, asked) for key, title in COLUMNS.items()]


def _column(key: str, title: str, asked: dict[str, Any]) -> Column:
    is_sorted = asked["sort"] == key
    direction = ("descending" if asked["down"] else "ascending") if is_sorted else ""
    turned = {"sort": key, "down": is_sorted and not asked["down"]}
    return Column(title, key in FIGURES, direction, _address(asked | turned))


def pages(page: Page[Audited], asked: dict[str, Any]) -> list[tuple[int, str]]:
    """The pages' numbers and addresses."""
    return [(number, _address(asked | {"page": number})) for number in page.paginator.page_range]


def _address(asked: dict[str, Any]) -> str:
    """What differs from the usual, as a query; true is said in full."""
    stated = {name: str(value).lower() for name, value in asked.items() if value != USUAL.get(name, 1)}
    return f"?{urlencode(stated)}#rows"


def chosen(rows: tuple[Audited, ...], asked: dict[str, Any]) -> list[Audited]:
    """The rows that are asked for, in the order asked for."""
    kept = [row for row in rows if asked["army"] in ("", row.list) and _is_shown(row, asked["show"])]
    _, key = SORTS[asked["sort"]]
    kept.sort(key=key, reverse=asked["down"])
    return kept


def _is_shown(row: Audited, show: str) -> bool:
    if show in CAUSES:
        return row.cause == show
    return show == "" or row.agrees == (show == "agrees")


@require_safe
def row_receipt(request: HttpRequest, army: str, row: str) -> HttpResponse:
    """One printed row's receipt by the formula."""
    catalogue = current_catalogue()
    found = catalogue.rows.get(f"{army}/{row}")
    if found is None:
        raise Http404("There is no such profile.")
    audited = next(row for row in audit_of(catalogue).rows if row.slug == found.slug)
    breakdown: Breakdown = receipt_of(found, catalogue)
    context = {
        "row": found,
        "army": catalogue.list_of(found.slug),
        "audited": audited,
        "lines": breakdown.lines,
        "exact_price": format_amount(audited.exact),
    }
    return render(request, "designs/audited.html", context)
