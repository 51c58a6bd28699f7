"""A season: several events added up into one table, by rules that its organiser has chosen.

Written rules. Each event counts as its standings are after its newest round; whoever hasn't played a round of it isn't
in it. An event brings points by the place from a table, with equal places alike; or a share of a hundred, 100 for the
first of a field and 0 for the last; or its tournament points as they are. Of each player the best so many results
count, all of them where nothing is said. Who has the same total is told apart by the best result that counts, then the
next best, and so on; else a place is shared, and the next place is left out.

A player is known by the name, whatever its capitals and spaces; where two of one event bear the same name, both are
known by name and club.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from tabletop.spreadsheet import written_rows
from tabletop.tournament.event import Event
from tabletop.tournament.standings import standings
from tabletop.values import Value

MOST_EVENTS = 50
HUNDRED = 100


class Counting(StrEnum):
    """What an event brings to its players."""

    SHARE = "share"
    PLACES = "places"
    POINTS = "points"


class SeasonRules(Value, frozen=True, kw_only=True):
    """How events are added up: what each brings, the table of `places` from the first on, how many results count."""

    counting: Counting = Counting.SHARE
    places: Annotated[tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(max_length=200)] = (
        *(25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
    )
    best: Annotated[int, Meta(ge=1, le=MOST_EVENTS)] | None = None


class SeasonResult(Struct, frozen=True):
    """What a player has from an event: points of the season, the place there, and whether it counts."""

    points: Fraction
    place: int
    counts: bool = True


class Seasoned(Struct, frozen=True, kw_only=True):
    """A player in the season's table; `results` are of the events in order, None where the player wasn't there."""

    place: int
    name: str
    total: Fraction
    results: tuple[SeasonResult | None, ...]


Key = tuple[str, str]


def season_table(rules: SeasonRules, events: Sequence[Event]) -> list[Seasoned]:
    """Everybody who has played in one of the events, the best first; who shares a place by name."""
    shared = {name for event in events for name in _twice(event)}
    names: dict[Key, str] = {}
    found: dict[Key, dict[int, SeasonResult]] = {}
    for number, event in enumerate(events):
        for ref, result in _brought(rules, event).items():
            player = event.by_ref[ref]
            name = _plain(player.name)
            key = (name, _plain(player.club)) if name in shared else (name, "")
            names[key] = f"{player.name} ({player.club})" if key[1] else player.name
            found.setdefault(key, {})[number] = result
    rows = [(names[key], _counted(rules, results, len(events))) for key, results in found.items()]
    rows.sort(key=lambda row: row[0].casefold())
    rows.sort(key=lambda row: _strength(row[1]), reverse=True)
    table: list[Seasoned] = []
    for strength, level in groupby(rows, key=lambda row: _strength(row[1])):
        place = len(table) + 1
        table += [Seasoned(place=place, name=name, total=strength[0], results=results) for name, results in level]
    return table


def _twice(event: Event) -> list[str]:
    """The names that several players of an event bear."""
    counted = Counter(_plain(player.name) for player in event.players)
    return [name for name, count in counted.items() if count > 1]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _brought(rules: SeasonRules, event: Event) -> Mapping[str, SeasonResult]:
    """By ref what the event brings to those who have played in it."""
    placed = [standing for standing in standings(event) if standing.record.games]
    field = len(placed)
    if not placed:
        return {}
    brought, place = {}, 0
    before = None
    for number, standing in enumerate(placed, 1):
        if standing.place != before:
            place, before = number, standing.place
        points = {
            Counting.SHARE: Fraction(HUNDRED * (field - place), field - 1) if field > 1 else Fraction(HUNDRED),
            Counting.PLACES: Fraction(rules.places[place - 1] if place <= len(rules.places) else 0),
            Counting.POINTS: Fraction(standing.points),
        }[rules.counting]
        brought[standing.ref] = SeasonResult(points, place)
    return brought


def _counted(rules: SeasonRules, results: Mapping[int, SeasonResult], events: int) -> tuple[SeasonResult | None, ...]:
    """The results in the order of events, those beyond the best marked as not counting; of equal ones the first do."""
    order = sorted(results, key=lambda number: (-results[number].points, number))
    counting = set(order[: rules.best])
    return tuple(
        SeasonResult(results[number].points, results[number].place, number in counting) if number in results else None
        for number in range(events)
    )


def _strength(results: Iterable[SeasonResult | None]) -> tuple[Fraction, ...]:
    """What places go by: the total, then the results that count from the best on."""
    counting = sorted((result.points for result in results if result and result.counts), reverse=True)
    return (sum(counting, Fraction(0)), *counting)


def season_csv(names: Sequence[str], table: Iterable[Seasoned]) -> str:
    """The table as CSV: a column for each event, results that don't count in brackets."""
    rows = [[row.place, row.name, written(row.total), *map(_cell, row.results)] for row in table]
    return written_rows([("place", "player", "total", *names), *rows])


def _cell(result: SeasonResult | None) -> str:
    if result is None:
        return ""
    return written(result.points) if result.counts else f"[{written(result.points)}]"


def written(points: Fraction) -> str:
    """`87.5`, `100`."""
    return f"{float(points):,.1f}".removesuffix(".0")
