"""A law asked of many cases by one test, which names each case that breaks it.

A test for each case costs more than the look at it: two milliseconds when it runs, and its place in every worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


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


def of_each(
    names: str | tuple[str, ...], cases: Iterable[Any], ids: Callable[[Any], Any] | Iterable[Any] | None = None
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """As pytest's own parametrize, but one test of all cases: for laws without fixtures that are quick to look at."""
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    of = tuple(cases)
    if callable(ids):
        named = [str(ids(case)) if len(arguments) == 1 else repr(case)[:200] for case in of]
    else:
        named = [*map(str, ids)] if ids else [repr(case)[:200] for case in of]

    def law_of_all(law: Callable[..., None]) -> Callable[[], None]:
        def held(case: tuple[str, Any]) -> None:
            values = case[1] if len(arguments) > 1 else (case[1],)
            law(**dict(zip(arguments, values, strict=True)))

        held.__name__, held.__qualname__, held.__module__ = law.__name__, law.__qualname__, law.__module__
        held.__doc__ = law.__doc__
        return law_of(tuple(zip(named, of, strict=True)), name=lambda case: case[0])(held)

    return law_of_all


def fault(law: Callable[[Any], None], case: Any) -> str:
    """What is wrong with the case by this law; nothing where it holds."""
    try:
        law(case)
    except (Exception, pytest.fail.Exception) as failure:
        return f"{type(failure).__name__} {failure}"
    return ""
