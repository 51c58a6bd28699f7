"""The health check."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.operations import queries


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """200 while the database answers, 503 while it doesn't."""
    try:
        queries.check_database()
    except DatabaseError:
        return HttpResponse("The database doesn’t answer.\n", "text/plain; charset=utf-8", 503)
    return HttpResponse("All is well.\n", "text/plain; charset=utf-8")
