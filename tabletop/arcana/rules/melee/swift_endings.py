"""How a melee ends, in floats and for many states at once, where fractions would take minutes.

What two units do to each other in a turn hangs on little of each. Blows of a side are the same dice whatever the other
has lost, but for sweeps, which count enemies; what a unit becomes by some dice hangs on itself alone; its test of
morale reads of the enemy its numbers and how many wounds it outnumbers. So the rules are asked of the states of one
side, some dozens, and not of all pairs, and answer exactly. What is left, multiplying chances and adding them up, is
done in arrays, for all pairs with the same number of wounds. Turns in which somebody has lost something wait before
their tests until all pairs with more wounds are done: wherever both sides are left alike by then they are one, and each
test is spread once.

Guarantee: every chance is rounded once, all terms are positive and none is subtracted, so that a result is wrong by at
most the roundings on the way to it, 1.1e-16 of it each: sums of some hundred terms in a turn, in no more turns than
there are wounds, below 1e-11 of it, and in practice below 1e-13. `endings.exactly` is the twin in fractions, and the
tests compare both. Cost: some 0.2 milliseconds for each state of one side, 0.02 for each pair of states; less
than half a second where five models of six wounds suffer one by one, three where regiments on both sides are led.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.blows import stages
from tabletop.arcana.rules.melee.endings import Ending, lasting, visits, visits_apart
from tabletop.arcana.rules.melee.facts import NOBODY, Facts, Threat, facts_of
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Struck, begin
from tabletop.arcana.rules.melee.numbering import Come, Floats, Ints, Numbered, Spreads, Table, both, kept_at, merged
from tabletop.arcana.rules.melee.stages import Stage, aspect, most_swept
from tabletop.arcana.rules.melee.turns import (
    Contender,
    Contenders,
    Failure,
    Standing,
    facing,
    failures,
    fighters_of,
    following,
    healed,
    next_turn,
    pays,
    standing_of,
    standings,
    start_of,
)
from tabletop.arcana.rules.morale.testing import MoraleTest
from tabletop.work import TooMuchWorkError, go_on

GONE = 0  # the number of a side that has broken or is destroyed
SURE = 11  # a test against this or more fails on a 12 alone
NO_TEST = 0
NONE = -1
AS_IT_CAME = 0  # the place of a side's contender among those of its states
MOST_STATES = 1 << 31  # of one side
MOST_TOGETHER = 1000  # pairs of states, as wounds come back: some tenths of a second to eliminate


class _States:
    """What one side may begin a turn as, numbered from 1 on; turns of states of the same kinds have the same parts.

    In `several` times of blows the places of those who fall in the first ones count.
    """

    def __init__(self, own: Contender, *, several: bool) -> None:
        self.own, self._several = own, several
        self._numbers: dict[Standing, int] = {}
        self._kinds = Numbered[Hashable]()
        self.contenders: list[Contender] = [own]
        self.lasting, self.kinds = array("q", [0]), array("q", [NONE])  # as it came it is of a kind of its own

    def number(self, end: Standing) -> int:
        if end.broken or not end.models:
            return GONE
        if end.leader and end.models == end.left.models:
            end = Standing(end.left)
        if end not in self._numbers:
            self._numbers[end] = len(self.contenders)
            contender = next_turn(self.own, end)
            fighter = contender.fighter
            led = fighter.by_figure and fighter.leader  # whose place in contact one of the troops may take
            reach = fighter.contact if led else 0  # among whom dice at it are shared out
            living = (one.left.models for one in fighter.characters)
            kind = fighter.by_figure, reach, self._several and fighter.files > 0, *living
            self.contenders.append(contender)
            self.lasting.append(self.lasting_of(end))
            self.kinds.append(self._kinds.number(kind))
        return self._numbers[end]

    def lasting_of(self, end: Standing) -> int:
        return lasting(self.own, end)


class _Side:
    """One side in turns of two kinds of states: what it may be between their parts, and how it comes to that.

    Parts are the stages of the blows, and what comes back after them. A node is the state in which the turn began with
    what was struck by then, numbered by part; its aspect is what dice of the enemy may hang on. After the last part
    those that test alike and end alike are one outcome; outcomes that only end alike by the same test have one rest. A
    test of a rest has a number, and decides by how it is failed.
    `foe` is any state of the enemy, with as many in contact as at first: among more than live no dice are shared out.
    """

    enemy: _Side

    def __init__(self, which: int, states: _States, foe: Contender, *, parts: int) -> None:
        self._which, self._states, self._foe = which, states, foe
        self._stages: dict[int, list[Stage]] = {}
        self._stages_by: dict[Fighter, list[Stage]] = {}
        self._begun: dict[int, int] = {}
        self._nodes = [Numbered[tuple[int, Struck]]() for _ in range(parts)]
        self._aspects = Numbered[Hashable]()
        self._examples: list[Struck] = []
        self._rolls = Numbered[tuple[Any, ...]]()
        self._facts, self._threats = Numbered[Facts](), Numbered[Threat]()
        self._rests = Numbered[Hashable]()
        self._at_rest: list[tuple[Contender, Struck]] = []
        self._failures, self._ways = Numbered[Failure](), Numbered[tuple[Hashable, int]]()
        self._swept = most_swept(foe.fighter)
        self.aspects = [array("q") for _ in range(parts)]
        self.throws = [Table(partial(self._throw, part)) for part in range(parts)]
        self.suffers = [Table(partial(self._suffer, part)) for part in range(parts)]
        self.struck = [Spreads() for _ in range(parts)]
        self._outcomes = Numbered[tuple[int, int, int]]()
        self._outcome_of: dict[tuple[int, Struck], int] = {}
        self._facts_of, self._threats_of, self._rests_of = array("q"), array("q"), array("q")
        self._left = array("q")
        self._numbers = Table(self._number)
        self._tests = Table(self._test)
        self._rest_of, self._way_of = array("q"), array("q")
        self._failed, self._ends = Spreads(), Table(self._end)

    def starts(self, states: Sequence[int]) -> Ints:
        """The nodes in which turns begin."""
        for state in {*states} - self._begun.keys():
            fighter = self._states.contenders[state].fighter
            self._begun[state] = self._node(0, state, begin((fighter, fighter)).first)
        return np.array([self._begun[state] for state in states])

    def lasting(self, outcomes: Ints) -> Ints:
        """What is left in outcomes before their tests."""
        return kept_at(self._left, outcomes)

    def tested(self, outcomes: Ints, enemies: Ints, *, morale: bool) -> Ints:
        """The numbers of the tests of outcomes beside those of the enemy."""
        against = self._numbers(kept_at(self._facts_of, outcomes), kept_at(self.enemy._threats_of, enemies)) * morale
        return self._tests(kept_at(self._rests_of, outcomes), against)

    def ends(self, tests: Ints) -> tuple[Ints, Ints, Floats]:
        """How tests end: of the how manieth of these, the state, the chance."""
        whose, failures, chances = self._failed.follow(kept_at(self._way_of, tests))
        return whose, self._ends(kept_at(self._rest_of, tests)[whose], failures), chances

    def seen(self, part: int, nodes: Ints) -> Ints:
        """The aspects of nodes."""
        return kept_at(self.aspects[part], nodes)

    def _node(self, part: int, state: int, struck: Struck) -> int:
        """The number of a node; after the last part that of its outcome."""
        if part == len(self._nodes):
            return self._outcome(state, struck)
        node = self._nodes[part].number((state, struck))
        if node == len(self.aspects[part]):
            self.aspects[part].append(self._aspect(state, struck))
        return node

    def _outcome(self, state: int, struck: Struck) -> int:
        """The number of what a test hangs on and what it ends in: of troops alone whatever wounds they began with."""
        own = self._states.contenders[state]
        alike = state if own.fighter.leader else own.fighter.left.models, struck
        if alike not in self._outcome_of:
            facts, rest = facts_of(own, struck, at_front=self._foe.front), self._rest(own, state, struck)
            outcome = self._facts.number(facts._replace(threat=NOBODY)), self._threats.number(facts.threat), rest
            self._outcome_of[alike] = self._outcomes.number(outcome)
            if len(self._outcomes.values) > len(self._left):
                for kept, value in zip((self._facts_of, self._threats_of, self._rests_of), outcome, strict=True):
                    kept.append(value)
                self._left.append(self._states.lasting_of(standing_of(own, struck, 0, ())))
        return self._outcome_of[alike]

    def _aspect(self, state: int, struck: Struck) -> int:
        """The number of what dice of the enemy hang on."""
        number = self._aspects.number(aspect(self._states.contenders[state].fighter, struck, self._swept))
        if number == len(self._examples):
            self._examples.append(struck)
        return number

    def _stages_of(self, state: int) -> list[Stage]:
        """Of states with as many models the same: what these have lost is read from what is struck."""
        if state not in self._stages:
            own = self._states.contenders[state]
            alike = replace(own.fighter, left=Left(own.fighter.left.models, (), own.fighter.left.costs))
            if alike not in self._stages_by:
                pair = facing(*self._ordered(replace(own, fighter=alike), self._foe))
                self._stages_by[alike] = stages(fighters_of(pair))
            self._stages[state] = self._stages_by[alike]
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
        return self._rolls.number(phase[part].thrown(fight, self._which))

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

    def _rest(self, own: Contender, state: int, struck: Struck) -> int:
        """The number of what a test decides on: troops alone hang on nothing but what is left of them."""
        rest = self._rests.number((state, struck) if own.fighter.leader else struck.left)
        if rest == len(self._at_rest):
            self._at_rest.append((own, struck))
        return rest

    def _number(self, facts: int, threat: int) -> int:
        """The test of such facts beside such a threat: how far its number is below what is sure to pass, from 1 on."""
        tests = [number for number, _ in self._facts.values[facts].tests({self.enemy._threats.values[threat]: 1})]
        return max(SURE - tests[0], 0) + 1 if tests else NO_TEST

    def _test(self, rest: int, against: int) -> int:
        """The number of a test: units fail it in the same ways whatever is left of them, but for characters who pay."""
        own, struck = self._at_rest[rest]
        paying = against != NO_TEST and pays(own, struck)
        way = self._ways.number((rest if own.fighter.leader and paying else paying, against))
        if way == self._failed.count:
            test = None if against == NO_TEST else MoraleTest(SURE + 1 - against, pays=paying)
            self._failed.keep(failures(own, struck, test), self._failures.number)
        self._rest_of.append(rest)
        self._way_of.append(way)
        return len(self._rest_of) - 1

    def _end(self, rest: int, failure: int) -> int:
        """The state after a test that has been failed like that, or passed."""
        return self._states.number(standing_of(*self._at_rest[rest], *self._failures.values[failure]))


class _Meeting:
    """Turns that begin in states of two kinds."""

    def __init__(self, states: tuple[_States, _States], first: Contenders, *, morale: bool) -> None:
        fighters, self._morale, self._waiting = fighters_of(facing(*first)), morale, Come()
        heals = any(one.figures.defence.regeneration for own in fighters for one in (own, *own.characters))
        self._parts = len(stages(fighters)) + heals
        self.levels: set[int] = set()  # in whose outcomes so much is left that wait
        foes = [_touching(own, as_it_came.own) for own, as_it_came in zip(first, states, strict=True)]
        self._sides = [_Side(which, states[which], foes[1 - which], parts=self._parts) for which in (0, 1)]
        for own, enemy in zip(self._sides, self._sides[::-1], strict=True):
            own.enemy = enemy

    def turns(self, first: Sequence[int], second: Sequence[int]) -> _Struck:
        """What turns from pairs of states come to, up to both tests."""
        own, its = self._sides
        a, b = own.starts(first), its.starts(second)
        whose, chances = np.arange(len(a)), np.ones(len(a))
        for part in range(self._parts):
            at_own, at_its = its.throws[part](b, own.seen(part, a)), own.throws[part](a, its.seen(part, b))
            by_own, by_its = own.suffers[part](a, at_own), its.suffers[part](b, at_its)
            at, a, b, chances = both(chances, own.struck[part].follow, by_own, its.struck[part].follow, by_its)
            whose = whose[at]
            if self._parts > 1:
                whose, a, b, chances = merged(whose, a, b, chances)
        return _Struck(self, whose, a, b, chances)

    def ends(self, struck: _Struck) -> _Ended:
        """What outcomes lead to by both tests."""
        own, its = self._sides
        by_own, by_its = self._tests(struck.own, struck.its)
        at, first, second, chances = both(struck.chances, own.ends, by_own, its.ends, by_its)
        return _Ended(struck.whose[at], first, second, chances)

    def _tests(self, outcomes: Ints, enemies: Ints) -> tuple[Ints, Ints]:
        """The numbers of both tests of outcomes."""
        own, its = self._sides
        return own.tested(outcomes, enemies, morale=self._morale), its.tested(enemies, outcomes, morale=self._morale)

    def lasting(self, struck: _Struck) -> Ints:
        own, its = self._sides
        return own.lasting(struck.own) + its.lasting(struck.its)

    def wait(self, struck: _Struck, often: Floats) -> None:
        """Outcomes of pairs that are come by so often, until nothing more comes to as much as is left in them."""
        self._waiting.add(struck.own, struck.its, struck.chances * often[struck.whose])
        self.levels.update(np.flatnonzero(np.bincount(self.lasting(struck))).tolist())

    def most_waiting(self) -> int:
        """The most that is left in outcomes that wait; -1 where none does."""
        return max(self.levels, default=NONE)

    def over(self, left: int) -> _Ended:
        """What the outcomes lead to in which so much is left; they wait no longer."""
        self.levels.remove(left)
        own, its = np.argwhere(self._waiting.times).T
        there = self._sides[0].lasting(own) + self._sides[1].lasting(its) == left
        own, its = own[there], its[there]
        times = self._waiting.taken(own, its)
        by_own, by_its = self._tests(own, its)
        on, b, chances = self._sides[1].ends(by_its)
        whose, by_own, b, times = merged(0 * on, by_own[on], b, times[on] * chances)
        at, a, chances = self._sides[0].ends(by_own)
        return _Ended(whose[at], a, b[at], times[at] * chances)


class _Struck(NamedTuple):
    """Turns up to their tests: from the how manieth pair, the outcomes of both, the chance."""

    meeting: _Meeting
    whose: Ints
    own: Ints
    its: Ints
    chances: Floats

    def at(self, rows: Any) -> _Struck:
        return self._replace(whose=self.whose[rows], own=self.own[rows], its=self.its[rows], chances=self.chances[rows])

    def ends(self) -> _Ended:
        return self.meeting.ends(self)


def _touching(own: Contender, at_first: Contender) -> Contender:
    """With as many in contact as at first."""
    return replace(own, fighter=replace(own.fighter, contact=at_first.fighter.contact))


class _Ended(NamedTuple):
    """Turns to their end: from the how manieth pair, the states of both, the chance."""

    whose: Ints
    own: Ints
    its: Ints
    chances: Floats

    def at(self, rows: Any) -> _Ended:
        return _Ended(*(column[rows] for column in self))


class _Melee:
    """All turns of a melee, by the numbers of the states of both sides."""

    def __init__(self, pair: Contenders, *, morale: bool) -> None:
        strikes = {stage.strike for stage in stages(fighters_of(following(pair, standings(pair, start_of(pair)))))}
        several, self._morale = len(strikes) > 1, morale
        self._states = _States(pair[0], several=several), _States(pair[1], several=several)
        self._meetings: dict[tuple[int, int], _Meeting] = {}

    def begin(self) -> None:
        """The first turn, as both have come."""
        came = np.array([AS_IT_CAME])
        for struck in self._turns(came, came):
            struck.meeting.wait(struck, np.ones(1))

    def most(self, come: Come) -> int:
        """The most that is left in pairs of states that are come by, or in outcomes that wait; -1 if there are none."""
        waiting = max((meeting.most_waiting() for meeting in self._meetings.values()), default=NONE)
        return max(waiting, int(self._there(come)[1].max(initial=NONE)))

    def over(self, left: int) -> Iterator[_Ended]:
        """What the outcomes that wait lead to in which so much is left."""
        for meeting in self._meetings.values():
            if left in meeting.levels:
                yield meeting.over(left)

    def pairs(self, come: Come, left: int) -> Ints:
        """The pairs of states that are come by in which so much is left, two numbers each."""
        at, lasting = self._there(come)
        found: Ints = at[lasting == left]
        return found

    def _there(self, come: Come) -> tuple[Ints, Ints]:
        """The pairs of states that are come by, and what is left in them."""
        own, its = self._lasting()
        at = np.argwhere(come.times[1 : len(own), 1 : len(its)]) + 1
        return at, own[at[:, 0]] + its[at[:, 1]]

    def level(self, pairs: Ints) -> _Level:
        """Pairs of which as much is left, with all others that they lead to; and what turns from these lead to."""
        ended, later, new = list[_Ended](), list[_Struck](), pairs
        own, its = self._lasting()
        level = own[pairs[0, 0]] + its[pairs[0, 1]]
        while len(new):
            found = []
            for struck in self._turns(new[:, 0], new[:, 1]):
                struck.whose[:] += len(pairs) - len(new)
                less = struck.meeting.lasting(struck) < level
                if less.any():
                    later.append(struck.at(less))
                found.append(struck.at(~less).ends())
            ended += found
            own, its = self._lasting()
            first, second = (np.concatenate(each) for each in zip(*((it.own, it.its) for it in found), strict=True))
            same = (first != GONE) & (second != GONE) & (own[first] + its[second] == level)
            ends = np.unique(np.stack((first[same], second[same]), axis=1), axis=0)
            new = ends[_places(pairs, ends[:, 0], ends[:, 1]) < 0]
            pairs = np.concatenate((pairs, new))
        every = _Ended(*(np.concatenate(each) for each in zip(*ended, strict=True)))
        return _Level(pairs, every, _places(pairs, every.own, every.its), later)

    def _lasting(self) -> list[Ints]:
        return [np.array(side.lasting) for side in self._states]

    def _turns(self, first: Ints, second: Ints) -> Iterator[_Struck]:
        own, its = (np.array(side.kinds)[numbers] for side, numbers in zip(self._states, (first, second), strict=True))
        for kinds in sorted(set(zip(own.tolist(), its.tolist(), strict=True))):
            at = np.flatnonzero((own == kinds[0]) & (its == kinds[1]))
            one, other = first[at].tolist(), second[at].tolist()
            if kinds not in self._meetings:
                example = self._states[0].contenders[one[0]], self._states[1].contenders[other[0]]
                self._meetings[kinds] = _Meeting(self._states, example, morale=self._morale)
            struck = self._meetings[kinds].turns(one, other)
            yield struck._replace(whose=at[struck.whose])


class _Level(NamedTuple):
    """Pairs of states of which as much is left, and what their turns lead to.

    `inside` says at which place of the pairs each of `ended` stands, -1 where it is none of them. In turns of `later`
    something is lost before tests, and none leads to one of the pairs.
    """

    pairs: Ints
    ended: _Ended
    inside: Ints
    later: Sequence[_Struck]

    def visits(self, arrived: Floats) -> tuple[Floats, float]:
        """How often each pair is come by, and how often they are never left."""
        ended, inside = self.ended, self.inside
        stays = inside >= 0
        moves = stays & (inside != ended.whose)
        leaves = np.zeros(len(self.pairs))
        every: list[_Struck | _Ended] = [ended.at(~stays), *self.later]
        for turns in every:
            np.add.at(leaves, turns.whose, turns.chances)
        if not moves.any():
            return visits_apart(arrived, leaves)
        if len(self.pairs) > MOST_TOGETHER:
            raise TooMuchWorkError(f"That is more than {MOST_TOGETHER:,} states of a fight that lead to one another.")
        inner = np.zeros((len(self.pairs), len(self.pairs)))
        np.add.at(inner, (ended.whose[moves], inside[moves]), ended.chances[moves])
        return visits(arrived, inner, leaves)

    def left(self, often: Floats) -> _Ended:
        """To what they are left at once that are come by so often; other turns wait for those that come to as much."""
        for struck in self.later:
            struck.meeting.wait(struck, often)
        ended = self.ended.at(self.inside < 0)
        return ended._replace(chances=ended.chances * often[ended.whose])


def _places(pairs: Ints, first: Ints, second: Ints) -> Ints:
    """At which place of some pairs each of others stands, -1 where it is none of them."""
    codes, wanted = pairs[:, 0] * MOST_STATES + pairs[:, 1], first * MOST_STATES + second
    order = codes.argsort()
    at = order[np.minimum(codes.searchsorted(wanted, sorter=order), len(codes) - 1)]
    return np.where(codes[at] == wanted, at, -1)


def closely(pair: Contenders, *, morale: bool = True) -> Ending[float]:
    """Turns until one breaks or is destroyed, or neither can harm the other."""
    melee, come, turns, never = _Melee(pair, morale=morale), Come(), 1.0, 0.0
    melee.begin()
    while (left := melee.most(come)) != NONE:
        go_on()
        for ended in melee.over(left):
            come.add(ended.own, ended.its, ended.chances)
        if not len(pairs := melee.pairs(come, left)):
            continue
        level = melee.level(pairs)
        often, stuck = level.visits(come.taken(*level.pairs.T))
        turns, never = turns + often.sum(), never + stuck
        ended = level.left(often)
        come.add(ended.own, ended.its, ended.chances)
    times = come.times
    wins = float(times[1:, GONE].sum()), float(times[GONE, 1:].sum())
    return Ending(wins, float(times[GONE, GONE] + never), None if never else float(turns))
