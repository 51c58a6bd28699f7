"""A whole game in some lines: two sides race by one die a turn, and may hide something in a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, Clock, Happening, RefusalCode, RefusalError
from tabletop.battle.game import EVERYTHING
from tabletop.battle.log import EventLog, Header, UndoMode

SIDES = ("red", "blue")
RED, BLUE = Actor("red", "d1"), Actor("blue", "d2")
AT = "2026-11-23T19:30:05Z"


class Ran(Struct, frozen=True, forbid_unknown_fields=True, tag="ran", tag_field="kind"):
    side: str
    spaces: int


class Hid(Struct, frozen=True, forbid_unknown_fields=True, tag="hid", tag_field="kind"):
    side: str
    place: int


class TurnBegun(Struct, frozen=True, forbid_unknown_fields=True, tag="turn_begun.2", tag_field="kind"):
    turn: int


class Run(Struct, frozen=True, tag="run", tag_field="command"):
    side: str


class Hide(Struct, frozen=True, tag="hide", tag_field="command"):
    side: str
    place: int


class EndTurn(Struct, frozen=True, tag="end_turn", tag_field="command"):
    pass


class Why(RefusalCode):
    NOT_YOURS = "{seat} doesn't run for {side}"
    HAS_RUN = "{side} has run this turn"


class State(Struct, frozen=True):
    turn: int = 1
    spaces: tuple[int, int] = (0, 0)
    places: tuple[int, int] = (0, 0)
    ran: frozenset[str] = frozenset()


def put(pair: tuple[int, int], side: str, number: int) -> tuple[int, int]:
    return (number, pair[1]) if side == SIDES[0] else (pair[0], number)


class Race:
    slug: ClassVar = "race"
    facts: ClassVar = Ran | Hid | TurnBegun
    commands: ClassVar = Run | Hide | EndTurn

    def start(self) -> State:
        return State()

    def apply(self, state: State, fact: Ran | Hid | TurnBegun) -> State:
        match fact:
            case Ran(side=side, spaces=spaces):
                total = state.spaces[SIDES.index(side)] + spaces
                return replace(state, spaces=put(state.spaces, side, total), ran=state.ran | {side})
            case Hid(side=side, place=place):
                return replace(state, places=put(state.places, side, place))
            case TurnBegun(turn=turn):
                return replace(state, turn=turn, ran=frozenset())

    def decide(
        self, state: State, command: Run | Hide | EndTurn, seat: str, dice: NotedDice
    ) -> Sequence[Happening[Ran | Hid | TurnBegun]]:
        if isinstance(command, EndTurn):
            return [Happening(TurnBegun(state.turn + 1))]
        if command.side != seat:
            raise RefusalError(Why.NOT_YOURS, seat=seat, side=command.side)
        if isinstance(command, Hide):
            return [Happening(Hid(seat, command.place))]
        if seat in state.ran:
            raise RefusalError(Why.HAS_RUN, side=seat)
        (face,) = dice.of(seat).faces(1, "run")
        return [Happening(Ran(seat, face), rules=("R1",), dice=dice.taken())]

    def clock(self, state: State) -> Clock:
        return Clock(state.turn, "run")

    def touches(self, command: Run | Hide | EndTurn) -> frozenset[str]:
        return frozenset({EVERYTHING if isinstance(command, EndTurn) else command.side})

    def changes(self, fact: Ran | Hid | TurnBegun) -> frozenset[str]:
        return frozenset({EVERYTHING if isinstance(fact, TurnBegun) else fact.side})

    def reveals(self, fact: Ran | Hid | TurnBegun) -> bool:
        return isinstance(fact, TurnBegun)

    def seen_by(self, fact: Ran | Hid | TurnBegun, seat: str) -> Ran | Hid | TurnBegun | None:
        return None if isinstance(fact, Hid) and fact.side != seat else fact

    def sentence(self, fact: Ran | Hid | TurnBegun, before: State) -> str:
        match fact:
            case Ran(side=side, spaces=spaces):
                return f"{side} runs {spaces} from {before.spaces[SIDES.index(side)]}"
            case Hid(side=side):
                return f"{side} hides"
            case TurnBegun(turn=turn):
                return f"turn {turn} begins"


Log = EventLog[State, Run | Hide | EndTurn, Ran | Hid | TurnBegun]


def race(undo: UndoMode = UndoMode.CONSENT, sides: tuple[str, ...] = SIDES) -> Log:
    return EventLog(Race(), Header(game="race", id="b1", rules_version="1", sides=sides, undo=undo))


def decided(log: Log, command: Run | Hide | EndTurn, by: Actor, *faces: int) -> Log:
    """The log with a command of its own id, decided at once on what stands."""
    dice = NotedDice.typed(faces)
    happenings = log.rules.decide(log.state, command, by.seat, dice)
    dice.check_all_taken()
    return log.append(happenings, by=by, cause=f"c{log.head + 1}", at=AT)
