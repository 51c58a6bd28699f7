"""A list as somebody wrote it, line by line beside what it was read as; nothing in it was guessed without a mark."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

MOST_LIKELY = 4


class Reading(Struct, frozen=True):
    """A line and what it was read as, in words that a list in plain text may use.

    Line 0 is what no line says. `exact` is false where the words could mean something else: a player should look at it.
    """

    line: int
    text: str
    read_as: str
    exact: bool


class UnreadLine(Struct, frozen=True):
    """A line, or the part of one, that means nothing; `likely` are lines that it may stand for, the likeliest first."""

    line: int
    text: str
    likely: tuple[str, ...] = ()


class StatedPrice(Struct, frozen=True):
    """Points that a player wrote beside a line, where they aren't ours."""

    line: int
    says: int
    ours: int = field(name="is")


class ReadList(Struct, frozen=True, kw_only=True):
    """What came of a list; `roster` is None where there is no army in it."""

    roster: Any | None = None
    readings: tuple[Reading, ...] = ()
    unread: tuple[UnreadLine, ...] = ()
    prices: tuple[StatedPrice, ...] = ()


def plain_reading(read: ReadList) -> dict[str, Any]:
    """The roster, its readings and what wasn't read as plain values; the prices are a matter of the verdict."""
    plain: dict[str, Any] = msgspec.to_builtins(read)
    return {name: plain[name] for name in ("roster", "readings", "unread")}


def reading_in_words(reading: Reading) -> str:
    """`line 5, “12x crossbow men”: read as 12 Crossbowmen (check this)`."""
    where = f"line {reading.line}, “{reading.text}”" if reading.line else f"“{reading.text}”" if reading.text else "all"
    return f"{where}: {reading.read_as}{'' if reading.exact else ' (check this)'}"


def unread_in_words(unread: UnreadLine) -> str:
    """`line 10, “the usual banner”: not read (may be ...)`."""
    likely = f" (may be {' or '.join(f'“{line}”' for line in unread.likely)})" if unread.likely else ""
    return f"line {unread.line}, “{unread.text}”: not read{likely}"


def price_in_words(price: StatedPrice) -> str:
    return f"line {price.line}: says {price.says:,}, is {price.ours:,}"
