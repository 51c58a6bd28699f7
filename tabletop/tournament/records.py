"""What each player has done so far: games, points, opponents. Standings and pairings both count from here.

Written rules. A bye brings the points and the points destroyed that the scoring says. A round that somebody didn't
play, before coming or after leaving, brings nothing and counts nowhere. A game without a confirmed result counts as
met, and brings nothing yet. Who has left keeps points and place.
"""

from __future__ import annotations

from msgspec import Struct

from tabletop.tournament.event import Band, Event, Measure, Outcome, Pairing, Result, Scoring


class Played(Struct, frozen=True):
    """A round of one player; `opponent` is None for a bye, `outcome` None where no result counts yet."""

    round: int
    opponent: str | None
    table: int | None
    outcome: Outcome | None  # FIRST: the player has won, SECOND: the opponent
    points: int
    destroyed: int
    lost: int


class Record(Struct, frozen=True):
    """All rounds of one player."""

    ref: str
    games: tuple[Played, ...]

    @property
    def points(self) -> int:
        return sum(game.points for game in self.games)

    @property
    def byes(self) -> int:
        return sum(game.opponent is None for game in self.games)

    @property
    def opponents(self) -> tuple[str, ...]:
        return tuple(game.opponent for game in self.games if game.opponent is not None)

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(game.table for game in self.games if game.table is not None)


def records_before(event: Event, number: int) -> dict[str, Record]:
    """Everybody's rounds before the one of a number, by results as they were known when that one was paired."""
    return _records(event, number - 1, known_at=number)


def records_after(event: Event, number: int) -> dict[str, Record]:
    """Everybody's rounds up to the one of a number, by results as they are now."""
    return _records(event, number, known_at=None)


def _records(event: Event, last: int, *, known_at: int | None) -> dict[str, Record]:
    games: dict[str, list[Played]] = {player.ref: [] for player in event.players}
    for number, paired in enumerate(event.rounds[:last], start=1):
        for pairing in paired.pairings:
            result = pairing.result if known_at is None else pairing.result_before(known_at)
            for ref, played in _played(event.scoring, number, pairing, result):
                games[ref].append(played)
    return {ref: Record(ref, tuple(played)) for ref, played in games.items()}


def _played(scoring: Scoring, number: int, pairing: Pairing, result: Result | None) -> list[tuple[str, Played]]:
    """The round of each player of a pairing."""
    if len(pairing.players) == 1:
        bye = Played(number, None, None, Outcome.FIRST, scoring.bye, scoring.bye_destroyed, 0)
        return [(pairing.players[0], bye)]
    first, second = pairing.players
    if result is None or not result.confirmed:
        return [
            (first, Played(number, second, pairing.table, None, 0, 0, 0)),
            (second, Played(number, first, pairing.table, None, 0, 0, 0)),
        ]
    points = points_of(scoring, result)
    one, other = result.destroyed
    return [
        (first, Played(number, second, pairing.table, result.outcome, points[0], one, other)),
        (second, Played(number, first, pairing.table, _turned(result.outcome), points[1], other, one)),
    ]


def points_of(scoring: Scoring, result: Result) -> tuple[int, int]:
    """What a game brings to the first and to the second player."""
    level = next((level for level in scoring.levels if level.slug == result.level), None)
    win, loss = (level.win, level.loss) if level else (scoring.win, scoring.loss)
    base = {
        Outcome.FIRST: (win, loss),
        Outcome.SECOND: (loss, win),
        Outcome.DRAW: (scoring.draw, scoring.draw),
        Outcome.NEITHER: (scoring.loss, scoring.loss),
    }[result.outcome]
    one, other = result.destroyed
    both = ((one, other), (other, one))
    bonus = [
        _bonus(scoring.bands, mine - theirs if scoring.measure is Measure.DIFFERENCE else mine) for mine, theirs in both
    ]
    own = [sum(points.values()) for points in result.own_points or ({}, {})]
    return base[0] + bonus[0] + own[0], base[1] + bonus[1] + own[1]


def _bonus(bands: tuple[Band, ...], measured: int) -> int:
    reached = [band for band in bands if band.at_least <= measured]
    return max(reached, key=lambda band: band.at_least).bonus if reached else 0


def _turned(outcome: Outcome) -> Outcome:
    """The same as the second player sees it."""
    return {Outcome.FIRST: Outcome.SECOND, Outcome.SECOND: Outcome.FIRST}.get(outcome, outcome)
