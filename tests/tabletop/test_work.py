"""Budgets: spent before work begins, over when their seconds are, and no limit where none is open."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tabletop.work
from tabletop.work import Budget, TooMuchWorkError, Work, at_most, foresee, go_on, limited, spend, unlimited


def ticking(*moments: float) -> Callable[[], float]:
    """A clock that shows these moments, one after the other."""
    left = iter(moments)
    return lambda: next(left)


def test_without_a_budget_nothing_is_limited() -> None:
    spend(Work.PAIRS, 10**9)
    foresee(Work.PAGES, 10**9)
    go_on()


def test_what_is_spent_is_gone_and_what_is_over_is_named() -> None:
    with limited(Budget(9, {Work.PAIRS: 1500})):
        spend(Work.PAIRS, 1000)
        foresee(Work.PAIRS, 500)
        spend(Work.MODELS, 10**9)
        with pytest.raises(TooMuchWorkError, match="more than 1,500 pairs of models"):
            spend(Work.PAIRS, 501)
        spend(Work.PAIRS, 500)
        with pytest.raises(TooMuchWorkError):
            foresee(Work.PAIRS, 1)


def test_a_long_loop_ends_when_the_seconds_are_over() -> None:
    with limited(Budget(2.0, clock=ticking(10.0, 12.0, 12.1))):
        go_on()
        with pytest.raises(TooMuchWorkError, match="more than the 2 seconds"):
            go_on()


def test_how_long_work_may_go_on_is_asked_when_what_was_granted_is_over() -> None:
    asked = []

    def granted(used: float) -> float:
        asked.append(used)
        return 2.0 if len(asked) == 1 else 5.0

    with limited(Budget(granted, clock=ticking(10.0, 10.0, 11.9, 12.5, 14.9, 15.5))):
        for _round in range(4):
            go_on()
        assert asked == [0.0, 2.5]
        with pytest.raises(TooMuchWorkError, match="more than the 5 seconds"):
            go_on()


def test_the_threads_clock_is_read_again_when_as_much_time_has_passed_as_was_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two seconds one is used while two pass on the wall, the other while one passes."""
    now, asked = {"wall": 100.0, "thread": 0.0}, []

    def thread_time() -> float:
        asked.append(now["wall"])
        return now["thread"]

    monkeypatch.setattr(tabletop.work, "monotonic", lambda: now["wall"])
    monkeypatch.setattr(tabletop.work, "thread_time", thread_time)
    with limited(Budget(2.0, clock=thread_time)):
        for wall, thread in ((100, 0), (100.125, 0.125), (101.875, 0.875), (102, 1), (102.875, 1.875), (103, 2)):
            now.update(wall=wall, thread=thread)
            go_on()
        now.update(wall=103.125, thread=2.125)
        with pytest.raises(TooMuchWorkError, match="more than the 2 seconds"):
            go_on()
    assert asked == [100, 100, 100.125, 102, 103, 103.125]


def test_what_says_that_a_budget_is_used_up_has_no_budget() -> None:
    with limited(Budget(0.0, {Work.PAGES: 0})):
        with unlimited():
            spend(Work.PAGES, 5)
            go_on()
        with pytest.raises(TooMuchWorkError):
            spend(Work.PAGES, 5)


def test_a_budget_ends_with_its_block() -> None:
    with limited(Budget(0.0, {Work.PAGES: 0}, clock=ticking(0.0, 1.0))):
        pass
    spend(Work.PAGES, 5)
    go_on()


def test_what_an_answer_can_do_without_takes_a_part_of_the_open_budget() -> None:
    asked = []

    def granted(used: float) -> float:
        asked.append(used)
        return 5.0

    with limited(Budget(granted)):
        with pytest.raises(TooMuchWorkError, match=r"more than the 0\.03 seconds"), at_most(0.03):
            endless()
        assert asked, "the open budget is asked, too"
        go_on()
    with pytest.raises(TooMuchWorkError, match="more than the 0 seconds"), limited(Budget(0.0)), at_most(5.0):
        endless()


def endless() -> None:
    while True:
        go_on()
