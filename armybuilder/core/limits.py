"""Where attempts are counted: a cache whose entries last as long as they are meant to, and whose keys name nobody."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.cache.backends.db import DatabaseCache
from django.db import connections
from django.utils.crypto import salted_hmac


class LastingCache(DatabaseCache):
    """Django's cache in a table, that makes room by expired entries alone.

    Django's own drops others too once there are more than `MAX_ENTRIES`: whoever makes many would wash out the counts
    of guesses and the one-time codes that were used.
    """

    def _cull(self, db: str, cursor: Any, now: datetime, num: int) -> None:
        operations = connections[db].ops
        table, expires = operations.quote_name(self._table), operations.quote_name("expires")
        cursor.execute(f"DELETE FROM {table} WHERE {expires} < %s", [operations.adapt_datetimefield_value(now)])


def hashed_key(key: str, key_prefix: str, version: int) -> str:
    """A cache key that can't be read back: the keys of limits hold addresses of the net and accounts."""
    return salted_hmac("armybuilder.core.limits", f"{key_prefix}:{version}:{key}", algorithm="sha256").hexdigest()
