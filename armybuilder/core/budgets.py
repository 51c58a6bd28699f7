"""How much work a request may take, and what is answered when it would take more, or too many would at once.

Most requests work for some hundredths of a second. One that goes on for longer than `WORK_LIGHT` needs a turn, and a
process has one turn: its threads share one interpreter, so that two that compute at once both take twice as long, and
everybody else's pages wait behind all of them. Who finds the turn taken waits, without using anything but a thread, and
is refused with 503 after `WORK_PATIENCE` seconds, or at once where `WORK_WAITING` wait already: the threads that these
leave free answer everybody else. Within a transaction nobody waits, for others wait for its end. Whoever has hung up
gets no turn and is worked for no longer; what has waited for a thread meanwhile isn't begun. Only a short write is
carried out all the same.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from threading import Condition
from time import monotonic

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tabletop.work import Budget, TooMuchWorkError, limited, unlimited

LOOK = 0.02  # seconds of work, or of waiting, until it is seen that a visitor has hung up
RETRY_AFTER = 5  # seconds
UNWRITING = ("GET", "HEAD")
BUSY = "The site is busy at the moment. Try again in a few seconds."


class BusyError(Exception):
    """What is asked takes long, and too much that takes long is under way."""

    def __init__(self) -> None:
        super().__init__(BUSY)


class Turn:
    """What one of a process's requests has at a time, and a few others wait for."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._is_taken = False
        self._waiting = 0

    def take(self, *, patience: float, most_waiting: int, is_wanted: Callable[[], bool]) -> None:
        """Wait for the turn and take it; BusyError after `patience` seconds, or when it isn't wanted any more."""
        with self._changed:
            if self._is_taken:
                if patience <= 0 or self._waiting >= most_waiting:
                    raise BusyError
                self._waiting += 1
                try:
                    self._wait(monotonic() + patience, is_wanted)
                finally:
                    self._waiting -= 1
            self._is_taken = True

    def _wait(self, until: float, is_wanted: Callable[[], bool]) -> None:
        """Until the turn is free."""
        while self._is_taken:
            self._changed.wait(LOOK)
            if monotonic() > until or not is_wanted():
                raise BusyError

    def give_back(self) -> None:
        with self._changed:
            self._is_taken = False
            self._changed.notify()


TURN = Turn()


def is_wanted(request: HttpRequest) -> bool:
    """Whether somebody still waits for the answer; True where the server doesn't say."""
    client = request.META.get("gunicorn.socket")
    if client is None:
        return True
    try:
        return bool(client.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except (BlockingIOError, ValueError):  # nothing more to read; TLS, which can't be asked
        return True
    except OSError:
        return False


class Allowance:
    """How long one request may go on: asked by its budget, over and over."""

    def __init__(self, request: HttpRequest, turn: Turn) -> None:
        self._request = request
        self._turn = turn
        self._has_turn = False

    def __call__(self, used: float) -> float:
        """The seconds in all that may be worked, by what is used so far; BusyError where others come first."""
        is_light = used < settings.WORK_LIGHT
        if is_light and self._request.method not in UNWRITING:
            return settings.WORK_LIGHT
        if not self._is_wanted():
            raise BusyError
        if is_light:
            return min(used + LOOK, settings.WORK_LIGHT)
        if not self._has_turn:
            patience = 0.0 if connection.in_atomic_block else settings.WORK_PATIENCE
            self._turn.take(patience=patience, most_waiting=settings.WORK_WAITING, is_wanted=self._is_wanted)
            self._has_turn = True
        user = self._request.user  # the API makes it None for a visitor without an account
        has_account = user is not None and user.is_authenticated
        return min(used + LOOK, settings.WORK_SECONDS_ACCOUNT if has_account else settings.WORK_SECONDS)

    def _is_wanted(self) -> bool:
        return is_wanted(self._request)

    def end(self) -> None:
        if self._has_turn:
            self._turn.give_back()


class WorkBudgetMiddleware:
    """Opens a budget around each request, of the sizes in settings; 422 where it is used up, 503 where others work."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in UNWRITING and not is_wanted(request):
            return HttpResponse(status=503)  # nobody reads it
        allowance = Allowance(request, TURN)
        try:
            with limited(Budget(allowance, settings.WORK_MOST)):
                return self.get_response(request)
        finally:
            allowance.end()

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The refusal as a page; the API words its own in `core.api.errors`."""
        # A write may have been carried out already when its answer takes too long.
        context = {"words": str(error), "may_have_written": request.method not in UNWRITING}
        with unlimited():
            if isinstance(error, BusyError):
                page = render_to_string("503.html", context)
                return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER)})
            if isinstance(error, TooMuchWorkError):
                return HttpResponse(render_to_string("422.html", context), status=422)
        return None
