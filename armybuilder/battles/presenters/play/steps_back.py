"""“Back to here”: what a step to an event of the log would take back, and who has to agree."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from msgspec import Struct

from armybuilder.battles.models import Seat
from armybuilder.core.forms import whole_number
from tabletop.battle.log import EventLog, SequenceError
from tabletop.battle.undo import end_of_command, in_words, who_is_asked

MOST_SAID = 8


class Back(Struct, frozen=True):
    """A step back that is asked for: to which event, what it takes back, the first to go first, and who is asked."""

    to: int
    takes: tuple[str, ...]
    more: int
    asks: str


def back_to(log: EventLog[Any, Any, Any], seat: Seat, side: str, query: QueryDict) -> Back | None:
    """The step back that an address asks for; None where it asks for none, or none is possible."""
    seq = whole_number(query.get("back", ""))
    if seq is None:
        return None
    try:
        to = end_of_command(log, seq)
        if to >= log.tip:
            return None
        words = in_words(log, to, side)
        asked = who_is_asked(log, to, set(seat.plays(log.header.sides)) or {seat.role})
    except SequenceError:
        return None
    said = [text for command in words for text in command.sentences if text]
    sides = log.header.sides
    names = [log.rules.side_name(log.state, one) if one in sides else "the referee" for one in sorted(asked)]
    return Back(to, tuple(said[:MOST_SAID]), max(len(said) - MOST_SAID, 0), " and ".join(names))
