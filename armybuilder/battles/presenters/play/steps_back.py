"""“Back to here”: what a step to an event of the log would take back, and who has to agree."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from msgspec import Struct

from armybuilder.battles.models import Seat
from armybuilder.battles.presenters.play.log import is_silent
from armybuilder.core.forms import whole_number
from tabletop.battle.log import EventLog, SequenceError
from tabletop.battle.undo import crossed, end_of_command, who_is_asked
from tabletop.battle.views import sentence

MOST_SAID = 8


class Back(Struct, frozen=True):
    """A step back that is asked for: to which event, what it takes back, the first to go first, and who is asked.

    Nothing is taken back of the latest one. `said` is the event itself, for who says that it was otherwise.
    """

    to: int
    event: int
    said: str
    takes: tuple[str, ...]
    more: int
    asks: str


def back_to(log: EventLog[Any, Any, Any], seat: Seat, side: str, query: QueryDict) -> Back | None:
    """The step back that an address asks for; None where it asks for none, or for an event that there isn't."""
    seq = whole_number(query.get("back", ""))
    if seq is None:
        return None
    try:
        to = end_of_command(log, seq)
        said_of_it = sentence(log, log.entry(seq), side)
        crossing = crossed(log, to) if to < log.tip else ()
        asked = who_is_asked(log, to, set(seat.plays(log.header.sides)) or {seat.role}) if crossing else ()
    except SequenceError:
        return None
    said = [sentence(log, entry, side) for entry in crossing if entry.event and not is_silent(entry.event)]
    sides = log.header.sides
    names = [log.rules.side_name(log.state, one) if one in sides else "the referee" for one in sorted(asked)]
    return Back(to, seq, said_of_it, tuple(said[:MOST_SAID]), max(len(said) - MOST_SAID, 0), " and ".join(names))
