"""Chess clocks: how long each side has been waited for, as the times of the log's events say.

Nothing is kept of it: between two events time runs for every side that has something to do or has yet to finish the
step, also where both act at once. A step back takes no time back. What goes on for half an hour without an event is a
break, and isn't counted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import QueryDict
from msgspec import Struct

from tabletop.arcana.battle.commands.course import sides_of
from tabletop.arcana.battle.state import SIDES, State
from tabletop.battle.log import EventLog

BREAK = 1800  # seconds
MINUTE, HOUR = 60, 3600


class ChessClock(Struct, frozen=True):
    """One side's clock: seconds that were used, those that it began with, if it has any, and whether it runs."""

    side: str
    name: str
    used: int
    given: int | None
    runs: bool

    @property
    def seconds(self) -> int:
        """What it shows: what is left, below 0 where it has run out, or what was used."""
        return self.used if self.given is None else self.given - self.used

    @property
    def shown(self) -> str:
        """The same in minutes and seconds, with hours where there are any."""
        left = abs(self.seconds)
        hours, minutes, seconds = left // HOUR, left // MINUTE % MINUTE, left % MINUTE
        sign = "\N{MINUS SIGN}" if self.seconds < 0 else ""
        return f"{sign}{hours}:{minutes:02}:{seconds:02}" if hours else f"{sign}{minutes}:{seconds:02}"

    @property
    def has_run_out(self) -> bool:
        return self.seconds < 0


def clocks_of(log: EventLog[Any, Any, Any], now: datetime) -> tuple[ChessClock, ...]:
    """Both sides' clocks at a time."""
    used: dict[str, float] = dict.fromkeys(SIDES, 0.0)
    entries = [entry for entry in log.entries() if entry.event]
    times = [datetime.fromisoformat(entry.event.at) for entry in entries if entry.event]
    for entry, began, ended in zip(entries, times, [*times[1:], now], strict=True):
        seconds = (ended - began).total_seconds()
        if 0 < seconds < BREAK:
            for side in waited_for(entry.tip.state):
                used[side] += seconds
    state: State = log.state
    given = state.options.minutes and state.options.minutes * MINUTE
    running = waited_for(state) if times and (now - times[-1]).total_seconds() < BREAK else ()
    return tuple(
        ChessClock(army.side, army.name, int(used[army.side]), given, army.side in running) for army in state.armies
    )


def shows_clocks(state: State, query: QueryDict) -> bool:
    """Whether a phone shows them: as its address says, else where the players have agreed on minutes."""
    return query.get("clock", "yes" if state.options.minutes else "no") == "yes"


def waited_for(state: State) -> tuple[str, ...]:
    """The sides whose time runs: who must answer, else who has yet to finish the step; nobody before the first turn."""
    if state.result is not None or not state.clock.turn:
        return ()
    if state.answering is not None:
        return (state.answering,)
    return tuple(side for side in sides_of(state) if side not in state.finished)
