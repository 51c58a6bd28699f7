"""A reader follows a charge, a move and a verdict through no more modules and functions than their bars say."""

from __future__ import annotations

import sys

import pytest

from benchmarks.hops import MOST, Hops, calls, hops, main, two_blocks
from tabletop.arcana.battlefield.scene import apart


@pytest.mark.parametrize("name", sorted(MOST))
def test_a_call_runs_through_no_more_modules_and_functions_than_its_bar(name: str) -> None:
    found = hops(calls()[name])
    assert found.modules <= MOST[name].modules
    assert found.functions <= MOST[name].functions


def test_functions_are_counted_once_and_lambdas_belong_to_the_function_around_them() -> None:
    scene = two_blocks()
    first, second = scene.units.values()
    counted = hops(lambda: [apart(first, second) for _ in range(3)])
    assert hops(lambda: None) == Hops(0, 0)
    assert counted.modules > 1
    assert counted.functions > counted.modules
    assert hops(lambda: apart(first, second)).functions < counted.functions  # what is laid out once runs once


def test_whoever_was_watching_before_watches_on() -> None:
    def watcher(*_: object) -> None:
        pass

    before = sys.getprofile()
    sys.setprofile(watcher)
    try:
        hops(lambda: None)
        assert sys.getprofile() is watcher
    finally:
        sys.setprofile(before)


def test_what_is_over_its_bar_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in MOST:
        monkeypatch.setitem(MOST, name, Hops(0, 0))
    with pytest.raises(SystemExit, match="over their bars: a charge"):
        main()
