"""The log of a table without phases as its page shows it: what each command has done, and where one may go back to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from tabletop.battle.events import Redone, Undone
from tabletop.battle.log import Entry, EventLog
from tabletop.battle.seats import REFEREE
from tabletop.battle.views import sentence

LINES_OF_LOG = 12


class Line(Struct, frozen=True):
    """An event in words; `undone` where it doesn't stand, `goes_back` where one may go back to it.

    One goes back to the end of a command: its last line says so.
    """

    seq: int
    text: str
    undone: bool
    goes_back: bool


class TableLog(Struct, frozen=True):
    """The latest lines, the newest first, and how many there are before them."""

    lines: tuple[Line, ...]
    more: int


def table_lines(log: EventLog[Any, Any, Any], *, all_of_them: bool = False) -> TableLog:
    """The latest lines of the log, or all."""
    lines = tuple(islice(_lines(log), None if all_of_them else LINES_OF_LOG))
    return TableLog(lines, log.head - len(lines))


def _lines(log: EventLog[Any, Any, Any]) -> Iterator[Line]:
    standing = {entry.seq for entry in log.standing()}
    told = {log.last.tip.cause}
    for entry in reversed(log.entries()):
        stands = entry.seq in standing
        undone = entry.parent is not None and not stands
        yield Line(entry.seq, _said(log, entry), undone, stands and entry.cause not in told)
        if stands:
            told.add(entry.cause)


def latest_line(log: EventLog[Any, Any, Any]) -> str:
    """What has happened last, in words."""
    return _said(log, log.last) if log.head else ""


def _said(log: EventLog[Any, Any, Any], entry: Entry[Any, Any]) -> str:
    match entry.event and entry.event.fact:
        case Undone():
            return f"Back to: {_said(log, entry.tip)}"
        case Redone():
            return f"Again: {_said(log, entry.tip)}"
    return sentence(log, entry, REFEREE)


def undo_says(log: EventLog[Any, Any, Any]) -> str:
    """What an undo of the last command takes back, in words."""
    cause = log.last.tip.cause
    entries = (entry for entry in log.last.tip.line_of_facts() if entry.cause == cause)
    return "; ".join(_said(log, entry) for entry in list(entries)[::-1])
