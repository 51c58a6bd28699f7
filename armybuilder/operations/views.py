"""What a public site owes: a health check, rules for robots, the privacy page, a way to report a wrong verdict."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.files.services import KEPT_FOR as BATCHES_KEPT_FOR
from armybuilder.operations import queries
from armybuilder.operations.cleaning import DELETED_KEPT_FOR, STRANGERS_KEPT_FOR, UNCONFIRMED_KEPT_FOR

LONGEST_CODE = 60
CLOSED_TO_ROBOTS = (
    *("/account/", "/admin/", "/api/", "/batch/", "/check/", "/compare/", "/odds/", "/print/", "/report/"),
    *("/rosters/", "/s/", "/t/", "/table/", "/terrain/table/"),
)


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """200 while the site can read and write, 503 while the database doesn't answer, 507 while nothing can be saved."""
    try:
        queries.check_database()
    except DatabaseError:
        return HttpResponse("The database doesn't answer.\n", "text/plain; charset=utf-8", 503)
    if not queries.can_write():
        return HttpResponse("Nothing can be saved.\n", "text/plain; charset=utf-8", 507)
    return HttpResponse("All is well.\n", "text/plain; charset=utf-8")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines leave alone: links that players share, forms, and whatever costs work to answer."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED_TO_ROBOTS)]
    return HttpResponse("\n".join(lines) + "\n", "text/plain; charset=utf-8")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept about visitors, and how long."""
    context = {
        "contact": settings.CONTACT,
        "batches_days": BATCHES_KEPT_FOR.days,
        "deleted_days": DELETED_KEPT_FOR.days,
        "strangers_days": STRANGERS_KEPT_FOR.days,
        "unconfirmed_days": UNCONFIRMED_KEPT_FOR.days,
    }
    return render(request, "operations/privacy.html", context)


@require_safe
def report(request: HttpRequest) -> HttpResponse:
    """A finding and an army by their codes, in words to send to whoever runs the site."""
    finding, code = (request.GET.get(name, "")[:LONGEST_CODE] for name in ("finding", "code"))
    words = f"Finding: {finding}\nArmy: {code}\nWhat the book says, and where:\n"
    mail = f"mailto:{settings.CONTACT}?{urlencode({'subject': f'Muster: {finding}', 'body': words}, quote_via=quote)}"
    context = {"words": words, "contact": settings.CONTACT, "mail": mail if "@" in settings.CONTACT else ""}
    return render(request, "operations/report.html", context)
