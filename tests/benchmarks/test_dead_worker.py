"""A worker that is really killed: its job is taken up again by the next one, and the page says so."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import monotonic, sleep

import pytest

from armybuilder.catalogue.samples import sample_rosters
from benchmarks.serving import ROOT, Person, Site, serving
from tabletop.arcana.printing.orders import SHEET_NAMES

PATIENCE = 120.0  # seconds: the machine may be busy
SOME = [*sample_rosters()][::6]
# Copies are soon laid out and long in writing: enough to be killed in the middle, and to be taken on a slow machine.
ORDER = "&".join([*(f"kinds={kind}" for kind in SHEET_NAMES), *(f"roster=sample.{name}" for name in SOME), "copies=3"])


@contextmanager
def worker(site: Site) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "manage.py", "db_worker", "--interval", "0.1", "--no-startup-delay", "--no-reload"]
    process = subprocess.Popen(command, cwd=ROOT, env=site.environment, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def row_of(site: Site) -> tuple[str, int, int]:
    """The state, the pages written and the tries of the one job."""
    with closing(sqlite3.connect(site.database)) as connection:
        row: tuple[str, int, int] = connection.execute(
            "SELECT state, written, tries FROM armybuilder_printjob"
        ).fetchone()
    return row


def wait_for(site: Site, reached: Callable[[tuple[str, int, int]], bool]) -> None:
    until = monotonic() + PATIENCE
    while not reached(row_of(site)):
        assert monotonic() < until, row_of(site)
        sleep(0.02)


def let_time_pass(site: Site) -> None:
    """A minute without a sign of life, without the wait."""
    with closing(sqlite3.connect(site.database)) as connection, connection:
        connection.execute("UPDATE armybuilder_printjob SET heartbeat_at = datetime(heartbeat_at, '-60 seconds')")


@pytest.mark.long
def test_the_job_of_a_killed_worker_is_printed_by_the_next(site: Site) -> None:
    with serving(site):
        person = Person(site)
        person.get(f"/print/?{ORDER}")
        taken = person.post(f"/print/jobs/?{ORDER}", {"bound": "pdf"})
        assert taken.location.startswith("/print/jobs/"), (taken.status, taken.location)
        where = taken.location
        with worker(site) as first:
            wait_for(site, lambda row: row[0] == "running" and row[1] > 0)
            first.kill()
            first.wait()
        assert row_of(site)[0] == "running"
        assert "Printing page" in person.get(where).text
        let_time_pass(site)
        assert "Printing stopped and is starting again" in person.get(where).text
        with worker(site):
            wait_for(site, lambda row: row[0] not in ("waiting", "running"))
        assert row_of(site)[::2] == ("done", 2)
        assert "are printed." in person.get(where).text
        assert person.get(f"{where}sheets").text.startswith("%PDF")
