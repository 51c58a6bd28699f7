"""Asking the laboratory about armies: against others, and with a change; the address holds what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    MINE,
    MOST_LINKS,
    ON_TABLE,
    Precision,
    changed,
    experiment_of,
    lines_of,
    name_of,
    of_its_size,
    question_of,
    rows_to_put,
)
from armybuilder.laboratory.queries import roster_or_version, rosters_besides, samples_besides, versions_to_pick
from armybuilder.odds.presenters.picking import rosters_to_pick
from armybuilder.odds.queries import source_of_link
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.simulation.experiments import Experiment
from tabletop.arcana.simulation.policies import NAMED, SAID
from tabletop.decoding import MalformedError

SIDES = {"a": "Your army", "b": "The other"}
LABELS = SIDES | {
    "half": "How sure",
    "take": "Take out",
    "put": "Put in",
    "fewer": "How many less",
    "more": "How many more",
    "c": "The changed army",
    "asks": "What to find out",
    "row": "Profile",
    "among": "Against",
    "army": "Profiles",
}
READY = ("high-elves", "marr")  # the samples of the ready experiment
USUAL = "2"
WINS, UNITS = "wins", "units"


def asking(
    request: HttpRequest,
    page: str,
    begin: Callable[[HttpRequest], Row],
    form: Callable[[HttpRequest, QueryDict], Mapping[str, Any]],
) -> HttpResponse:
    """A form of the laboratory: what it asks is begun, or stands in it again with what is wrong."""
    fields, problem, status = request.GET, "", 200
    if request.method == "POST":
        try:
            return redirect("experiment", code=begin(request).code)
        except MalformedError as error:
            problem, status = in_labels(error), 400
        except TooManyExperimentsError as error:
            problem, status = str(error), 429
        fields = request.POST
    context = dict(form(request, fields))
    context["problem"] = problem or context.get("problem")
    return render(request, f"laboratory/{page}.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """An army against others: how often it wins, or which of its units earn their points."""
    return asking(request, "new", _begun, _form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HttpRequest) -> HttpResponse:
    """A unit for another in an army: first the army, by the address, then what changes."""
    return asking(request, "swap", _swap_begun, _swap_form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def versions(request: HttpRequest) -> HttpResponse:
    """A roster against another version of itself, or against any other roster that would take its place."""
    return asking(request, "versions", _versions_begun, _versions_form)


@require_POST
def ready(request: HttpRequest) -> HttpResponse:
    """The ready experiment: two sample armies."""
    return asking(request, "new", _ready_begun, _form)


def _ready_begun(request: HttpRequest) -> Row:
    own, other = (sample_rosters()[name] for name in READY)
    question = question_of(own, (other,))
    return begun(request, experiment_of(question, name_of(question), IN_LINE[USUAL], ("steady", "steady")))


def _begun(request: HttpRequest) -> Row:
    own, precision = _roster(request, "a"), precision_of(request)
    asks = request.POST.get("asks", WINS)
    if asks not in (WINS, UNITS):
        raise MalformedError("asks", "choose one of them")
    if asks == UNITS and precision.apart:
        raise MalformedError("half", "a test is of one figure, and each unit has its own; choose another")
    if asks == UNITS and precision is ON_TABLE:
        raise MalformedError("half", "units are counted in line battles; choose another")
    question = question_of(own, _others(request, own), units=asks == UNITS)
    return begun(request, experiment_of(question, name_of(question), precision, policies_of(request)))


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
    return begun(request, experiment_of(question, name, precision_of(request), policies_of(request)))


def _versions_begun(request: HttpRequest) -> Row:
    own, other = _roster(request, "a"), _roster(request, "c")
    question = question_of(own, _others(request, own), other)
    name = name_of(question, f"{other.name or 'Another army'} instead of {own.name or 'this one'}")
    return begun(request, experiment_of(question, name, precision_of(request), policies_of(request)))


def begun(request: HttpRequest, experiment: Experiment) -> Row:
    """The experiment kept for whoever asks, and put in line."""
    return services.ask(visitor=ensure_visitor(request), payer=payer_of(request), experiment=experiment)


def _number(post: QueryDict, name: str) -> int:
    number = whole_number(post.get(name, "").strip())
    if number is None:
        raise MalformedError(name, "is a number of models")
    return number


def _sources(fields: QueryDict, letter: str) -> list[str]:
    """How rosters are named: by links that were pasted, one a line, or else as one was chosen."""
    links = fields.get(f"{letter}-link", "").split()
    if len(links) > MOST_LINKS:
        raise MalformedError(letter, f"at most {MOST_LINKS} links")
    return [source_of_link(link) for link in links] or [fields.get(letter, "")]


def _roster(request: HttpRequest, letter: str) -> Roster:
    return _rosters(request, letter)[0]


def _rosters(request: HttpRequest, letter: str) -> tuple[Roster, ...]:
    return tuple(_named(request, source, letter) for source in dict.fromkeys(_sources(request.POST, letter)))


def _named(request: HttpRequest, source: str, letter: str) -> Roster:
    try:
        return roster_or_version(source, visitor_of(request))
    except Http404:
        words = "this one isn't there any more, or isn't yours or shared" if source else "choose an army"
        raise MalformedError(letter, words) from None


def _others(request: HttpRequest, own: Roster) -> tuple[Roster, ...]:
    """Whom it meets; of a field, or of one's own rosters, those that aren't tried themselves."""
    source = _sources(request.POST, "b")
    if source not in ([FIELD], [MINE]):
        return _rosters(request, "b")
    tried = [_sources(request.POST, letter)[0] for letter in ("a", "c")]
    if source == [FIELD]:
        return of_its_size(own, samples_besides(tried), current_catalogue(), "sample army")
    rosters = rosters_besides(tried, visitor_of(request))
    return of_its_size(own, rosters, current_catalogue(), "other roster of yours")


def precision_of(request: HttpRequest, offered: Mapping[str, Precision] | None = None) -> Precision:
    """How sure it shall be: of what is offered, which is for armies in a line or on a table where nothing else is."""
    key = request.POST.get("half", USUAL)
    offered = IN_LINE | {ON_TABLE.key: ON_TABLE} if offered is None else offered
    if key not in offered:
        raise MalformedError("half", "choose how sure it shall be")
    return offered[key]


def policies_of(request: HttpRequest) -> tuple[str, str]:
    """How both sides are led: the other as the first where a form asks once."""
    led = request.POST.get("a-led", "steady")
    both = led, request.POST.get("b-led", led)
    for letter, policy in zip(SIDES, both, strict=True):
        if policy not in NAMED:
            raise MalformedError(letter, "choose how it is led")
    return both


def in_labels(error: MalformedError) -> str:
    """What is wrong, with the label of its field."""
    return problem_in_words(MalformedError(LABELS.get(error.field, error.field), error.reason))


def how(fields: QueryDict, precisions: Iterable[Precision], sides: Mapping[str, str] = SIDES) -> dict[str, Any]:
    """What every form has: how sure it shall be, and how both sides are led."""
    return {
        "chosen": {"half": fields.get("half", USUAL)},
        "fields": fields,
        "precisions": list(precisions),
        "policies": list(SAID.items()),
        "sides": [(each, label, fields.get(f"{each}-led", "steady")) for each, label in sides.items()],
    }


def _form(request: HttpRequest, fields: QueryDict) -> dict[str, Any]:
    """The form as it is filled in, with what is wrong with what was chosen."""
    linked, rosters, chosen, problem = dict[str, str](), dict[str, Roster](), dict[str, str](), ""
    for letter in ("a", "b", "c"):
        try:
            chosen[letter] = source = _sources(fields, letter)[0]
            if source and source not in (FIELD, MINE):
                rosters[letter] = roster_or_version(source, visitor_of(request))
                linked[source] = rosters[letter].name
        except (Http404, MalformedError):
            problem = "This army isn't there any more, or isn't yours or shared. Choose again."
    context = how(fields, [*IN_LINE.values(), ON_TABLE])
    context["chosen"] |= chosen
    context["links"] = {letter: fields.get(f"{letter}-link", "") for letter in ("a", "b", "c")}
    return context | {
        "groups": rosters_to_pick(visitor_of(request), linked),
        "problem": problem,
        "own": rosters.get("a"),
        "asks": fields.get("asks", WINS),
    }


def _swap_form(request: HttpRequest, fields: QueryDict) -> dict[str, Any]:
    """The form once an army is chosen; where its own rows have no price any more, what is wrong, and the choice."""
    context = _form(request, fields)
    if context["own"]:
        try:
            army = resolve(context["own"], current_catalogue())
            context |= {"lines": list(lines_of(army)), "rows": rows_to_put(army), "points": price(army).points}
        except MalformedError as error:
            context |= {"own": None, "problem": problem_in_words(error)}
    return context


def _versions_form(request: HttpRequest, fields: QueryDict) -> dict[str, Any]:
    context = _form(request, fields)
    if context["own"]:
        earlier = versions_to_pick(context["chosen"]["a"], visitor_of(request))
        versions = {key for key, _ in earlier}
        others = [(name, [each for each in choices if each[0] not in versions]) for name, choices in context["groups"]]
        context["groups"] = [(name, choices) for name, choices in others if choices]
        context["with_versions"] = [("Its earlier versions", earlier), *context["groups"]]
    return context
