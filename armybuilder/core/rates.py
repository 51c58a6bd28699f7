"""The rows of the table of limits in the settings: what is limited, and how often it may be asked for."""

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
