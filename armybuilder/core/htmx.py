"""Whole pages and the parts of them that htmx swaps."""

from __future__ import annotations

from django.http import HttpRequest


def template(request: HttpRequest, page: str, part: str) -> str:
    """The page's part for a request of htmx, the whole page for all others."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return f"{page}#{part}" if htmx and not htmx.boosted and not htmx.history_restore_request else page
