"""A law asked of many cases names each one that breaks it."""

from __future__ import annotations

import pytest

from tests.laws import law_of, of_each


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


def test_cases_of_several_values_are_looked_at_by_one_test_and_named() -> None:
    @of_each(("first", "second"), [(6, 3), (6, 0), (1, 1)])
    def law(second: int, first: int) -> None:
        with pytest.raises(ZeroDivisionError):
            assert first // second > 1

    with pytest.raises(AssertionError) as caught:
        law()
    assert [line.partition(":")[0] for line in str(caught.value).splitlines() if ":" in line] == ["(6, 3)", "(1, 1)"]
    of_each("case", [1, 2], ids=["one", "two"])(lambda case: None)()
    with pytest.raises(AssertionError, match="two: AssertionError"):
        of_each("case", [1, 2], ids=["one", "two"])(only_one)()


def only_one(case: int) -> None:
    assert case == 1
