"""After a test that commits, SQLite's database is what it was before the first test.

Django deletes the rows of all tables one by one and fills some of them again, in half a second of processor time. A
copy of the whole file is put back in some milliseconds, with the printed rows in it. Connections of other threads see
that as they see any other change. PostgreSQL has no such copy, and goes Django's way.
"""

from __future__ import annotations

import sqlite3

from django.db import connection
from django.test import TransactionTestCase


def keep_first_rows() -> None:
    """Called once a process, when everything is loaded that stays."""
    if connection.vendor != "sqlite":
        return
    connection.ensure_connection()
    copy = sqlite3.connect(":memory:")
    connection.connection.backup(copy)

    def put_back(_: TransactionTestCase) -> None:
        connection.ensure_connection()
        copy.backup(connection.connection)

    TransactionTestCase._fixture_teardown = put_back
