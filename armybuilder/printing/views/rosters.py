"""Rosters on paper."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.games import game_of
from armybuilder.core.http import file_answer, unlisted
from armybuilder.printing.orders import sealed
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from armybuilder.rosters.views.detail import rosters
from armybuilder.sharing.models import Share
from armybuilder.sharing.presenters.addresses import check_page
from armybuilder.sharing.queries import shares_of
from armybuilder.sharing.views.shared import live_share
from tabletop.pdf.document import render
from tabletop.pdf.paper import Paper
from tabletop.rosters.document import Roster, without_notes
from tabletop.rosters.files import file_name


@never_cache
@require_safe
def roster_pdf(request: HttpRequest, code: str, paper: Paper) -> HttpResponse:
    """Without its notes, unless `?notes=1` asks for them."""
    row = rosters.own_row(request, code)
    share = shares_of(row).first()
    return printed(request, roster_of(row), paper, share=share, notes=bool(request.GET.get("notes")))


@require_safe
def sample_pdf(request: HttpRequest, name: str, paper: Paper) -> HttpResponse:
    if name not in sample_rosters():
        raise Http404("There is no such sample.")
    return printed(request, sample_rosters()[name], paper)


@unlisted
@require_safe
def shared_pdf(request: HttpRequest, token: str, paper: Paper) -> HttpResponse:
    """A shared roster without its notes."""
    share = live_share(token)
    return printed(request, roster_of(share.roster), paper, share=share, notes=False)


def printed(
    request: HttpRequest, roster: Roster, paper: Paper, *, share: Share | None = None, notes: bool = True
) -> HttpResponse:
    """The roster as PDF, with or without its notes; its code, and the address that checks it, are of the choices."""
    judged = verdict(roster if notes else without_notes(roster))
    seal = sealed(roster, judged, timezone.now().date(), check_page(request, share))
    sheet = game_of(roster.game).sheet(judged, paper=paper, seal=seal)
    return file_answer(render(sheet), "application/pdf", f"{file_name(roster.name)}.pdf", inline=True)
