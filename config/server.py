"""What gunicorn logs and answers by itself, when a request is so broken that the site never hears of it."""

from __future__ import annotations

import socket
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from gunicorn import glogging, util
from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker

from config.logs import WithoutNames

STATUSES = {
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
}
OF_THE_SITE = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)  # it wanted to send them
ANSWER = """\
HTTP/1.1 {status} {phrase}\r
Connection: close\r
Content-Type: text/html; charset=utf-8\r
Content-Length: {length}\r
Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r
Cross-Origin-Opener-Policy: same-origin\r
Referrer-Policy: same-origin\r
X-Content-Type-Options: nosniff\r
X-Frame-Options: DENY\r
\r
{page}"""
PAGE = '<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>{title} · Muster</title><h1>{title}</h1>'


class Log(glogging.Logger):  # type: ignore[misc]
    """gunicorn's own log, in lines as the site's."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(WithoutNames())


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker whose own answers and log lines quote nothing of what was sent."""

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer what can't be read as a request (4xx), and what not even the site's last answer has caught (500)."""
        if isinstance(exc, errors.ParseException) and not isinstance(exc, OF_THE_SITE):
            status = STATUSES.get(type(exc), HTTPStatus.BAD_REQUEST)
            self.log.warning(f"Unreadable request: {type(exc).__name__}", extra={"status_code": status.value})
        else:
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            self.log.error("Unanswered request", exc_info=exc, extra={"status_code": status.value})
        with suppress(OSError):  # whoever sent it has hung up
            util.write_nonblock(client, answer(status))


def answer(status: HTTPStatus) -> bytes:
    """A page that needs nothing, with the headers that every answer has."""
    title = "That went wrong" if status >= 500 else "That request can't be read"
    page = PAGE.format(title=title)
    length = len(page.encode())
    return ANSWER.format(status=status.value, phrase=status.phrase, length=length, page=page).encode()
