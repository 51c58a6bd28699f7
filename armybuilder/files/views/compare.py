"""Two rosters beside each other: one's own, files, pasted lists."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.games import References
from armybuilder.core.visitors import visitor_of
from armybuilder.files.upload_limits import pasted_text, sent_files
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.queries import rosters_of
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import differences, opened, side_by_side, verdict
from tabletop.rosters.files import ReadFile
from tabletop.rosters.verdict import Verdict

SIDES = {"a": "First army", "b": "Second army"}


class Chosen(Struct, frozen=True):
    """What was chosen for a side: an army, or what is wrong with it."""

    side: str
    label: str
    code: str = ""
    text: str = ""
    verdict: Verdict | None = None
    read: ReadFile | None = None

    @property
    def is_missing(self) -> bool:
        return self.verdict is None and self.read is None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest) -> HttpResponse:
    """Rosters of one's own by their codes in the address; files and pasted text are sent and not kept."""
    rows = list(rosters_of(visitor_of(request)))
    references = References()
    sides = [_chosen(request, side, rows, references) for side in SIDES]
    context: dict[str, Any] = {"sides": sides, "rows": rows, "asked": request.method == "POST"}
    first, second = (side.verdict for side in sides)
    if first and second:
        context["changes"] = differences(first.roster, second.roster, references)
        context["units"] = side_by_side(first.roster, second.roster, references)
        context["pair"] = (first, second)
    return render(request, "files/compare.html", context)


def _chosen(request: HttpRequest, side: str, rows: list[Row], references: References) -> Chosen:
    """A file or a pasted list before a roster of one's own."""
    code = request.POST.get(side) or request.GET.get(side, "")
    chosen = Chosen(side, SIDES[side], code=code, text=pasted_text(request, f"{side}-text"))
    if files := sent_files(request, f"{side}-file", f"{side}-text"):
        (file,) = opened(files[:1], references=references)
        return replace(chosen, verdict=file.verdict, read=None if file.verdict else file.read)
    row = next((row for row in rows if row.code == code), None)
    return replace(chosen, verdict=verdict(roster_of(row), references)) if row else chosen
