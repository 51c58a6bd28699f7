"""A roster as a file of every format, and as text to copy."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.http import file_answer
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.views.detail import rosters
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.formats.listing.writer import write_markdown, write_text
from tabletop.arcana.formats.registry import FORMATS

BY_ADDRESS = {each.address: each for each in FORMATS.values()}


@never_cache
@require_safe
def roster_file(request: HttpRequest, code: str, suffix: str) -> HttpResponse:
    return taken(roster_of(rosters.own_row(request, code)), suffix)


def taken(roster: Roster, suffix: str) -> HttpResponse:
    """The roster as the file that has this suffix."""
    if suffix not in BY_ADDRESS:
        raise Http404("There is no such format.")
    file = BY_ADDRESS[suffix].file(roster, current_catalogue())
    return file_answer(file.content, file.content_type, file.name, inline=False)


@never_cache
@require_safe
def roster_text(request: HttpRequest, code: str) -> HttpResponse:
    """The roster in the forms that people paste, each in a box to copy from."""
    row, catalogue = rosters.own_row(request, code), current_catalogue()
    roster = roster_of(row)
    boxes = [("Text", write_text(roster, catalogue)), ("Markdown", write_markdown(roster, catalogue))]
    return render(request, "files/text.html", {"row": row, "boxes": boxes})
