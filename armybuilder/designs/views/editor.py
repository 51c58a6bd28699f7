"""The designer: the form of the formula with the receipt beside it, saved at every change."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import posted_version, problem_in_words, whole_number
from armybuilder.core.models import Visitor
from armybuilder.core.visitors import visitor_of
from armybuilder.designs import queries
from armybuilder.designs.models import Design as Row
from armybuilder.designs.presenters import form_layout as layout
from armybuilder.designs.presenters.actions import (
    AnyAction,
    Apply,
    Equip,
    PutBack,
    RemoveLine,
    carried_out,
    read_action,
)
from armybuilder.designs.presenters.equipment import added, slots
from armybuilder.designs.presenters.form_reading import Fields, design_from, fields_of
from armybuilder.designs.presenters.price_panel import PricePanel, price_panel
from armybuilder.designs.presenters.words import label
from armybuilder.designs.services import StaleError, save_design
from armybuilder.designs.snapshots import design_in, formula_in
from armybuilder.designs.views.list import designs
from armybuilder.rosters.queries import rosters_of_game
from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_rules import review_design
from tabletop.arcana.creation.points import BOOK_FORMULA, Formula
from tabletop.arcana.game import ARCANA
from tabletop.decoding import MalformedError
from tabletop.findings import Finding

# What the form carries beside the design itself.
ENVELOPE = ("csrfmiddlewaretoken", "version", "over", "do", "formula", "wish", "kit")
MOST_WANTED = 1_000_000
WHO_CARRIES = (DesignKind.CREATURE, DesignKind.MONSTER, DesignKind.CHARACTER)  # equipment


class Sent(Struct, frozen=True):
    """A posted form: its fields, the design that they state or the problems, and a notice for the page."""

    fields: Fields
    design: Design | None
    problems: dict[str, str]
    notice: dict[str, Any] | None = None
    is_saved: bool = False


class Problem(Struct, frozen=True):
    """What is wrong with a field, and where on the page it is."""

    id: str
    label: str
    reason: str

    @classmethod
    def at(cls, path: str, reason: str) -> Problem:
        field = layout.field_of(path)
        return cls(layout.identity(field), label(field), reason)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def show(request: HttpRequest, code: str) -> HttpResponse:
    row = designs.own_row(request, code)
    if request.method == "POST":
        return _answer(request, row, received(row, request.POST))
    design = design_in(row)
    notice = request.session.pop(f"notice-{row.code}", None)
    return render(request, "designs/design.html", _context(request, row, Sent(fields_of(design), design, {}, notice)))


def received(row: Row, post: QueryDict) -> Sent:
    """Apply the pressed button's action to the form's design and save it; on any error nothing is saved."""
    fields = {name: post.getlist(name) for name in post if name not in ENVELOPE}
    try:
        before = _with_parts(design_from(fields), design_in(row))
    except MalformedError as error:
        return Sent(fields, None, {error.field: error.reason})
    try:
        action = read_action(str(post["do"]), post.getlist("kit")) if "do" in post else None
        design = carried_out(action, before) if action else before
        save_design(row=row, version=posted_version(post), design=design)
    except MalformedError as error:
        return Sent(fields, before, {}, {"kind": "problem", "text": f"That can't be done. {problem_in_words(error)}."})
    except StaleError as stale:
        return Sent(fields, before, {}, {"kind": "stale", "version": stale.current.version})
    return Sent(fields_of(design), design, {}, _undoing(action, before, design), is_saved=True)


def _with_parts(design: Design, kept: Design) -> Design:
    """What is still a vehicle keeps its parts, its room and the ground it stands on, which have no fields here."""
    if design.kind != DesignKind.VEHICLE:
        return design
    footprint = kept.footprint if design.base == kept.base else None
    return replace(design, parts=kept.parts, room=kept.room, footprint=footprint)


def _undoing(action: AnyAction | None, before: Design, after: Design) -> dict[str, Any] | None:
    """The notice of a change that isn't visible in the form at once, with an undo button."""
    if not isinstance(action, (Apply, Equip, RemoveLine)) or after == before:
        return None
    return {"kind": "undo", "text": action.sentence(before), "undo": _as_button(PutBack(before))}


def _as_button(action: PutBack) -> str:
    return msgspec.json.encode(action).decode()


def _answer(request: HttpRequest, row: Row, sent: Sent) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        is_rebuilt = "do" in request.POST or "over" in request.POST
        part = "bench" if is_rebuilt else "answer"
        return render(request, f"designs/design.html#{part}", _context(request, row, sent))
    if not sent.is_saved:
        return render(request, "designs/design.html", _context(request, row, sent))
    if sent.notice:
        request.session[f"notice-{row.code}"] = sent.notice
    state = {name: request.POST[name] for name in ("formula", "wish", "kit") if request.POST.get(name)}
    address = reverse("design", kwargs={"code": row.code})
    return redirect(f"{address}?{urlencode(state)}" if state else address)


def _context(request: HttpRequest, row: Row, sent: Sent) -> dict[str, Any]:
    state = request.POST if request.method == "POST" else request.GET
    visitor = visitor_of(request)
    code, formula = chosen_formula(visitor, state.get("formula", ""))
    wanted_points = _wanted_points(state.get("wish", ""))
    panel = price_panel(sent.design, formula, wanted_points) if sent.design else None
    catalogue = current_catalogue()
    return {
        "row": row,
        "version": state.get("version", "") if sent.notice and sent.notice["kind"] == "stale" else row.version,
        **form_context(layout.Form(sent.fields, problems_of(sent, panel))),
        "panel": panel,
        "reviewed": reviewed(panel, catalogue),
        "notice": sent.notice,
        "formula": formula,
        "formula_code": code,
        "formula_query": f"formula={code}" if code else "",
        "wanted_points": wanted_points,
        "slots": slots() if sent.design and sent.design.kind in WHO_CARRIES else (),
        "added": added(),
        "variants": queries.variants_of(visitor),
        "rosters": rosters_of_game(visitor, ARCANA.slug),
        "armies": catalogue.armies,
    }


class Reviewed(Struct, frozen=True):
    """What the rules of designing say, and the ways out of it all as labels and values of buttons, each once."""

    findings: tuple[Finding, ...] = ()
    buttons: tuple[tuple[str, str], ...] = ()


def reviewed(panel: PricePanel | None, catalogue: Catalogue) -> Reviewed:
    """What the rules say of a design that has a price."""
    if panel is None or panel.receipt is None:
        return Reviewed()
    findings = review_design(panel.design, catalogue).findings
    remedies = (remedy for finding in findings for remedy in finding.remedies)
    return Reviewed(findings, tuple(dict.fromkeys((each.label, _as_button(PutBack(each.edit))) for each in remedies)))


def form_context(form: layout.Form) -> dict[str, Any]:
    """The form's groups and controls, and its problems with the fields they are about."""
    groups = layout.groups(form)
    kind = form.control(layout.KIND)
    return {
        "groups": groups,
        "name": form.control(layout.NAME),
        "kind": kind,
        "controls": [kind, *(control for group in groups for control in group.controls)],
        "problems": [Problem.at(field, reason) for field, reason in form.problems.items()],
    }


def problems_of(sent: Sent, panel: PricePanel | None) -> dict[str, str]:
    """What can't be read, or what the formula refuses, by field."""
    return sent.problems | {refusal.field: refusal.reason for refusal in (panel.refused if panel else ())}


def chosen_formula(visitor: Visitor, code: str) -> tuple[str, Formula]:
    """The visitor's own variant of this code, or the book's formula for none."""
    if not code:
        return "", BOOK_FORMULA
    return code, formula_in(get_object_or_404(queries.variants_of(visitor), code=code))


def _wanted_points(text: str) -> int | None:
    points = whole_number(text)
    return None if points is None else min(points, MOST_WANTED)
