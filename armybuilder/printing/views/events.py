"""The rosters of an event, to be signed: a few at once, many as a job of the print shop."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from armybuilder.core.forms import whole_number
from armybuilder.core.http import file_answer, unlisted
from armybuilder.core.visitors import ensure_visitor, payer_of
from armybuilder.printing import event_rosters
from armybuilder.printing import jobs as presswork
from armybuilder.printing.event_rosters import AT_A_TIME, AT_ONCE, PAGES_EACH, RosterOrder, Sorted
from armybuilder.printing.limits import TooManyPagesError
from armybuilder.sharing.presenters.addresses import check_page
from armybuilder.tournaments.presenters.places import Place, staff_place
from tabletop.pdf.document import bind
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.files import file_name


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
def rosters(request: HttpRequest, token: str) -> HttpResponseBase:
    """What is printed, and in which order; staff begin it."""
    place = staff_place(request, token)
    if request.method != "POST":
        return _page(request, place)
    order = _order(request, place)
    count = len(event_rosters.lists_to_sign(place.row, order.by)[(order.part - 1) * AT_A_TIME :][:AT_A_TIME])
    if count <= AT_ONCE:
        name = f"{file_name(place.event.name, 'event')}-rosters.pdf"
        content = bind(event_rosters.title_of(order), event_rosters.sheets_to_sign(order, timezone.now().date()))
        return file_answer(content, "application/pdf", name, inline=True)
    try:
        job = presswork.start_rosters(
            visitor=ensure_visitor(request), payer=payer_of(request), order=order, pages=PAGES_EACH * count
        )
    except TooManyPagesError as error:
        answer = _page(request, place, problem=str(error))
        answer.status_code, answer.headers["Retry-After"] = 429, str(error.wait)
        return answer
    return redirect("print-job", code=job.code)


def _order(request: HttpRequest, place: Place) -> RosterOrder:
    post = request.POST
    order = RosterOrder(event=place.row.pk, part=max(whole_number(post.get("part", "")) or 1, 1))
    by = Sorted.BY_NAME if post.get("by") == Sorted.BY_NAME else Sorted.BY_TABLE
    paper = post.get("paper", "")
    return replace(order, by=by, paper=paper if paper in PAPERS else "a4", check_page=check_page(request))


def _page(request: HttpRequest, place: Place, *, problem: str = "") -> HttpResponse:
    count = len(event_rosters.lists_to_sign(place.row, Sorted.BY_NAME))
    context = {
        "count": count,
        "parts": [
            (part, (part - 1) * AT_A_TIME + 1, min(part * AT_A_TIME, count))
            for part in range(1, event_rosters.parts_of(place.row) + 1)
        ],
        "takes_long": count > AT_ONCE,
        "problem": problem,
    }
    return render(request, "printing/event_rosters.html", context | place.head("desk"))
