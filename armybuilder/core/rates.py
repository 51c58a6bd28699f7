"""The rows of the tables in the settings: how often something may be asked for, and how much may be kept."""

from __future__ import annotations

from msgspec import Struct

EVERY_OTHER = "every other"  # route


class Rate(Struct, frozen=True):
    """At most so many requests within so many seconds, from the first one on."""

    most: int
    seconds: int


class Limit(Struct, frozen=True, kw_only=True):
    """How often a visitor and an address may ask for some routes.

    `reads` are the names of the routes whose GET and HEAD count, `writes` of those whose other methods do;
    `EVERY_OTHER` stands for all that no other limit names. A request that belongs to no visitor yet counts by its
    address alone. A limit without routes is one that code asks for by its name.
    """

    name: str
    about: str
    address: Rate
    visitor: Rate | None = None
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()


def a_minute(most: int) -> Rate:
    return Rate(most, 60)


def an_hour(most: int) -> Rate:
    return Rate(most, 60 * 60)


class Room(Struct, frozen=True):
    """How many things somebody may keep, how many bytes they may take with all their versions, and how many those."""

    things: int
    size: int | None = None
    versions: int | None = None


class Bound(Struct, frozen=True):
    """How many things of a kind a browser without an account may keep, and how many an account."""

    kind: str
    browser: Room
    account: Room


def megabytes(number: int) -> int:
    return number * 1_000_000
