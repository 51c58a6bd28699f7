"""The visitor of a request: the account that is signed in, or else the browser, by a token in its session."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

from armybuilder.core.models import Visitor
from armybuilder.core.request_counts import address_of, count, limit_named

KEY = "visitor"


def visitor_of(request: HttpRequest) -> Visitor:
    """The account that is signed in, else the browser; false for a browser that has kept nothing yet."""
    if request.user.is_authenticated:
        return Visitor(account=request.user.pk)
    return browser_of(request)


def browser_of(request: HttpRequest) -> Visitor:
    return Visitor(browser=str(request.session.get(KEY, "")))


def ensure_visitor(request: HttpRequest) -> Visitor:
    """The visitor of a request that writes: a browser that has kept nothing yet gets its token now.

    TooOftenError where too many browsers at its address got theirs.
    """
    if not visitor_of(request):
        count(limit_named("newcomers"), address=address_of(request), visitor=Visitor())
        request.session[KEY] = secrets.token_hex(16)
    return visitor_of(request)
