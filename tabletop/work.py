"""Work has a price: what a request may take of a machine that others share, spent before work begins and watched after.

A caller that shares its machine, such as a website, opens a budget around a request:

    with limited(Budget(seconds=2.0, most={Work.PAIRS: 20_000})):
        ...

What is about to work says how much: `spend(Work.PAIRS, 400)`; loops that may take long call `go_on()` in every round.
Both do nothing where no budget is open, so that a library call on one's own machine has no limit. A budget belongs to
the context (thread or task) that has opened it. Seconds are of the processor and of this thread: a busy machine or a
waiting database uses up nobody's budget. `go_on` costs a twentieth of a microsecond without a budget, and a seventh of
one with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from time import monotonic, thread_time

LOOK = 0.02  # seconds of work until an outer budget is asked again


class Work(Enum):
    """What work is counted in, by the word that a refusal has for it."""

    MODELS = "models"
    PAIRS = "pairs of models"
    PAGES = "pages"


class TooMuchWorkError(Exception):
    """More work than one request may take; the message says what there is too much of."""


class Budget:
    """What is left of a request's work: `most` of each kind, and `seconds` of the processor.

    `seconds` may be a function: asked when what it has granted is over, with the seconds used so far, it returns for
    how many in all work may go on. Who asks, and how many others do, may be dear to find out, and change meanwhile.
    """

    def __init__(
        self,
        seconds: float | Callable[[float], float],
        most: Mapping[Work, int] | None = None,
        *,
        clock: Callable[[], float] = thread_time,
    ) -> None:
        self._grant = seconds if callable(seconds) else lambda used: seconds
        self._left = dict(most or {})
        self._most = dict(most or {})
        self._clock = clock
        self._start = self._end = clock()
        self._sure = 0.0  # until then, by the clock on the wall, a thread can't have used up what it has

    def spend(self, work: Work, amount: int) -> None:
        """Take an amount off what is left; TooMuchWorkError where there isn't as much."""
        self.foresee(work, amount)
        if work in self._left:
            self._left[work] -= amount

    def foresee(self, work: Work, amount: int) -> None:
        """TooMuchWorkError where less than an amount is left."""
        if self._left.get(work, amount) < amount:
            raise TooMuchWorkError(f"That is more than {self._most[work]:,} {work.value}, the most for one request.")

    def go_on(self) -> None:
        """TooMuchWorkError once the seconds are over.

        A busy system takes whoever asks for the seconds of a thread as one who can wait, so they are asked for when as
        much time has passed as was left of them: they never run faster than the clock on the wall.
        """
        if monotonic() < self._sure:
            return
        if (now := self._clock()) < self._end:
            if self._clock is thread_time:
                self._sure = monotonic() + self._end - now
            return
        granted = self._grant(now - self._start)
        self._end = self._start + granted
        if now > self._end:
            raise TooMuchWorkError(f"That takes more than the {granted:g} seconds that one request may work.")


_OPEN: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def limited(budget: Budget) -> Iterator[Budget]:
    """The budget of all that is done inside."""
    token = _OPEN.set(budget)
    try:
        yield budget
    finally:
        _OPEN.reset(token)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """So many seconds of what the open budget has left, for work that an answer can do without.

    TooMuchWorkError leaves the open budget with the rest. The open budget is asked all the while, and may end it, too.
    """
    outer = _OPEN.get()

    def grant(used: float) -> float:
        if outer:
            outer.go_on()
        return min(used + LOOK, seconds)

    with limited(Budget(grant)):
        yield


@contextmanager
def unlimited() -> Iterator[None]:
    """Without a budget, for what says that one is used up, and for what is no part of a request."""
    token = _OPEN.set(None)
    try:
        yield
    finally:
        _OPEN.reset(token)


def spend(work: Work, amount: int = 1) -> None:
    """Say that an amount of work is about to begin; TooMuchWorkError where the open budget hasn't as much left."""
    if budget := _OPEN.get():
        budget.spend(work, amount)


def foresee(work: Work, amount: int) -> None:
    """Say how much several steps will spend together; TooMuchWorkError where the open budget hasn't as much left."""
    if budget := _OPEN.get():
        budget.foresee(work, amount)


def go_on() -> None:
    """Say that a long loop begins another round; TooMuchWorkError where the open budget's seconds are over."""
    if budget := _OPEN.get():
        budget.go_on()
