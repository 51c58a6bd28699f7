"""What every command to a battle has, and the moment in which one is decided.

A command states a choice of a player, never a result. `decided` looks at the state, throws the dice that the rules ask
for, and says what happens by facts; each fact is applied at once, so that what comes next sees it. It raises
RefusalError where the rules refuse it, and FacesError where typed dice don't fit; then nothing has happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from tabletop.arcana.battle.facts.fact import Fact
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import BattleUnit, Side, State
from tabletop.arcana.battle.steps import STEP_NAMES, Step
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Happening, RefusalError
from tabletop.battle.seats import Right
from tabletop.dice import Play, play
from tabletop.dice.steps import Steps
from tabletop.values import Value

Played = TypeVar("Played")


class Moment:
    """A battle while a command is decided: the state so far, who commands, and what has happened."""

    def __init__(self, state: State, catalogue: Catalogue, seat: str, dice: NotedDice) -> None:
        self.state = state
        self.catalogue = catalogue
        self.seat = seat
        self.dice = dice
        self.happenings: list[Happening[Any]] = []

    def happens(self, fact: Fact, *rules: str) -> None:
        """Say that something happens, by which rules (docs/battle-rules.md), with the dice since the last fact."""
        self.state = fact.applied(self.state)
        self.happenings.append(Happening(fact=fact, rules=rules, dice=self.dice.taken()))

    def play(self, steps: Steps[Played], start: Played, *, of: str = "") -> Play[Played]:
        """Steps of the rules once with this moment's dice, which are a unit's where `of` is its ref."""
        return play(steps, start, self.dice.of(of))

    def roll(self, count: int, purpose: str, *, of: str = "") -> tuple[int, ...]:
        """Faces of so many dice."""
        return self.dice.of(of).faces(count, purpose)

    @property
    def side(self) -> Side:
        """The side that commands."""
        return "blue" if self.seat == "blue" else "red"

    def need_step(self, *steps: Step) -> None:
        """RefusalError where it is none of these steps."""
        if self.state.clock.step not in steps:
            raise RefusalError(Refused.NOT_IN_THIS_STEP, steps=" or ".join(STEP_NAMES[step] for step in steps))

    def need_own(self, ref: str) -> BattleUnit:
        """The unit; RefusalError where it isn't of the side that commands, or isn't there."""
        unit = self.state.units.get(ref)
        if unit is None:
            raise RefusalError(Refused.NO_SUCH_UNIT, unit=ref)
        if unit.side != self.seat:
            raise RefusalError(Refused.NOT_YOURS, unit=unit.name)
        return unit

    def need_enemy(self, ref: str) -> BattleUnit:
        """The unit; RefusalError where no enemy on the table has the ref."""
        unit = self.state.units.get(ref)
        if unit is None:
            raise RefusalError(Refused.NO_SUCH_UNIT, unit=ref)
        if unit.side == self.seat or not unit.is_here:
            raise RefusalError(Refused.NO_ENEMY, unit=unit.name)
        if unit.aboard is not None:
            raise RefusalError(Refused.IS_ABOARD, unit=unit.name, carrier=self.state.unit(unit.aboard).name)
        return unit


class Command(Value, frozen=True, kw_only=True, tag_field="command"):
    """A choice of a player."""

    by_phases: ClassVar[bool | None] = True  # False on a table that is played on without phases; None: either way
    while_waiting: ClassVar[bool] = False  # whether it may be given while a side must answer something
    right: ClassVar[Right] = Right.ACT  # what its seat must have a right to

    def decided(self, moment: Moment) -> None:
        """Let happen what the rules make of it."""
        raise NotImplementedError

    @property
    def touches(self) -> tuple[str, ...]:
        """The refs of the units that it is about; none for what is about the whole battle."""
        return ()


class UnitCommand(Command, frozen=True, kw_only=True):
    """A choice about one unit, by its ref."""

    unit: str

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit,)


class Task(StrEnum):
    """What a side may still do in a step."""

    DEPLOY = "may set up"
    FLEE = "must flee"
    PURSUE = "may pursue"
    MOVE = "may move"
    CHARGE_ON = "must charge or move first"
    RESPOND = "must answer a charge"
    COME_IN = "must throw as they come in"
    FOLLOW = "must follow or stay"
    CLOSE_IN = "may close in"
    APPEAR = "may appear"
    ROLL_INITIATIVE = "roll for initiative"
    CHOOSE_MOVER = "choose who moves first"
    SPELL_STRIKES = "suffers from a spell"
    SHAKE_OFF = "must try to shake off a spell"
    CHARMED = "must resist charmers"
    DRIFT = "a template must wander"
    REPAIR = "may repair its vehicles"
    JOLT = "must take what shook its vehicles"
    LEAD = "may send its characters to a fight"
    CHOOSE_CASTER = "may choose who casts first"
    CAST = "may cast"
    COUNTER = "may counter a spell"
    SHOOT = "may shoot"
    FIGHT = "must fight"
    STRIKE = "must throw for its blows"
    SAVE = "must throw its saves"
    REGENERATE = "may regenerate"
    RALLY = "may rally"
    TEST = "must test"
    ARMY_TEST = "the army must test"
    OBJECTIVES = "may say which objectives are reached"
    SUFFER = "must suffer from the ground"
    PRESS = "must choose whom its numbers press"


class ToDo(Struct, frozen=True):
    """Something that a side may still do, or must: by a unit's ref, or by nobody in particular."""

    task: Task
    unit: str | None = None


ToDos = Iterator[ToDo]
