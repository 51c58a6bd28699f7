"""Who asks too often waits: every request that writes or computes counts, by its visitor and by its address.

The table of limits is `THROTTLES` in the settings. Each count is a row that holds what is left until its time ends; a
request takes one from the rows of its visitor and of its address, or from neither where one has nothing left: whoever
goes on asking in vain uses nothing up for others at the same address. All processes share the rows. They outlive any
load: a row goes once its time is over and never to make room. Their keys name nobody (`limits.hashed_key`).

What a count costs: one statement outside of any transaction. SQLite isn't made to wait for the disk by it, as a power
cut may forget a count. Where the database is so busy that the statement would wait longer than `LONGEST_WAIT`, the
request goes on uncounted: what it writes waits for its turn as ever, and what it computes has its budget. Guesses at
passwords and codes are allauth's to count, and are refused where they can't be counted.
"""

from __future__ import annotations

import logging
import math
import secrets
import time
from collections.abc import Callable

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import DatabaseError, connection
from django.http import HttpRequest

from armybuilder.core.limits import hashed_key
from armybuilder.core.models import RequestCount, Visitor
from armybuilder.core.rates import EVERY_OTHER, Limit, Rate

LONGEST_WAIT = 250  # milliseconds that a request waits to be counted while others write
CLEARED_EVERY = 500  # counts, on average: those whose time is over go
READS = ("GET", "HEAD")

logger = logging.getLogger("armybuilder.core.request_counts")


class TooOftenError(Exception):
    """A limit is used up; `wait` is the number of seconds until it isn't."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"Too many requests. Try again in {wait} second{'s' * (wait != 1)}; nothing was changed.")
        self.wait = wait


def count_request(request: HttpRequest, visitor: Callable[[], Visitor]) -> None:
    """Count a request where its route and method stand in the table; TooOftenError where a limit is used up."""
    match = request.resolver_match
    limit = limit_of(match.view_name if match else "", request.method or "")
    if limit is not None:
        count(limit, address=address_of(request), visitor=visitor() if limit.visitor else Visitor())


def limit_of(route: str, method: str) -> Limit | None:
    """The limit that a method of a route counts for, None where the table doesn't limit it."""
    kind = "reads" if method in READS else "writes"
    for name in (route, EVERY_OTHER):
        for limit in settings.THROTTLES:
            if name in getattr(limit, kind):
                return limit
    return None


def limit_named(name: str) -> Limit:
    return next(limit for limit in settings.THROTTLES if limit.name == name)


def address_of(request: HttpRequest) -> str:
    """The address that a request came from, as `PROXIES` proxies tell it; of IPv6 the network of one customer."""
    try:
        return str(get_ip(request))
    except (ImproperlyConfigured, PermissionDenied):  # it came around the proxies, or over a socket without addresses
        return str(request.META.get("REMOTE_ADDR", ""))


def count(limit: Limit, *, address: str, visitor: Visitor) -> None:
    """Take one from what is left to a visitor and an address; TooOftenError where that is nothing."""
    wanted = {_key(limit, "address", address): limit.address}
    if visitor and limit.visitor:
        wanted = {_key(limit, "visitor", f"{visitor.account}:{visitor.browser}"): limit.visitor} | wanted
    now = math.floor(time.time())
    try:
        if not _take(wanted, now):
            used_up = RequestCount.objects.filter(pk__in=wanted, ends_at__gt=now, remaining__lte=0)
            raise TooOftenError(max(used_up.values_list("ends_at", flat=True), default=now + 1) - now)
    except DatabaseError:
        logger.warning("The database is too busy to count a request")
        return
    if secrets.randbelow(CLEARED_EVERY) == 0:
        RequestCount.objects.filter(ends_at__lt=now).delete()


def _key(limit: Limit, kind: str, whose: str) -> str:
    return hashed_key(f"{limit.name}:{kind}:{whose}", "requests", 1)


def _take(wanted: dict[str, Rate], now: int) -> bool:
    """Take one from what is left in each row, or from none of them where one has nothing left; whether it was taken."""
    table = connection.ops.quote_name(RequestCount._meta.db_table)
    over = f"{table}.ends_at <= %s"
    statement = (
        f"INSERT INTO {table} (key, ends_at, remaining) "
        f"SELECT column1, column2, column3 FROM (VALUES {', '.join(['(%s, %s, %s)'] * len(wanted))}) AS wanted "
        f"WHERE NOT EXISTS (SELECT 1 FROM {table} AS kept WHERE kept.key IN ({', '.join(['%s'] * len(wanted))}) "
        f"AND kept.ends_at > %s AND kept.remaining <= 0) "
        f"ON CONFLICT (key) DO UPDATE SET "
        f"remaining = CASE WHEN {over} THEN excluded.remaining ELSE {table}.remaining - 1 END, "
        f"ends_at = CASE WHEN {over} THEN excluded.ends_at ELSE {table}.ends_at END "
        f"WHERE {over} OR {table}.remaining > 0 RETURNING key"
    )
    values: list[str | int] = []
    for key, rate in wanted.items():
        values += [key, now + rate.seconds, rate.most - 1]
    values += [*wanted, now, now, now, now]
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        return _impatiently(statement, values) == len(wanted)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return len(cursor.fetchall()) == len(wanted)


def _impatiently(statement: str, values: list[str | int]) -> int:
    """How many rows the statement returns on SQLite, waiting for neither the disk nor, for long, other writers."""
    patience = int(connection.settings_dict["OPTIONS"].get("timeout", 5) * 1000)
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {LONGEST_WAIT}")
        cursor.execute("PRAGMA synchronous = NORMAL")
        try:
            cursor.execute(statement, values)
            return len(cursor.fetchall())
        finally:
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute(f"PRAGMA busy_timeout = {patience}")
