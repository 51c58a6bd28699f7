"""A round as those see it who look: who plays whom at which table, what had to give, how games stand, the clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.revisions import plain
from armybuilder.tournaments.models import Report, Round
from armybuilder.tournaments.presenters.field import Fielded
from armybuilder.tournaments.snapshots import mark_of, result_in, round_in
from tabletop.tournament.event import Event, Method, Outcome, Pairing, Result, Wish
from tabletop.tournament.records import points_of, records_before
from tabletop.tournament.sealing import Sealing, Thing, Who, sees
from tabletop.tournament.words import WISHES, concession_in_words, reason_in_words

HIDDEN = "Your opponent"
MINUTE, HOUR = 60, 3600


class Side(Struct, frozen=True, kw_only=True):
    """A player of a game; `points` are those before the round, None where they aren't shown."""

    ref: str
    name: str
    is_me: bool = False
    player: Fielded | None = None
    points: int | None = None
    destroyed: int | None = None
    won: int | None = None


class Game(Struct, frozen=True, kw_only=True):
    """A pairing with how it stands; `state` is one of its words in the style sheet."""

    sides: tuple[Side, ...]
    table: int | None
    is_mine: bool
    by_hand: bool
    state: str
    says: str
    level: str = ""
    corrected: str = ""
    gives: tuple[str, ...] = ()

    @property
    def ref(self) -> str:
        return self.sides[0].ref

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1


class Given(Struct, frozen=True):
    """What had to give in a round, and why."""

    says: str
    why: str
    by_hand: bool


class Clock(Struct, frozen=True, kw_only=True):
    """The clock of a round: seconds that are left, and whether it runs."""

    seconds: int
    runs: bool = False

    @property
    def shown(self) -> str:
        """`1:52:10`, `−0:00:05` when time is over."""
        left = abs(self.seconds)
        sign = "−" if self.seconds < 0 else ""
        return f"{sign}{left // HOUR}:{left % HOUR // MINUTE:02}:{left % MINUTE:02}"

    @property
    def minutes(self) -> int:
        """Whole minutes that are left."""
        return max(self.seconds // MINUTE, 0)

    @property
    def in_words(self) -> str:
        if self.seconds < 0:
            return "Time is over"
        return f"{self.minutes} minute{'s' * (self.minutes != 1)} left"


class RoundSheet(Struct, frozen=True, kw_only=True):
    """What a page shows of a round; games aren't there for those who may not see pairings, but for their own."""

    number: int
    is_published: bool
    games: tuple[Game, ...]
    mark: str
    goods: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    clock: Clock | None = None
    seed: str = ""
    inputs: str = ""
    totals: tuple[tuple[str, int], ...] = ()

    @property
    def mine(self) -> Game | None:
        return next((game for game in self.games if game.is_mine), None)

    @property
    def waiting(self) -> int:
        """Games without a result that counts."""
        return sum(game.state not in ("counts", "bye") for game in self.games)


def sheet_of(
    row: Round,
    event: Event,
    field: Mapping[str, Fielded],
    reports: Mapping[str, Report],
    sealing: Sealing,
    who: Who,
    me: str,
    now: datetime,
) -> RoundSheet:
    """The round as somebody sees it; `event` has all rounds up to it, `me` is the ref of the player who looks."""
    paired, number = round_in(row), row.number
    may = {thing: sees(sealing, who, thing, now) for thing in (Thing.NAMES, Thing.PAIRINGS, Thing.RESULTS)}
    with_points = sees(sealing, who, Thing.STANDINGS, now)  # what pairings cost tells who has as many points
    points = _points_before(event, number) if with_points else {}
    named = _concessions(event, number) if with_points else {}
    games = tuple(
        _game(event, pairing, field, reports, points, me, may, named)
        for pairing in paired.pairings
        if may[Thing.PAIRINGS] or me in pairing.players
    )
    if row.published_at is not None:  # whoever looks for a table finds it in its order
        games = tuple(sorted(games, key=lambda game: game.table or len(paired.pairings) + 1))
    if not may[Thing.PAIRINGS]:
        return RoundSheet(
            number=number, is_published=row.published_at is not None, games=games, mark="", clock=clock_of(row, now)
        )
    certificate = paired.certificate
    sheet = RoundSheet(
        number=number,
        is_published=row.published_at is not None,
        games=games,
        mark=mark_of(row.content),
        clock=clock_of(row, now),
        seed=paired.seed,
        inputs=certificate.inputs,
    )
    if not with_points:
        return sheet
    return replace(
        sheet,
        goods=tuple(_goods(event, number)),
        given=tuple(
            Given(concession_in_words(event, each), reason_in_words(event, number, each), each.by_hand)
            for each in certificate.concessions
        ),
        totals=tuple((WISHES[wish], certificate.totals.get(wish, 0)) for wish in Wish),
    )


def clock_of(row: Round, now: datetime) -> Clock | None:
    """The clock of a round, None before it is set."""
    if row.ends_at is not None:
        return Clock(seconds=int((row.ends_at - now).total_seconds()), runs=True)
    return None if row.left is None else Clock(seconds=row.left)


def _points_before(event: Event, number: int) -> dict[str, int]:
    return {ref: record.points for ref, record in records_before(event, number).items()}


def _concessions(event: Event, number: int) -> dict[str, tuple[str, ...]]:
    """By the first player of a pairing what it costs, in a few words."""
    said: dict[str, list[str]] = {}
    for each in event.rounds[number - 1].certificate.concessions:
        said.setdefault(min(each.players), []).append(_shortly(each.wish, each.amount))
    return {ref: tuple(words) for ref, words in said.items()}


def _shortly(wish: Wish, amount: int) -> str:
    apart = round(amount**0.5)
    return {
        Wish.REMATCH: "rematch",
        Wish.SECOND_BYE: "second bye",
        Wish.POINTS_APART: f"{apart} point{'s' * (apart != 1)} apart",
        Wish.BYE_TO_LOWEST: "bye above the lowest",
        Wish.CLUBS_APART: "one club",
        Wish.SEEDS: "off their seeds",
        Wish.NEW_TABLE: "known table",
    }[wish]


def _game(
    event: Event,
    pairing: Pairing,
    field: Mapping[str, Fielded],
    reports: Mapping[str, Report],
    points: Mapping[str, int],
    me: str,
    may: Mapping[Thing, bool],
    named: Mapping[str, tuple[str, ...]],
) -> Game:
    is_mine = me in pairing.players
    result = pairing.result if may[Thing.RESULTS] or is_mine else None
    counts = result is not None and result.confirmed
    won = points_of(event.scoring, result) if result is not None and counts else None
    sides = tuple(
        Side(
            ref=ref,
            name=_name(event, ref, me, may),
            is_me=ref == me,
            player=field.get(ref),
            points=points.get(ref),
            destroyed=result.destroyed[place] if result is not None and counts else None,
            won=won[place] if won else None,
        )
        for place, ref in enumerate(pairing.players)
    )
    state, says = _state(event, pairing, result, reports if may[Thing.RESULTS] or is_mine else {}, sides)
    level = next((each.name for each in event.scoring.levels if result and each.slug == result.level), "")
    return Game(
        sides=sides,
        table=pairing.table,
        is_mine=is_mine,
        by_hand=pairing.by_hand,
        state=state,
        says=says,
        level=level if counts else "",
        corrected=pairing.corrections[-1].reason if pairing.corrections and may[Thing.RESULTS] else "",
        gives=named.get(min(pairing.players), ()),
    )


def _name(event: Event, ref: str, me: str, may: Mapping[Thing, bool]) -> str:
    return event.by_ref[ref].name if may[Thing.NAMES] or ref == me else HIDDEN


def _state(
    event: Event, pairing: Pairing, result: Result | None, reports: Mapping[str, Report], sides: Sequence[Side]
) -> tuple[str, str]:
    """How a game stands: a word for the style sheet, and a sentence."""
    if len(pairing.players) == 1:
        return "bye", f"Has a bye: {event.scoring.bye} points"
    if result is not None and result.confirmed:
        return "counts", outcome_in_words(result.outcome, [side.name for side in sides])
    said = {side.name: result_in(reports[side.ref]) for side in sides if side.ref in reports}
    if len(said) == 2 and len(set(map(mark_of, map(plain, said.values())))) == 2:
        return "disputed", "They report different results: a judge decides"
    if said:
        return "reported", f"Reported by {next(iter(said))}, not confirmed yet"
    return "open", "No result yet"


def outcome_in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """`Ann won`, `A draw`."""
    return {
        Outcome.FIRST: f"{names[0]} won",
        Outcome.SECOND: f"{names[-1]} won",
        Outcome.DRAW: "A draw",
        Outcome.NEITHER: "Nobody won",
    }[outcome]


def _goods(event: Event, number: int) -> Iterable[str]:
    """What a round keeps to, in sentences."""
    paired = event.rounds[number - 1]
    totals = paired.certificate.totals
    byes = sum(len(pairing.players) == 1 for pairing in paired.pairings)
    if event.method is not Method.ELIMINATION:
        yield f"Everybody plays once; {_byes(byes)}."
    if not totals.get(Wish.REMATCH):
        yield "No rematch."
    if number > 1 and event.method is Method.SWISS:
        yield _apart(event, number)
    if number > 1 and not totals.get(Wish.NEW_TABLE):
        yield "Nobody sits at a table twice."


def _byes(count: int) -> str:
    return "no bye is needed" if count == 0 else "one has a bye" if count == 1 else f"{count} have byes"


def _apart(event: Event, number: int) -> str:
    """How far apart in points the pairs of a round are: `Of 11 games 9 with the same points, 2 one point apart`."""
    points = _points_before(event, number)
    games = [pairing.players for pairing in event.rounds[number - 1].pairings if len(pairing.players) == 2]
    counted = Counter(min(abs(points[one] - points[other]), 2) for one, other in games)
    words = ("with the same points", "one point apart", "further apart")
    said = [f"{counted[gap]} {word}" for gap, word in enumerate(words) if counted[gap]]
    return f"Of {len(games)} games {', '.join(said)}."
