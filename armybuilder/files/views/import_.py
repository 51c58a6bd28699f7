"""Files and pasted lists of any format: read, judged and shown, and only then kept."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.core.games import read_roster
from armybuilder.core.visitors import ensure_visitor
from armybuilder.files.upload_limits import pasted_text, sent_files
from armybuilder.rosters.services import create_rosters
from armybuilder.rosters.verdicts import opened
from tabletop.decoding import MalformedError

MOST_AT_ONCE = 2_000_000  # bytes of rosters that travel back in the form
NOTHING_SENT = "Choose a file or paste a list first."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_file(request: HttpRequest) -> HttpResponse:
    """Show what files and pasted text say; nothing is kept."""
    if request.method != "POST":
        return render(request, "files/import.html")
    files = sent_files(request)
    if not files:
        return render(request, "files/import.html", {"problem": NOTHING_SENT})
    previews = opened(files)
    readable = [preview for preview in previews if preview.read.roster]
    texts = [_compact(preview.read.roster) for preview in readable if preview.read.roster]
    context = {
        "shown": list(zip(readable, texts, strict=True)),
        "refused": [preview.read for preview in previews if not preview.read.roster],
        "too_large": sum(map(len, texts)) > MOST_AT_ONCE,
        "text": pasted_text(request),
    }
    return render(request, "files/import.html", context)


def _compact(roster: object) -> str:
    return msgspec.json.encode(roster).decode()


@require_POST
def save_opened(request: HttpRequest) -> HttpResponse:
    """Keep the rosters that were shown, all of them or none; they are read again as strictly as any file."""
    try:
        rosters = [read_roster(text) for text in request.POST.getlist("roster")]
        if not rosters:
            raise MalformedError("", "nothing was chosen")
        rows = create_rosters(visitor=ensure_visitor(request), rosters=rosters)
    except MalformedError as error:
        return render(request, "files/import.html", {"problem": str(error)})
    return redirect("roster", code=rows[0].code) if len(rows) == 1 else redirect("rosters")
