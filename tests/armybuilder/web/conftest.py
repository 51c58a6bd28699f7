"""The owner of a roster, somebody else, and nobody."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection, connections
from django.test import Client

from armybuilder.models import Design
from armybuilder.models import Roster as Row
from tests.accounts import passkey_of, person, prove, things_of
from tests.forge import CARRYING, CODE, kept_design, kept_variant
from tests.packs import kept_pack
from tests.played import kept_table
from tests.visitors import OTHER, OWNER, browser_of, kept, kept_share, load_printed_rows


@pytest.fixture
def printed(db: None) -> None:
    """The catalogue as printed, in the database."""
    load_printed_rows()


@pytest.fixture
def row(printed: None) -> Row:
    """The book's raiding party with a design, kept for its owner with a link; the owner has a bit of all else too."""
    kept_pack()
    kept_design()
    kept_variant()
    kept_table()
    row = kept(CARRYING)
    kept_share(row)
    return row


@pytest.fixture
def owner(db: None) -> Client:
    return browser_of(OWNER)


@pytest.fixture
def other(db: None) -> Client:
    """Somebody who keeps a roster too, but not this one."""
    return browser_of(OTHER)


@pytest.fixture
def member(db: None) -> Client:
    """Somebody with an account and a passkey, signed in, who has just said the password again."""
    ada = person("ada")
    passkey_of(ada, pk=9000)
    client = browser_of(things_of(ada))
    prove(client)
    return client


@pytest.fixture
def dragon(row: Row) -> Design:
    """The young dragon, beside a roster and a variant of the same owner."""
    return Design.objects.get(code=CODE)


@pytest.fixture
def threads(transactional_db: None, tmp_path: Path) -> Iterator[ThreadPoolExecutor]:
    """Two threads, each with a connection of its own; SQLite's other tests are in memory, these are on a file."""
    load_printed_rows()
    kept()
    kept(visitor=OTHER)
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(2) as pool:
        if connection.vendor == "sqlite":
            file = tmp_path / "race.sqlite3"
            with closing(sqlite3.connect(file)) as copy:
                connection.connection.backup(copy)
            patch.setitem(connections.settings["default"], "NAME", str(file))
        yield pool
