"""How much work a request may take, and what is answered when it would take more."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tabletop.work import Budget, TooMuchWorkError, limited


class WorkBudgetMiddleware:
    """Opens a budget around each request, of the sizes in settings, and answers 422 where it is used up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        def seconds() -> float:
            return settings.WORK_SECONDS_ACCOUNT if request.user.is_authenticated else settings.WORK_SECONDS

        with limited(Budget(seconds, settings.WORK_MOST, free_seconds=settings.WORK_SECONDS)):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The refusal as a page; the API words its own in `core.api.errors`."""
        if not isinstance(error, TooMuchWorkError):
            return None
        return HttpResponse(render_to_string("422.html", {"words": str(error)}), status=422)
