"""Where everybody stands: one function for pages, prints, programs and pairings.

Points first, then the event's tie-breaks in their order. Who is level in all of them shares a place, and the next place
is left out: 1, 2, 2, 4. Players who have left stay where their points put them. On a ladder only its places count, and
who has left stands last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec import Struct

from tabletop.tournament.event import Event, Method, TieBreak
from tabletop.tournament.ladder import ladder_after
from tabletop.tournament.records import Record, records_after
from tabletop.tournament.tie_breaks import TIE_BREAKS, Figure, Records, head_to_head

Level = list[str]  # refs that nothing has told apart yet


class Standing(Struct, frozen=True):
    """A player's place with what led to it; `figures` has every tie-break of the event that is a figure."""

    place: int
    ref: str
    points: int
    record: Record
    figures: dict[TieBreak, Figure]


def standings(event: Event, *, after: int | None = None) -> list[Standing]:
    """Everybody's standing after a round, the newest unless said; who shares a place stands in the order of refs."""
    records = records_after(event, len(event.rounds) if after is None else after)
    figures = {ref: _figures(event, records, ref) for ref in records}
    if event.method is Method.LADDER:
        levels = [[ref] for ref in ladder_after(event, len(event.rounds) if after is None else after)]
    else:
        levels = _split([sorted(records)], lambda ref: records[ref].points)
    for tie_break in event.tie_breaks:
        if TIE_BREAKS[tie_break].figure is None:
            levels = [part for level in levels for part in _by_each_other(records, level)]
        else:
            levels = _split(levels, {ref: of[tie_break] for ref, of in figures.items()}.__getitem__)
    result, place = [], 1
    for level in levels:
        result += [Standing(place, ref, records[ref].points, records[ref], figures[ref]) for ref in level]
        place += len(level)
    return result


def _figures(event: Event, records: Records, ref: str) -> dict[TieBreak, Figure]:
    rules = ((tie_break, TIE_BREAKS[tie_break].figure) for tie_break in event.tie_breaks)
    return {tie_break: figure(records, ref) for tie_break, figure in rules if figure is not None}


def _split(levels: Sequence[Level], figure: Callable[[str], Figure]) -> list[Level]:
    """Each level apart by a figure, the highest first."""
    parts = []
    for level in levels:
        ordered = sorted(level, key=figure, reverse=True)
        parts += [list(refs) for _, refs in groupby(ordered, key=figure)]
    return parts


def _by_each_other(records: Records, level: Level) -> list[Level]:
    """Two who have met apart by that; all others as they are."""
    better = head_to_head(records, level) if len(level) == 2 else None
    return [level] if better is None else [[better], [ref for ref in level if ref != better]]
