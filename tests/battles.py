"""Battles of Armies of Arcana for tests: two sample armies, commands given one after the other, dice by seed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battle.armies import begun
from tabletop.arcana.battle.facts.course import PhaseBegun, StepBegun
from tabletop.arcana.battle.facts.fact import Fact
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.state import Options, Scenario, Standing, State
from tabletop.arcana.battle.steps import ORDER, Step
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Clock, Happening
from tests.catalogue import printed_catalogue

SAMPLES = Path(__file__).parent.parent / "fixtures" / "arcana" / "rosters"


@cache
def rules() -> ArcanaBattle:
    return ArcanaBattle(printed_catalogue())


def first_event(first: str, second: str, *, scenario: Scenario = Scenario.ATTRITION) -> BattleBegun:
    """The first event of a battle between two of the site's sample rosters."""
    armies = tuple(
        resolve(read_roster((SAMPLES / f"{name}.json").read_bytes()), printed_catalogue()) for name in (first, second)
    )
    return begun("A battle", (armies[0], armies[1]), scenario=scenario, options=Options())


def after(state: State, seat: str, command: dict[str, Any], *, seed: int = 1, typed: list[int] | None = None) -> State:
    """The state after a command given as JSON states it."""
    dice = NotedDice.seeded(seed) if typed is None else NotedDice.typed(typed)
    found = msgspec.convert(command, rules().commands)
    for happening in rules().decide(state, found, seat, dice):
        state = rules().apply(state, happening.fact)
    return state


def at(state: State, step: Step, *, turn: int = 1) -> State:
    """The state with everybody set up, in the middle of a turn's step."""
    phase = next(phase for phase, its in ORDER if its is step)
    units = {ref: replace(unit, standing=Standing.READY) for ref, unit in state.units.items()}
    return replace(state, units=units, clock=Clock(turn=turn, phase=phase, step=step), finished=())


def happenings(state: State, seat: str, command: dict[str, Any], *, typed: list[int]) -> list[Happening[Any]]:
    """What a command brings with dice as typed."""
    found = msgspec.convert(command, rules().commands)
    return list(rules().decide(state, found, seat, NotedDice.typed(typed)))


def begun_with(scenario: Scenario, first: str = "dwarves", second: str = "orcs") -> State:
    """A battle before anybody stands on the table."""
    return rules().apply(rules().start(), first_event(first, second, scenario=scenario))


def set_up(first: str = "dwarves", second: str = "orcs", *, scenario: Scenario = Scenario.ATTRITION) -> State:
    """A battle in which both armies stand on the table, before the first initiative."""
    state = begun_with(scenario, first, second)
    for command in ("deploy", "finish"):
        for seat in ("red", "blue"):
            state = after(state, seat, {"command": command})
    return state


def moving(first: str = "dwarves", second: str = "orcs", *, mover: str = "red") -> State:
    """The same when that side moves first."""
    state = after(set_up(first, second), "red", {"command": "roll_initiative"}, typed=[6, 1])
    return after(state, "red", {"command": "choose_mover", "first": mover})


def reaching(state: State, step: Step) -> State:
    """The state as that step begins, or the one after it that doesn't pass by itself."""
    phase = next(phase for phase, its in ORDER if its is step)
    state = given(state, PhaseBegun(phase=phase), StepBegun(step=step))
    return after(state, "red", {"command": "note", "text": "Here we are"})


def given(state: State, *facts: Fact) -> State:
    """The state after facts that nobody has judged."""
    for fact in facts:
        state = rules().apply(state, fact)
    return state
