"""More models into a collection, from a text, a table or a line: first what was understood, then kept."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.collection import services
from armybuilder.collection.views.collections import collections
from armybuilder.core.forms import problem_in_words
from armybuilder.core.games import game_of, reference_of
from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.rosters.collection import Owned, ReadModels
from tabletop.rosters.files import decode_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fill(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a text, show what was read of it, and keep what is ticked; the text travels in the page meanwhile.

    What a single line says for certain is kept at once.
    """
    row, text = collections.own_row(request, code), request.POST.get("text", "")
    read, problem = ReadModels(), None
    if request.method == "POST":
        game = game_of(row.game)
        try:
            if upload := request.FILES.get("file"):
                text = decode_text(upload.read(LARGEST_FILE + 1))
            read = game.read_owned(text, reference_of(game))
            models = _kept(request.POST, read)
            if models:
                services.add_models(row=row, models=models, only_missing=request.POST.get("how") == "missing")
                return redirect("collection", code=code)
            problem = _nothing_kept(request.POST, read)
        except MalformedError as error:
            problem = f"Nothing was added. {problem_in_words(error)}."
    context = {
        "row": row,
        "text": text,
        "read": read,
        "problem": problem,
        "guessed": sum(not each.exact for each in read.readings),
        "how": request.POST.get("how", ""),
    }
    return render(request, "collection/fill.html", context, status=422 if problem else 200)


def _kept(post: QueryDict, read: ReadModels) -> list[Owned]:
    """What is kept now: the ticked readings, or a single line that means one thing; nothing before it was looked at."""
    if "keep" in post:
        ticked = set(post.getlist("reading"))
        return [owned for each in read.readings if str(each.line) in ticked for owned in each.owned]
    is_plain = "line" in post and len(read.readings) == 1 and not read.unread
    return list(read.owned) if is_plain and read.readings[0].exact else []


def _nothing_kept(post: QueryDict, read: ReadModels) -> str | None:
    """Why nothing was kept; None where it is only to be looked at first."""
    if "keep" in post:
        return "Nothing is ticked, so nothing was added."
    if not read.readings:
        return "Nothing of this names models that we know. Write one kind a line, as “20 Axemen, 12 painted”."
    return None
