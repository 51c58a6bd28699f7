"""An event as its organiser states it and as it went: players, scoring, rounds. `file.py` has its file, muster-event/1.

Players are known by their `ref`: names, what clubs are called and the order of the file may change at any time, and no
pairing does. Points are whole numbers. Results are as they are now; where one was corrected, what it was stays beside
it, so that a round can be paired again from what was known then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.decoding import MalformedError, allowing
from tabletop.values import NO_CONTROLS, ONE_LINE, Name, Text, Value

MOST_PLAYERS = 2000
MOST_ROUNDS = 100

A_REF = allowing("up to 32 small letters, digits and hyphens")
A_WORD = allowing("small letters and digits with single hyphens between them")
A_DAY = allowing("a day as 2026-12-05")
A_SEED = allowing("up to 60 letters, digits, points and hyphens")
A_DIGEST = allowing("64 hexadecimal digits")
PlayerRef = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$(?!\n)", extra=A_REF)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=60, extra=A_WORD)]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)", extra=A_DAY)]
Seed = Annotated[str, Meta(pattern=r"^[A-Za-z0-9.-]{1,60}$(?!\n)", extra=A_SEED)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", extra=A_DIGEST)]
Label = Annotated[str, Meta(max_length=120, pattern=NO_CONTROLS, extra=ONE_LINE)]
RoundNumber = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]  # of the tournament, for one round
Destroyed = Annotated[int, Meta(ge=0, le=1_000_000)]  # points of an army
Total = Annotated[int, Meta(ge=0)]


class Method(StrEnum):
    """How a round's opponents are found."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    ELIMINATION = "elimination"
    LADDER = "ladder"


class FirstRound(StrEnum):
    """Who meets in the first round of a Swiss event: by lot, each half against the other, or as challenged."""

    RANDOM = "random"
    SEEDED = "seeded"
    CHALLENGES = "challenges"


class Outcome(StrEnum):
    """Who of a pairing won."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NEITHER = "neither"  # both have lost, or nobody came


class TieBreak(StrEnum):
    """What tells players apart who have the same points; `tie_breaks.py` has what each means."""

    OPPONENTS_POINTS = "opponents-points"
    OPPONENTS_CUT = "opponents-cut"
    OPPONENTS_MEDIAN = "opponents-median"
    OPPONENTS_AVERAGE = "opponents-average"
    SONNEBORN_BERGER = "sonneborn-berger"
    DIFFERENCE = "difference"
    DESTROYED = "destroyed"
    WINS = "wins"
    HEAD_TO_HEAD = "head-to-head"


class Measure(StrEnum):
    """What bands of bonus points are measured by: points destroyed, or those less the points lost."""

    DESTROYED = "destroyed"
    DIFFERENCE = "difference"


class Wish(StrEnum):
    """What a pairing is to keep to, the weightiest first."""

    REMATCH = "rematch"
    SECOND_BYE = "second-bye"
    POINTS_APART = "points-apart"
    BYE_TO_LOWEST = "bye-to-lowest"
    CLUBS_APART = "clubs-apart"
    SEEDS = "seeds"
    NEW_TABLE = "new-table"


class Player(Value, frozen=True, kw_only=True):
    """Somebody who plays, from the round `joined` on to the round `dropped_after`, but for those in `sits_out`.

    A `ranking` of 1 is the best.
    """

    ref: PlayerRef
    name: Name
    club: Label = ""
    travels_with: Label = ""
    ranking: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    joined: RoundNumber = 1
    dropped_after: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None
    sits_out: Annotated[tuple[RoundNumber, ...], Meta(max_length=MOST_ROUNDS)] = ()

    def plays_in(self, number: int) -> bool:
        stays = self.dropped_after is None or number <= self.dropped_after
        return self.joined <= number and stays and number not in self.sits_out


class Level(Value, frozen=True, kw_only=True):
    """A level of victory with the points of both."""

    slug: Word
    name: Name
    win: Points
    loss: Points = 0


class Band(Value, frozen=True, kw_only=True):
    """The bonus from so many points on; the highest band that is reached counts, alone."""

    at_least: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    bonus: Points


class PointType(Value, frozen=True, kw_only=True):
    """Points of the organiser's own, for painting say: entered for each player of a game, within limits."""

    slug: Word
    name: Name
    least: Points = 0
    most: Points


class Scoring(Value, frozen=True, kw_only=True):
    """What a game brings; where it has a level of victory, that stands for `win` and `loss`."""

    win: Points = 3
    draw: Points = 1
    loss: Points = 0
    bye: Points = 3
    bye_destroyed: Destroyed = 0
    levels: Annotated[tuple[Level, ...], Meta(max_length=20)] = ()
    measure: Measure = Measure.DESTROYED
    bands: Annotated[tuple[Band, ...], Meta(max_length=40)] = ()
    point_types: Annotated[tuple[PointType, ...], Meta(max_length=10)] = ()


class Result(Value, frozen=True, kw_only=True):
    """How a game ended; pairs are of the first and the second player. Only what is confirmed counts."""

    outcome: Outcome
    destroyed: tuple[Destroyed, Destroyed] = (0, 0)
    level: Word | None = None
    own_points: tuple[dict[Word, Points], dict[Word, Points]] | None = None
    confirmed: bool = True


class Correction(Value, frozen=True, kw_only=True):
    """What a result was until it was corrected, with the last round paired until then. None: there was none."""

    was: Result | None
    after: RoundNumber
    reason: Text


class Pairing(Value, frozen=True, kw_only=True):
    """Two players at a table, or one who has a bye; `by_hand` where an organiser put it so."""

    players: Annotated[tuple[PlayerRef, ...], Meta(min_length=1, max_length=2)]
    table: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)] | None = None
    by_hand: bool = False
    result: Result | None = None
    corrections: Annotated[tuple[Correction, ...], Meta(max_length=100)] = ()

    def result_before(self, number: int) -> Result | None:
        """The result as it was known when the round of this number was paired."""
        return next((old.was for old in self.corrections if number <= old.after), self.result)


class Concession(Value, frozen=True, kw_only=True):
    """A wish that a pairing doesn't keep to, and by how much."""

    wish: Wish
    players: Annotated[tuple[PlayerRef, ...], Meta(min_length=1, max_length=2)]
    amount: Total
    by_hand: bool = False


class Certificate(Value, frozen=True, kw_only=True):
    """Why a round is paired so: a digest of all that it was paired from, the price by each wish, what had to give."""

    inputs: Digest
    totals: dict[Wish, Total]
    concessions: tuple[Concession, ...] = ()


class Round(Value, frozen=True, kw_only=True):
    """A round as it was paired, from a seed; the order of pairings is that of the bracket in a knock-out."""

    seed: Seed
    pairings: Annotated[tuple[Pairing, ...], Meta(max_length=MOST_PLAYERS)]
    certificate: Certificate


class Event(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """An event with all that happened so far."""

    format: Literal["muster-event/1"]
    name: Name
    game: Word | None = None
    days: Annotated[tuple[Day, ...], Meta(max_length=60)] = ()
    due: Annotated[tuple[Day, ...], Meta(max_length=MOST_ROUNDS)] = ()  # by when each round of a league is played
    place: Label = ""
    pack: Label = ""
    points_limit: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    minutes: Annotated[int, Meta(ge=1, le=1440)] | None = None
    tables: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)] | None = None
    method: Method = Method.SWISS
    first_round: FirstRound = FirstRound.RANDOM
    planned_rounds: RoundNumber
    clubs_apart: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 1
    scoring: Scoring = Scoring()
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=len(TieBreak))] = (
        TieBreak.OPPONENTS_POINTS,
        TieBreak.DIFFERENCE,
        TieBreak.HEAD_TO_HEAD,
    )
    players: Annotated[tuple[Player, ...], Meta(max_length=MOST_PLAYERS)] = ()
    challenges: Annotated[tuple[tuple[PlayerRef, PlayerRef], ...], Meta(max_length=MOST_PLAYERS)] = ()
    rounds: Annotated[tuple[Round, ...], Meta(max_length=MOST_ROUNDS)] = ()

    @cached_property
    def by_ref(self) -> dict[str, Player]:
        return {player.ref: player for player in self.players}

    def playing(self, number: int) -> list[Player]:
        """Who plays in the round of a number, in the order of their refs."""
        return sorted((player for player in self.players if player.plays_in(number)), key=lambda player: player.ref)

    def check(self) -> Event:
        """The event itself; MalformedError names the field that means nothing."""
        for field, days in (("days", self.days), ("due", self.due)):
            for number, day in enumerate(days):
                if not _is_day(day):
                    raise MalformedError(f"{field}[{number}]", f"“{day}” is no day of the calendar")
        self._check_players()
        _check_once("scoring.levels", ".slug", (level.slug for level in self.scoring.levels))
        _check_once("scoring.point_types", ".slug", (kind.slug for kind in self.scoring.point_types))
        _check_once("scoring.bands", ".at_least", (band.at_least for band in self.scoring.bands))
        _check_once("tie_breaks", "", self.tie_breaks)
        _check_once("challenges", "", (ref for pair in self.challenges for ref in pair), per=2)
        for number, kind in enumerate(self.scoring.point_types):
            if kind.most < kind.least:
                raise MalformedError(f"scoring.point_types[{number}].most", f"must be at least {kind.least}")
        for place, refs in self._places_of_refs():
            for ref in refs:
                if ref not in self.by_ref:
                    raise MalformedError(place, f"“{ref}” is no player of this event")
        for number, paired in enumerate(self.rounds):
            for position, pairing in enumerate(paired.pairings):
                self._check_pairing(pairing, f"rounds[{number}].pairings[{position}]", number + 1)
        return self

    def _check_players(self) -> None:
        _check_once("players", ".ref", (player.ref for player in self.players))
        for number, player in enumerate(self.players):
            if player.dropped_after and player.dropped_after < player.joined - 1:
                least = f"must be 0 or at least {player.joined - 1}, as the first round is {player.joined}"
                raise MalformedError(f"players[{number}].dropped_after", least)
            _check_once(f"players[{number}].sits_out", "", player.sits_out)

    def _places_of_refs(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield from ((f"challenges[{number}]", pair) for number, pair in enumerate(self.challenges))
        for number, paired in enumerate(self.rounds):
            for position, pairing in enumerate(paired.pairings):
                yield f"rounds[{number}].pairings[{position}].players", pairing.players
            for position, concession in enumerate(paired.certificate.concessions):
                yield f"rounds[{number}].certificate.concessions[{position}].players", concession.players

    def _check_pairing(self, pairing: Pairing, place: str, number: int) -> None:
        if pairing.result is not None:
            self._check_result(pairing, pairing.result, f"{place}.result")
        latest = number
        for position, correction in enumerate(pairing.corrections):
            if correction.after < latest:
                raise MalformedError(f"{place}.corrections[{position}].after", f"must be at least {latest}")
            if correction.after > len(self.rounds):
                most = f"must be at most {len(self.rounds)}, the last round paired"
                raise MalformedError(f"{place}.corrections[{position}].after", most)
            latest = correction.after
            if correction.was is not None:
                self._check_result(pairing, correction.was, f"{place}.corrections[{position}].was")

    def _check_result(self, pairing: Pairing, result: Result, place: str) -> None:
        if len(pairing.players) == 1:
            raise MalformedError(place, "a bye has no result; its points stand in the scoring")
        check_result(self.scoring, result, place)


def check_result(scoring: Scoring, result: Result, place: str = "result") -> None:
    """MalformedError where a result names a level or points that the scoring doesn't have, or points beyond limits."""
    levels = {level.slug for level in scoring.levels}
    if result.level is not None and result.level not in levels:
        known = ", ".join(sorted(levels)) or "there are none"
        raise MalformedError(f"{place}.level", f"“{result.level}” is no level of victory; levels are {known}")
    kinds = {kind.slug: kind for kind in scoring.point_types}
    for side, entered in enumerate(result.own_points or ()):
        for slug, points in entered.items():
            kind = kinds.get(slug)
            if kind is None:
                raise MalformedError(f"{place}.own_points[{side}].{slug}", "is no kind of points in the scoring")
            if not kind.least <= points <= kind.most:
                limits = f"must be from {kind.least} to {kind.most}, not {points}"
                raise MalformedError(f"{place}.own_points[{side}].{slug}", limits)


def _is_day(day: str) -> bool:
    try:
        return bool(date.fromisoformat(day))
    except ValueError:
        return False


def _check_once(place: str, part: str, values: Iterable[object], *, per: int = 1) -> None:
    """MalformedError where one of the values of a list stands in it twice; `per` of them are one entry."""
    counted: Counter[object] = Counter()
    for number, value in enumerate(values):
        counted[value] += 1
        if counted[value] > 1:
            raise MalformedError(f"{place}[{number // per}]{part}", f"“{value}” stands here twice")
