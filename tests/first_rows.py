"""After a test that commits, the database is what it was before the first test.

Django empties all tables one by one and fills some of them again, in half a second of processor time. Here a copy that
was made once is put back in some milliseconds, with the printed rows in it: of SQLite the whole file, of PostgreSQL the
rows, from a schema beside the tables. Connections of other threads see that as they see any other change.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from django.db import connection, transaction
from django.test import TransactionTestCase

KEPT = "first_rows"  # PostgreSQL's schema


def keep_first_rows() -> None:
    """Called once a process, when everything is loaded that stays."""
    connection.ensure_connection()
    put_back = _copy_of_file() if connection.vendor == "sqlite" else _copy_of_rows()
    TransactionTestCase._fixture_teardown = lambda _: put_back()


def _copy_of_file() -> Callable[[], None]:
    copy = sqlite3.connect(":memory:")
    connection.connection.backup(copy)

    def put_back() -> None:
        connection.ensure_connection()
        copy.backup(connection.connection)

    return put_back


def _copy_of_rows() -> Callable[[], None]:
    """Foreign keys are looked at when all is in place, so the order of the tables is free."""
    tables = [connection.ops.quote_name(name) for name in connection.introspection.django_table_names()]
    statements = [f"DELETE FROM {table}" for table in tables]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA IF EXISTS {KEPT} CASCADE; CREATE SCHEMA {KEPT}")
        for table in tables:
            cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")
            if cursor.fetchone():
                cursor.execute(f"CREATE TABLE {KEPT}.{table} AS TABLE {table}")
                statements.append(f"INSERT INTO {table} SELECT * FROM {KEPT}.{table}")

    def put_back() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("; ".join(statements))

    return put_back
