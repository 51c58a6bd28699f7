"""Who stands where nobody can, and the notes that answers about such a table have."""

from __future__ import annotations

import pytest

from tabletop.arcana.queries.json import to_json
from tabletop.arcana.queries.questions import ask
from tabletop.arcana.rules.standing import misplaced
from tests.tables import Plain, block, box, loose, table, terrain

WALL = terrain("t1", "impassable", *box(10, 10, 14, 14))


def noted(*units: Plain, ground: list[Plain] | None = None) -> list[tuple[str, str]]:
    return [(wrong.ref, wrong.reason.cause.value) for wrong in misplaced(table(*units, ground=ground))]


def test_a_proper_table_has_no_notes() -> None:
    scene = table(block("r1", corner=(20, 10)), block("b1", corner=(25, 12), facing=180))
    assert misplaced(scene) == ()
    assert "notes" not in to_json(ask(scene, "measure", ["r1", "b1"]), scene)


@pytest.mark.parametrize("overlap", [0.0005, 0.002])
def test_units_overlap_where_they_do_more_than_graze(overlap: float) -> None:
    units = block("r1", corner=(20, 10)), block("b1", corner=(25, 10 - overlap), facing=180)
    assert noted(*units) == ([("r1", "stands_on_a_unit")] if overlap > 0.001 else [])


def test_who_flies_is_over_whoever_is_below() -> None:
    below = block("b1", corner=(20, 12))
    assert noted(loose("r1", (22, 11), fly=12, altitude="low"), below) == []
    assert noted(loose("r1", (22, 11), fly=12), below) == [("r1", "stands_on_a_unit")]


def test_the_edge_closed_ground_and_formations_are_looked_at() -> None:
    edge = loose("r1", (0.2, 5))
    walled, narrow = loose("r2", (12, 12)), block("r3", models=9, files=2, corner=(30, 20))
    apart = loose("r4", (40, 30), (55, 30))
    assert noted(edge, walled, narrow, apart, ground=[WALL]) == [
        ("r1", "over_the_tables_edge"),
        ("r2", "stands_in_closed_ground"),
        ("r3", "formed_wrongly"),
        ("r4", "formed_wrongly"),
    ]


def test_infiltrators_beside_the_table_are_no_fault() -> None:
    assert noted(loose("r1", (-3, 5), infiltrating=True)) == []


def test_any_answer_about_such_a_table_has_notes_and_set_up_its_faults() -> None:
    scene = table(block("r1", corner=(20, 10)), block("b1", corner=(24, 11)))
    (note,) = to_json(ask(scene, "sight", ["r1", "b1"]), scene)["notes"]
    assert (note["ref"], note["blocked_by"], note["reason"]) == ("r1", "b1", "r1 and b1 overlap")
    set_up = to_json(ask(scene, "setup", []), scene)
    assert "notes" not in set_up
    assert [fault["ref"] for fault in set_up["faults"]] == ["b1", "r1"]
