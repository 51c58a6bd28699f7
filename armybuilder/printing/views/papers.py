"""What other games print, each by its value behind the door for games: chosen on one page, taken as one PDF."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.core.games import GAMES, AnyGame, reference_of
from armybuilder.core.http import file_answer
from armybuilder.core.visitors import payer_of, visitor_of
from armybuilder.printing.limits import TooManyPagesError, count_pages
from armybuilder.printing.views.shop import refused
from armybuilder.rosters.queries import rosters_of_game
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from tabletop.pdf.document import bind
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.document import without_notes
from tabletop.rosters.files import file_name


class PapersForm(forms.Form):
    """Which of a game's papers, for which of the visitor's rosters, on which paper; refused where nothing is ticked."""

    kinds = forms.MultipleChoiceField(
        error_messages={
            "required": "Nothing is ticked. Tick what to print.",
            "invalid_choice": "“%(value)s” isn't among what is printed.",
        }
    )
    roster = forms.ChoiceField(
        required=False, error_messages={"invalid_choice": "That roster has been deleted. Choose again."}
    )
    paper = forms.ChoiceField(choices=[("a4", "A4"), ("letter", "US Letter")])

    @property
    def selects(self) -> list[tuple[forms.BoundField, str]]:
        return [(self["roster"], "Counters for"), (self["paper"], "Paper")]

    def __init__(self, game: AnyGame, request: HttpRequest) -> None:
        visitor = visitor_of(request)
        self.rows = {row.code: row for row in rosters_of_game(visitor, game.slug)} if visitor else {}
        first = {"kinds": [*game.papers], "roster": request.GET.get("roster", ""), "paper": "a4"}
        super().__init__(request.GET if "asked" in request.GET else None, initial=first)
        fields: Any = self.fields
        fields["kinds"].choices = [*game.papers.items()]
        own = [(code, row.name) for code, row in self.rows.items()]
        fields["roster"].choices = [("", "No roster: everything there is"), *own]


@never_cache
@require_safe
def papers(request: HttpRequest, game: str) -> HttpResponse:
    printing = _game(game)
    return render(request, "printing/papers.html", {"game": printing, "form": PapersForm(printing, request)})


@never_cache
@require_safe
def papers_pdf(request: HttpRequest, game: str) -> HttpResponseBase:
    """One PDF; what is wrong with the choice is said on the page that it was made on."""
    printing = _game(game)
    form = PapersForm(printing, request)
    if not form.is_valid():
        return redirect(f"/print/{game}/?{request.GET.urlencode()}")
    chosen = form.cleaned_data
    row, paper, reference = form.rows.get(chosen["roster"]), PAPERS[chosen["paper"]], reference_of(printing)
    judged = verdict(without_notes(roster_of(row))) if row else None
    sheets = [
        printing.printed(kind, judged, reference, paper=paper) for kind in printing.papers if kind in chosen["kinds"]
    ]
    try:
        count_pages(payer_of(request), sum(sheet.count for sheet in sheets))
    except TooManyPagesError as error:
        return refused(request, str(error), wait=error.wait)
    return file_answer(bind(printing.name, sheets), "application/pdf", f"{file_name(printing.name)}.pdf", inline=True)


def _game(slug: str) -> AnyGame:
    game = GAMES.get(slug)
    if game is None or not game.papers:
        raise Http404("There is no such game, or its sheets are in the print shop.")
    return game
