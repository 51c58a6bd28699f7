"""A second reading of the table, by samples and little steps, comes to the product's answers."""

from __future__ import annotations

import pytest

from tests.corpus.second_table.__main__ import KINDS
from tests.corpus.second_table.lot import Drawn, Lot
from tests.corpus.second_table.moves import fault_of, straight
from tests.tables import block, loose, plain_table

SHORT = {"sight": 2, "moves": 8, "shots": 4, "templates": 1, "overruns": 4, "flight": 1}


def test_tables_by_lot_are_answered_alike() -> None:
    """A short count; the whole one is `make second_table`."""
    for kind, tables in SHORT.items():
        lot, count = Lot(4), 0
        for _ in range(tables):
            for drawn, question, fault in KINDS[kind](lot):
                assert not fault, (kind, question, drawn.plain)
                count += 1
        assert count > 3


def test_another_answer_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Drawn(plain_table(block("r1", corner=(20, 10)), loose("b1", (22, 30))))
    orders = [straight("forward 3", 3.0, 1.0, 0.0)]
    assert not fault_of(drawn, "r1", orders)
    answer = drawn.ask("move", "r1", "forward 3.05")
    monkeypatch.setattr(Drawn, "ask", lambda *_: answer)
    assert "off" in fault_of(drawn, "r1", orders)
