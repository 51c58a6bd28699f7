"""Requests on their way: the tables of a test are emptied when none is left."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition

from django.http import HttpRequest, HttpResponse

LONGEST = 20  # seconds
_under_way: list[HttpRequest] = []
_changed = Condition()


def counted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware that knows of every request."""

    def answer(request: HttpRequest) -> HttpResponse:
        with _changed:
            _under_way.append(request)
        try:
            return get_response(request)
        finally:
            with _changed:
                _under_way.remove(request)
                _changed.notify_all()

    return answer


def wait_for_silence() -> None:
    with _changed:
        assert _changed.wait_for(lambda: not _under_way, LONGEST), _under_way
