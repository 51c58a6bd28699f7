"""Commands as phones send them: counted once however often they come, and decided on what the sender has seen.

Each has an id and the number of the last event that its sender knew. Where nothing has happened since to what it is
about, it is decided on what stands now; else its sender gets the events since and keeps the draft.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from tabletop.battle.dice import How, NotedDice, RandomDice
from tabletop.battle.events import (
    Actor,
    Event,
    Happening,
    RefusalCode,
    RefusalError,
    Seq,
    UndoAnswered,
    UndoAsked,
    Word,
)
from tabletop.battle.game import EVERYTHING
from tabletop.battle.lines import WRITER, Digest, read_line
from tabletop.battle.log import EventLog
from tabletop.battle.seats import SeatKind, kind_of
from tabletop.battle.undo import RoomCommand, decide_undo, fallen_dice
from tabletop.decoding import allowing
from tabletop.dice.sources import Rolled, Seeded
from tabletop.values import Value

State = TypeVar("State")
Command = TypeVar("Command")
Fact = TypeVar("Fact")
MOST_SIDES = 100  # of any die
CommandId = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9-]{1,60}$(?!\n)", extra=allowing("up to 60 letters, digits and hyphens"))
]


class Sent(Value, Generic[Command], frozen=True, kw_only=True):
    """A command with the number `on` of the last event that its sender knew, of whose digest `seen` is the beginning.

    A sender who has seen another history is told so. `faces` are dice as the sender threw them; without any they are
    rolled. `again` asks for others than have fallen.
    """

    id: CommandId
    on: Seq
    seat: str
    device: str = ""
    command: Command
    seen: Word = ""
    faces: tuple[int, ...] | None = None
    again: bool = False

    def digest(self) -> str:
        """SHA-256 of what is asked for, whatever its sender knew."""
        return hashlib.sha256(WRITER.encode(msgspec.structs.replace(self, on=0, seen=""))).hexdigest()


class Answered(Value, frozen=True):
    """A command that was carried out, as whoever keeps the log keeps it: its id, its digest, and its events."""

    id: str
    digest: Digest
    first: int
    last: int


class Answer(Struct, Generic[State, Command, Fact], frozen=True):
    """The log with a command carried out, and what to keep of it; the same log where it had been before."""

    log: EventLog[State, Command, Fact]
    answered: Answered


class SendRefusal(RefusalCode):
    """Why a command isn't decided at all."""

    WATCHES = "{seat} watches and gives no commands"
    UNKNOWN_HEAD = "event {on} isn't known here, the last one is {head}: this comes from another copy of the battle"
    OTHER_HISTORY = "event {on} is another one here: this comes from another copy of the battle"


class IdReusedError(ValueError):
    """A command with the id of another one."""


class ConflictError(Exception):
    """A command about what has changed since its sender looked: `since` are the events, `refusal` a reason if any.

    What of these events may leave for a seat, `views` says.
    """

    def __init__(self, since: Sequence[Event[Any]], refusal: RefusalError | None = None) -> None:
        super().__init__(f"{len(since)} events since")
        self.since, self.refusal = tuple(since), refusal


def carried_out(
    log: EventLog[State, Command, Fact],
    sent: Sent[Command | RoomCommand],
    *,
    at: str,
    answered: Answered | None = None,
    holds: Collection[str] = (),
    source: Rolled | None = None,
) -> Answer[State, Command, Fact]:
    """The log with a command in it, once.

    `answered` is what was kept of its id, if anything; `holds` are all seats of the sender's phone; `source` throws
    where the sender doesn't. Raises IdReusedError, ConflictError, RefusalError of the game or of this room, and
    FacesError for dice that don't fit; nothing is changed then. MalformedError is a fault of the game: an event that
    couldn't be read again.
    """
    digest = sent.digest()
    if answered is not None:
        if answered.digest != digest:
            raise IdReusedError(f"the id {sent.id} was used for another command")
        return Answer(log, answered)
    if any(entry.cause == sent.id for entry in log.entries()):  # of a battle that was kept from its file
        raise IdReusedError(f"the id {sent.id} was used for another command")
    if kind_of(sent.seat, log.header.sides) is SeatKind.WATCHER:
        raise RefusalError(SendRefusal.WATCHES, seat=sent.seat)
    _check_nothing_touched(log, sent)
    try:
        happenings = _decided(log, sent, holds=holds, source=source)
    except RefusalError as refusal:
        if sent.on < log.head:
            raise ConflictError(log.events(sent.on), refusal) from refusal
        raise
    longer = log.append(happenings, by=Actor(sent.seat, sent.device), cause=sent.id, at=at)
    for line in longer.lines(log.head):
        read_line(line, log.rules.facts)
    return Answer(longer, Answered(sent.id, digest, log.head + 1, longer.head))


def _decided(
    log: EventLog[State, Command, Fact],
    sent: Sent[Command | RoomCommand],
    *,
    holds: Collection[str],
    source: Rolled | None,
) -> Sequence[Happening[Any]]:
    if isinstance(sent.command, RoomCommand):
        return decide_undo(log, sent.command, sent.seat, holds=holds)
    fallen = fallen_dice(log)
    if sent.faces is not None:
        dice = NotedDice.typed(sent.faces, sides=MOST_SIDES, fallen=fallen)  # a throw says of which dice
    else:
        how: How = "seeded" if isinstance(source, Seeded) else "rolled"
        dice = NotedDice(source or RandomDice(), how, fallen=fallen, again=sent.again)
    happenings = log.rules.decide(log.state, sent.command, sent.seat, dice)
    dice.check_all_taken()
    return happenings


def _check_nothing_touched(log: EventLog[State, Command, Fact], sent: Sent[Command | RoomCommand]) -> None:
    """ConflictError where something has happened to what the command is about, RefusalError for an unknown head."""
    if sent.on > log.head:
        raise RefusalError(SendRefusal.UNKNOWN_HEAD, on=sent.on, head=log.head)
    if not log.entry(sent.on).digest.startswith(sent.seen):
        raise RefusalError(SendRefusal.OTHER_HISTORY, on=sent.on)
    since = log.events(sent.on)
    if not since:
        return
    if isinstance(sent.command, RoomCommand):
        raise ConflictError(since)
    touched, changed = log.rules.touches(sent.command), changed_since(log, sent.on)
    if touched & changed or (EVERYTHING in changed and touched) or (EVERYTHING in touched and changed):
        raise ConflictError(since)


def changed_since(log: EventLog[Any, Any, Any], on: int) -> frozenset[str]:
    """The refs of what has changed after an event: by facts, and by facts that were undone or redone."""
    changed: set[str] = set()
    for entry in log.entries(on):
        assert entry.event is not None
        if entry.parent is not None:
            changed |= log.rules.changes(entry.event.fact)
        elif not isinstance(entry.event.fact, UndoAsked | UndoAnswered) and entry.before is not None:
            one, other = (set(place.tip.line_of_facts()) for place in (entry, entry.before))
            for crossed in one ^ other:
                changed |= log.rules.changes(crossed.event.fact) if crossed.event else frozenset()
    return frozenset(changed)
