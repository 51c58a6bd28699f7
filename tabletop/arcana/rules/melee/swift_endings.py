"""How a melee ends, in floats and for many states at once, where fractions would take minutes.

What two units do to each other in a turn hangs on little of each. Blows of a side are the same dice whatever the other
has lost, but for sweeps, which count enemies; what a unit becomes by some dice hangs on itself alone; its test of
morale reads of the enemy its numbers and how many wounds it outnumbers. So the rules are asked of the states of one
side, some dozens, and not of all pairs, and answer exactly. What is left, multiplying chances and adding them up, is
done in arrays, for all pairs with the same number of wounds.

Guarantee: every chance is rounded once, all terms are positive and none is subtracted, so that a result is wrong by at
most the roundings on the way to it, 1.1e-16 of it each: sums of some hundred terms in a turn, in no more turns than
there are wounds, below 1e-11 of it, and in practice below 1e-13. `endings.exactly` is the twin in fractions, and the
tests compare both. Cost: some 0.2 milliseconds for each state of one side, 0.02 for each pair of states; a second
or two where models of five wounds and more suffer one by one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tabletop.arcana.rules.melee.blows import stages
from tabletop.arcana.rules.melee.endings import Ending, lasting, visits, visits_apart
from tabletop.arcana.rules.melee.facts import facts_of
from tabletop.arcana.rules.melee.fighters import Fight, Struck, begin
from tabletop.arcana.rules.melee.stages import Stage, aspect, most_swept
from tabletop.arcana.rules.melee.turns import (
    Contender,
    Contenders,
    Standing,
    Standings,
    facing,
    fighters_of,
    healed,
    next_turn,
    one_turn,
    pays,
    tested,
)
from tabletop.arcana.rules.morale.testing import MoraleTest
from tabletop.dice import Distribution
from tabletop.work import TooMuchWorkError, go_on

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Value = TypeVar("Value", bound=Hashable)

GONE = 0  # the number of a side that has broken or is destroyed
SURE = 11  # a test against this or more fails on a 12 alone
NO_TEST = 0
MOST_STATES = 1 << 31  # of one side
MOST_TOGETHER = 1000  # pairs of states, as wounds come back: some tenths of a second to eliminate
WOUNDS, RANKED, NUMBER, TESTS_IN_MELEE, TESTS_ALONE, PENALTY, MOST, MOST_IN_RANKS = range(8)  # facts of a node


class _Numbered(Generic[Value]):
    """Values by the numbers in whose order they have come up."""

    def __init__(self) -> None:
        self._numbers: dict[Value, int] = {}
        self.values: list[Value] = []

    def number(self, value: Value) -> int:
        if value not in self._numbers:
            self._numbers[value] = len(self.values)
            self.values.append(value)
        return self._numbers[value]


class _Table:
    """Whole numbers of rows and columns, each found out when it is first asked for."""

    def __init__(self, find: Callable[[int, int], int]) -> None:
        self._find = find
        self._found: Ints = np.full((64, 8), -1, dtype=np.int64)

    def __call__(self, rows: Ints, columns: Ints) -> Ints:
        self._found = _with_room(self._found, int(rows.max()), int(columns.max()), empty=-1)
        found = self._found[rows, columns]
        missing = found < 0
        if missing.any():
            for row, column in set(zip(rows[missing].tolist(), columns[missing].tolist(), strict=True)):
                go_on()
                self._found[row, column] = self._find(row, column)
            found = self._found[rows, columns]
        return found


def _with_room(table: Any, row: int, column: int, *, empty: int) -> Any:
    """The table with that row and column, twice as long as these where it ends before."""
    wanted = [
        2 * place if place >= length else length for place, length in zip((row, column), table.shape, strict=True)
    ]
    more = [(0, own - length) for own, length in zip(wanted, table.shape, strict=True)]
    return np.pad(table, more, constant_values=empty) if tuple(wanted) != table.shape else table


class _Spreads:
    """Distributions of whole numbers, by the places at which they are kept."""

    def __init__(self) -> None:
        self._starts, self._outcomes, self._chances = array("q", [0]), array("q"), array("d")

    def keep(self, outcomes: Distribution[Any], number: Callable[[Any], int]) -> int:
        """The place of a distribution of what has numbers; its chances are rounded once."""
        for outcome, weight in outcomes.weights.items():
            self._outcomes.append(number(outcome))
            self._chances.append(weight / outcomes.total)
        self._starts.append(len(self._outcomes))
        return len(self._starts) - 2

    def follow(self, places: Ints) -> tuple[Ints, Ints, Floats]:
        """Every outcome of the distributions at places: at the how manieth of these, its number, its chance."""
        starts = np.frombuffer(self._starts, dtype=np.int64)
        counts = starts[places + 1] - starts[places]
        whose = np.repeat(np.arange(len(places)), counts)
        at = np.arange(len(whose)) + (starts[places] - counts.cumsum() + counts)[whose]
        return whose, np.frombuffer(self._outcomes, dtype=np.int64)[at], np.frombuffer(self._chances)[at]


class _States:
    """What one side may begin a turn as, numbered from 1 on; turns of states of the same kinds have the same parts."""

    def __init__(self, own: Contender) -> None:
        self._own = own
        self._numbers: dict[Standing, int] = {}
        self._kinds = _Numbered[Hashable]()
        self.contenders: list[Contender] = [own]
        self.lasting, self.kinds = array("q", [0]), array("q", [0])

    def number(self, end: Standing) -> int:
        if end.broken or not end.models:
            return GONE
        if end.leader and end.models == end.left.models:
            end = Standing(end.left)
        if end not in self._numbers:
            self._numbers[end] = len(self.contenders)
            contender = next_turn(self._own, end)
            fighter = contender.fighter
            reach = fighter.contact if fighter.by_figure else 0  # among whom dice at it are shared out
            living = (one.left.models for one in fighter.characters)
            kind = fighter.by_figure, reach, fighter.files > 0, fighter.loose, *living
            self.contenders.append(contender)
            self.lasting.append(lasting(self._own, end))
            self.kinds.append(self._kinds.number(kind))
        return self._numbers[end]


class _Side:
    """One side in turns of two kinds of states: what it may be between their parts, and how it comes to that.

    Parts are the stages of the blows, and what comes back after them. A node is the state in which the turn began with
    what was struck by then, numbered by part; its aspect is what dice of the enemy may hang on. `foe` is any state of
    the enemy.
    """

    enemy: _Side

    def __init__(self, which: int, states: _States, foe: Contender, *, parts: int) -> None:
        self._which, self._states, self._foe = which, states, foe
        self._stages: dict[int, list[Stage]] = {}
        self._nodes = [_Numbered[tuple[int, Struck]]() for _ in range(parts + 1)]
        self._aspects = _Numbered[Hashable]()
        self._examples: list[Struck] = []
        self._rolls = _Numbered[tuple[Any, ...]]()
        self._facts = array("q")
        self._swept = most_swept(foe.fighter)
        self.aspects = [array("q") for _ in range(parts + 1)]
        self.throws = [_Table(partial(self._throw, part)) for part in range(parts)]
        self.suffers = [_Table(partial(self._suffer, part)) for part in range(parts)]
        self.struck = [_Spreads() for _ in range(parts)]
        self.tests = _Table(self._test)
        self.ends = _Spreads()

    def starts(self, states: Sequence[int]) -> Ints:
        """The nodes in which turns begin."""
        fighters = [self._states.contenders[state].fighter for state in states]
        begun = [begin((fighter, fighter)).first for fighter in fighters]
        return np.array([self._node(0, *at) for at in zip(states, begun, strict=True)])

    def facts(self, nodes: Ints) -> Ints:
        """What tests hang on, of nodes of the last part, a row each."""
        return np.frombuffer(self._facts, dtype=np.int64).reshape(-1, MOST_IN_RANKS + 1)[nodes]

    def seen(self, part: int, nodes: Ints) -> Ints:
        """Their aspects."""
        return np.frombuffer(self.aspects[part], dtype=np.int64)[nodes]

    def _node(self, part: int, state: int, struck: Struck) -> int:
        node = self._nodes[part].number((state, struck))
        if node == len(self.aspects[part]):
            self.aspects[part].append(self._aspect(state, struck))
            if part + 1 == len(self._nodes):
                *own, _, threat = facts_of(self._states.contenders[state], struck, at_front=self._foe.front)
                self._facts.extend((*own, *threat))
        return node

    def _aspect(self, state: int, struck: Struck) -> int:
        """The number of what dice of the enemy hang on."""
        number = self._aspects.number(aspect(self._states.contenders[state].fighter, struck, self._swept))
        if number == len(self._examples):
            self._examples.append(struck)
        return number

    def _stages_of(self, state: int) -> list[Stage]:
        if state not in self._stages:
            pair = facing(*self._ordered(self._states.contenders[state], self._foe))
            self._stages[state] = stages(fighters_of(pair))
        return self._stages[state]

    def _ordered(self, own: Any, its: Any) -> tuple[Any, Any]:
        return (its, own) if self._which else (own, its)

    def _throw(self, part: int, node: int, aspect: int) -> int:
        """The number of the dice that are thrown at an enemy of that aspect."""
        state, struck = self._nodes[part].values[node]
        phase = self._stages_of(state)
        if part == len(phase):
            return 0
        fight = Fight(*self._ordered(struck, self.enemy._examples[aspect]))
        return self._rolls.number(phase[part].rolls(fight, self._which))

    def _suffer(self, part: int, node: int, dice: int) -> int:
        """The place of what a node becomes by the enemy's dice."""
        state, struck = self._nodes[part].values[node]
        phase = self._stages_of(state)
        if part == len(phase):
            becomes = healed(self._states.contenders[state], struck)
        else:
            fight, rolls = Fight(*self._ordered(struck, self.enemy._examples[0])), self.enemy._rolls.values[dice]
            becomes = phase[part].suffered(fight, self._which, rolls)
        return self.struck[part].keep(becomes, partial(self._node, part + 1, state))

    def _test(self, node: int, against: int) -> int:
        """The place of what a node is after a test, by how far its number is below what is sure to pass, from 1 on."""
        state, struck = self._nodes[-1].values[node]
        own = self._states.contenders[state]
        test = None if against == NO_TEST else MoraleTest(SURE + 1 - against, pays=pays(own, struck))
        return self.ends.keep(tested(own, struck, test), self._states.number)


def _tests(own: Ints, enemy: Ints) -> Ints:
    """Of units with such facts beside enemies with theirs, the tests that they make."""
    outnumbered = own[:, WOUNDS] <= np.where(own[:, RANKED], enemy[:, MOST_IN_RANKS], enemy[:, MOST])
    made = np.where(_live(enemy), own[:, TESTS_IN_MELEE] | outnumbered, own[:, TESTS_ALONE]) & _live(own)
    against = np.maximum(SURE - own[:, NUMBER] + outnumbered + enemy[:, PENALTY], 0)
    return np.where(made, 1 + against, NO_TEST)


def _live(facts: Ints) -> Any:
    return facts[:, MOST] >= 0


class _Meeting:
    """Turns that begin in states of two kinds."""

    def __init__(self, states: tuple[_States, _States], first: Contenders, *, morale: bool) -> None:
        fighters, self._morale = fighters_of(facing(*first)), morale
        heals = any(one.figures.defence.regeneration for own in fighters for one in (own, *own.characters))
        self._parts = len(stages(fighters)) + heals
        self._sides = [_Side(which, states[which], first[1 - which], parts=self._parts) for which in (0, 1)]
        for own, enemy in zip(self._sides, self._sides[::-1], strict=True):
            own.enemy = enemy

    def turns(self, first: Sequence[int], second: Sequence[int]) -> tuple[Ints, Ints, Ints, Floats]:
        """What turns from pairs of states lead to: from the how manieth, the states of both, and the chance."""
        own, its = self._sides
        a, b = own.starts(first), its.starts(second)
        whose, chances = np.arange(len(a)), np.ones(len(a))
        for part in range(self._parts):
            at_own, at_its = its.throws[part](b, own.seen(part, a)), own.throws[part](a, its.seen(part, b))
            by_own, by_its = own.suffers[part](a, at_own), its.suffers[part](b, at_its)
            whose, a, b, chances = _both(whose, chances, own.struck[part], by_own, its.struck[part], by_its)
            if self._parts > 1:
                whose, a, b, chances = _merged(whose, a, b, chances)
        facts, their_facts = own.facts(a), its.facts(b)
        tests, their_tests = _tests(facts, their_facts) * self._morale, _tests(their_facts, facts) * self._morale
        return _both(whose, chances, own.ends, own.tests(a, tests), its.ends, its.tests(b, their_tests))


def _both(
    whose: Ints, chances: Floats, own: _Spreads, by_own: Ints, its: _Spreads, by_its: Ints
) -> tuple[Ints, Ints, Ints, Floats]:
    """What follows where both sides go on by themselves."""
    at, a, one = own.follow(by_own)
    on, b, other = its.follow(by_its[at])
    return whose[at][on], a[on], b, (chances[at] * one)[on] * other


def _merged(whose: Ints, a: Ints, b: Ints, chances: Floats) -> tuple[Ints, Ints, Ints, Floats]:
    """The same with what is equal taken together."""
    wide, far = int(a.max()) + 1, int(b.max()) + 1
    codes, at = np.unique((whose * wide + a) * far + b, return_inverse=True)
    rest, b = np.divmod(codes, far)
    whose, a = np.divmod(rest, wide)
    together: Any = np.bincount(at, chances)
    return whose, a, b, together


class _Melee:
    """All turns of a melee, by the numbers of the states of both sides."""

    def __init__(self, pair: Contenders, *, morale: bool) -> None:
        self._states, self._morale = (_States(pair[0]), _States(pair[1])), morale
        self._meetings: dict[tuple[int, int], _Meeting] = {}

    def numbers(self, ends: Standings) -> tuple[int, int]:
        return self._states[0].number(ends[0]), self._states[1].number(ends[1])

    def most(self, times: Floats) -> Ints:
        """Of pairs of states that are come by, all those of which most is left, two numbers each."""
        own, its = self._lasting()
        at = np.argwhere(times[1 : len(own), 1 : len(its)]) + 1
        left = own[at[:, 0]] + its[at[:, 1]]
        return at[left == left.max()] if len(at) else at

    def level(self, pairs: Ints) -> tuple[Ints, Ints, Ints, Ints, Floats]:
        """Pairs of which as much is left, with all others that they lead to; and what turns from these lead to."""
        found = []
        new = pairs
        while len(new):
            whose, own, its, chances = self._turns(new[:, 0], new[:, 1])
            found.append((whose + len(pairs) - len(new), own, its, chances))
            both = self._lasting()
            level = both[0][pairs[0, 0]] + both[1][pairs[0, 1]]
            same = (own != GONE) & (its != GONE) & (both[0][own] + both[1][its] == level)
            ends = np.unique(np.stack((own[same], its[same]), axis=1), axis=0)
            new = ends[_places(pairs, ends[:, 0], ends[:, 1]) < 0]
            pairs = np.concatenate((pairs, new))
        whose, own, its, chances = (np.concatenate(each) for each in zip(*found, strict=True))
        return pairs, whose, own, its, chances

    def _lasting(self) -> list[Ints]:
        return [np.array(side.lasting) for side in self._states]

    def _turns(self, first: Ints, second: Ints) -> tuple[Ints, Ints, Ints, Floats]:
        own, its = (np.array(side.kinds)[numbers] for side, numbers in zip(self._states, (first, second), strict=True))
        found = []
        for kinds in sorted(set(zip(own.tolist(), its.tolist(), strict=True))):
            at = np.flatnonzero((own == kinds[0]) & (its == kinds[1]))
            one, other = first[at].tolist(), second[at].tolist()
            if kinds not in self._meetings:
                example = self._states[0].contenders[one[0]], self._states[1].contenders[other[0]]
                self._meetings[kinds] = _Meeting(self._states, example, morale=self._morale)
            whose, *ends = self._meetings[kinds].turns(one, other)
            found.append((at[whose], *ends))
        whose, own, its, chances = (np.concatenate(each) for each in zip(*found, strict=True))
        return whose, own, its, chances


def _places(pairs: Ints, first: Ints, second: Ints) -> Ints:
    """At which place of some pairs each of others stands, -1 where it is none of them."""
    codes, wanted = pairs[:, 0] * MOST_STATES + pairs[:, 1], first * MOST_STATES + second
    order = codes.argsort()
    at = order[np.minimum(codes.searchsorted(wanted, sorter=order), len(codes) - 1)]
    return np.where(codes[at] == wanted, at, -1)


class _Come:
    """How often each pair of states is come by, a row for each of the first side."""

    def __init__(self) -> None:
        self.times: Floats = np.zeros((64, 64))

    def add(self, first: Ints, second: Ints, often: Floats) -> None:
        self.times = _with_room(self.times, int(first.max(initial=0)), int(second.max(initial=0)), empty=0)
        np.add.at(self.times, (first, second), often)

    def taken(self, first: Ints, second: Ints) -> Floats:
        """How often it was for pairs, which are gone on from now."""
        self.add(first, second, np.zeros(len(first)))
        often = self.times[first, second]
        self.times[first, second] = 0
        return often


def closely(pair: Contenders, *, morale: bool = True) -> Ending[float]:
    """Turns until one breaks or is destroyed, or neither can harm the other."""
    melee, come, turns, never = _Melee(pair, morale=morale), _Come(), 1.0, 0.0
    first = one_turn(pair, morale=morale)
    own, its = np.array([melee.numbers(ends) for ends in first.weights]).T
    come.add(own, its, np.array([weight / first.total for weight in first.weights.values()]))
    while len(pairs := melee.most(come.times)):
        go_on()
        pairs, whose, own, its, chances = melee.level(pairs)
        inside = _places(pairs, own, its)
        stays = inside >= 0
        moves = stays & (inside != whose)
        arrived, leaves = come.taken(*pairs.T), np.zeros(len(pairs))
        np.add.at(leaves, whose[~stays], chances[~stays])
        if moves.any():
            if len(pairs) > MOST_TOGETHER:
                raise TooMuchWorkError(
                    f"That is more than {MOST_TOGETHER:,} states of a fight that lead to one another."
                )
            inner = np.zeros((len(pairs), len(pairs)))
            np.add.at(inner, (whose[moves], inside[moves]), chances[moves])
            often, stuck = visits(arrived, inner, leaves)
        else:
            often, stuck = visits_apart(arrived, leaves)
        turns, never = turns + often.sum(), never + stuck
        come.add(own[~stays], its[~stays], chances[~stays] * often[whose[~stays]])
    times = come.times
    wins = float(times[1:, GONE].sum()), float(times[GONE, 1:].sum())
    return Ending(wins, float(times[GONE, GONE] + never), None if never else float(turns))
