"""An organiser's batch: many lists, one table of verdicts with prices and reasons, a note to each player, and exports.

The page keeps everything: each row travels in the form, signed, with its list, and comes back with what is done next. A
row is only read again where its own list was answered or written anew. For somebody with an account the rows are kept,
too, as a batch with an address of its own.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

import msgspec
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct, field

from armybuilder.core.games import References
from armybuilder.core.htmx import template
from armybuilder.core.http import file_answer
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.models import present_rows
from armybuilder.core.revisions import StaleError
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.files.models import CheckedBatch
from armybuilder.files.presenters.judged import JudgedList, batch_name, counts, in_order, judged_list
from armybuilder.files.presenters.review import Review, received, reviewed
from armybuilder.files.services import KEPT_FOR, BatchFullError, create_batch, keep_lists
from armybuilder.files.upload_limits import sent_files
from armybuilder.files.views.answers import UNKEPT, answered
from armybuilder.files.views.import_ import army_names, kept_roster
from armybuilder.rosters.presenters.rulebook_menu import rules_labels
from armybuilder.rosters.services import create_rosters
from armybuilder.rosters.verdicts import named_rules, written_date
from tabletop.decoding import MalformedError
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.event_table import RowOrder, write_event_table
from tabletop.rosters.verdict_table import verdict_sheet

SALT = "a batch's verdict"
A_DAY = timedelta(days=1)
REF = re.compile(r"[0-9a-f]{8}")
PRESSED = ("open", "put", "sure", "left", "noted", "all", "again")  # buttons whose value begins with a row's ref
CHANGED_ELSEWHERE = "This list was changed in another place: it is shown as it is now."
NOTHING_SENT = "Choose some files or paste a list first."
HEADS: dict[RowOrder, str] = {RowOrder.NAME: "List", RowOrder.POINTS: "Is", RowOrder.VERDICT: "Verdict"}


class ShownList(Struct, frozen=True):
    """A row of the table with its signed text, which the page sends back unchanged; an open one with its lines."""

    entry: JudgedList
    signed: str
    review: Review | None = None


class Answers(Struct):
    """What a page's answers make of its lists: those that changed, those only looked at, and their lines."""

    changed: dict[str, JudgedList] = field(default_factory=dict)
    shown: dict[str, JudgedList] = field(default_factory=dict)
    reviews: dict[str, Review] = field(default_factory=dict)
    problem: str = ""


batches: KeptViews[CheckedBatch, None] = KeptViews(kind=CheckedBatch, page="kept-batch", index="batch")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def batch(request: HttpRequest, code: str = "") -> HttpResponse:
    """Check what is sent and show it with what was checked before, which the page brings back or the batch holds.

    What somebody with an account checks is kept, as a new batch or in the one of this address; of others nothing is.
    """
    row = batches.own_row(request, code) if code else None
    if request.method == "POST" and "clear" in request.POST:
        return redirect("batch")
    kept, sent = _kept(row), _returned(request)
    references, opened, lists = References(), _opened(request), sent | kept
    answers = _answers(request, lists, sent, references)
    changed, problem = answers.changed, answers.problem
    try:
        new = _new(request, references)
        changed |= new
        if request.method == "POST" and not lists and not new:
            problem = NOTHING_SENT
        if request.user.is_authenticated and changed:
            row, late = _keep(request, row, kept, changed)
            for ref, entry in late.items():
                answers.reviews[ref] = reviewed(entry.given, references, entry.rules)
            changed |= late
            problem = CHANGED_ELSEWHERE if late else problem
        lists |= answers.shown | changed
    except MalformedError as error:
        problem = f"{capfirst(error.reason)}."
    except BatchFullError as error:
        problem = str(error)
    if row and not code and not (problem or request.htmx):  # type: ignore[attr-defined]
        return redirect("kept-batch", code=row.code)
    touched = {*sent, *changed, opened}
    asked = [entry for ref, entry in lists.items() if ref in touched or not request.htmx]  # type: ignore[attr-defined]
    context = {
        "row": row,
        "kept_days": KEPT_FOR.days,
        "problem": problem,
        "opened": opened,
        "armies": army_names(references) if answers.reviews else (),
        **_table(asked, answers.reviews, request),
        **_menu(request, lists),
        **({} if row else _others(request)),
    }
    answer = render(request, template(request, "files/batch_check.html", "checked-rows"), context)
    if row and not code:
        answer.headers["HX-Push-Url"] = reverse("kept-batch", kwargs={"code": row.code})
    return answer


def _answers(
    request: HttpRequest, lists: Mapping[str, JudgedList], sent: Mapping[str, JudgedList], references: References
) -> Answers:
    """The lists that were answered or opened, each judged anew by the rules that were chosen for it."""
    answers, opened = Answers(), _opened(request)
    for ref, entry in lists.items():
        given = answered(entry.given, ref, request.POST)
        if given != entry.given and ref in sent and sent[ref].given != entry.given:
            answers.problem, given = CHANGED_ELSEWHERE, entry.given
        if given != entry.given or (ref == opened and entry.can_correct):
            answers.reviews[ref] = reviewed(given, references, entry.rules)
            judged = judged_list(ref, answers.reviews[ref], entry.rules)
            (answers.shown if given == entry.given else answers.changed)[ref] = judged
    return answers


def _new(request: HttpRequest, references: References) -> dict[str, JudgedList]:
    """The lists that are sent, judged by the rules of the menu; MalformedError where there are none such."""
    files = list(sent_files(request))
    rules = _chosen_rules(request, references) if files else {}
    new = [judged_list(secrets.token_hex(4), review, rules) for review in received(files, references, rules)]
    return {entry.ref: entry for entry in new}


def _others(request: HttpRequest) -> dict[str, Any]:
    """The batches that an account keeps, and the one that it has just deleted."""
    if not request.user.is_authenticated or request.method == "POST":
        return {}
    listed = present_rows(visitor_of(request), CheckedBatch).defer("lists")
    return {"batches": listed, "deleted": batches.just_deleted(request)}


def _kept(row: CheckedBatch | None) -> dict[str, JudgedList]:
    """What a batch holds."""
    return _read(row.lists if row else [])


def _read(values: Iterable[Any]) -> dict[str, JudgedList]:
    """The lists by their refs, without those that an older version of the site wrote."""
    lists: dict[str, JudgedList] = {}
    for value in values:
        with suppress(msgspec.ValidationError):
            entry = msgspec.convert(value, JudgedList)
            lists[entry.ref] = entry
    return lists


def _keep(
    request: HttpRequest, row: CheckedBatch | None, kept: dict[str, JudgedList], changed: dict[str, JudgedList]
) -> tuple[CheckedBatch, dict[str, JudgedList]]:
    """The batch with the lists that are new or were judged anew, and those that changed in another place meanwhile.

    BatchFullError where they are too many, Http404 where the batch was deleted meanwhile.
    """
    name = batch_name((kept | changed).values())
    lists = {ref: msgspec.to_builtins(entry) for ref, entry in changed.items()}
    if row is None:
        return create_batch(visitor=visitor_of(request), name=name, lists=lists), {}
    try:
        late = keep_lists(row=row, name=name, lists=lists)
    except (StaleError, CheckedBatch.DoesNotExist):
        raise Http404("This batch was deleted in another place.") from None
    return row, _read(each for each in row.lists if each["ref"] in late)


def _table(lists: list[JudgedList], reviews: dict[str, Review], request: HttpRequest) -> dict[str, Any]:
    order, counted = _order(request.POST.get("sort", "")), counts(lists)
    only = request.POST.get("only", "")
    only = only if only in counted else ""
    rows = [ShownList(entry, _signed(entry), reviews.get(entry.ref)) for entry in in_order(lists, order)]
    return {
        "rows": rows,
        "count": len(rows),
        "counts": counted,
        "only": only,
        "notes": "\n\n".join(row.entry.note for row in rows),
        "heads": HEADS,
        "order": order,
    }


def _order(asked: str) -> RowOrder:
    return next((order for order in RowOrder if order == asked), RowOrder.VERDICT)


def _opened(request: HttpRequest) -> str:
    """The row whose lines and note are shown: that which was opened, or of which a button was pressed."""
    pressed = (request.POST.get(name, "").partition(" ")[0] for name in PRESSED)
    return next((ref for ref in pressed if REF.fullmatch(ref)), "")


def _menu(request: HttpRequest, lists: Mapping[str, JudgedList]) -> dict[str, Any]:
    """The rules to choose from: as the files say, the book's, the visitor's packs; at first those of the last list."""
    labels = rules_labels(visitor_of(request))
    last = [*lists.values()][-1:]
    rules = next((rules for entry in last for rules in entry.rules.values() if rules), "")
    known, pack = (rules, "") if rules in labels else ("", rules)
    return {
        "rulebooks": {"": "As each file says"} | labels,
        "rules": request.POST.get("rules", known),
        "pack": request.POST.get("pack", request.GET.get("pack", pack)),
    }


def _chosen_rules(request: HttpRequest, references: References) -> dict[str, str]:
    """The rules of the menu or a pack's link, empty for each file's own; MalformedError where there are none such."""
    return named_rules(request.POST.get("pack", "").strip() or request.POST.get("rules", ""), references)


def _signed(entry: JudgedList) -> str:
    return signing.dumps(msgspec.to_builtins(entry), salt=SALT, compress=True)


def _returned(request: HttpRequest) -> dict[str, JudgedList]:
    """The rows that the page sends back, without those that this site didn't sign within a day."""
    return _read(_unsigned(request.POST.getlist("checked")))


def _shown(request: HttpRequest) -> list[JudgedList]:
    """The rows that the page sends back; where one is older than a day, with those of the batch that keeps them."""
    returned = _returned(request)
    code = UNKEPT.sub("", request.POST.get("batch", ""))
    if code and len(returned) < len(request.POST.getlist("checked")):
        returned = _kept(present_rows(visitor_of(request), CheckedBatch).filter(code=code).first()) | returned
    return list(returned.values())


def _unsigned(texts: Iterable[str]) -> Iterator[Any]:
    for text in texts:
        with suppress(signing.BadSignature):
            yield signing.loads(text, salt=SALT, max_age=A_DAY)


@require_POST
def open_in_editor(request: HttpRequest) -> HttpResponse:
    """Keep one list of the table as a roster of the visitor's own, and go to its editor."""
    asked = request.POST.get("edit", "")
    entry = next((entry for entry in _shown(request) if entry.ref == asked), None)
    if entry is None:
        raise Http404("The page has no such list, or it is older than a day.")
    given = answered(entry.given, entry.ref, request.POST)
    try:
        roster = kept_roster(reviewed(given, References()))
        row = create_rosters(visitor=ensure_visitor(request), rosters=[roster])[0]
    except MalformedError as error:
        return render(request, "files/import.html", {"problem": str(error)})
    return redirect("roster", code=row.code)


@require_POST
def table(request: HttpRequest, suffix: str) -> HttpResponse:
    """The table that a page brings back, as CSV or on paper."""
    lists = in_order(_shown(request), _order(request.POST.get("sort", "")))
    rows = [entry.row for entry in lists]
    if suffix == "csv":
        content = write_event_table(rows).encode("utf-8-sig")
        return file_answer(content, "text/csv; charset=utf-8", "verdicts.csv", inline=False)
    if suffix not in PAPERS:
        raise Http404("Tables are made as CSV, for A4 and for Letter.")
    content = verdict_sheet(rows, paper=PAPERS[suffix], date=written_date(timezone.now().date()))
    return file_answer(content, "application/pdf", "verdicts.pdf", inline=True)
