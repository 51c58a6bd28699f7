"""Where attempts are counted: a cache whose entries last as long as they are meant to, and whose keys name nobody."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.cache.backends.db import DatabaseCache
from django.db import connections, router
from django.utils import timezone
from django.utils.crypto import salted_hmac


class LastingCache(DatabaseCache):
    """Django's cache in a table, that makes room by expired entries alone.

    Django's own drops others too once there are more than `MAX_ENTRIES`: whoever makes many would wash out the counts
    of guesses and the one-time codes that were used.
    """

    _table: str

    def _cull(self, db: str, cursor: Any, now: datetime, num: int) -> None:
        self._run("DELETE", now)

    def count_expired(self) -> int:
        """How many entries have lasted as long as they were meant to."""
        return self._run("SELECT COUNT(*)", timezone.now())

    def remove_expired(self) -> int:
        """Remove those; how many there were."""
        return self._run("DELETE", timezone.now())

    def _run(self, statement: str, now: datetime) -> int:
        connection = connections[router.db_for_write(self.cache_model_class)]
        table, expires = connection.ops.quote_name(self._table), connection.ops.quote_name("expires")
        moment = connection.ops.adapt_datetimefield_value(now.replace(microsecond=0))
        with connection.cursor() as cursor:
            cursor.execute(f"{statement} FROM {table} WHERE {expires} < %s", [moment])
            counted = cursor.fetchone() if statement.startswith("SELECT") else (cursor.rowcount,)
        return int(counted[0])


def hashed_key(key: str, key_prefix: str, version: int) -> str:
    """A cache key that can't be read back: the keys of limits hold addresses of the net and accounts."""
    return salted_hmac("armybuilder.core.limits", f"{key_prefix}:{version}:{key}", algorithm="sha256").hexdigest()
