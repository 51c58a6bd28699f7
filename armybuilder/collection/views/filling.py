"""More models into a collection, from a text, a table or a line: first what was understood, then kept."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.collection import services
from armybuilder.collection.views.collections import collections
from armybuilder.core.forms import problem_in_words
from armybuilder.core.games import game_of, reference_of
from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.rosters.collection import ReadModels
from tabletop.rosters.files import decode_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fill(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a text, show what was read of it, and keep what is ticked; the text travels in the page meanwhile.

    What a single line says for certain is kept at once.
    """
    row, game = collections.own_row(request, code), None
    text = request.POST.get("text", "")
    read, problem = ReadModels(), None
    if request.method == "POST":
        game = game_of(row.game)
        try:
            if upload := request.FILES.get("file"):
                text = decode_text(upload.read(LARGEST_FILE + 1))
            read = game.read_owned(text, reference_of(game))
            is_plain = "line" in request.POST and not read.unread and all(each.exact for each in read.readings)
            if "keep" in request.POST or (is_plain and len(read.readings) == 1):
                ticked = None if is_plain and "keep" not in request.POST else set(request.POST.getlist("reading"))
                chosen = [each for each in read.readings if ticked is None or str(each.line) in ticked]
                models = [owned for each in chosen for owned in each.owned]
                if models:
                    only_missing = request.POST.get("how") == "missing"
                    services.add_models(row=row, models=models, only_missing=only_missing)
                    return redirect("collection", code=code)
                problem = "Nothing is ticked, so nothing was added."
            elif not read.readings:
                problem = (
                    "Nothing of this names models that we know. Write one kind a line, as “20 Axemen, 12 painted”."
                )
        except MalformedError as error:
            problem = f"Nothing was added. {problem_in_words(error)}."
    guessed = sum(not each.exact for each in read.readings)
    context = {
        "row": row,
        "text": text,
        "read": read,
        "problem": problem,
        "guessed": guessed,
        "how": request.POST.get("how", ""),
    }
    return render(request, "collection/fill.html", context, status=422 if problem else 200)
