"""Whole pages and the partials that htmx swaps."""

from __future__ import annotations

from django.http import HttpRequest


def template(request: HttpRequest, page: str, part: str) -> str:
    """The name of the page's partial for a request by htmx, of the whole page for all others."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return f"{page}#{part}" if htmx and not htmx.boosted and not htmx.history_restore_request else page
