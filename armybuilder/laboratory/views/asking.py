"""Asking the laboratory: two armies, an army and the field, or a unit for another; the address holds what is chosen."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import problem_in_words, whole_number
from armybuilder.core.visitors import ensure_visitor, payer_of, visitor_of
from armybuilder.laboratory import services
from armybuilder.laboratory.limits import TooManyExperimentsError
from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.presenters.asking import (
    FIELD,
    IN_LINE,
    ON_TABLE,
    Precision,
    changed,
    experiment_of,
    field_of,
    lines_of,
    name_of,
    points_of,
    question_of,
    rows_to_put,
)
from armybuilder.odds.presenters.picking import rosters_to_pick
from armybuilder.odds.queries import roster_named, source_of_link
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.simulation.policies import NAMED, SAID
from tabletop.decoding import MalformedError

SIDES = {"a": "Your army", "b": "The other"}
LABELS = SIDES | {
    "half": "How sure",
    "take": "Take out",
    "put": "Put in",
    "fewer": "How many less",
    "more": "How many more",
}
READY = ("high-elves", "marr")  # the samples of the ready experiment
USUAL = "2"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """An army against another, or against the field."""
    if request.method == "POST":
        try:
            return redirect("experiment", code=_begun(request).code)
        except MalformedError as error:
            return _form(request, "laboratory/new.html", request.POST, _in_labels(error), status=400)
        except TooManyExperimentsError as error:
            return _form(request, "laboratory/new.html", request.POST, str(error), status=429)
    return _form(request, "laboratory/new.html", request.GET)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HttpRequest) -> HttpResponse:
    """A unit for another in an army: first the army, by the address, then what changes."""
    if request.method == "POST":
        try:
            return redirect("experiment", code=_swap_begun(request).code)
        except MalformedError as error:
            return _form(request, "laboratory/swap.html", request.POST, _in_labels(error), status=400)
        except TooManyExperimentsError as error:
            return _form(request, "laboratory/swap.html", request.POST, str(error), status=429)
    return _form(request, "laboratory/swap.html", request.GET)


@require_POST
def ready(request: HttpRequest) -> HttpResponse:
    """The ready experiment: two sample armies."""
    own, other = (sample_rosters()[name] for name in READY)
    question = question_of(own, (other,))
    experiment = experiment_of(question, name_of(question), IN_LINE[USUAL], ("steady", "steady"))
    try:
        row = services.ask(visitor=ensure_visitor(request), payer=payer_of(request), experiment=experiment)
    except TooManyExperimentsError as error:
        return _form(request, "laboratory/new.html", request.POST, str(error), status=429)
    return redirect("experiment", code=row.code)


def _begun(request: HttpRequest) -> Row:
    own = _roster(request, "a")
    question = question_of(own, _others(request, own))
    return _asked(request, experiment_of(question, name_of(question), _precision(request), _policies(request)))


def _swap_begun(request: HttpRequest) -> Row:
    post, own = request.POST, _roster(request, "a")
    change = changed(
        own,
        current_catalogue(),
        take=post.get("take", ""),
        fewer=_number(post, "fewer"),
        put=post.get("put", ""),
        more=_number(post, "more") if post.get("more", "").strip() else None,
    )
    question = question_of(own, _others(request, own), change.roster)
    name = name_of(question, change.name)
    return _asked(request, experiment_of(question, name, _precision(request), _policies(request)))


def _asked(request: HttpRequest, experiment: Any) -> Row:
    return services.ask(visitor=ensure_visitor(request), payer=payer_of(request), experiment=experiment)


def _number(post: QueryDict, name: str) -> int:
    number = whole_number(post.get(name, "").strip())
    if number is None:
        raise MalformedError(name, "is a number of models")
    return number


def _source(fields: QueryDict, letter: str) -> str:
    """How a roster is named: by a link that was pasted, or else as it was chosen."""
    link = fields.get(f"{letter}-link", "").strip()
    return source_of_link(link) if link else fields.get(letter, "")


def _roster(request: HttpRequest, letter: str) -> Roster:
    source = _source(request.POST, letter)
    try:
        return roster_named(source, visitor_of(request))
    except Http404:
        words = "this one isn't there any more, or isn't yours or shared" if source else "choose an army"
        raise MalformedError(letter, words) from None


def _others(request: HttpRequest, own: Roster) -> tuple[Roster, ...]:
    if _source(request.POST, "b") == FIELD:
        return field_of(own, current_catalogue())
    return (_roster(request, "b"),)


def _precision(request: HttpRequest) -> Precision:
    if (key := request.POST.get("half", USUAL)) == ON_TABLE.key:
        return ON_TABLE
    if key not in IN_LINE:
        raise MalformedError("half", "choose how sure it shall be")
    return IN_LINE[key]


def _policies(request: HttpRequest) -> tuple[str, str]:
    led = {letter: request.POST.get(f"{letter}-led", "steady") for letter in SIDES}
    for letter, policy in led.items():
        if policy not in NAMED:
            raise MalformedError(letter, "choose how it is led")
    return led["a"], led["b"]


def _in_labels(error: MalformedError) -> str:
    """What is wrong, with the label of its field."""
    return problem_in_words(MalformedError(LABELS.get(error.field, error.field), error.reason))


def _form(
    request: HttpRequest, page: str, fields: QueryDict, problem: str | None = None, *, status: int = 200
) -> HttpResponse:
    """The form as it is filled in, with what is wrong with it."""
    linked, rosters = {}, {}
    for letter in ("a", "b"):
        if (source := _source(fields, letter)) and source != FIELD:
            try:
                rosters[letter] = roster_named(source, visitor_of(request))
                linked[source] = rosters[letter].name
            except (Http404, MalformedError):
                problem = problem or "This army isn't there any more, or isn't yours or shared. Choose again."
    context: dict[str, Any] = {
        "groups": rosters_to_pick(visitor_of(request), linked),
        "problem": problem,
        "chosen": {letter: _source(fields, letter) for letter in ("a", "b")} | {"half": fields.get("half", USUAL)},
        "fields": fields,
        "own": rosters.get("a"),
        "precisions": [*IN_LINE.values(), ON_TABLE],
        "policies": list(SAID.items()),
        "sides": [(each, SIDES[each], fields.get(f"{each}-led", "steady")) for each in SIDES],
    }
    if "swap" in page and (own := rosters.get("a")):
        catalogue = current_catalogue()
        context |= {"lines": list(lines_of(own, catalogue)), "rows": rows_to_put(own, catalogue)}
        context["points"] = points_of(own, catalogue)
    return render(request, page, context, status=status)
