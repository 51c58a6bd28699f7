"""What is done with dice, as steps over a state: one description, played once with faces or spread over all of them.

A step looks at the state, says what is thrown, and makes a new state of what came up. `play` takes the faces from a
source and keeps a log; `spread` follows every result at once, with its weight, and merges states as soon as they are
equal, so that the odds are those of the game as it is played: there is nothing else that they could be computed from.
States are small values that can be keys. Cost: for each step, states that are still different times the results that
each may have; weights stay whole numbers out of one total, which grows by what the dice of a step have in common.

A chain of steps may itself be what a step rolls: its odds are computed once and kept by its value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import lcm
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.citations import Citation
from tabletop.dice.distributions import Distribution
from tabletop.dice.rolls import SIDES, OddDice, Throw
from tabletop.dice.sources import Foretold, Rolled
from tabletop.work import go_on

State = TypeVar("State")
Result = TypeVar("Result")


class Chain(Struct, Generic[Result], frozen=True):
    """A roll of several throws one after the other, by a value: equal chains have their odds computed once."""

    def steps(self) -> Steps[Any]:
        raise NotImplementedError

    def start(self) -> Any:
        """The state before the first step."""
        raise NotImplementedError

    def result(self, state: Any) -> Result:
        """What is read from the state after the last step."""
        raise NotImplementedError

    def odds(self) -> Distribution[Result]:
        return _odds_of(self)


@lru_cache(maxsize=8192)
def _odds_of(chain: Chain[Result]) -> Distribution[Result]:
    return spread(chain.steps(), chain.start()).map(chain.result).lowest()


Roll = Throw | Chain[Any]


class Step(Struct, Generic[State], frozen=True):
    """Dice that are thrown in a state, and the state after them; where `roll` is None, the step is passed over."""

    name: str
    citation: Citation
    roll: Callable[[State], Roll | None]
    after: Callable[[State, Any], State]


class Change(Struct, Generic[State], frozen=True):
    """What becomes of a state without dice."""

    after: Callable[[State], State]


Steps = Sequence[Step[State] | Change[State]]


class Thrown(Struct, frozen=True):
    """One throw of a play: for what, by which rule, the faces as they lay, and what was read from them."""

    name: str
    citation: Citation
    faces: tuple[int, ...]
    result: Any


class Play(Struct, Generic[State], frozen=True):
    """How steps ended that were played once, and every throw in its order."""

    state: State
    log: tuple[Thrown, ...]


def play(steps: Steps[State], state: State, source: Rolled, *, within: str = "") -> Play[State]:
    """The steps once, with faces of the source; throws of no dice aren't logged. `within` begins the throws' names."""
    log: list[Thrown] = []
    for step in steps:
        if isinstance(step, Change):
            state = step.after(state)
        elif (roll := step.roll(state)) is not None:
            state = step.after(
                state, _thrown(replace(step, name=", ".join(filter(None, (within, step.name)))), roll, source, log)
            )
    return Play(state, tuple(log))


def _thrown(step: Step[Any], roll: Roll, source: Rolled, log: list[Thrown]) -> Any:
    """What a roll brings with faces of the source, its throws added to the log."""
    if isinstance(roll, Chain):
        inner = play(roll.steps(), roll.start(), source, within=step.name)
        log += inner.log
        return roll.result(inner.state)
    if isinstance(source, Foretold):
        source.next_roll(roll)
    faces = source.faces(roll.count, step.name, roll.sides if isinstance(roll, OddDice) else SIDES)
    result = roll.read(faces)
    if faces:
        log.append(Thrown(step.name, step.citation, faces, result))
    return result


def spread(steps: Steps[State], state: State) -> Distribution[State]:
    """Every state in which the steps may end, with its exact weight."""
    weights = {state: 1}
    for step in steps:
        weights = _changed(step, weights) if isinstance(step, Change) else _rolled(step, weights)
    return Distribution(weights)


def _changed(step: Change[State], weights: dict[State, int]) -> dict[State, int]:
    after: dict[State, int] = {}
    for state, weight in weights.items():
        new = step.after(state)
        after[new] = after.get(new, 0) + weight
    return after


def _rolled(step: Step[State], weights: dict[State, int]) -> dict[State, int]:
    """The states after a throw, their weights brought to what all its dice have in common; equal rolls are one."""
    kept: dict[Roll, Distribution[Any]] = {}
    odds: list[tuple[State, int, Distribution[Any] | None]] = []
    for state, weight in weights.items():
        roll = step.roll(state)
        if roll is not None and roll not in kept:
            kept[roll] = roll.odds()
        odds.append((state, weight, None if roll is None else kept[roll]))
    common = lcm(*(results.total for results in kept.values()))
    after: dict[State, int] = {}
    for state, weight, results in odds:
        go_on()
        if results is None:
            after[state] = after.get(state, 0) + weight * common
            continue
        scale = weight * (common // results.total)
        for result, own in results.weights.items():
            new = step.after(state, result)
            after[new] = after.get(new, 0) + scale * own
    return after
