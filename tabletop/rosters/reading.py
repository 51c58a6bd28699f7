"""A list as somebody wrote it, line by line beside what it was read as; nothing in it was guessed without a mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from tabletop.rosters.problems import ProblemLine

MOST_LIKELY = 4
PLAIN_READING = ("line", "text", "read_as", "exact")
LEAD = re.compile(r"[\s>|]*(?:[-*+•·‣▪◦–—→►▶✓■●○◆]+\s+)?")


class Reading(Struct, frozen=True):
    """A line and what it was read as, in words that a list in plain text may use.

    Line 0 is what no line says. `exact` is false where the words could mean something else: a player should look at it,
    and may have meant one of the `likely` lines. `points` are what the line costs, `says` what its player wrote that it
    does; None where either isn't known. `left_out` is why a line says nothing of the army, empty for one that does;
    `about` is a short name of what that one is about.
    """

    line: int
    text: str
    read_as: str
    exact: bool
    points: int | None = None
    says: int | None = None
    left_out: str = ""
    about: str = ""
    likely: tuple[str, ...] = ()


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
    """What came of a list; `roster` is None where there is no army in it.

    `text` is what its lines are counted in, empty for a file that has no lines to read; `problems` say why there is no
    roster where no line does. It is `strict` where its own `format` says all of it, and nothing had to be understood.
    `player` is who signed the list, `says` what its player wrote that the whole comes to.
    """

    roster: Any | None = None
    readings: tuple[Reading, ...] = ()
    unread: tuple[UnreadLine, ...] = ()
    prices: tuple[StatedPrice, ...] = ()
    text: str = ""
    problems: tuple[ProblemLine, ...] = ()
    format: str = ""
    strict: bool = False
    player: str = ""
    says: int | None = None


def plain_reading(read: ReadList) -> dict[str, Any]:
    """The roster, its readings and what wasn't read as plain values; the prices are a matter of the verdict."""
    roster, unread = msgspec.to_builtins((read.roster, read.unread))
    return {"roster": roster, "readings": plain_readings(read.readings), "unread": unread}


def plain_readings(readings: Sequence[Reading]) -> list[dict[str, Any]]:
    """Each line and what it was read as, as plain values."""
    return [{name: getattr(reading, name) for name in PLAIN_READING} for reading in readings]


def with_line(text: str, number: int, words: str) -> str:
    """The text with other words on one line, from 1; the quotation marks, indent and bullet before it stay.

    A number that no line has changes nothing; of the words only the first line counts.
    """
    lines = re.split(r"\r\n|\r|\n", text)
    if 1 <= number <= len(lines):
        lead = LEAD.match(lines[number - 1])
        lines[number - 1] = (lead[0] if lead else "") + " ".join(words.split())
    return "\n".join(lines)


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
