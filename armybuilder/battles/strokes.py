"""What PostgreSQL tells of battles as soon as it is committed: which battle, and its last event.

Who writes says so with `ring`, in the same transaction (NOTIFY); who holds streams hears it by `heard` (LISTEN), on one
connection a process that nothing else uses. Other databases have nothing alike: there nobody rings, and who holds
streams looks.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

import psycopg
from django.db import connection
from msgspec import Struct

CHANNEL = "muster_battles"
BEAT = 15.0  # seconds without a word after which the connection is tried
CONNECTING = 5  # seconds at most


class Stroke(Struct, frozen=True):
    """A battle and the number of its last event; None where it isn't its events that have changed."""

    battle: int
    head: int | None = None


def is_told() -> bool:
    """Whether the database tells of what is committed."""
    return connection.vendor == "postgresql"


def ring(battle: int, head: int | None = None) -> None:
    """Tell of a battle when the transaction is committed; nothing where it isn't."""
    if is_told():
        payload = f"{battle} {'' if head is None else head}"
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])


async def heard() -> AsyncGenerator[Stroke | None]:
    """Strokes from now on, for ever; None first, once nothing is missed any more.

    ConnectionError where the connection can't be had, or is lost.
    """
    stated = connection.get_connection_params() | {"connect_timeout": CONNECTING}
    for name in ("context", "cursor_factory"):  # Django's own
        stated.pop(name, None)
    try:
        async with await psycopg.AsyncConnection.connect(**stated, autocommit=True) as listening:
            await listening.execute(f"LISTEN {CHANNEL}")
            yield None
            async for stroke in _strokes(listening):
                yield stroke
    except psycopg.Error as error:
        raise ConnectionError from error


async def _strokes(listening: psycopg.AsyncConnection) -> AsyncGenerator[Stroke]:
    while True:
        async for notified in listening.notifies(timeout=BEAT):
            battle, _, head = notified.payload.partition(" ")
            yield Stroke(int(battle), int(head) if head else None)
        await listening.execute("SELECT 1")
