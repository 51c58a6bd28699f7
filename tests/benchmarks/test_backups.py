"""A backup made while people write is whole; a restore is seen all at once, and not at all when it is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import sleep

import pytest
from msgspec.structs import replace

from benchmarks.kills import Writer, copied, faults_of
from benchmarks.serving import ROOT, Site, serving

ENOUGH = 8  # writes before the backup begins
PAUSE = 0.05  # seconds between what somebody asks: the site is busy, and the machine isn't for that alone


def manage(site: Site, *arguments: str, database: Path | None = None) -> subprocess.Popen[str]:
    environment = site.environment | ({"DATABASE_URL": f"sqlite:///{database}"} if database else {})
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdout=-1, stderr=-1, start_new_session=True)


def done(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return out


def writing_until(dead: Event, writer: Writer) -> None:
    while not dead.is_set():
        writer.write()
        sleep(PAUSE)


def written(site: Site, file: Path) -> tuple[list[Writer], int]:
    """A backup made while two people wrote, and how many writes of the first one were acknowledged when it began."""
    dead = Event()
    writers = [Writer(site, number) for number in (51, 52)]
    with serving(site), ThreadPoolExecutor(2) as threads:
        writing = [threads.submit(writing_until, dead, writer) for writer in writers]
        while min(len(writer.acknowledged) for writer in writers) < ENOUGH and not any(each.done() for each in writing):
            sleep(0.01)
        before = len(writers[0].acknowledged)
        done(manage(site, "backup", str(file)))
        dead.set()
    assert [each.result() for each in writing] == [None, None]
    assert len(writers[0].acknowledged) > before  # nobody waited for it
    return writers, before


@pytest.mark.long
def test_a_restore_is_seen_all_at_once_and_not_at_all_when_it_is_killed(site: Site, tmp_path: Path) -> None:
    """One test, for the busy site that is backed up is asked by two workers otherwise, and it costs most."""
    file = tmp_path / "while-serving.backup"
    writers, before = written(site, file)
    check_that_a_killed_one_changes_nothing(site, file, writers, tmp_path / "killed")
    check_that_readers_are_answered_meanwhile(site, file, writers[0], before, tmp_path / "restored")


def check_that_a_killed_one_changes_nothing(site: Site, file: Path, writers: list[Writer], folder: Path) -> None:
    folder.mkdir()
    acknowledged = [write for writer in writers for write in writer.acknowledged]
    script = f"""
import django; django.setup()
import os, signal
from django.core.management import call_command
from django.db import connection
connection.check_constraints = lambda: os.kill(os.getpid(), signal.SIGKILL)  # all is written, nothing is committed
call_command("restore", {str(file)!r}, yes=True)
"""
    killed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=site.environment, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert faults_of(copied(site, folder), acknowledged) == []


def check_that_readers_are_answered_meanwhile(
    site: Site, file: Path, writer: Writer, before: int, folder: Path
) -> None:
    """What is back has every write that was acknowledged before the backup of a busy site, and no half roster."""
    folder.mkdir()
    database = copied(site, folder)
    other = replace(site, folder=folder, environment=site.environment | {"DATABASE_URL": f"sqlite:///{database}"})
    first, last = (f"/rosters/{write.code}/roster.json" for write in (writer.acknowledged[0], writer.acknowledged[-1]))
    with serving(other):
        assert writer.person.get(last).status == 200
        restoring = manage(other, "restore", str(file), "--yes")
        while restoring.poll() is None:
            assert writer.person.get(first).status == 200
            sleep(PAUSE)
        assert "restored" in done(restoring)
        assert writer.person.get(first).status == 200
    assert faults_of(database, writer.acknowledged[:before]) == []
