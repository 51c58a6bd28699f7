"""A law asked of many cases by one test, which names each case that breaks it.

A test for each case costs more than the look at it: two milliseconds when it runs, and its place in every worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def law_of(
    cases: Iterable[Any] | Callable[[], Iterable[Any]], name: Callable[[Any], str] = str
) -> Callable[[Callable[[Any], None]], Callable[[], None]]:
    """The test that what is decorated holds of every case; cases that are dear to find are found when it runs."""

    def held(law: Callable[[Any], None]) -> Callable[[], None]:
        def test() -> None:
            of = tuple(cases() if callable(cases) else cases)
            assert of, "a law of nothing"
            broken = [f"{name(case)}: {said}" for case in of if (said := fault(law, case))]
            assert not broken, "\n".join([f"{len(broken)} of {len(of)}", *broken])

        test.__name__, test.__qualname__, test.__module__ = law.__name__, law.__qualname__, law.__module__
        test.__doc__ = law.__doc__
        return test

    return held


def fault(law: Callable[[Any], None], case: Any) -> str:
    """What is wrong with the case by this law; nothing where it holds."""
    try:
        law(case)
    except Exception as failure:
        return f"{type(failure).__name__} {failure}"
    return ""
