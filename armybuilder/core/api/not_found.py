"""The 404 handler."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.defaults import page_not_found


def answer(request: HttpRequest, exception: Exception) -> HttpResponse:
    """JSON for paths of the API, the 404 page for all others."""
    if request.path.startswith(reverse("api-docs").removesuffix("docs/")):
        return JsonResponse({"detail": "There is no such thing."}, status=404)
    return page_not_found(request, exception)
