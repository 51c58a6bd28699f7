"""The benchmark of a whole table asks all of it, and fails where that takes too long."""

from __future__ import annotations

import pytest

from benchmarks import charge, whole_table
from tabletop.arcana.rules.visibility import sees, view_of


def test_a_full_table_has_forty_units_and_every_pair_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(charge, "whole", lambda scene: 100.0)
    assert whole_table.measured(charge.table(0, full=True)) > 100
    told = capsys.readouterr().out
    assert told.startswith("40 units: 100.00 s moves and charges")
    assert "sight of 1,560 pairs" in told


def test_all_sights_at_once_are_those_of_each_pair() -> None:
    scene = charge.table(1)
    view = view_of(scene)
    alone = sum(sees(view, unit, other) for unit in scene.units.values() for other in scene.others(unit))
    assert whole_table.sights(scene)[1] == alone


@pytest.mark.parametrize(("table", "pair", "fails"), [(0.5, 0.5, False), (1.5, 0.5, True), (0.5, 1.5, True)])
def test_what_is_slower_than_its_bar_fails(
    monkeypatch: pytest.MonkeyPatch, table: float, pair: float, fails: bool
) -> None:
    monkeypatch.setattr(whole_table, "TABLES", 1)
    monkeypatch.setattr(whole_table, "measured", lambda scene: table * whole_table.MOST_A_TABLE)
    monkeypatch.setattr(whole_table, "one_by_one", lambda scene: [pair * whole_table.MOST_A_PAIR] * 3)
    if fails:
        with pytest.raises(SystemExit, match="slower than"):
            whole_table.main()
    else:
        whole_table.main()
