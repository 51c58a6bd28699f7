"""What can be fielded of a collection at so many points."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.collection.presenters.proposals import (
    USUAL_POINTS,
    armies_to_choose,
    asked_rows,
    generals_of,
    said_of,
    shown_proposals,
    wish_in,
)
from armybuilder.collection.snapshots import collection_in
from armybuilder.collection.views.collections import collections
from armybuilder.core.forms import problem_in_words
from tabletop.arcana.army.fielding import Wish, fielded_by_any
from tabletop.decoding import MalformedError


@never_cache
@require_safe
def field(request: HttpRequest, code: str) -> HttpResponse:
    """The wish as a form, and once points are asked for legal armies, each with a button that makes it a roster."""
    row = collections.own_row(request, code)
    catalogue, collection = current_catalogue(), collection_in(row)
    wish: Wish | None = None
    context: dict[str, Any] = {"row": row, "asked": request.GET, "points": request.GET.get("points") or USUAL_POINTS}
    if request.GET.get("points"):
        try:
            wish = wish_in(request.GET)
            answers = fielded_by_any(collection, wish, catalogue)
            context["proposals"] = list(shown_proposals(answers, catalogue))
            context["said"] = [said_of(answer, wish, catalogue) for answer in answers]
            context["answered"] = True
        except MalformedError as error:
            context["problem"] = f"That can't be asked. {problem_in_words(error)}."
    rows = asked_rows(collection, wish, catalogue)
    context |= {"rows": rows, "generals": generals_of(rows, catalogue), "wish": wish}
    context["armies"] = armies_to_choose(collection, catalogue)
    return render(request, "collection/field.html", context, status=422 if "problem" in context else 200)
