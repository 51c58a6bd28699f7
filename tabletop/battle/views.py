"""What leaves a battle for a seat: events with what is secret left out, and their sentences.

All that a phone gets is made of this: pages, previews of an undo, answers to commands. What a seat may not see leaves
its heading, who did something and when, so that nobody takes its effects for another's.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from tabletop.battle.events import Event, Hidden, Redone, UndoAnswered, UndoAsked, Undone
from tabletop.battle.log import Entry, EventLog

State = TypeVar("State")
Fact = TypeVar("Fact")


def view(log: EventLog[Any, Any, Any], seat: str, since: int = 0) -> tuple[Event[Any], ...]:
    """The events after a number as a seat may see them; dice leave only with the whole of their fact."""
    return tuple(seen(log, entry, seat) for entry in log.entries(since) if entry.event)


def seen(log: EventLog[State, Any, Fact], entry: Entry[State, Fact], seat: str) -> Event[Any]:
    """An event as a seat may see it."""
    event = entry.event
    assert event is not None
    if entry.parent is None:  # it's about undoing, which is nobody's secret
        return event
    fact = log.rules.seen_by(event.fact, seat)
    if fact is None:
        return replace(event, fact=Hidden(), dice=(), rules=())
    return event if fact == event.fact else replace(event, fact=fact, dice=(), rules=())


def sentence(log: EventLog[State, Any, Fact], entry: Entry[State, Fact], seat: str) -> str:
    """An event in words, as a seat may read them."""
    event = seen(log, entry, seat)
    by = event.by.seat
    match event.fact:
        case Hidden():
            return f"{by} does something in secret"
        case Undone(to=to):
            return f"{by} undoes everything after event {to}" if to else f"{by} undoes everything"
        case Redone(to=to):
            return f"{by} redoes up to event {to}"
        case UndoAsked(to=to, came_from=came_from):
            return f"{by} asks to {'undo everything after' if to < came_from else 'redo up to'} event {to}"
        case UndoAnswered(yes=yes):
            return f"{by} agrees" if yes else f"{by} says no"
    assert entry.parent is not None
    return log.rules.sentence(event.fact, entry.parent.state)
