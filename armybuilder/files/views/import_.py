"""Files and pasted lists of any format: read line by line, judged and shown, and only then kept."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.core.games import GAMES, References, game_of, read_roster
from armybuilder.core.visitors import ensure_visitor
from armybuilder.files.presenters.review import GivenList, Review, received, reviewed
from armybuilder.files.upload_limits import pasted_text, sent_files
from armybuilder.files.views.answers import given_lists
from armybuilder.rosters.services import create_rosters
from tabletop.decoding import MalformedError
from tabletop.rosters.document import Roster

MOST_AT_ONCE = 2_000_000  # bytes of rosters that travel back in the form
NOTHING_SENT = "Choose a file or paste a list first."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_file(request: HttpRequest) -> HttpResponse:
    """Show what files and pasted text say, each line beside what was read; nothing is kept."""
    if request.method != "POST":
        return render(request, "files/import.html")
    references = References()
    reviews = [reviewed(GivenList(file="", roster=text), references) for text in request.POST.getlist("roster")]
    reviews += [reviewed(given, references) for given in given_lists(request.POST)]
    reviews += received(sent_files(request), references)
    if not reviews:
        return render(request, "files/import.html", {"problem": NOTHING_SENT})
    return render(request, "files/import.html", _context(reviews, references, pasted_text(request)))


def _context(reviews: list[Review], references: References, pasted: str) -> dict[str, Any]:
    """The lists to look through, those that say all by themselves, and those that can't be read."""
    clear = [review for review in reviews if review.is_clear]
    lists = [review for review in reviews if not review.is_clear and review.given.text]
    refused = [review for review in reviews if not (review.is_clear or review.given.text)]
    sizes = [*(len(review.as_sent) for review in clear), *(len(review.given.text) for review in lists)]
    return {
        "clear": clear,
        "lists": lists,
        "refused": refused,
        "armies": army_names(references) if lists else (),
        "together": len(clear) + len(lists),
        "too_large": sum(sizes) > MOST_AT_ONCE,
        "text": pasted if refused and not (clear or lists) else "",
    }


def army_names(references: References) -> list[str]:
    """The armies of every game, to say which one a list is."""
    return [name for game in GAMES.values() for name in game.army_names(references.of(game))]


@require_POST
def save_opened(request: HttpRequest) -> HttpResponse:
    """Keep the rosters that were shown, all of them or none; they are read again as strictly as any file.

    What is unsettled in a list goes among its roster's notes.
    """
    references = References()
    reviews = [reviewed(given, references) for given in given_lists(request.POST)]
    try:
        rosters = [read_roster(text) for text in request.POST.getlist("roster")]
        rosters += [kept_roster(review) for review in reviews]
        if not rosters:
            raise MalformedError("", "nothing was chosen")
        rows = create_rosters(visitor=ensure_visitor(request), rosters=rosters)
    except MalformedError as error:
        context = _context(reviews, references, "") if reviews else {}
        return render(request, "files/import.html", context | {"problem": str(error)})
    return redirect("roster", code=rows[0].code) if len(rows) == 1 else redirect("rosters")


def kept_roster(review: Review) -> Roster:
    """What of a list goes into the editor; MalformedError where no army was read, or no file could say it."""
    roster = review.kept
    if roster is None:
        raise MalformedError(review.given.file, "no army was read of it; say which one it is")
    checked: Roster = game_of(roster.game).checked(roster)
    return checked
