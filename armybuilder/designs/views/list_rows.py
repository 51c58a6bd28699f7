"""The rows of an own army list: each in a form of its own, taken from printed lists, copied, moved and deleted."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import problem_in_words
from armybuilder.core.htmx import template
from armybuilder.designs.models import OwnList as Row
from armybuilder.designs.presenters import row_layout
from armybuilder.designs.presenters.form_layout import Form
from armybuilder.designs.presenters.form_reading import Fields, fields_of_row, row_from
from armybuilder.designs.presenters.row_panel import RowPanel, row_panel
from armybuilder.designs.snapshots import own_list_in
from armybuilder.designs.views.editor import Problem
from armybuilder.designs.views.list import found
from armybuilder.designs.views.list_saving import Notice, saved
from armybuilder.designs.views.own_lists import own_lists
from tabletop.arcana.catalogue.lists import DESIGNS, Catalogue, OwnList
from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.arcana.catalogue.profiles import Melee, Morale, Movement, Section
from tabletop.arcana.creation.design_files import own_slug
from tabletop.arcana.creation.own_lists import (
    audit_list,
    copied,
    free_name,
    moved,
    place_of,
    put,
    row_like,
    with_own_list,
    without,
)
from tabletop.arcana.creation.points.audit import Audited
from tabletop.decoding import MalformedError, decoded

MOST_EXPLAINED = 20  # of the rows that differ from the formula, some 10 ms each
ENVELOPE = ("csrfmiddlewaretoken", "version", "over", "do")
FIRST_ROW = OwnRow(
    name="New row", movement=Movement(ground=6), morale=Morale(value=7), melee=(Melee(attacks=1, skill=2),)
)
EMPTY_ROW = fields_of_row(FIRST_ROW) | {"name": [""]}


class Left(Struct, frozen=True):
    """A row that was just deleted, and where it stood."""

    row: OwnRow
    at: int


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def show(request: HttpRequest, code: str) -> HttpResponse:
    """All rows beside the formula; buttons copy, move, delete and put back, and take rows of printed lists."""
    row = own_lists.own_row(request, code)
    if request.method != "POST":
        return _page(request, row)
    about = ""

    def changed() -> OwnList:
        nonlocal about
        own, about = _carried_out(request, row, own_list_in(row))
        return own

    def then() -> HttpResponse:
        if "copy" in request.POST:
            return redirect("own-list-row", code=code, row=about)
        return redirect(f"{reverse('own-list-rows', args=[code])}#{about or 'rows'}")

    return saved(request, row, changed, again=lambda notice: _page(request, row, notice), then=then)


def _carried_out(request: HttpRequest, row: Row, own: OwnList) -> tuple[OwnList, str]:
    """The list with what a button does, and the slug of the row that it is about; MalformedError for what can't be."""
    post, catalogue = request.POST, current_catalogue()
    if "whole" in post or "taking" in post:
        return _with_printed(request, row, own, catalogue), ""
    if "back" in post:
        left = decoded(post["back"], Left)
        own = put(own, left.row, min(left.at, len(own.rows)))
        with_own_list(catalogue, own, "")
        return own, _slug(left.row)
    verb = next((each for each in ("copy", "up", "down", "delete") if each in post), None)
    at = place_of(own, post[verb]) if verb else None
    if verb is None or at is None:
        raise MalformedError("", "this row isn't in the list any more")
    if verb == "copy":
        own = copied(own, at)
        return own, _slug(own.rows[at + 1])
    if verb == "delete":
        request.session[f"left-{row.code}"] = msgspec.json.encode(Left(own.rows[at], at)).decode()
        return without(own, at), ""
    return moved(own, at, 1 if verb == "down" else -1), post[verb]


def _with_printed(request: HttpRequest, row: Row, own: OwnList, catalogue: Catalogue) -> OwnList:
    """The list with printed rows, at their printed prices; what the formula has no price for is told and left."""
    army = request.POST.get("whole", "")
    wanted = [each.slug for each in catalogue.rows_of(army)] if army else request.POST.getlist("take")
    if not wanted or not {*wanted} <= catalogue.rows.keys():
        raise MalformedError("", "tick at least one printed row first")
    left: list[str] = []
    for slug in dict.fromkeys(wanted):
        printed = catalogue.in_play(slug)
        try:
            if printed.section is Section.EQUIPMENT:
                raise MalformedError("section", "equipment has no price of its own")
            own = put(own, replace(like := row_like(printed), name=free_name(like.name, own)))
        except MalformedError as error:
            if error.field == "rows":
                raise
            left.append(f"{printed.name} ({error.reason})")
    if left:
        request.session[f"notice-{row.code}"] = f"Not taken: {', '.join(left)}."
    return own


def _slug(row: OwnRow) -> str:
    return own_slug(row.name).removeprefix(f"{DESIGNS}/")


class Shown(Struct, frozen=True):
    """A row of the list with its audit, and by what its page is found."""

    row: OwnRow
    slug: str
    audited: Audited


def _page(request: HttpRequest, row: Row, notice: Notice | None = None) -> HttpResponse:
    own, catalogue = own_list_in(row), current_catalogue()
    audited: Sequence[Audited] = ()
    try:
        audited = audit_list(own, catalogue, MOST_EXPLAINED)
    except MalformedError as error:  # the catalogue or the formula has changed since it was kept
        notice = notice or Notice(text=f"{problem_in_words(error)}.")
    find = request.GET.get("find", "")
    left = request.session.pop(f"left-{row.code}", None)
    context = {
        "row": row,
        "notice": notice,
        "version": row.version,
        "rows": [Shown(each, _slug(each), beside) for each, beside in zip(own.rows, audited, strict=False)],
        "agree": sum(each.agrees for each in audited),
        "armies": catalogue.armies,
        "find": find,
        "found": found(catalogue, find),
        "not_taken": request.session.pop(f"notice-{row.code}", None),
        "left": left,
        "left_name": decoded(left, Left).row.name if left else "",
    }
    page = "designs/own_list_rows.html"
    return render(request, template(request, page, "found") if request.method != "POST" else page, context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def add(request: HttpRequest, code: str) -> HttpResponse:
    """The form of a row that isn't in the list yet."""
    return _form(request, own_lists.own_row(request, code), None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def edit(request: HttpRequest, code: str, row: str) -> HttpResponse:
    """The form of one row."""
    kept = own_lists.own_row(request, code)
    at = place_of(own_list_in(kept), row)
    if at is None:
        raise Http404("This row isn't in the list.")
    return _form(request, kept, at)


def _form(request: HttpRequest, row: Row, at: int | None) -> HttpResponse:
    """A row's form, priced or saved by what was pressed; its own words stay in it where it can't be."""
    own = own_list_in(row)
    if request.method != "POST":
        fields: Fields = EMPTY_ROW if at is None else fields_of_row(own.rows[at])
        return _row_page(request, row, at, fields)
    fields = {name: request.POST.getlist(name) for name in request.POST if name not in ENVELOPE}
    if request.POST.get("do") == "price":
        return _row_page(request, row, at, fields)

    def changed() -> OwnList:
        stated, catalogue = _stated(fields, own, at), current_catalogue()
        row_panel(own, stated, catalogue)
        if place_of(own, _slug(stated)) not in (None, at):
            raise MalformedError("name", f"another row is “{_slug(stated)}” already")
        changed_list = put(own, stated, at, instead=at is not None)
        with_own_list(catalogue, changed_list, "")
        return changed_list

    return saved(
        request,
        row,
        changed,
        again=lambda notice: _row_page(request, row, at, fields, notice),
        then=lambda: _onward(row, request.POST, at, fields),
    )


def _stated(fields: Fields, own: OwnList, at: int | None) -> OwnRow:
    """The row that the form states; the ground under it, which has no field, stays while its base does."""
    stated = row_from(fields)
    if at is None or own.rows[at].base != stated.base:
        return stated
    return replace(stated, footprint=own.rows[at].footprint)


def _onward(row: Row, post: QueryDict, at: int | None, fields: Fields) -> HttpResponse:
    """Where a saved form leads: to an empty one, to the next row, or back to all."""
    own = own_list_in(row)
    if post.get("do") == "another":
        return redirect("add-own-row", code=row.code)
    if post.get("do") == "next" and at is not None and at + 1 < len(own.rows):
        return redirect("own-list-row", code=row.code, row=_slug(own.rows[at + 1]))
    return redirect(f"{reverse('own-list-rows', args=[row.code])}#{_slug(row_from(fields))}")


def _row_page(
    request: HttpRequest, row: Row, at: int | None, fields: Fields, notice: Notice | None = None
) -> HttpResponse:
    own = own_list_in(row)
    is_new = at is None
    asked = not is_new or request.method == "POST"  # of an empty form nothing is said
    panel, problems = _priced(fields, own, at) if asked else (None, {})
    if notice and notice.field:
        problems = {notice.field: notice.reason} | problems
    form = Form(fields, problems)
    is_priced = request.POST.get("do") == "price" and bool(request.htmx)  # type: ignore[attr-defined]
    groups = row_layout.groups_of_row(form, spare=0 if is_priced else 1)  # an answer is about what stands on the page
    name = form.control(row_layout.NAME)
    context = {
        "row": row,
        "title": "New row" if at is None else own.rows[at].name,
        "is_new": is_new,
        "has_next": at is not None and at + 1 < len(own.rows),
        "place": len(own.rows) + 1 if at is None else at + 1,
        "count": len(own.rows) + is_new,
        "address": request.path,
        "notice": notice,
        "version": request.POST.get("version", "") if request.method == "POST" else row.version,
        "name": name,
        "groups": groups,
        "controls": [control for group in groups for control in group.controls],
        "panel": panel,
        "problems": [Problem.at(field, reason) for field, reason in problems.items()],
    }
    return render(request, f"designs/own_list_row.html{'#answer' if is_priced else ''}", context)


def _priced(fields: Fields, own: OwnList, at: int | None) -> tuple[RowPanel | None, dict[str, str]]:
    """The row beside the formula, or what is wrong with its fields."""
    try:
        return row_panel(own, _stated(fields, own, at), current_catalogue()), {}
    except MalformedError as error:
        return None, {error.field: error.reason}
