"""Whose rosters these are: until there are accounts, the browser's session."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

KEY = "visitor"


def visitor_of(request: HttpRequest) -> str:
    """The visitor's name, empty for a browser that has kept nothing here yet."""
    return str(request.session.get(KEY, ""))


def ensure_visitor(request: HttpRequest) -> str:
    """The visitor's name, given now if there is none."""
    if KEY not in request.session:
        request.session[KEY] = secrets.token_hex(16)
    return visitor_of(request)
