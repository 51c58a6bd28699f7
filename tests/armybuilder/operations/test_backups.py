"""A backup is everything as of one moment, comes back exactly or not at all, and nothing is written over unasked."""

from __future__ import annotations

import gzip
import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone

from armybuilder.accounts.token_services import create_token
from armybuilder.models import ApiToken, Share, TableRow
from armybuilder.models import Roster as Row
from armybuilder.operations import backups
from armybuilder.operations.backups import check_backup, kept_models, restore_backup, write_backup
from armybuilder.rosters.services import delete_roster, tag_rosters
from tests.accounts import guard, passkey_of, person, things_of
from tests.batches import kept_batch
from tests.catalogue import PROJECT
from tests.collection import kept_collection
from tests.data_packs import kept_data_pack
from tests.designs import kept_design, kept_own_list, kept_variant
from tests.events import kept_season, reported_event
from tests.laboratory import kept_experiment
from tests.packs import kept_pack
from tests.played import kept_battle, kept_table
from tests.visitors import OTHER, browser_of, edit_address, kept, kept_share, load_printed_rows

ARMIES = 40


@pytest.fixture
def world(transactional_db: None) -> Row:
    """Something in every table that players write to; the roster has a history."""
    load_printed_rows()
    ada = person("ada")
    guard(ada)
    passkey_of(ada, pk=9000)
    create_token(account=ada.pk, name="a bot")
    for keep in (
        kept_pack,
        kept_data_pack,
        kept_collection,
        kept_experiment,
        kept_design,
        kept_own_list,
        kept_variant,
        kept_table,
        kept_battle,
        kept_batch,
        reported_event,
        kept_season,
    ):
        keep()
    row = kept(visitor=things_of(ada))
    client = browser_of(things_of(ada))
    for version, name in enumerate(("Ärger", "☠ “quoted”\\n", "line\u2028line"), 1):
        client.post(edit_address(row), {"version": version, "verb": "rename", "name": name})
    kept_share(row)
    tag_rosters(rows=[row], word="Liga")
    delete_roster(row=kept(visitor=OTHER))
    return row


@pytest.fixture
def file(world: Row, tmp_path: Path) -> Path:
    path = tmp_path / "all.backup"
    write_backup(path)
    return path


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every value of every table."""
    return {table: list(model._base_manager.order_by("pk").values_list()) for table, model in kept_models().items()}


def test_everything_comes_back_exactly_as_it_was(world: Row, file: Path) -> None:
    before = everything()
    ours = {table for table in before if table.startswith(("armybuilder_", "account_", "mfa_"))}
    assert {table for table in ours if not before[table]} == {"account_emailconfirmation"}  # codes take their place
    person("eve")
    kept(visitor=OTHER)
    Session.objects.all().delete()
    Row.objects.filter(pk=world.pk).update(name="Spoilt", content={})
    assert everything() != before
    assert restore_backup(file) == sum(map(len, before.values()))
    assert everything() == before


def test_a_timed_restore_of_many_armies(world: Row, tmp_path: Path) -> None:
    """How long it takes is told, not judged: others use the machine too."""
    for _ in range(ARMIES):
        kept()
    before, path = everything(), tmp_path / "many.backup"
    start = perf_counter()
    rows = write_backup(path)
    middle = perf_counter()
    Row.objects.all().delete()
    assert restore_backup(path) == rows
    end = perf_counter()
    print(f"{rows:,} rows, {path.stat().st_size:,} bytes: {middle - start:.2f} s out, {end - middle:.2f} s back")
    assert everything() == before


def test_whoever_comes_after_a_restore_gets_numbers_of_their_own(world: Row, file: Path) -> None:
    restore_backup(file)
    kept()
    person("eve")
    assert browser_of(things_of(person("dan"))).get("/rosters/").status_code == 200
    assert Row.objects.count() == 3


def test_a_browser_that_was_signed_in_when_the_backup_was_made_is_signed_in_again(world: Row, tmp_path: Path) -> None:
    client, path = browser_of(world.visitor), tmp_path / "signed-in.backup"
    cookie = client.cookies["sessionid"].value
    write_backup(path)
    Session.objects.all().delete()
    assert client.get(f"/rosters/{world.code}/").status_code == 404
    restore_backup(path)
    client.cookies["sessionid"] = cookie
    assert client.get(f"/rosters/{world.code}/").status_code == 200


@pytest.mark.long
def test_a_backup_of_sqlite_is_restored_into_whatever_database_the_site_has(
    transactional_db: None, tmp_path: Path
) -> None:
    """So one may begin with a file and move to a server; the other way round nothing is different."""
    made = tmp_path / "made.backup"
    script = """
import django; django.setup()
from django.core.management import call_command
from tests.visitors import kept, load_printed_rows
call_command("migrate", verbosity=0)
load_printed_rows()
kept()
call_command("backup", FILE)
"""
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'made.sqlite3'}"}
    script = script.replace("FILE", repr(str(made)))
    subprocess.run([sys.executable, "-c", script], cwd=PROJECT, env=environment, check=True, capture_output=True)
    restore_backup(made)
    assert [row.content["name"] for row in Row.objects.all()] == ["Raiding Party"]
    assert kept().pk > Row.objects.order_by("pk")[0].pk


def rewritten(file: Path, change: Callable[[list[bytes]], list[bytes]]) -> bytes:
    return gzip.compress(b"".join(change(gzip.decompress(file.read_bytes()).splitlines(keepends=True))))


def with_head(**fields: Any) -> Callable[[Path], bytes]:
    def change(lines: list[bytes]) -> list[bytes]:
        return [json.dumps(json.loads(lines[0]) | fields).encode() + b"\n", *lines[1:]]

    return lambda file: rewritten(file, change)


def with_sum(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], bytes]:
    """The head changed and the checksum made right again."""

    def spoil(file: Path) -> bytes:
        lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
        head = json.loads(lines[0])
        change(head)
        lines[0] = json.dumps(head).encode() + b"\n"
        digest = backups.hashlib.sha256(b"".join(lines[:-1])).hexdigest()
        end = {"rows": len(lines) - 2, "sha256": digest}
        return gzip.compress(b"".join(lines[:-1]) + json.dumps(end).encode() + b"\n")

    return spoil


def with_lines(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[Path], bytes]:
    """The rows changed and the checksum made right again."""

    def spoil(file: Path) -> bytes:
        lines = change(gzip.decompress(file.read_bytes()).splitlines(keepends=True)[:-1])
        end = {"rows": len(lines) - 1, "sha256": backups.hashlib.sha256(b"".join(lines)).hexdigest()}
        return gzip.compress(b"".join(lines) + json.dumps(end).encode() + b"\n")

    return spoil


def with_row(line: bytes) -> Callable[[Path], bytes]:
    return with_lines(lambda lines: [*lines, line])


def with_value(table: str, column: str, value: Any) -> Callable[[Path], bytes]:
    """Another value in a column of every row of a table."""

    def change(lines: list[bytes]) -> list[bytes]:
        place = json.loads(lines[0])["tables"][table].index(column) + 1
        rows = [json.loads(line) for line in lines[1:]]
        changed = [[*row[:place], value, *row[place + 1 :]] if row[0] == table else row for row in rows]
        return [lines[0], *(json.dumps(row).encode() + b"\n" for row in changed)]

    return with_lines(change)


def flipped(file: Path) -> bytes:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    return bytes(content)


def database_file(file: Path) -> bytes:
    with closing(sqlite3.connect(file.with_suffix(".sqlite3"))) as other:
        other.execute("CREATE TABLE x (y)")
        other.commit()
    return file.with_suffix(".sqlite3").read_bytes()


REFUSED: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "nothing": (lambda file: b"", "damaged"),
    "text": (lambda file: b"Roster: A\n", "no backup of Muster"),
    "a roster": (lambda file: gzip.compress(b'{"format": "muster-roster/1"}\n'), "no backup of Muster"),
    "a database": (database_file, "no backup of Muster"),
    "an archive of text": (lambda file: gzip.compress(b"hello\n"), "no backup of Muster"),
    "a list": (lambda file: gzip.compress(b"[1]\n"), "no backup of Muster"),
    "half of one": (lambda file: file.read_bytes()[: file.stat().st_size // 2], "damaged"),
    "one without its last bytes": (lambda file: file.read_bytes()[:-9], "damaged"),
    "one with a byte flipped": (flipped, "damaged"),
    "one without its last line": (lambda file: rewritten(file, lambda lines: lines[:-1]), "its end is missing"),
    "one without a row": (lambda file: rewritten(file, lambda lines: lines[:5] + lines[6:]), "checksum"),
    "one with rows in another order": (lambda file: rewritten(file, lambda lines: lines[:5] + lines[:4:-1]), "damaged"),
    "one with a row twice": (lambda file: rewritten(file, lambda lines: lines[:5] + lines[4:]), "checksum"),
    "one with another head": (with_head(made_at="yesterday"), "checksum"),
    "one of another format": (with_head(format="muster-backup/2"), "no backup of Muster"),
    "a newer one": (with_sum(lambda head: head["migrations"].append("armybuilder.9999_x")), "armybuilder.9999_x"),
    "an older one": (with_sum(lambda head: head["migrations"].remove("mfa.0001_initial")), "mfa.0001_initial"),
    "one with two ends": (lambda file: rewritten(file, lambda lines: [*lines, lines[-1]]), "after its end"),
    "one with rows after its end": (lambda file: rewritten(file, lambda lines: [*lines, lines[5]]), "after its end"),
    "one with a row of no table": (with_row(b'["no_such_table", 1]\n'), "none of its tables"),
    "one with a row of another width": (with_row(b'["auth_user", 1]\n'), "none of its tables"),
    "one with a row that is none": (with_row(b"7\n"), "none of its tables"),
    "one with a word for a number": (with_value("armybuilder_roster", "version", "many"), "armybuilder_roster"),
    "one with a number out of bounds": (with_value("armybuilder_roster", "version", 0), "armybuilder_roster"),
    "one that names nobody": (with_value("armybuilder_roster", "owner_id", 987654), "impossible rows"),
    "one of other tables": (with_sum(lambda head: head["tables"].pop("auth_user")), "other tables"),
}


def test_what_isnt_a_whole_backup_of_this_version_is_refused_by_its_name(file: Path) -> None:
    spoilt, before = file.with_name("spoilt.backup"), everything()
    for name, (spoil, words) in REFUSED.items():
        spoilt.write_bytes(spoil(file))
        with pytest.raises(CommandError) as refused:
            call_command("restore", spoilt, yes=True)
        assert str(refused.value).startswith(f"{spoilt}: "), name
        assert words in str(refused.value), name
    assert everything() == before


def test_a_restore_that_fails_half_way_changes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(visitor=OTHER)
    before, insert, done = everything(), backups._insert, []

    def fail_late(model: Any, rows: Any) -> int:
        done.append(model)
        if len(done) > 5:
            raise KeyboardInterrupt
        return insert(model, rows)

    monkeypatch.setattr(backups, "_insert", fail_late)
    with pytest.raises(KeyboardInterrupt):
        restore_backup(file)
    assert everything() == before


def test_a_backup_that_fails_half_way_leaves_the_one_before(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    monkeypatch.setattr(backups, "_as_text", lambda value: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_backup(file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_backup_is_for_its_owners_eyes(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("said", ["y\n", "YES\n"])
def test_what_one_agrees_to_is_replaced(file: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    Row.objects.all().delete()
    before = file.read_bytes()
    for command in ("restore", "backup"):
        monkeypatch.setattr("sys.stdin", Terminal(said))
        call_command(command, str(file), stdout=io.StringIO())
    assert Row.objects.exists()
    assert file.read_bytes() != before


def test_nothing_is_replaced_without_leave(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Row.objects.all().delete()
    before = file.read_bytes()
    for command in ("restore", "backup"):
        for terminal, told in (
            (io.StringIO("y\n"), "say --yes"),
            (Terminal("n\n"), "changed"),
            (Terminal("\n"), "changed"),
        ):
            monkeypatch.setattr("sys.stdin", terminal)
            with pytest.raises(CommandError, match=told):
                call_command(command, str(file))
    assert not Row.objects.exists()
    assert file.read_bytes() == before


def test_a_backup_has_the_time_in_its_name_unless_a_name_is_given(
    world: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = io.StringIO()
    call_command("backup", stdout=told)
    (path,) = tmp_path.iterdir()
    assert path.match("muster-20??-??-??-??????.backup")
    assert told.getvalue().startswith(f"{path.name}: ")


def test_a_file_that_cant_be_written_or_read_is_named(world: Row, tmp_path: Path) -> None:
    for command in ("backup", "restore"):
        with pytest.raises(CommandError, match=r"no/such\.backup: can't be "):
            call_command(command, str(tmp_path / "no" / "such.backup"), yes=True)


def access() -> list[int]:
    """How many sessions, keys and links of both kinds there are."""
    shared = TableRow.objects.exclude(share=None)
    return [Session.objects.count(), ApiToken.objects.count(), Share.objects.count(), shared.count()]


def test_a_backup_of_another_site_lets_nobody_in_unless_it_is_meant_to(file: Path, settings: LazySettings) -> None:
    Session.objects.create(session_key="s", session_data="", expire_date=timezone.now())
    TableRow.objects.update(share="SharedTable1")
    write_backup(file)
    before = access()
    assert all(before)
    call_command("restore", file, yes=True)
    assert access() == before
    call_command("restore", file, "--forget-sessions", yes=True)
    assert access() == [0, 0, 0, 0]
    settings.SECRET_KEY = "that of another site " * 3
    call_command("restore", file, yes=True)
    assert access() == [0, 0, 0, 0]
    call_command("restore", file, "--no-forget-sessions", yes=True)
    assert access() == before


def test_a_former_key_is_still_this_sites(file: Path, settings: LazySettings) -> None:
    former, settings.SECRET_KEY = settings.SECRET_KEY, "a new one " * 6
    assert check_backup(file).is_of_another_site
    settings.SECRET_KEY_FALLBACKS = [former]
    assert not check_backup(file).is_of_another_site
