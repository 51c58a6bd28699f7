"""The log of a battle as a page shows it: by unit, phase, side and dice, the latest first, with its dice as faces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import Struct

from armybuilder.battles.presenters.play.thresholds import needed_in, sum_needed
from tabletop.arcana.battle.state import State
from tabletop.arcana.battle.steps import PHASE_NAMES, Phase
from tabletop.battle.events import Event, Redone, UndoAnswered, UndoAsked, Undone
from tabletop.battle.log import Entry, EventLog
from tabletop.battle.views import seen, sentence

LINES_OF_LOG = 40
LINES_SINCE = 8
SILENT = frozenset({"moved_to", "phase_begun", "step_begun", "step_finished", "throw_awaited", "turn_begun"})
SHOWN = ("", "dice", "turn", "all")


class Filters(Struct, frozen=True, kw_only=True):
    """What of the log is shown: `log` is one of `SHOWN`, the others a unit's ref, a phase and a side."""

    log: str = ""
    of: str = ""
    phase: str = ""
    by: str = ""

    @property
    def query(self) -> str:
        """Its part of an address."""
        stated = {"log": self.log, "of": self.of, "phase": self.phase, "by": self.by}
        return urlencode({name: value for name, value in stated.items() if value})

    @property
    def is_open(self) -> bool:
        return bool(self.of or self.phase or self.by)


class Dice(Struct, frozen=True):
    """One throw: its faces, what for, and up to which number they count, where it is known."""

    faces: tuple[int, ...]
    purpose: str
    needed: int | None
    again: bool


class Line(Struct, frozen=True):
    """A line of the log: an event in words, with its dice; `heading` begins a phase, `test` is a sum and its limit.

    Nothing leads back to one that `is_fixed`. `parts` are its text, each with whether it is the name of a unit.
    """

    seq: int
    text: str
    parts: tuple[tuple[str, bool], ...]
    dice: tuple[Dice, ...]
    side: str
    heading: str = ""
    undone: bool = False
    test: str = ""
    is_fixed: bool = False


def filters_in(query: QueryDict) -> Filters:
    """The filters that an address states; what can't be is none."""
    log, phase, by = query.get("log", ""), query.get("phase", ""), query.get("by", "")
    return Filters(
        log=log if log in SHOWN else "",
        of=query.get("of", ""),
        phase=phase if phase in set(Phase) else "",
        by=by if by in ("red", "blue") else "",
    )


def lines_of(log: EventLog[Any, Any, Any], side: str, filters: Filters) -> Iterator[Line]:
    """The latest events, the newest first; phases are headings, and what only moves the clock isn't said."""
    standing = {entry.seq for entry in log.standing()}
    names = _names_in(log.state)
    heading_before, shown = "", 0
    for entry in reversed(log.entries()):
        if entry.event is None or is_silent(entry.event):
            continue
        event: Event[Any] = seen(log, entry, side)
        if not _fits(event, filters, log.state.clock.turn):
            continue
        heading = heading_of(event)
        yield _line(
            log, entry, event, side, names,
            heading=heading if heading != heading_before else "",
            undone=entry.parent is not None and entry.seq not in standing,
        )  # fmt: skip
        heading_before, shown = heading, shown + 1
        if shown >= LINES_OF_LOG and filters.log != "all":
            return


def _line(
    log: EventLog[Any, Any, Any], entry: Entry[Any, Any], event: Event[Any], side: str, names: re.Pattern[str], *,
    heading: str, undone: bool,
) -> Line:  # fmt: skip
    dice = tuple(Dice(it.faces, it.purpose, needed_in(event.fact, it), it.again) for it in event.dice)
    text = in_words(log, entry, side)
    return Line(
        seq=entry.seq,
        text=text,
        parts=tuple((part, bool(place % 2)) for place, part in enumerate(names.split(text)) if part),
        dice=dice,
        side=event.by.seat,
        heading=heading,
        undone=undone,
        test=_test(event),
        is_fixed=undone or entry.parent is None,
    )


def _names_in(state: State) -> re.Pattern[str]:
    """What finds names of units in a sentence, the longest first."""
    names = sorted({unit.name for unit in state.units.values()}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)") if names else re.compile(r"(?!)()")


def in_words(log: EventLog[Any, Any, Any], entry: Entry[Any, Any], side: str) -> str:
    """An event as a sentence without its full stop; who steps back or forth is called by the army's name."""
    event = entry.event
    assert event is not None
    by = event.by.seat
    who = log.rules.side_name(log.state, by) if by in log.header.sides else f"The {by}"
    match event.fact:
        case Undone(to=to):
            return f"{who} took back everything after event {to}"
        case Redone(to=to):
            return f"{who} brought back everything up to event {to}"
        case UndoAsked(to=to, came_from=came_from):
            asked = "take back everything after" if to < came_from else "bring back everything up to"
            return f"{who} asked to {asked} event {to}"
        case UndoAnswered(yes=yes):
            return f"{who} agreed" if yes else f"{who} said no"
    return sentence(log, entry, side)


def since(log: EventLog[Any, Any, Any], on: int, side: str) -> tuple[str, ...]:
    """What has happened after an event, in sentences that a side may read, the latest few."""
    entries = (entry for entry in log.entries(on) if entry.event and not is_silent(entry.event))
    return tuple(f"{in_words(log, entry, side)}." for entry in entries)[-LINES_SINCE:]


def _test(event: Event[Any]) -> str:
    """A test as a sum: `4 + 5 = 9, needs 5 or less`."""
    limit = sum_needed(event.fact)
    faces = [face for throw in event.dice for face in throw.faces]
    if limit is None or not faces:
        return ""
    return f"{' + '.join(map(str, faces))} = {sum(faces)}, needs {limit} or less"


def is_silent(event: Event[Any]) -> bool:
    """Whether an event only moves the clock, or a unit after something that is said already."""
    return str(type(event.fact).__struct_config__.tag) in SILENT


def _fits(event: Event[Any], filters: Filters, turn: int) -> bool:
    units = getattr(event.fact, "units", ())
    return not (
        (filters.log == "dice" and not event.dice)
        or (filters.log == "turn" and event.clock.turn != turn)
        or (filters.of and filters.of not in units)
        or (filters.phase and event.clock.phase != filters.phase)
        or (filters.by and event.by.seat != filters.by)
    )


def heading_of(event: Event[Any]) -> str:
    """The turn and phase that an event belongs to."""
    phase = PHASE_NAMES[Phase(event.clock.phase)] if event.clock.phase else ""
    return f"Turn {event.clock.turn} · {phase}" if event.clock.turn else phase
