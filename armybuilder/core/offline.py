"""Which answers a browser may keep for when there is no network, and whose they are.

The site's service worker keeps nothing that isn't marked here. `Muster-Keep` says that an answer may be kept, `open`
that the site may begin with it next time; `Muster-Visitor` is a digest of who asked, so that what was kept for one is
thrown away as soon as a page comes for another. Whatever depends on who asks is `private`: no cache between browser and
site keeps it.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from armybuilder.core.limits import hashed_key
from armybuilder.core.visitors import visitor_of

# By the names of their routes: what is opened again, and what is only shown again.
OPENED = frozenset({"battle", "roster", "table"})
SHOWN = frozenset(
    (*("abilities", "army-list", "army-lists", "battle-report", "battles", "chapter", "checked-rules", "home"),
     *("odds", "odds-matrix", "roster-pdf", "rosters", "row", "rules", "rulings", "school", "schools", "spell"),
     *("spell-words", "table-pdf", "tables", "terrain"))
)  # fmt: skip
# Whoever isn't signed in any more after these finds nothing of the account in the browser.
LEAVING = frozenset({"account_logout", "delete-account"})
EVERYTHING = '"cache", "storage"'
NOBODY = "nobody"


class OfflineMiddleware:
    """Marks what may be kept, says who asked, and empties the browser of whoever signs out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        route = request.resolver_match.url_name if request.resolver_match else ""
        is_part = bool(request.htmx)  # type: ignore[attr-defined]
        is_page = request.method == "GET" and answer.status_code == 200 and not is_part
        if is_page and (route in OPENED or route in SHOWN):
            answer.headers["Muster-Keep"] = "open" if route in OPENED else "shown"
        if request.session.accessed:
            answer.headers.setdefault("Cache-Control", "private")
            answer.headers["Muster-Visitor"] = mark_of(request)
        if request.method == "POST" and route in LEAVING and not request.user.is_authenticated:
            answer.headers["Clear-Site-Data"] = EVERYTHING
        return answer


def mark_of(request: HttpRequest) -> str:
    """A digest of the visitor, the same in every browser of an account; it opens nothing."""
    visitor = visitor_of(request)
    if not visitor:
        return NOBODY
    return hashed_key(f"{visitor.account or ''}:{visitor.browser}", "offline", 1)
