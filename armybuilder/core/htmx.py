"""Whole pages and the partials that htmx swaps."""

from __future__ import annotations

from django.http import HttpRequest


def page_asked_from(request: HttpRequest) -> str:
    """The path of the site's page from which htmx asks; none where it doesn't, or names an address that is none."""
    try:
        address: str | None = request.htmx.current_url_abs_path  # type: ignore[attr-defined]
    except ValueError:
        return ""
    return (address or "").partition("?")[0]


def template(request: HttpRequest, page: str, part: str) -> str:
    """The name of the page's partial for a request by htmx, of the whole page for all others."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return f"{page}#{part}" if htmx and not htmx.boosted and not htmx.history_restore_request else page
