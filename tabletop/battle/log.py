"""The log of a battle, which only grows, and what stands by it.

Each fact follows another one, so that the facts are a tree. An undo moves back to where the tree is continued from, a
redo moves on again, until something new is said; both are events. What stands is the fold of the facts between the
start and that place, and what was undone stays readable as a branch. A log is a value: `append` answers with a longer
one, which shares everything with the shorter.

Cost: an event is written once, for the chain of digests, and applied once; an undo follows references. Each entry
keeps what stood after it, so a game's states should share what doesn't change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum, auto
from functools import reduce
from itertools import takewhile
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.battle.events import (
    ROOM_FACTS,
    Actor,
    Clock,
    Event,
    Happening,
    Redone,
    UndoAnswered,
    UndoAsked,
    Undone,
    Word,
)
from tabletop.battle.game import BattleRules
from tabletop.battle.lines import WRITER, digest_of, written_line
from tabletop.values import Name, Value

State = TypeVar("State")
Command = TypeVar("Command")
Fact = TypeVar("Fact")


class UndoMode(StrEnum):
    """Who agrees to an undo, as is settled at the start."""

    FREE = auto()
    CONSENT = auto()
    REFEREE = auto()


class Header(Value, frozen=True, kw_only=True, omit_defaults=False):
    """What is settled of a battle before its first event; the first line of its file, and of its chain."""

    format: Literal["muster-battle/1"] = "muster-battle/1"
    game: Name
    id: Name
    rules_version: Word
    sides: tuple[Name, ...]
    undo: UndoMode = UndoMode.CONSENT

    def line(self) -> bytes:
        """Its canonical bytes."""
        return WRITER.encode(self)


class SequenceError(ValueError):
    """An event that can't follow what stands before it."""


class Question(Struct, frozen=True):
    """An undo or a redo that somebody has asked the others for, and that waits for their answers."""

    to: int
    seat: str


class Entry(Struct, Generic[State, Fact], frozen=True, eq=False):
    """A place in a log: an event, and what stands after it. The first one, with no event, is the start.

    `before` is the one before it in the log, `parent` the fact that this fact follows, `standing` the fact up to which
    everything stands after an undo or what is said about one. `future` is what a redo may bring back, the next first.
    """

    state: State
    line: bytes
    digest: str
    event: Event[Any] | None = None
    before: Entry[State, Fact] | None = None
    parent: Entry[State, Fact] | None = None
    standing: Entry[State, Fact] | None = None
    future: tuple[Entry[State, Fact], ...] = ()
    question: Question | None = None
    agreed: frozenset[str] = frozenset()

    @property
    def seq(self) -> int:
        return self.event.seq if self.event else 0

    @property
    def cause(self) -> str:
        return self.event.cause if self.event else ""

    @property
    def tip(self) -> Entry[State, Fact]:
        """The fact up to which everything stands: this one, where it is one."""
        return self.standing or self

    def line_of_facts(self) -> Iterator[Entry[State, Fact]]:
        """The facts that stand when this one does, the newest first, and the start."""
        entry: Entry[State, Fact] | None = self
        while entry is not None:
            yield entry
            entry = entry.parent


class Branch(Struct, Generic[Fact], frozen=True):
    """Facts that were undone and are not standing, in their order; they followed the event `after`."""

    after: int
    events: tuple[Event[Fact], ...]


class EventLog(Generic[State, Command, Fact]):
    """A battle up to an event. Nothing changes one; its `state` is what stands."""

    __slots__ = ("header", "last", "rules")

    def __init__(
        self, rules: BattleRules[State, Command, Fact], header: Header, last: Entry[State, Fact] | None = None
    ) -> None:
        self.rules, self.header = rules, header
        self.last = last or Entry(rules.start(), header.line(), digest_of(header.line()))

    @property
    def head(self) -> int:
        """The number of the last event; 0 before the first."""
        return self.last.seq

    @property
    def digest(self) -> str:
        """The chain's last digest: equal only for equal logs, 64 hexadecimal digits."""
        return self.last.digest

    @property
    def tip(self) -> int:
        """The number of the last fact that stands."""
        return self.last.tip.seq

    @property
    def state(self) -> State:
        return self.last.tip.state

    @property
    def clock(self) -> Clock:
        return self.rules.clock(self.state)

    def entries(self, since: int = 0) -> list[Entry[State, Fact]]:
        """The entries after a number, in their order."""
        backwards = takewhile(lambda entry: entry.seq > since, self._backwards())
        return list(backwards)[::-1]

    def events(self, since: int = 0) -> tuple[Event[Any], ...]:
        """The events after a number, in their order, with what was undone and what was said about undoing."""
        return tuple(entry.event for entry in self.entries(since) if entry.event)

    def lines(self, since: int = 0) -> tuple[bytes, ...]:
        """The events after a number as lines of the file, without their ends."""
        return tuple(entry.line for entry in self.entries(since))

    def standing(self, since: int = 0) -> list[Entry[State, Fact]]:
        """The facts that stand, in their order, those after a number."""
        return list(takewhile(lambda entry: entry.seq > since, self.last.tip.line_of_facts()))[::-1]

    def live(self) -> tuple[Event[Fact], ...]:
        """The events that stand, in their order."""
        return tuple(entry.event for entry in self.standing() if entry.event)

    def branches(self) -> tuple[Branch[Fact], ...]:
        """What was undone and doesn't stand, branch by branch in the order in which they began."""
        standing = {entry.seq for entry in self.standing()}
        ends: dict[int, list[Event[Fact]]] = {}  # by the number of the last event
        found: list[tuple[int, list[Event[Fact]]]] = []
        for entry in self.entries():
            if entry.parent is None or entry.event is None or entry.seq in standing:
                continue
            branch = ends.pop(entry.parent.seq, None)
            if branch is None:
                branch = []
                found.append((entry.parent.seq, branch))
            branch.append(entry.event)
            ends[entry.seq] = branch
        return tuple(Branch(after, tuple(events)) for after, events in found)

    def entry(self, seq: int) -> Entry[State, Fact]:
        """The entry of a number; SequenceError where there is none."""
        for entry in self._backwards():
            if entry.seq == seq:
                return entry
        raise SequenceError(f"there is no event {seq}")

    def fold(self, to: int | None = None) -> State:
        """What stood after an event, applied anew fact by fact from the start; what stands, where none is named."""
        tip = (self.last if to is None else self.entry(to)).tip
        events = [entry.event for entry in tip.line_of_facts() if entry.event]
        return reduce(lambda state, event: self.rules.apply(state, event.fact), reversed(events), self.rules.start())

    def append(
        self, happenings: Sequence[Happening[Any]], *, by: Actor, cause: str, at: str
    ) -> EventLog[State, Command, Fact]:
        """The log with what a command has brought; `cause` is the id of that command, `at` a time in UTC.

        SequenceError for an undo or a redo that doesn't follow.
        """
        log = self
        for happening in happenings:
            place = log._after(happening.fact, by)
            event = Event(
                seq=log.head + 1,
                id=log._next_id(cause),
                at=at,
                by=by,
                clock=self.rules.clock(place.tip.state),
                cause=cause,
                rules=happening.rules,
                dice=happening.dice,
                fact=happening.fact,
            )
            log = log._longer(event, place)
        return log

    def with_event(self, event: Event[Any]) -> EventLog[State, Command, Fact]:
        """The log with an event as it was kept; SequenceError where it doesn't follow."""
        if event.seq != self.head + 1:
            raise SequenceError(f"event {event.seq} can't follow event {self.head}")
        if event.id != self._next_id(event.cause):
            raise SequenceError(f"event {event.seq} isn't the next one of its command")
        return self._longer(event, self._after(event.fact, event.by))

    def _longer(self, event: Event[Any], place: Entry[State, Fact]) -> EventLog[State, Command, Fact]:
        line = written_line(event, self.digest)
        last = replace(place, event=event, line=line, digest=digest_of(line))
        return EventLog(self.rules, self.header, last)

    def _next_id(self, cause: str) -> str:
        """The command's id and a number: commands come from phones with ids of their own, so that no two are equal."""
        event = self.last.event
        number = int(event.id.rpartition(".")[2]) + 1 if event and event.cause == cause else 1
        return f"{cause}.{number}"

    def _after(self, fact: Any, by: Actor) -> Entry[State, Fact]:
        """What stands after a fact: an entry that has yet no event."""
        last, tip = self.last, self.last.tip
        if not isinstance(fact, ROOM_FACTS):
            return Entry(self.rules.apply(tip.state, fact), b"", "", before=last, parent=tip)
        place = Entry(tip.state, b"", "", before=last, standing=tip, future=last.future)
        match fact:
            case UndoAnswered(yes=yes):
                if last.question is None:
                    raise SequenceError("nobody has asked for an undo")
                agreed = last.agreed | {by.seat}
                return replace(place, question=last.question, agreed=agreed) if yes else place
            case UndoAsked(to=to, came_from=came_from):
                self.check_step(to, came_from)
                return replace(place, question=Question(to, by.seat))
            case Undone(to=to, came_from=came_from) | Redone(to=to, came_from=came_from):
                if (to < came_from) is not isinstance(fact, Undone):
                    raise SequenceError("an undo goes back, and a redo on")
                target, future = self.check_step(to, came_from)
                return replace(place, state=target.state, standing=target, future=future)

    def check_step(self, to: int, came_from: int) -> tuple[Entry[State, Fact], tuple[Entry[State, Fact], ...]]:
        """Where a step of undo or redo leads, and what may be brought back from there.

        SequenceError where it doesn't start at what stands, leads nowhere, or would part what one command has brought.
        """
        last, tip = self.last, self.last.tip
        if came_from != tip.seq:
            raise SequenceError(f"event {tip.seq} is the last that stands, not {came_from}")
        back = list(takewhile(lambda entry: entry.seq > to, tip.line_of_facts()))[::-1]
        target = back[0].parent if back else next((entry for entry in last.future if entry.seq == to), None)
        if target is None or target.seq != to:
            raise SequenceError(f"event {to} neither stands nor was it undone last")
        future = (*back, *last.future) if back else tuple(entry for entry in last.future if entry.seq > to)
        if future and future[0].cause == target.cause:
            raise SequenceError(f"event {to} isn't the last one of its command")
        return target, future

    def _backwards(self) -> Iterator[Entry[State, Fact]]:
        entry: Entry[State, Fact] | None = self.last
        while entry is not None:
            yield entry
            entry = entry.before
