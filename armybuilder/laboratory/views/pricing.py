"""Asking the laboratory about prices: a profile or a design among its fellows, a list or the catalogue as a league."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.visitors import visitor_of
from armybuilder.designs.queries import designs_of
from armybuilder.designs.snapshots import design_in
from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.presenters.asking import (
    IN_A_LEAGUE,
    IN_LINE,
    SWAPPED,
    experiment_of,
    fellows_of,
    league_of,
    meetings_of,
)
from armybuilder.laboratory.views.asking import asking, begun, how, policies_of, precision_of
from armybuilder.odds.queries import DESIGN
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.design_files import design_slug, with_designs
from tabletop.arcana.simulation.questions import title_of
from tabletop.decoding import MalformedError

ALL, ITS_LIST = "all", "list"
MOST_DESIGNS = 60
OFFERED = (*SWAPPED, Section.CHARACTERS, Section.MOUNTS)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def row(request: HttpRequest) -> HttpResponse:
    """A profile, or a design of one's own, against its fellows of equal points."""
    return asking(request, "row", _row_begun, _row_form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league(request: HttpRequest) -> HttpResponse:
    """All profiles of a list against each other, or the whole catalogue against its neighbours in price."""
    return asking(request, "league", _league_begun, _league_form)


def _row_begun(request: HttpRequest) -> Row:
    key, among = request.POST.get("row", ""), request.POST.get("among", ALL)
    designs = (_design(request, key),) if key.startswith(f"{DESIGN}.") else ()
    catalogue = with_designs(current_catalogue(), designs)
    slug = design_slug(designs[0]) if designs else key
    found = catalogue.rows.get(slug)
    if found is None or not found.points or not found.wounds:
        raise MalformedError("row", "choose a profile that fights")
    if among not in (ALL, ITS_LIST):
        raise MalformedError("among", "choose one of them")
    if designs and among == ITS_LIST:
        raise MalformedError("among", "a design of yours stands in no list; choose all lists")
    question = fellows_of(found, catalogue, in_its_list=among == ITS_LIST, designs=designs)
    precision, name = precision_of(request, IN_LINE), f"{title_of(found, catalogue)} among its fellows"
    return begun(request, experiment_of(question, name, precision, policies_of(request)))


def _design(request: HttpRequest, key: str) -> Design:
    kept = designs_of(visitor_of(request)).filter(code=key.partition(".")[2]).first()
    if kept is None:
        raise MalformedError("row", "this design isn't there any more, or isn't yours")
    return design_in(kept)


def _row_form(request: HttpRequest, fields: QueryDict) -> dict[str, Any]:
    catalogue = current_catalogue()
    designs = designs_of(visitor_of(request))[:MOST_DESIGNS]
    mine = [(f"{DESIGN}.{each.code}", each.name) for each in designs]
    asked = fields.get("row", "")
    if asked.startswith(f"{DESIGN}.") and asked not in dict(mine):
        with suppress(MalformedError):
            mine.append((asked, _design(request, asked).name))
    groups = [("My designs", mine)]
    for army in catalogue.lists.values():
        rows = [each for each in catalogue.rows_of(army.slug) if each.section in OFFERED]
        fighting = [each for each in rows if each.points and each.wounds]
        groups.append((army.name, [(each.slug, f"{each.name}, {each.points:,} points") for each in fighting]))
    return how(fields, IN_LINE.values(), {"a": "This profile", "b": "Its fellows"}) | {
        "groups": [(name, choices) for name, choices in groups if choices],
        "row": asked,
        "among": fields.get("among", ALL),
    }


def _league_begun(request: HttpRequest) -> Row:
    catalogue, army = current_catalogue(), request.POST.get("army", "")
    if army not in (ALL, *catalogue.lists):
        raise MalformedError("army", "choose a list, or the whole catalogue")
    question = league_of("" if army == ALL else army, catalogue)
    name = "The whole catalogue as a league" if army == ALL else f"The {catalogue.lists[army].name} as a league"
    precision = precision_of(request, IN_A_LEAGUE)
    meetings = meetings_of(question, catalogue)
    return begun(request, experiment_of(question, name, precision, policies_of(request), meetings=meetings))


def _league_form(request: HttpRequest, fields: QueryDict) -> dict[str, Any]:
    lists = [army for army in current_catalogue().lists.values() if army.slug]
    return how(fields, IN_A_LEAGUE.values(), {"a": "All of them"}) | {"lists": lists, "army": fields.get("army", ALL)}
