"""Answers: files to keep or to look at, and pages that no search engine lists."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

View = Callable[..., HttpResponse]


def unlisted(view: View) -> View:
    """A page for those who were given its address: kept by no browser, listed by no search engine."""

    @never_cache
    @wraps(view)
    def answer(request: HttpRequest, *args: str, **more: str) -> HttpResponse:
        response = view(request, *args, **more)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer


def file_answer(content: bytes, content_type: str, name: str, *, inline: bool) -> HttpResponse:
    how = "inline" if inline else "attachment"
    return HttpResponse(content, content_type, headers={"Content-Disposition": f'{how}; filename="{name}"'})
