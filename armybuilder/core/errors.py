"""What is answered where no view answers: unreadable forms, addresses that lead nowhere, faults, a lost database.

Django's own handlers render a page, and a page may fail in its turn: the database is gone, the form that the token of
forgery protection stands in can't be read. Whatever fails in here is answered by `LastAnswerMiddleware` with a page
that needs nothing, so that the web server never has to answer, and log, an error by itself.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
from collections.abc import Callable
from enum import Enum
from typing import IO, Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.urls import reverse
from django.views import defaults

Answer = Callable[[HttpRequest], HttpResponse]

RETRY_AFTER = 10  # seconds: a database that is restarted is back by then
DISK_FULL = "53100"  # PostgreSQL's SQLSTATE disk_full
UNREADABLE = (BadRequest, MultiPartParserError, SuspiciousOperation, LookupError, ValueError)
UNREADABLE_TYPE = "multipart/form-data"  # and no boundary: stands for a type that is refused by an error of its own
LAST_PAGE = (
    '<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>That went wrong · Muster</title>'
    "<h1>That went wrong</h1><p>It's our fault, and we have a record of it.</p>"
)

logger = logging.getLogger("django.request")


class Outage(Enum):
    """A fault of what the site stands on: its status and the words for it."""

    DATABASE_GONE = 503, "The database is not answering. Try again in a moment."
    DISK_FULL = 507, "There is no room left to save anything. Nothing was changed, and everything saved before is safe."

    def __init__(self, status: int, words: str) -> None:
        self.status = status
        self.words = words


class WebRequest(WSGIRequest):
    """A request that is there whatever its content type claims: no middleware stands around it yet."""

    def __init__(self, environ: dict[str, Any]) -> None:
        try:
            super().__init__(environ)
        except UNREADABLE:
            vars(self).clear()  # it holds the charset that nothing can be read in
            super().__init__(environ | {"CONTENT_TYPE": UNREADABLE_TYPE})


class AsyncWebRequest(ASGIRequest):
    """The same, of an ASGI server."""

    def __init__(self, scope: dict[str, Any], body_file: IO[bytes]) -> None:
        try:
            super().__init__(scope, body_file)
        except UNREADABLE:
            headers = [header for header in scope["headers"] if header[0] != b"content-type"]
            headers.append((b"content-type", UNREADABLE_TYPE.encode()))
            vars(self).clear()
            super().__init__(scope | {"headers": headers}, body_file)


class ReadableFormMiddleware:
    """Reads the form of a request before anything else does, and answers 400 where it can't be read.

    A view that renders an error page reads the form, too: met there for the first time, a fault would be an error in
    the handling of errors. The API reads its own bodies.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and not is_of_api(request):
            try:
                _ = request.POST
            except UNREADABLE:
                return HttpResponseBadRequest(render_to_string("400.html"))  # Django's own handler reads the form, too
        return self.get_response(request)


class LastAnswerMiddleware:
    """Answers whatever the handlers of errors themselves raise, and logs it as one line."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        except Exception as error:
            status = outage.status if (outage := outage_of(error)) else 500
            logger.exception("An error was met while an error was answered", extra={"status_code": status})
            headers = {"Retry-After": str(RETRY_AFTER)} if outage else {}
            return HttpResponse(LAST_PAGE, status=status, headers=headers)


def is_of_api(request: HttpRequest) -> bool:
    """Whether the address is one of the API's."""
    return request.path.startswith(reverse("api-docs").removesuffix("docs/"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that leads nowhere: JSON under the API's addresses, the page elsewhere."""
    if is_of_api(request):
        return JsonResponse({"detail": "There is no such thing."}, status=404)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault, with the words that are true of it: the site's own (500), no database (503), no room (507)."""
    error = sys.exc_info()[1]
    outage = outage_of(error) if error else None
    if outage is None:
        fault = JsonResponse({"detail": "It's our fault, and we have a record of it."}, status=500)
        return fault if is_of_api(request) else defaults.server_error(request)
    headers = {"Retry-After": str(RETRY_AFTER)}
    if is_of_api(request):
        return JsonResponse({"detail": outage.words}, status=outage.status, headers=headers)
    return HttpResponse(render_to_string("503.html", {"words": outage.words}), status=outage.status, headers=headers)


def outage_of(error: BaseException) -> Outage | None:
    """What of the database's is behind an error; None where it is none of these."""
    for cause in _causes(error):
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
            return Outage.DISK_FULL
        if getattr(cause, "sqlstate", None) == DISK_FULL:
            return Outage.DISK_FULL
    if isinstance(error, OperationalError | InterfaceError):
        return Outage.DATABASE_GONE
    return None


def _causes(error: BaseException | None) -> list[BaseException]:
    causes = []
    while error is not None and error not in causes:
        causes.append(error)
        error = error.__cause__ or error.__context__
    return causes
