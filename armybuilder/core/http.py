"""Responses: files for download or display, and pages that stay out of caches and search engines."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache

View = Callable[..., HttpResponseBase]


def unlisted(view: View) -> View:
    """Decorator of pages with a secret address: no browser may cache them, no search engine list them."""

    @never_cache
    @wraps(view)
    def answer(request: HttpRequest, *args: str, **more: str) -> HttpResponseBase:
        response = view(request, *args, **more)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer


def file_answer(content: bytes, content_type: str, name: str, *, inline: bool) -> HttpResponse:
    how = "inline" if inline else "attachment"
    return HttpResponse(content, content_type, headers={"Content-Disposition": f'{how}; filename="{name}"'})
