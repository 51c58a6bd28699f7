"""A plain reading of the book judges armies drawn by lot as the rulebook does."""

from __future__ import annotations

import pytest

from tests.corpus import second_verdict
from tests.corpus.second_verdict import Judge, Lot, differences

SHORT = 80  # the whole count: python -m tests.corpus.second_verdict


def test_armies_by_lot_are_judged_alike() -> None:
    assert list(differences(SHORT, seed=11)) == []


def test_they_are_legal_and_illegal_in_many_ways() -> None:
    lot = Lot(11)
    said = [Judge(lot.army()).judge() for _ in range(SHORT)]
    codes = set().union(*(judged.codes for judged in said))
    assert len(codes) > 25
    assert sum(judged.is_priced for judged in said) > SHORT / 2


def test_another_limit_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_verdict, "LARGEST", 700)
    assert any("TOUR-04" in fault for _, fault in differences(SHORT, seed=11))
