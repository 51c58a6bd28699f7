"""Where requests of pages are counted, or told to wait; `core.api.throttling` does it for the API."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.views import APIView

from armybuilder.core.request_counts import TooOftenError, count_request
from armybuilder.core.visitors import visitor_of

ACCOUNTS_WAIT = 60  # seconds: allauth doesn't say how long, and counts most of its limits by the minute


class ThrottleMiddleware:
    """Counts the requests of pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *arguments: Any) -> HttpResponse | None:
        """The refusal of a request that comes too often."""
        if issubclass(getattr(view, "cls", object), APIView):
            return None
        try:
            count_request(request, lambda: visitor_of(request))
        except TooOftenError as error:
            return too_often(request, error.wait)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The refusal of what only a view can count."""
        return too_often(request, error.wait) if isinstance(error, TooOftenError) else None


def too_often(request: HttpRequest, wait: int | None = None) -> HttpResponse:
    """The page for whoever has to wait; allauth's limits end here, too."""
    answer = render(request, "429.html", {"minutes": math.ceil((wait or 0) / 60)}, status=429)
    answer.headers["Retry-After"] = str(wait or ACCOUNTS_WAIT)
    return answer
