"""The rooms of mutation testing are where the code is, and a fault put into a rule is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.mutants import EQUIVALENT, ROOMS, ROOT, Equivalent, mutant_of, mutants_of, typed_yaml

SOURCE = "LIMIT = 3\n\n\ndef fits(length: int) -> bool:\n    return length <= LIMIT\n"


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_there_with_its_tests(room: str) -> None:
    assert [path for path in (*ROOMS[room].modules, *ROOMS[room].tests) if not (ROOT / path).exists()] == []


def test_numbers_outside_functions_and_boundaries_are_changed(tmp_path: Path) -> None:
    file = tmp_path / "fits.py"
    file.write_text(SOURCE)
    becomes = [mutant.becomes for mutant in mutants_of(str(file))]
    assert sorted(line.replace("  ", " ") for line in becomes) == [
        "LIMIT = 2",
        "LIMIT = 4",
        "return length < LIMIT",
        "return length > LIMIT",
    ]


def test_a_mutant_names_its_line() -> None:
    mutant = mutant_of("tabletop/x.py", SOURCE, SOURCE.replace("3", "4"))
    assert (mutant.number, mutant.line, mutant.becomes) == (1, "LIMIT = 3", "LIMIT = 4")


def test_every_equivalent_mutant_has_a_reason_and_a_line_that_is_there() -> None:
    for each in typed_yaml.decode(EQUIVALENT.read_bytes(), type=list[Equivalent]):
        assert len(each.reason.split()) > 3
        assert each.line in (ROOT / each.module).read_text(encoding="utf-8"), each
