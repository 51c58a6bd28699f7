"""A killed server loses nothing that it has acknowledged, and what looks for losses finds them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.kills import Write, Writer, faults_of, killed
from benchmarks.serving import Site, serving

KILLS = 3


@pytest.mark.long
def test_what_was_acknowledged_outlives_a_kill_in_the_middle_of_writes(site: Site) -> None:
    counted = killed(site, KILLS, seed=7)
    assert counted["kills"] == KILLS
    assert counted["kills in the middle of a write"] > 0
    assert counted["writes acknowledged"] > counted["rosters"] > 0


@pytest.fixture(scope="module")
def written(site: Site) -> list[Write]:
    """A roster with three versions in a database that nobody writes to any more."""
    with serving(site):
        writer = Writer(site, 9)
        for _ in range(3):
            writer.write()
    return writer.acknowledged


Spoil = Callable[[sqlite3.Cursor, str], object]
SPOILT: dict[str, Spoil] = {
    "is lost": lambda cursor, code: [
        cursor.execute("DELETE FROM armybuilder_historicalroster WHERE code = ? AND version = 3", [code]),
        cursor.execute("UPDATE armybuilder_roster SET version = 2 WHERE code = ?", [code]),
    ],
    "has gaps": lambda cursor, code: cursor.execute(
        "DELETE FROM armybuilder_historicalroster WHERE code = ? AND version = 2", [code]
    ),
    "isn't what its last version says": lambda cursor, code: cursor.execute(
        "UPDATE armybuilder_roster SET content = json_set(content, '$.points_limit', 1) WHERE code = ?", [code]
    ),
    "can't be read": lambda cursor, code: cursor.execute(
        "UPDATE armybuilder_historicalroster SET content = '{}' WHERE code = ? AND version = 1", [code]
    ),
    "belongs to no roster": lambda cursor, code: cursor.execute(
        "DELETE FROM armybuilder_roster WHERE code = ?", [code]
    ),
    "points nowhere": lambda cursor, code: cursor.execute(
        "INSERT INTO armybuilder_rostertag (roster_id, word) VALUES (987654, 'x')"
    ),
}


def copy_of(site: Site, folder: Path) -> Path:
    copy = folder / "copy.sqlite3"
    shutil.copy(site.database, copy)
    return copy


def test_a_database_that_is_whole_has_no_fault(site: Site, written: list[Write], tmp_path: Path) -> None:
    assert [write.version for write in written] == [1, 2, 3]
    assert faults_of(copy_of(site, tmp_path), written) == []


@pytest.mark.parametrize("fault", SPOILT)
def test_each_fault_is_found(site: Site, written: list[Write], tmp_path: Path, fault: str) -> None:
    """The negative controls: a write that went missing, a half roster, a row that is no roster."""
    copy = copy_of(site, tmp_path)
    with closing(sqlite3.connect(copy)) as connection, connection:
        SPOILT[fault](connection.cursor(), written[0].code)
    found = "\n".join(faults_of(copy, written))
    assert ("lost: " if fault == "is lost" else fault) in found


def test_a_damaged_page_is_found(site: Site, written: list[Write], tmp_path: Path) -> None:
    copy = copy_of(site, tmp_path)
    with closing(sqlite3.connect(copy)) as connection:
        (place,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'armybuilder_roster' AND type = 'index'"
        ).fetchone()
    with copy.open("r+b") as file:
        file.seek((place - 1) * 4096 + 100)
        file.write(b"\x00" * 3996)
    assert any(fault.startswith("integrity") for fault in faults_of(copy, written))
