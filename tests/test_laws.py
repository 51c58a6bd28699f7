"""A law asked of many cases names each one that breaks it."""

from __future__ import annotations

import pytest

from tests.laws import law_of


def test_each_case_that_breaks_a_law_is_named() -> None:
    @law_of(lambda: range(4), name="number {}".format)
    def law(number: int) -> None:
        assert 6 // number > 2

    with pytest.raises(AssertionError) as caught:
        law()
    assert str(caught.value).splitlines()[:3] == [
        "2 of 4",
        "number 0: ZeroDivisionError integer division or modulo by zero",
        "number 3: AssertionError assert (6 // 3) > 2",
    ]
    law_of([1, 2])(lambda number: None)()


def test_a_law_of_nothing_is_none() -> None:
    with pytest.raises(AssertionError, match="a law of nothing"):
        law_of([])(lambda case: None)()
