"""The report of a battle: who won, what each unit lost and felled, luck by side and unit, and its events one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from armybuilder.battles.presenters.play.drawn import picture_of
from armybuilder.battles.presenters.play.endings import outcome
from armybuilder.battles.presenters.play.log import SILENT, heading_of
from armybuilder.battles.presenters.play.thresholds import attempts_in
from armybuilder.battles.snapshots import catalogue_of
from tabletop.arcana.battle.drawing import drawn
from tabletop.arcana.battle.facts.losses import ModelsFell, UnitLost
from tabletop.arcana.battle.facts.missiles import MissilesShot
from tabletop.arcana.battle.facts.morale import Broke, Rallied
from tabletop.arcana.battle.state import SIDES, BattleUnit, Standing, State
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.battle.events import Redone, Undone
from tabletop.battle.log import EventLog
from tabletop.battle.luck import Luck, luck_by
from tabletop.battle.views import seen, sentence

LUCKY, UNLUCKY = Fraction(9, 10), Fraction(1, 10)
QUARTER = Fraction(1, 4)
MOST_OF_A_TURN = 60
FEWEST_LETTERS, MOST_LETTERS = 6, 64  # of a digest that are compared
HEXADECIMAL = frozenset("0123456789abcdef")
MOST_MAPS = 12  # of the last turns; a replay has the map of its moment alone


class Army(Struct, frozen=True, kw_only=True):
    """A side: its army, what it lost of its points, and its luck."""

    side: str
    name: str
    list: ArmyList
    points: int
    lost: int
    luck: Fortune | None
    units: tuple[Fortune, ...]

    @property
    def percent(self) -> str:
        return f"{100 * self.lost / self.points:.1f}" if self.points else "0"


class Fortune(Struct, frozen=True):
    """The luck of a unit or a side: what came up of so many dice, and where it lies among all such battles."""

    name: str
    found: Luck

    @property
    def percentile(self) -> int:
        return round(100 * self.found.percentile)

    @property
    def place(self) -> str:
        """The percentile with its ending, as `61st`."""
        number = self.percentile
        ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{number}{ending}"

    @property
    def expected(self) -> str:
        return f"{float(self.found.expected):.1f}"

    @property
    def word(self) -> str:
        """How lucky that is, in words."""
        share = self.found.percentile
        if share >= LUCKY or share <= UNLUCKY:
            return "lucky" if share >= LUCKY else "unlucky"
        if QUARTER <= share <= 1 - QUARTER:
            return "about the middle"
        return "above the middle" if share > QUARTER else "below the middle"


class Row(Struct, frozen=True, kw_only=True):
    """A unit at the end: models left, how it stands, and the points of the models that it felled."""

    name: str
    army: ArmyList
    side: str
    points: int
    left: int
    at_first: int
    end: str
    status: str
    felled: int
    share: int


class Turn(Struct, frozen=True):
    """A turn: the events that can be read of it, its first one's number, the table at its end if that is shown.

    `summary` is who was lost, broke and rallied in it.
    """

    number: int
    first: int
    events: tuple[tuple[int, str, str], ...]
    picture: str
    summary: str


class Moment(Struct, frozen=True, kw_only=True):
    """One event of the replay: what it says, where the clock was, and the units as they stood after it."""

    seq: int
    text: str
    heading: str
    dice: tuple[Any, ...]
    turn: int
    before: int | None
    after: int | None
    units: tuple[Row, ...]
    picture: str


class Replay(Struct, frozen=True):
    """One moment of a battle, the first event of each turn by its number, and how many events there are."""

    moment: Moment | None
    turns: tuple[tuple[int, int], ...]
    events: int

    @property
    def first(self) -> int:
        """The event that a replay begins with."""
        return self.turns[0][1] if self.turns else 1


class Report(Struct, frozen=True, kw_only=True):
    """Everything that the page of the report shows."""

    title: str
    lead: str
    armies: tuple[Army, Army]
    rows: tuple[Row, ...]
    turns: tuple[Turn, ...]
    events: int
    digest: str
    undone: int
    again: int
    same: str
    replay: Replay

    @property
    def maps(self) -> list[Turn]:
        """The turns of whose end there is a picture."""
        return [turn for turn in self.turns if turn.picture]


def replay_of(log: EventLog[Any, Any, Any], side: str, event: int | None) -> Replay:
    """The moment after an event that can be read, the next one where none has the number; none before any is named."""
    entries: list[Any] = [entry for entry in log.standing() if not _is_silent(entry)]
    firsts: dict[int, int] = {}
    for entry in entries:
        firsts.setdefault(entry.event.clock.turn, entry.seq)
    moment = _moment(log, entries, side, event) if event is not None else None
    return Replay(moment, tuple(firsts.items()), log.head)


def _is_silent(entry: Any) -> bool:
    """Whether an entry only moves the clock."""
    return entry.event is None or str(type(entry.event.fact).__struct_config__.tag) in SILENT


def report_of(log: EventLog[Any, Any, Any], side: str, event: int | None, *, other: str = "") -> Report:
    """The report of a battle as it stands; with an event's number also the state after that event.

    `other` is what another phone shows of its own copy.
    """
    state, catalogue = log.state, catalogue_of(log)
    attempts = [it for entry in log.standing() if entry.event for it in attempts_in(entry.event, _before(entry))]
    by_side, by_unit = luck_by(attempts, lambda it: it.side), luck_by(attempts, lambda it: it.of)
    felled = points_felled(log)
    digest = log.digest[:12]
    return Report(
        title=_title(state),
        lead=_lead(state),
        armies=tuple(_army(state, side, catalogue, by_side, by_unit) for side in SIDES),  # type: ignore[arg-type]
        rows=tuple(_rows(state, catalogue, felled)),
        turns=tuple(_turns(log, catalogue, side, MOST_MAPS if event is None else 0)),
        events=log.head,
        digest=" ".join(digest[place : place + 4] for place in range(0, len(digest), 4)),
        undone=sum(isinstance(each.fact, Undone | Redone) for each in log.events()),
        again=sum(throw.again for each in log.events() for throw in each.dice),
        same=compared(log, other),
        replay=replay_of(log, side, event),
    )


def compared(log: EventLog[Any, Any, Any], other: str) -> str:
    """What the letters on another phone say of its copy; empty for none, or too few to tell anything."""
    typed = "".join(other.lower().split())[:MOST_LETTERS]
    if len(typed) < FEWEST_LETTERS or not set(typed) <= HEXADECIMAL:
        return "Type at least six of the letters and digits that the other phone shows." if typed else ""
    if log.digest.startswith(typed):
        return f"Both copies agree: the same {log.head} events, each in its place."
    same = next((entry.seq for entry in reversed(log.entries()) if entry.digest.startswith(typed)), None)
    if same is not None:
        return f"The other copy is the same up to event {same}; here {log.head - same} more have happened since."
    return "No event here carries that: the other copy is newer, or of another battle."


def _before(entry: Any) -> State:
    state: State = entry.parent.state
    return state


def points_felled(log: EventLog[Any, Any, Any]) -> dict[str, int]:
    """The points of the models that each unit felled, by its ref; of a body its models share its points equally."""
    felled: dict[str, Fraction] = {}
    for entry in log.standing():
        fact = entry.event.fact if entry.event else None
        for by, unit, body, fallen in _felled(fact, _before(entry)) if fact else ():
            models = _before(entry).unit(unit).body(body)
            felled[by] = felled.get(by, Fraction()) + Fraction(models.points * fallen, models.at_first)
    return {ref: round(points) for ref, points in felled.items()}


def _felled(fact: Any, before: State) -> Iterator[tuple[str, str, str, int]]:
    """By whom, of which unit and body, and how many; a volley's when it is shot, for they are taken off together."""
    if isinstance(fact, MissilesShot):
        for falling in fact.falling:
            fallen = before.remains(falling.unit, falling.body).models - falling.left
            yield fact.unit, falling.unit, falling.body, max(fallen, 0)
    elif isinstance(fact, ModelsFell) and fact.by:
        left = before.remains(fact.unit, fact.body).models
        yield fact.by, fact.unit, fact.body, max(left - fact.left, 0)


def _title(state: State) -> str:
    if state.result is None:
        return f"{state.name or 'A battle'}: turn {state.clock.turn}" if state.clock.turn else state.name or "A battle"
    return outcome(state, state.result)


def _lead(state: State) -> str:
    names = " against ".join(army.name for army in state.armies)
    points = max((army.points for army in state.armies), default=0)
    reason = f" {state.result.reason}." if state.result and state.result.reason else ""
    return f"{names}, {state.scenario.value}, {points:,} points.{reason}"


def _army(state: State, side: str, catalogue: Catalogue, by_side: Any, by_unit: Any) -> Army:
    army = state.army(side)
    return Army(
        side=side,
        name=army.name,
        list=catalogue.lists[army.army],
        points=army.points,
        lost=state.lost_points(side),
        luck=Fortune(army.name, by_side[side]) if side in by_side else None,
        units=tuple(Fortune(unit.name, by_unit[unit.ref]) for unit in state.of(side) if unit.ref in by_unit),
    )


def _rows(state: State, catalogue: Catalogue, felled: dict[str, int]) -> Iterator[Row]:
    most = max(felled.values(), default=0) or 1
    for side in SIDES:
        for unit in state.of(side):
            end, status = _end(unit)
            points = felled.get(unit.ref, 0)
            yield Row(
                name=unit.name,
                army=catalogue.lists[unit.army],
                side=side,
                points=unit.points,
                left=unit.models,
                at_first=sum(body.at_first for body in unit.bodies),
                end=end,
                status=status,
                felled=points,
                share=100 * points // most,
            )


def _end(unit: BattleUnit) -> tuple[str, str]:
    if unit.standing is Standing.LOST:
        return "Lost", "bad"
    if unit.standing is Standing.BROKEN:
        return "Broken", "warn"
    return ("Stands", "good") if unit.is_here else (unit.standing.value.capitalize(), "")


def _turns(log: EventLog[Any, Any, Any], catalogue: Catalogue, side: str, maps: int) -> Iterator[Turn]:
    turns: dict[int, list[tuple[int, str, str]]] = {}
    ends: dict[int, State] = {}
    told: dict[int, list[tuple[str, str]]] = {}
    for entry in log.standing():
        if _is_silent(entry):
            continue
        event: Any = entry.event
        ends[event.clock.turn] = entry.state
        told.setdefault(event.clock.turn, []).extend(_turning_point(event.fact, _before(entry)))
        turns.setdefault(event.clock.turn, []).append((entry.seq, sentence(log, entry, side), heading_of(event)))
    first = len(turns) - maps
    for place, (number, events) in enumerate(turns.items()):
        picture = _map(ends[number], catalogue) if place >= first else ""
        yield Turn(number, events[0][0], tuple(events), picture, _summed_up(told[number]))


def _turning_point(fact: Any, state: State) -> Iterator[tuple[str, str]]:
    """What became of a unit by an event that a turn is remembered for, and the unit's name; of the fallen the army's.

    `state` is the one before it.
    """
    match fact:
        case ModelsFell():
            fallen = max(state.unit(fact.unit).body(fact.body).left - fact.left, 0)
            yield from [("Fallen", state.army(state.unit(fact.unit).side).name)] * fallen
        case UnitLost():
            yield "Lost", state.unit(fact.unit).name
        case Broke():
            yield "Broken", state.unit(fact.unit).name
        case Rallied(rallied=True):
            yield "Rallied", state.unit(fact.unit).name


def _summed_up(told: list[tuple[str, str]]) -> str:
    """The names by what became of them, as `Fallen: 5 of Green Tide. Lost: Krug. Broken: Stonewall.`, or nothing."""
    kinds = {kind: Counter(name for each, name in told if each == kind) for kind, _ in told}
    words = {
        kind: [f"{count} of {name}" for name, count in names.items()] if kind == "Fallen" else list(names)
        for kind, names in kinds.items()
    }
    return " ".join(f"{kind}: {', '.join(names)}." for kind, names in words.items())


def _map(state: State, catalogue: Catalogue) -> str:
    """The table as a picture; empty on paper."""
    found = drawn(state, catalogue)
    return picture_of(found) if found else ""


def _moment(log: EventLog[Any, Any, Any], entries: list[Any], side: str, number: int) -> Moment | None:
    at = next((place for place, entry in enumerate(entries) if entry.seq >= number), None)
    if at is None:
        return None
    entry, catalogue = entries[at], catalogue_of(log)
    later = entries[at + 1 :][:1]
    state = later[0].parent.state if later else log.state  # with where units have moved to
    return Moment(
        seq=entry.seq,
        text=sentence(log, entry, side),
        heading=heading_of(seen(log, entry, side)),
        turn=entry.event.clock.turn,
        dice=entry.event.dice,
        before=entries[at - 1].seq if at else None,
        after=later[0].seq if later else None,
        units=tuple(_rows(state, catalogue, {})),
        picture=_map(state, catalogue),
    )
