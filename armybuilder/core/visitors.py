"""The visitor of a request: the account that is signed in, or else the browser, by a token in its session.

And whose share of a day's work it takes, where work is counted: a browser without an account gets a new name by
throwing its cookie away, so there the address of the net pays.
"""

from __future__ import annotations

import secrets

from django.http import HttpRequest

from armybuilder.core.limits import hashed_key
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


def payer_of(request: HttpRequest) -> str:
    """A digest of whose work it is: the account that is signed in, or else the address of the net."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return hashed_key(f"account:{user.pk}", "pages", 1)
    return hashed_key(f"address:{address_of(request)}", "pages", 1)
