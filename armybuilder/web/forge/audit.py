"""The audit of the printed rows: sorted and filtered by the address, counted list by list, drawn as a plot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder.snapshots import current_catalogue
from armybuilder.web.forge.plot import Plot, plot_of
from armybuilder.web.parts import template
from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.points.audit import Audited, audit, receipt_of
from tabletop.arcana.points.tally import written
from tabletop.arcana.receipt import Breakdown

CAUSES = {
    "erratum": "a recorded erratum",
    "reading": "a reading of the formula",
    "one change": "one changed cell",
    "two changes": "two changed cells",
    "none": "nothing found",
}
SORTS: dict[str, tuple[str, Callable[[Audited], Any]]] = {
    "book": ("the book’s order", lambda each: 0),
    "name": ("name", lambda each: each.name.lower()),
    "printed": ("printed", lambda each: each.printed),
    "exact": ("computed", lambda each: each.exact),
    "difference": ("difference", lambda each: each.exact - each.printed),
    "share": ("difference in per cent", lambda each: abs(each.exact - each.printed) / max(each.printed, 1)),
    "cause": ("cause", lambda each: (["", *CAUSES].index(each.cause), each.name)),
}
SHOWN = {"": "every row", "agrees": "rows that agree", "differs": "rows that differ"}
SHOWN |= {cause: f"differs: {words}" for cause, words in CAUSES.items()}


class Query(forms.Form):
    """What of the audit is shown and in what order; it lives in the address."""

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
    """Every row audited, the lists' shares and the plot."""

    rows: tuple[Audited, ...]
    shares: tuple[Share, ...]
    whole: Share
    rounded_up: int
    to_nearest: int
    plot: Plot


_latest: dict[str, Audit] = {}


def audit_of(catalogue: Catalogue) -> Audit:
    """The audit of this catalogue, kept until another is loaded."""
    if catalogue.version not in _latest:
        made = _audited(catalogue)
        _latest.clear()
        _latest[catalogue.version] = made
    return _latest[catalogue.version]


def _audited(catalogue: Catalogue) -> Audit:
    rows = audit(catalogue)
    shares = tuple(
        _share(army.slug, army.name, tuple(row for row in rows if row.list == army.slug))
        for army in catalogue.lists.values()
    )
    return Audit(
        rows=rows,
        shares=shares,
        whole=_share("", "All lists", rows),
        rounded_up=sum(row.points == row.printed for row in rows),
        to_nearest=sum(row.nearest == row.printed for row in rows),
        plot=plot_of(rows),
    )


def _share(slug: str, name: str, rows: tuple[Audited, ...]) -> Share:
    return Share(slug, name, len(rows), sum(row.agrees for row in rows), sum(row.is_explained for row in rows))


@require_safe
@vary_on_headers("HX-Request")
def show(request: HttpRequest) -> HttpResponse:
    catalogue = current_catalogue()
    whole = audit_of(catalogue)
    query = Query(request.GET)
    asked = query.cleaned_data if query.is_valid() else {}
    context = {
        "audit": whole,
        "rows": chosen(whole.rows, asked),
        "lists": catalogue.lists,
        "asked": {"army": "", "show": "", "sort": "", "down": False} | asked,
        "shown": SHOWN.items(),
        "sorts": [(key, words) for key, (words, _) in SORTS.items()],
        "causes": CAUSES,
    }
    return render(request, template(request, "forge/audit.html", "rows"), context)


def chosen(rows: tuple[Audited, ...], asked: dict[str, Any]) -> list[Audited]:
    """The rows that are asked for, in the order asked for."""
    kept = [row for row in rows if asked.get("army", "") in ("", row.list) and _is_shown(row, asked.get("show", ""))]
    _, key = SORTS[asked.get("sort") or "book"]
    kept.sort(key=key, reverse=bool(asked.get("down")))
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
        raise Http404("There is no such row.")
    audited = next(each for each in audit_of(catalogue).rows if each.slug == found.slug)
    breakdown: Breakdown = receipt_of(found, catalogue)
    context = {
        "row": found,
        "army": catalogue.list_of(found.slug),
        "audited": audited,
        "lines": breakdown.lines,
        "exact_price": written(audited.exact),
    }
    return render(request, "forge/audited.html", context)
