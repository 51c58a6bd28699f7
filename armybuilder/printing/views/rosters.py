"""Rosters on paper, and files as answers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder import queries
from armybuilder.models import Share
from armybuilder.printing.orders import Copy
from armybuilder.rosters.samples import sample_rosters
from armybuilder.rosters.verdicts import verdict
from armybuilder.rosters.views.detail import own_row
from armybuilder.snapshots import current_catalogue, roster_of
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.printing.roster import roster_sheet
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.document import without_notes
from tabletop.rosters.files import file_name


@never_cache
@require_safe
def roster_pdf(request: HttpRequest, code: str, paper: str) -> HttpResponse:
    """Without its notes, unless `?notes=1` asks for them."""
    row = own_row(request, code)
    share = queries.shares_of(row).first()
    return printed(request, roster_of(row), paper, share=share, notes=bool(request.GET.get("notes")))


@require_safe
def sample_pdf(request: HttpRequest, name: str, paper: str) -> HttpResponse:
    if name not in sample_rosters():
        raise Http404("There is no such sample.")
    return printed(request, sample_rosters()[name], paper)


def printed(
    request: HttpRequest, roster: Roster, paper: str, *, share: Share | None = None, notes: bool = True
) -> HttpResponse:
    """The roster as PDF, with or without its notes; its code, and the address that checks it, are of the choices."""
    if paper not in PAPERS:
        raise Http404("Sheets are made for A4 and Letter.")
    found = verdict(roster if notes else without_notes(roster), current_catalogue())
    judged = Copy(roster, check_page(request, share)).judged(found, timezone.now().date())
    content = roster_sheet(found.army, found.report, found.price, paper=PAPERS[paper], judged=judged)
    return file_answer(content, "application/pdf", f"{file_name(roster.name)}.pdf", inline=True)


def check_page(request: HttpRequest, share: Share | None = None) -> str:
    """The page that checks a print: its link's own, or the one to which anybody can bring its file."""
    page = reverse("check-shared", kwargs={"token": share.token}) if share else reverse("check")
    return request.build_absolute_uri(page)


def file_answer(content: bytes, content_type: str, name: str, *, inline: bool) -> HttpResponse:
    how = "inline" if inline else "attachment"
    return HttpResponse(content, content_type, headers={"Content-Disposition": f'{how}; filename="{name}"'})
