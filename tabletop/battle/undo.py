"""Undo and redo by command: who may at once, who is asked, what it takes back, and which dice stay on the table.

Whoever steps over nothing but their own commands, in which no die fell and nothing came to light, steps at once. Else
the other sides are asked, or the referee, as the battle has settled it; a new command withdraws the question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from tabletop.battle.events import (
    Actor,
    Event,
    Happening,
    Redone,
    RefusalCode,
    RefusalError,
    Seq,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from tabletop.battle.log import Entry, EventLog, SequenceError, UndoMode
from tabletop.battle.seats import REFEREE, Right, may
from tabletop.battle.views import sentence
from tabletop.values import Value

State = TypeVar("State")
Command = TypeVar("Command")
Fact = TypeVar("Fact")


class Undo(Value, frozen=True, tag="undo", tag_field="command"):
    """Back to what stood after the event `to`."""

    to: Seq


class Redo(Value, frozen=True, tag="redo", tag_field="command"):
    """On again to what stood after the event `to`, which was undone."""

    to: Seq


class AnswerUndo(Value, frozen=True, tag="answer_undo", tag_field="command"):
    """Whether the others may step to where they asked for; whoever asked withdraws by a no."""

    yes: bool


RoomCommand = Undo | Redo | AnswerUndo


class UndoRefusal(RefusalCode):
    """Why an undo, a redo or an answer is refused."""

    NO_RIGHT = "{seat} watches and doesn't change the battle"
    NO_STEP = "this can't be undone or redone from here: {reason}"
    NOT_ASKED = "nobody is asking for an undo"
    NOT_ANSWERING = "{seat} isn't the one who is asked"


class CommandInWords(Struct, frozen=True):
    """A command that a step takes back or brings back, with a sentence for each of its events."""

    cause: str
    by: Actor
    sentences: tuple[str, ...]


def last_command(log: EventLog[Any, Any, Any]) -> int | None:
    """Where an undo of the last command that stands leads; None at the start."""
    entries = log.last.tip.line_of_facts()
    tip = next(entries)
    return next((entry.seq for entry in entries if entry.cause != tip.cause), None)


def next_command(log: EventLog[Any, Any, Any]) -> int | None:
    """Where a redo of the command that was undone last leads; None where nothing is to be redone."""
    future = log.last.future
    return max((entry.seq for entry in future if entry.cause == future[0].cause), default=None)


def end_of_command(log: EventLog[Any, Any, Any], seq: int) -> int:
    """Where “back to here” leads from an event that stands: the last event of its command. SequenceError for others."""
    standing = {entry.seq: entry.cause for entry in log.standing()}
    if seq not in standing:
        raise SequenceError(f"event {seq} doesn't stand")
    return max(other for other, cause in standing.items() if cause == standing[seq])


def crossed(log: EventLog[State, Command, Fact], to: int) -> Sequence[Entry[State, Fact]]:
    """What a step to an event takes back, or brings back, the first to go first. SequenceError for no such step."""
    log.check_step(to, log.tip)
    if to < log.tip:
        return log.standing(to)[::-1]
    return [entry for entry in log.last.future if entry.seq <= to]


def in_words(log: EventLog[Any, Any, Any], to: int, seat: str) -> tuple[CommandInWords, ...]:
    """What a step takes or brings back as a seat may read it, command by command, the first to go first."""
    words: list[CommandInWords] = []
    for entry in crossed(log, to):
        event, said = entry.event, sentence(log, entry, seat)
        assert event is not None
        if words and words[-1].cause == event.cause:
            sentences = (*words[-1].sentences, said) if to > log.tip else (said, *words[-1].sentences)
            words[-1] = CommandInWords(event.cause, event.by, sentences)
        else:
            words.append(CommandInWords(event.cause, event.by, (said,)))
    return tuple(words)


def who_is_asked(log: EventLog[Any, Any, Any], to: int, holds: Collection[str]) -> frozenset[str]:
    """The seats that must agree before a phone that holds these seats steps to an event; none where it may at once."""
    asked = _others(log, holds)
    if log.header.undo is UndoMode.CONSENT:
        own = all(_is_own(log, entry.event, holds) for entry in crossed(log, to))
        return frozenset() if own else asked
    return asked


def who_answers(log: EventLog[Any, Any, Any]) -> frozenset[str]:
    """The seats whose answer to the open question is missing; none where nothing is asked."""
    question = log.last.question
    return _others(log, {question.seat}) - log.last.agreed if question else frozenset()


def _others(log: EventLog[Any, Any, Any], holds: Collection[str]) -> frozenset[str]:
    """Who agrees to steps of these seats, if they aren't only over their own."""
    match log.header.undo:
        case UndoMode.FREE:
            return frozenset()
        case UndoMode.REFEREE:
            return frozenset({REFEREE}).difference(holds)
        case UndoMode.CONSENT:
            return frozenset(log.header.sides).difference(holds)


def _is_own(log: EventLog[Any, Any, Any], event: Event[Any] | None, holds: Collection[str]) -> bool:
    return event is not None and event.by.seat in holds and not event.dice and not log.rules.reveals(event.fact)


def decide_undo(
    log: EventLog[Any, Any, Any], command: RoomCommand, seat: str, *, holds: Collection[str] = ()
) -> Sequence[Happening[Any]]:
    """What a command of this room brings: a step, a question or an answer; RefusalError where it isn't allowed.

    `holds` are all the seats of the phone that sends it.
    """
    if not may(seat, Right.UNDO, log.header.sides):
        raise RefusalError(UndoRefusal.NO_RIGHT, seat=seat)
    if isinstance(command, AnswerUndo):
        return _answered(log, command, seat)
    to, tip = command.to, log.tip
    try:
        if (to < tip) is not isinstance(command, Undo):
            raise SequenceError("an undo goes back, and a redo on")
        log.check_step(to, tip)
        asked = who_is_asked(log, to, {seat, *holds})
    except SequenceError as error:
        raise RefusalError(UndoRefusal.NO_STEP, reason=str(error)) from error
    return [Happening(UndoAsked(to, tip) if asked else _step(to, tip))]


def _answered(log: EventLog[Any, Any, Any], command: AnswerUndo, seat: str) -> Sequence[Happening[Any]]:
    question, answering = log.last.question, who_answers(log)
    if question is None:
        raise RefusalError(UndoRefusal.NOT_ASKED)
    withdraws = seat == question.seat and not command.yes
    if seat not in answering and not withdraws:
        raise RefusalError(UndoRefusal.NOT_ANSWERING, seat=seat)
    answer = Happening(UndoAnswered(command.yes))
    if command.yes and answering == {seat}:
        return [answer, Happening(_step(question.to, log.tip))]
    return [answer]


def _step(to: int, came_from: int) -> Undone | Redone:
    return Undone(to, came_from) if to < came_from else Redone(to, came_from)


def fallen_dice(log: EventLog[Any, Any, Any]) -> dict[tuple[str, str], tuple[int, ...]]:
    """The faces that fell on what stands and were undone, by their purpose and of whom they are, the latest ones.

    What stands is compared by value: whoever does the same again has the same before them.
    """
    standing = {entry.seq for entry in log.standing()}
    fallen: dict[tuple[str, str], tuple[int, ...]] = {}
    for command in _commands(entry for entry in log.entries() if entry.parent and entry.seq not in standing):
        before = command[0].parent
        if before is None or before.state != log.state:
            continue
        faces: dict[tuple[str, str], tuple[int, ...]] = {}
        for throw in (throw for entry in command if entry.event for throw in entry.event.dice):
            key = throw.purpose, throw.of
            faces[key] = faces.get(key, ()) + throw.faces
        fallen |= faces
    return fallen


def _commands(entries: Iterable[Entry[State, Fact]]) -> list[list[Entry[State, Fact]]]:
    """Facts by their commands."""
    commands: dict[str, list[Entry[State, Fact]]] = {}
    for entry in entries:
        commands.setdefault(entry.cause, []).append(entry)
    return list(commands.values())
