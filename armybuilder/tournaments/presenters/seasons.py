"""A season as its page shows it: the table, its events, how it counts."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct, convert

from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Season, Tournament
from armybuilder.tournaments.presenters.moments import days_in_words
from armybuilder.tournaments.snapshots import event_in, sealing_in
from tabletop.tournament.event import Event
from tabletop.tournament.sealing import Thing, Who, sees
from tabletop.tournament.season import Counting, Seasoned, SeasonRules, season_table

COUNTINGS = (
    (Counting.SHARE, "A share of 100"),
    (Counting.PLACES, "Points by place"),
    (Counting.POINTS, "Tournament points"),
)


class SeasonEvent(Struct, frozen=True):
    """An event of a season: when it was, and whether its standings may be seen and are final."""

    name: str
    days: str
    is_shown: bool
    is_over: bool


class SeasonSheet(Struct, frozen=True, kw_only=True):
    """A season: its events, of which those with standings that everybody may see are in the table."""

    name: str
    rules: SeasonRules
    events: tuple[SeasonEvent, ...]
    shown: tuple[str, ...]
    table: tuple[Seasoned, ...]


def season_sheet(season: Season, now: datetime) -> SeasonSheet:
    """The season as whoever has its address sees it: an event counts once everybody may see its standings."""
    rows, rules = queries.season_events(season), convert(season.rules, SeasonRules)
    seen = [row for row in rows if sees(sealing_in(row), Who.PUBLIC, Thing.STANDINGS, now)]
    events = [_event(row) for row in seen]
    return SeasonSheet(
        name=season.name,
        rules=rules,
        events=tuple(
            SeasonEvent(
                row.name, days_in_words(row.content.get("days") or ()), row in seen, sealing_in(row).ended is not None
            )
            for row in rows
        ),
        shown=tuple(event.name for event in events),
        table=tuple(season_table(rules, events)),
    )


def _event(row: Tournament) -> Event:
    """The event with what `season_events` has brought along."""
    return event_in(row, row.players, row.published)  # type: ignore[attr-defined]


def rules_in_words(rules: SeasonRules) -> list[str]:
    """How the season counts, in sentences."""
    brings = {
        Counting.SHARE: "Each event brings 100 points to its first, 0 to its last, and to others by their place.",
        Counting.PLACES: f"Points by place: {', '.join(map(str, rules.places))}; further places bring none.",
        Counting.POINTS: "Each event brings its tournament points as they are.",
    }[rules.counting]
    counts = f"The best {rules.best} results of each player count." if rules.best else "All results count."
    apart = "Who is level is told apart by the best result, then the next best; else they share a place."
    return [brings, counts, apart, "Players are known by their names."]
