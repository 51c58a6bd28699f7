"""A battle as a file, `muster-battle/1`: lines of JSON, a header, the events in a chain, and an end.

A file is read strictly, so that writing what was read gives the same bytes. The first line that isn't right is
refused by its number; what stands before it is still a battle.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from tabletop.battle.events import Seq
from tabletop.battle.game import BattleRules
from tabletop.battle.lines import WRITER, Digest, EventLine, read_line
from tabletop.battle.log import EventLog, Header
from tabletop.decoding import MalformedError, malformed
from tabletop.values import Value

State = TypeVar("State")
Command = TypeVar("Command")
Fact = TypeVar("Fact")

LARGEST_BATTLE = 20_000_000  # bytes
HEADER = msgspec.json.Decoder(Header)


class End(Value, frozen=True):
    """The last line: how many events there are, and the chain's last digest."""

    end: Seq
    digest: Digest


END = msgspec.json.Decoder(End)
KINDS_OF_LINES = (Header, EventLine, End)


class BattleFileError(MalformedError):
    """A file that is no battle from a line on, counted from 1; `intact` is the battle before it, if there is one."""

    def __init__(self, line: int, reason: str, intact: EventLog[Any, Any, Any] | None = None) -> None:
        super().__init__(f"line {line}", reason)
        self.line, self.intact = line, intact


def written_battle(log: EventLog[Any, Any, Any]) -> bytes:
    """The battle's file."""
    end = WRITER.encode(End(log.head, log.digest))
    return b"".join(line + b"\n" for line in (log.header.line(), *log.lines(), end))


def read_battle(content: bytes, rules: BattleRules[State, Command, Fact]) -> EventLog[State, Command, Fact]:
    """The battle in a file; BattleFileError names the first line that isn't right.

    A log that was tampered with and linked anew is right in itself: it's the digest that both phones keep that tells.
    """
    if len(content) > LARGEST_BATTLE:
        raise BattleFileError(1, f"the file is larger than {LARGEST_BATTLE:,} bytes")
    whole, _, rest = content.rpartition(b"\n")
    first, *lines = whole.split(b"\n")
    log = EventLog(rules, _header(first, rules.slug))
    causes: set[str] = set()
    for number, line in enumerate(lines, 2):
        if line.startswith(b'{"end":'):
            _check_end(line, number, log)
            if rest or number <= len(lines):
                raise BattleFileError(number + 1, "there is more after the end", log)
            return log
        try:
            longer = with_line(log, line)
            assert longer.last.event is not None
            cause = longer.last.event.cause
            if cause in causes and cause != log.last.cause:
                raise MalformedError("cause", "was used for an earlier command")
        except MalformedError as error:
            raise BattleFileError(number, str(error), log) from error
        causes.add(cause)
        log = longer
    raise BattleFileError(len(lines) + 2, "the file ends too soon", log)


def with_line(log: EventLog[State, Command, Fact], line: bytes) -> EventLog[State, Command, Fact]:
    """The log with the event of a line, without the line's end; MalformedError where it doesn't follow."""
    event, prev = read_line(line, log.rules.facts)
    if prev != log.digest:
        raise MalformedError("prev", "isn't the digest of the line before it: one of the two was changed")
    try:
        longer = log.with_event(event)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise MalformedError("", f"it doesn't follow from what stands before it: {error}") from error
    if longer.last.line != line:
        raise MalformedError("", "it isn't written as this program writes it")
    return longer


def _header(line: bytes, game: str) -> Header:
    try:
        header = HEADER.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BattleFileError(1, str(malformed(error, Header))) from error
    if header.line() != line:
        raise BattleFileError(1, "it isn't written as this program writes it")
    if header.game != game:
        raise BattleFileError(1, f"game: must be {game}, not “{header.game}”")
    return header


def _check_end(line: bytes, number: int, log: EventLog[Any, Any, Any]) -> None:
    try:
        end = END.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BattleFileError(number, str(malformed(error, End)), log) from error
    if end != End(log.head, log.digest):
        raise BattleFileError(number, "the events above aren't those of this end", log)
