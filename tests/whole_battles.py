"""What holds of every battle of every game, asked of one log."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletop.battle.events import Actor, Happening, Redone, Undone
from tabletop.battle.file import read_battle, with_line, written_battle
from tabletop.battle.log import EventLog

REFEREE = Actor("referee")
LATER = "2030-01-01T00:00:00Z"


def check_battle(log: EventLog[Any, Any, Any]) -> None:
    """AssertionError unless the log is whole.

    Its state is made by its own events, in one go and one by one; its file comes back to the byte; an undo to the end
    of each command and a redo of all bring the same bytes; what stands and what was undone are all that was.
    """
    again: EventLog[Any, Any, Any] = EventLog(log.rules, log.header)
    states = {0: again.state}
    for line in log.lines():
        again = with_line(again, line)
        states[again.tip] = states.get(again.tip, again.state)
        assert again.state == states[again.tip], f"event {again.head} brings back another state"
    assert again.state == log.state == log.fold()
    assert (again.digest, again.lines()) == (log.digest, log.lines())
    content = written_battle(log)
    assert written_battle(read_battle(content, log.rules)) == content
    check_steps(log, states)
    live, undone = log.live(), [event for branch in log.branches() for event in branch.events]
    facts = [entry.event for entry in log.entries() if entry.parent]
    assert sorted([*live, *undone], key=lambda event: event.seq) == facts


def check_steps(log: EventLog[Any, Any, Any], states: dict[int, Any]) -> None:
    """AssertionError unless undo and redo lead to the states that there were, by their bytes."""
    tip, standing = log.tip, log.last.tip.line_of_facts()
    stands, live = written(log.state), log.live()
    later = next(standing)
    for entry in standing:
        if entry.cause != later.cause:
            back = stepped(log, Undone(entry.seq, tip))
            assert written(back.state) == written(states[entry.seq]), f"an undo to {entry.seq}"
            on = stepped(back, Redone(tip, entry.seq))
            assert written(on.state) == stands, f"a redo from {entry.seq}"
            assert on.live() == live
        later = entry


def stepped(log: EventLog[Any, Any, Any], step: Undone | Redone) -> EventLog[Any, Any, Any]:
    return log.append([Happening(step)], by=REFEREE, cause=f"step-{log.head}", at=LATER)


def written(state: Any) -> bytes:
    return msgspec.json.encode(state, order="sorted", enc_hook=repr)
