"""What the first worker of a run makes, and the others take as it is.

A database is migrated and filled with the catalogue in some seconds of processor time, and copied in a moment. What
pytest makes of the assertions of all tests is kept as bytecode: on a new clone each worker would make it for itself,
all at once, in twice the time that reading it takes.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.db import connection

IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ


@contextmanager
def first_alone() -> Iterator[None]:
    """One worker alone, of whichever run in this folder; then all that waited, together."""
    folder = os.open(Path(__file__).parent, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(folder, fcntl.LOCK_SH)
        yield
    finally:
        os.close(folder)


def make_once(tmp_path_factory: pytest.TempPathFactory, make: Callable[[], None], load: Callable[[], None]) -> None:
    """The test's database made and loaded; where another worker of the run has done so, made as a copy of that."""
    if not IS_WORKER:
        make()
        load()
        return
    kept = tmp_path_factory.getbasetemp().parent / "made.sqlite3"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if connection.vendor == "sqlite":
            _of_sqlite(kept, make, load)
        else:
            _of_postgresql(kept, make, load)


def _of_sqlite(kept: Path, make: Callable[[], None], load: Callable[[], None]) -> None:
    """The file has its name when it is whole: a worker that ends meanwhile leaves none."""
    is_first = not kept.exists()
    connection.settings_dict["TEST"]["MIGRATE"] = is_first
    make()
    if is_first:
        load()
    part = kept.with_suffix(".part") if is_first else kept
    with closing(sqlite3.connect(part)) as copy:
        own = connection.connection
        own.backup(copy) if is_first else copy.backup(own)
    part.replace(kept)


def _of_postgresql(kept: Path, make: Callable[[], None], load: Callable[[], None]) -> None:
    template = "muster_made"
    if kept.exists():
        connection.settings_dict["TEST"]["TEMPLATE"] = template
        make()
        return
    make()
    load()
    own = connection.settings_dict["NAME"]
    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {template}")
        cursor.execute(f"CREATE DATABASE {template} TEMPLATE {connection.ops.quote_name(own)}")
    kept.touch()
