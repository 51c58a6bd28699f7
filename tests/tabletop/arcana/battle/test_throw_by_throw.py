"""A fight struck throw by throw, each by whose dice they are: it ends as all at once, and is chosen anew between."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.commands.command import Task
from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.commands.melee import ThrowBlows
from tabletop.arcana.battle.facts.course import PhaseBegun
from tabletop.arcana.battle.facts.melee import BlowsStruck, BlowsThrown, FightBegun, ThrowAwaited
from tabletop.arcana.battle.state import Contact, State
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import RefusalError
from tests.battles import after, happenings, rules
from tests.tabletop.arcana.battle.test_melee import blows, hogs_of_war

LANCES, HORSES, HOGS_AT_CAVALRY = [1, 2, 2, *[6] * 7, 1, 5, 5], [2, 2, *[6] * 4, 3, 3], [2, 1, 6, 2, 5, 2, 5]
SCOUTS, HOGS_AT_SCOUTS = [3, 3, 3, *[6] * 3, 2, 3, 3], [1, 2, 6, 6, 2, 2]
ALL = LANCES + HORSES + HOGS_AT_CAVALRY + SCOUTS + HOGS_AT_SCOUTS
OF_ONE_WAY = (FightBegun, ThrowAwaited, BlowsThrown)


def next_throw(state: State) -> tuple[str, Any]:
    """The side that throws next, and for what."""
    ((awaits),) = [fight.awaits for fight in state.fights]
    assert awaits is not None
    return state.unit(awaits.unit).side, awaits


def told(state: State, facts: list[Any]) -> tuple[State, list[Any]]:
    """The state after facts of the melee phase, and those of them that are of no way of striking."""
    own = []
    for fact in facts:
        if isinstance(fact, PhaseBegun):
            break
        state = rules().apply(state, fact)
        own += [] if isinstance(fact, OF_ONE_WAY) else [fact]
    return state, own


def thrown_by_throw(state: State, fight: str, dice: list[int]) -> tuple[State, list[Any], list[tuple[Any, ...]]]:
    state = after(state, "blue", {"command": "begin_fight", "unit": fight}, typed=[])
    facts, throws = [], []
    while state.fights:
        side, awaits = next_throw(state)
        faces, dice = dice[: awaits.dice], dice[awaits.dice :]
        throws.append((awaits.unit, awaits.when, awaits.attack, awaits.purpose, awaits.dice, awaits.needed))
        command = {"command": "throw", "unit": awaits.unit}
        found = [it.fact for it in happenings(state, side, command, typed=faces)]
        state, own = told(state, found)
        facts += own
    assert not dice
    return state, facts, throws


def test_throw_by_throw_it_ends_as_all_at_once_and_each_throws_his_own() -> None:
    """The book's melee, whose hogs choose when the lances have struck (E49 to E51)."""
    state = hogs_of_war()
    at_once = told(state, [it.fact for it in happenings(state, "red", {"command": "fight", "unit": "hogs"}, typed=ALL)])
    *by_throws, throws = thrown_by_throw(state, "hogs", ALL)
    assert tuple(by_throws) == at_once
    assert throws[:5] == [
        ("cavalry", "first", "blows", "to hit", 10, 2),
        ("hogs", "first", "blows", "saves", 3, 1),
        ("cavalry", "normal", "Horse", "to hit", 6, 2),
        ("hogs", "normal", "Horse", "saves", 2, 2),
        ("hogs", "normal", "blows", "to hit", 3, 2),
    ]


def test_who_throws_is_asked_and_nobody_else_may() -> None:
    state = after(hogs_of_war(), "red", {"command": "begin_fight", "unit": "scouts"}, typed=[])
    catalogue = rules().catalogue
    assert [(task.task, task.unit) for task in to_do(state, catalogue, "red")] == [(Task.STRIKE, "cavalry")]
    assert to_do(state, catalogue, "blue") == ()
    with pytest.raises(RefusalError, match="Cavalry throw first"):
        after(state, "blue", {"command": "throw", "unit": "hogs"})
    with pytest.raises(RefusalError, match="isn't yours"):
        after(state, "blue", {"command": "throw", "unit": "cavalry"})
    roll = ThrowBlows(unit="cavalry").roll(state, catalogue)
    assert roll is not None
    assert float(roll.odds().mean()) == pytest.approx(10 / 3)
    state = after(state, "red", {"command": "throw", "unit": "cavalry"}, typed=LANCES[:10])
    assert [(task.task, task.unit) for task in to_do(state, catalogue, "blue")] == [(Task.SAVE, "hogs")]
    with pytest.raises(RefusalError, match="half struck"):
        after(state, "blue", {"command": "correct", "unit": "hogs", "files": 5, "why": "so it is"})
    for side in ("red", "blue"):
        with pytest.raises(RefusalError, match="half struck"):
            after(state, side, {"command": "finish", "anyway": True})
    with pytest.raises(RefusalError, match="throw by throw already"):
        after(state, "red", {"command": "begin_fight", "unit": "hogs"})
    with pytest.raises(RefusalError, match="waits for no throw"):
        after(hogs_of_war(), "red", {"command": "throw", "unit": "cavalry"})


def test_the_rest_is_struck_at_once_or_counted_at_the_table() -> None:
    state = after(hogs_of_war(), "red", {"command": "begin_fight", "unit": "hogs"}, typed=[])
    state = after(state, "red", {"command": "throw", "unit": "cavalry"}, typed=ALL[:10])
    rest = [it.fact for it in happenings(state, "blue", {"command": "fight", "unit": "scouts"}, typed=ALL[10:])]
    whole = [it.fact for it in happenings(hogs_of_war(), "red", {"command": "fight", "unit": "hogs"}, typed=ALL)]
    assert told(state, rest) == told(hogs_of_war(), whole)
    by_hand = after(state, "red", {"command": "fight", "unit": "hogs", "by_hand": True}, typed=[])
    assert (by_hand.fights, by_hand.counting, by_hand.unit("hogs").main.left) == ((), True, 23)


def test_it_is_chosen_anew_before_the_dice_of_each_time_and_not_who_meets() -> None:
    """The hog between both enemies strikes where its player says once the lances have struck (reading BR13)."""
    state = after(hogs_of_war(), "blue", {"command": "begin_fight", "unit": "hogs"}, typed=[])
    aims = [{"at": "cavalry", "touching": 4}, {"at": "scouts", "touching": 3}]
    for faces in (LANCES[:10], LANCES[10:]):
        state = after(state, next_throw(state)[0], {"command": "throw", "unit": next_throw(state)[1].unit}, typed=faces)
    state = after(state, "blue", {"command": "choose_targets", "unit": "hogs", "aims": aims}, typed=[])
    facts: list[Any] = []
    dice = NotedDice.seeded(1)
    while state.fights:
        side, awaits = next_throw(state)
        found = [it.fact for it in rules().decide(state, ThrowBlows(unit=awaits.unit), side, dice)]
        state, own = told(state, found)
        facts += own
        if awaits.when == "normal" and awaits.unit == "hogs" and state.fights:  # too late for these blows
            late = [{"at": "cavalry", "touching": 1}, {"at": "scouts", "touching": 1}]
            state = after(state, "blue", {"command": "choose_targets", "unit": "hogs", "aims": late}, typed=[])
    struck = {fact.target: sum(blow.dice for blow in fact.blows) for fact in facts
              if isinstance(fact, BlowsStruck) and fact.unit == "hogs"}  # fmt: skip
    assert struck == {"cavalry": 4, "scouts": 3}
    led = replace(blows(), contacts=(Contact(units=("r1", "b1"), since=1), Contact(units=("r1", "b2"), since=1)))
    led = after(led, "red", {"command": "begin_fight", "unit": "r1"}, typed=[])
    assert to_do(led, rules().catalogue, "red"), "the lord strikes first"
    also = {"command": "choose_targets", "unit": "r1", "aims": [{"at": "b1", "touching": 3}]}
    assert after(led, "red", also, typed=[]).unit("r1").aims[0].touching == 3


@pytest.mark.parametrize("seed", range(3))
def test_any_fight_ends_alike_by_either_way(seed: int) -> None:
    """Whatever stands in contact: the same dice in the same order fell the same, and what is kept can be read."""
    chance = Random(seed)
    state = blows()
    ours, theirs = (sorted(unit.ref for unit in state.of(side) if unit.is_here) for side in ("red", "blue"))
    pairs = {(chance.choice(ours), chance.choice(theirs)) for _ in range(4)}
    state = replace(state, contacts=tuple(Contact(units=pair, since=1) for pair in sorted(pairs)))
    dice = (NotedDice.seeded(number) for number in count(seed))
    while engaged := [unit.ref for unit in state.units.values() if state.is_engaged(unit.ref) and not unit.turn.fought]:
        begun, faces = after(state, "red", {"command": "begin_fight", "unit": engaged[0]}, typed=[]), []
        apart: list[Any] = []
        while begun.fights:
            side, awaits = next_throw(begun)
            for happening in rules().decide(begun, ThrowBlows(unit=awaits.unit), side, next(dice)):
                fact = happening.fact
                if isinstance(fact, PhaseBegun):
                    break
                assert msgspec.json.decode(msgspec.json.encode(fact), type=rules().facts) == fact
                faces += fact.faces if isinstance(fact, BlowsThrown) else ()
                begun, own = told(begun, [fact])
                apart += own
        whole = happenings(state, "red", {"command": "fight", "unit": engaged[0]}, typed=faces)
        assert told(state, [it.fact for it in whole]) == (begun, apart)
        state = begun
        if state.clock.phase != "melee" or state.result:
            break
