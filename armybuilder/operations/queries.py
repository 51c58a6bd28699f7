"""Whether the site can read and write."""

from __future__ import annotations

import secrets

from django.core.cache import caches
from django.db import connection


def check_database() -> None:
    """DatabaseError where it doesn't answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def can_write() -> bool:
    """Whether something written comes back: a full disk reads as well as ever."""
    limits, word = caches["default"], secrets.token_hex(8)
    limits.set("health", word, 60)
    return bool(limits.get("health") == word)
