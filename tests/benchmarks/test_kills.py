"""A killed server loses nothing that it has acknowledged, and what looks for losses finds them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.kept_battles import faults_of_battles
from benchmarks.kills import Write, Writer, faults_of, killed
from benchmarks.phones import Phone, Told, begun
from benchmarks.serving import Site, serving

KILLS = 3


@pytest.mark.long
def test_what_was_acknowledged_outlives_a_kill_in_the_middle_of_writes(site: Site) -> None:
    counted = killed(site, KILLS, seed=7)
    assert counted["kills"] == KILLS
    assert counted["kills in the middle of a write"] > 0
    assert counted["writes acknowledged"] > counted["rosters"] > 0
    assert counted["commands under way"] > 0
    assert counted["events acknowledged"] > counted["commands acknowledged"] > 0


@pytest.fixture(scope="module")
def quiet(site: Site) -> tuple[list[Write], list[Told]]:
    """A roster with three versions and a battle, in a database that nobody writes to any more."""
    with serving(site):
        writer, (phone, other) = Writer(site, 9), begun(site)
        for each in (writer, writer, writer, phone, other):
            each.write()
        repeats_itself(phone)
    return writer.acknowledged, phone.acknowledged


def repeats_itself(phone: Phone) -> None:
    """A command that had no answer, as far as its phone knows, is sent again before the next one, and counts once."""
    told = phone.acknowledged[-1]
    phone.under_way = {"id": told.command, "on": 2, "side": phone.side, "command": {"command": "deploy"}}
    phone.write()
    assert [each.command for each in phone.acknowledged].count(told.command) == 2
    assert phone.acknowledged[-2].events == told.events


@pytest.fixture
def written(quiet: tuple[list[Write], list[Told]]) -> list[Write]:
    return quiet[0]


@pytest.fixture
def told(quiet: tuple[list[Write], list[Told]]) -> list[Told]:
    return quiet[1]


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


OF_THIS = "battle_id = (SELECT battle_id FROM armybuilder_seat WHERE token = ?)"
SPOILT_BATTLES: dict[str, tuple[str, ...]] = {
    "lost: event": (
        f"DELETE FROM armybuilder_battleevent WHERE {OF_THIS}",
        f"DELETE FROM armybuilder_answeredcommand WHERE {OF_THIS}",
        """UPDATE armybuilder_battle SET head = 0, digest = ''
           WHERE id = (SELECT battle_id FROM armybuilder_seat WHERE token = ?)""",
    ),
    "line 4: prev: isn't the digest": (f"DELETE FROM armybuilder_battleevent WHERE seq = 3 AND {OF_THIS}",),
    "the events above aren't those of this end": (
        f"""DELETE FROM armybuilder_battleevent
            WHERE id = (SELECT id FROM armybuilder_battleevent WHERE {OF_THIS} ORDER BY seq DESC LIMIT 1)""",
    ),
    "half a command": (f"UPDATE armybuilder_answeredcommand SET last = last + 1 WHERE first = 2 AND {OF_THIS}",),
}


def copy_of(site: Site, folder: Path) -> Path:
    copy = folder / "copy.sqlite3"
    shutil.copy(site.database, copy)
    return copy


def test_a_database_that_is_whole_has_no_fault(
    site: Site, written: list[Write], told: list[Told], tmp_path: Path
) -> None:
    copy = copy_of(site, tmp_path)
    assert [write.version for write in written] == [1, 2, 3]
    assert faults_of(copy, written) == []
    assert faults_of_battles(copy, told) == []


@pytest.mark.parametrize("fault", SPOILT)
def test_each_fault_is_found(site: Site, written: list[Write], tmp_path: Path, fault: str) -> None:
    """The negative controls: a write that went missing, a half roster, a row that is no roster."""
    copy = copy_of(site, tmp_path)
    with closing(sqlite3.connect(copy)) as connection, connection:
        SPOILT[fault](connection.cursor(), written[0].code)
    found = "\n".join(faults_of(copy, written))
    assert ("lost: " if fault == "is lost" else fault) in found


@pytest.mark.parametrize("fault", SPOILT_BATTLES)
def test_each_fault_of_a_battle_is_found(site: Site, told: list[Told], tmp_path: Path, fault: str) -> None:
    copy = copy_of(site, tmp_path)
    with closing(sqlite3.connect(copy)) as connection, connection:
        for statement in SPOILT_BATTLES[fault]:
            connection.execute(statement, [told[0].token])
    assert fault in "\n".join(faults_of_battles(copy, told))


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
