"""Rosters as files: PDF sheets and the exchange format."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.samples import sample_rosters
from armybuilder.snapshots import current_catalogue, roster_of
from armybuilder.verdicts import verdict, written_date
from armybuilder.web.rosters import own_row
from tabletop.arcana.roster import Roster, without_notes, write_roster
from tabletop.arcana.sheets.roster import roster_sheet
from tabletop.sheets.paper import PAPERS


@never_cache
@require_safe
def roster_pdf(request: HttpRequest, code: str, paper: str) -> HttpResponse:
    roster = roster_of(own_row(request, code))
    return _pdf(roster if request.GET.get("notes") else without_notes(roster), paper)


@require_safe
def sample_pdf(request: HttpRequest, name: str, paper: str) -> HttpResponse:
    if name not in sample_rosters():
        raise Http404("There is no such sample.")
    return _pdf(sample_rosters()[name], paper)


def _pdf(roster: Roster, paper: str) -> HttpResponse:
    if paper not in PAPERS:
        raise Http404("Sheets are made for A4 and Letter.")
    judged = verdict(roster, current_catalogue())
    content = roster_sheet(
        judged.army,
        judged.report,
        judged.price,
        paper=PAPERS[paper],
        date=written_date(timezone.now().date()),
        rules_version=judged.rules_version,
    )
    return file_answer(content, "application/pdf", f"{file_name(roster.name)}.pdf", inline=True)


@never_cache
@require_safe
def roster_file(request: HttpRequest, code: str) -> HttpResponse:
    roster = roster_of(own_row(request, code))
    return file_answer(write_roster(roster), "application/json", f"{file_name(roster.name)}.json", inline=False)


def file_name(name: str, fallback: str = "roster") -> str:
    return slugify(name) or fallback


def file_answer(content: bytes, content_type: str, name: str, *, inline: bool) -> HttpResponse:
    how = "inline" if inline else "attachment"
    return HttpResponse(content, content_type, headers={"Content-Disposition": f'{how}; filename="{name}"'})
