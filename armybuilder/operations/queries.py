"""Whether the database answers."""

from __future__ import annotations

from django.db import connection


def check_database() -> None:
    """DatabaseError where it doesn't answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
