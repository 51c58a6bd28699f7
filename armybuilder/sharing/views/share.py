"""An owner's links to a roster: making them, revoking them, sealing what is printed."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from armybuilder.core.games import game_in
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from armybuilder.rosters.views.detail import rosters
from armybuilder.sharing import queries
from armybuilder.sharing import services as sharing
from armybuilder.sharing.models import Share
from armybuilder.sharing.presenters.addresses import shared_page
from tabletop.decoding import MalformedError
from tabletop.pdf.paper import PAPERS
from tabletop.pdf.qr import qr_svg
from tabletop.rosters.digest import content_digest, short_digest
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.verdict import Verdict

SHOWN = 10


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The links and seals of a roster; a post makes another link."""
    row = rosters.own_row(request, code)
    if request.method != "POST":
        return render(request, "sharing/share.html", _context(request, row))
    try:
        sharing.share_roster(row=row, kind=request.POST.get("kind", ""), verdict=_verdict(row))
    except MalformedError as error:
        return render(request, "sharing/share.html", _context(request, row) | {"problem": str(error)})
    return redirect("share-roster", code=row.code)


def _context(request: HttpRequest, row: Row) -> dict[str, Any]:
    seals = queries.seals_of(row).defer("content")
    now = content_digest(roster_of(row))
    return {
        "row": row,
        "links": [Link(share=share, address=shared_page(request, share)) for share in queries.shares_of(row)],
        "seals": [(seal, short_digest(seal.digest), seal.digest == now) for seal in seals[:SHOWN]],
        "code": short_digest(now),
        "figures_from": game_in(row.content).figures_from(msgspec.convert(row.priced, PriceRecord)),
        "is_sealed": seals.filter(digest=now).exists(),
    }


class Link(Struct, frozen=True):
    """A live link and its whole address."""

    share: Share
    address: str

    @property
    def picture(self) -> SafeString:
        return mark_safe(qr_svg(self.address, title="QR code of this link", width=148))


@require_POST
def revoke(request: HttpRequest, code: str, token: str) -> HttpResponse:
    row = rosters.own_row(request, code)
    sharing.revoke_share(share=get_object_or_404(Share, roster=row, token=token))
    return redirect("share-roster", code=row.code)


@require_POST
def seal(request: HttpRequest, code: str) -> HttpResponse:
    """Seal the roster as it stands now, and print it where a paper is asked for."""
    row = rosters.own_row(request, code)
    sharing.seal_roster(row=row, verdict=_verdict(row))
    paper = request.POST.get("paper", "")
    return redirect("roster-pdf", code=row.code, paper=paper) if paper in PAPERS else redirect("share-roster", row.code)


def _verdict(row: Row) -> Verdict:
    return verdict(roster_of(row))
