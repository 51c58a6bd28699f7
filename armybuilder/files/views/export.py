"""A roster as a file of every format, and as text to copy."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.core.games import game_in, reference_of
from armybuilder.core.http import file_answer
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.views.detail import rosters


@never_cache
@require_safe
def roster_file(request: HttpRequest, code: str, suffix: str) -> HttpResponse:
    """The roster as the file that has this suffix."""
    row = rosters.own_row(request, code)
    game = game_in(row.content)
    kind = next((kind for kind in game.formats.values() if kind.address == suffix), None)
    if kind is None:
        raise Http404("There is no such format.")
    file = game.write(roster_of(row), kind, reference_of(game))
    return file_answer(file.content, file.content_type, file.name, inline=False)


@never_cache
@require_safe
def roster_text(request: HttpRequest, code: str) -> HttpResponse:
    """The roster in the forms that people paste, each in a box to copy from."""
    row = rosters.own_row(request, code)
    game = game_in(row.content)
    roster, reference = roster_of(row), reference_of(game)
    kinds = [kind for kind in game.formats.values() if kind.paste]
    boxes = [(kind.label, game.write(roster, kind, reference).content.decode()) for kind in kinds]
    return render(request, "files/text.html", {"row": row, "boxes": boxes})
