"""The plain search for charges outside the 90° agrees with the solver, and would notice where it doesn't."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks import field_of_sight


def test_charges_outside_the_arc_are_those_of_the_plain_search() -> None:
    legal, refused, others = field_of_sight.answers(6)
    assert (legal, refused) == (6, others)


def test_it_would_notice_a_better_way() -> None:
    reached = (found for found in field_of_sight.tables() if field_of_sight.least(found) <= field_of_sight.MOVE)
    (found,) = islice(reached, 1)
    assert not field_of_sight.is_right(found, field_of_sight.least(found) - 0.01 - field_of_sight.COARSE)
    assert not field_of_sight.is_right(found, field_of_sight.MOVE + 1)


def test_a_difference_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field_of_sight, "answers", lambda legal: (legal - 1, 3, 3))
    with pytest.raises(SystemExit, match="differs"):
        field_of_sight.main()
