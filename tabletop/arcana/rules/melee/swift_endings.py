"""How a melee ends, in floats and for many states at once, where fractions would take minutes.

What two units do to each other in a turn hangs on little of each. Blows of a side are the same dice whatever the other
has lost, but for sweeps, which count enemies; what troops become by some dice hangs on these troops alone, and what
their characters become on these characters; a test of morale reads of the enemy its numbers and how many wounds it
outnumbers. So the rules are asked of troops, of characters and of the states of one side, some dozens or hundreds, and
not of all pairs, and answer exactly. What is left, multiplying chances and adding them up, is done in arrays.

A turn is taken in steps in which only one side changes: in each part of the blows the first side suffers, then the
second, by the dice that were thrown before either did. Between two steps a turn is a pair of numbers, one for each
side, of what still counts of it, and turns that have become alike are one. Wounds never grow, so that turns in which
somebody has lost something wait between two steps until all with more wounds have come as far: every pair of numbers
is gone on from once, whatever states led to it. Only turns that lose nothing are followed with the pair of states they
began as: they come back to it, or to others with as many wounds where wounds come back, and `endings.visits` solves
these together.

Guarantee: every chance is rounded once, all terms are positive and none is subtracted, so that a result is wrong by at
most the roundings on the way to it, 1.1e-16 of it each: sums of some hundred terms in a step, in no more steps than a
few for each wound, below 1e-11 of it, and in practice below 1e-13. Nothing is pruned but chances that are less than
there are floats for, 1e-308. `endings.exactly` is the twin in fractions, and the tests compare both, of all kinds of
turns and of fights by lot.

Cost: that of the rules, some 0.1 milliseconds for each state of one side and each number of enemies that strike at it;
and for each pair between two steps the results of one side, not of both multiplied, 0.05 microseconds each. So the work
grows with the states of both sides multiplied, times the results of either's blows.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.beginnings import AS_IT_CAME, GONE, Ends, Origin, States
from tabletop.arcana.rules.melee.blows import stages
from tabletop.arcana.rules.melee.counting import Strike
from tabletop.arcana.rules.melee.endings import Ending, lasting, visits, visits_apart
from tabletop.arcana.rules.melee.fighters import Fight, Struck
from tabletop.arcana.rules.melee.numbering import Come, Floats, Ints, Numbered, Spreads, Table, both, kept_at, merged
from tabletop.arcana.rules.melee.stages import Parted, Stage, Thrown, aspect, led_by, most_swept, stance, troops_of
from tabletop.arcana.rules.melee.suffering import closed
from tabletop.arcana.rules.melee.turns import (
    Contenders,
    facing,
    fighters_of,
    following,
    healed,
    standing_of,
    standings,
    start_of,
)
from tabletop.dice import Distribution, certain
from tabletop.work import TooMuchWorkError, go_on

Kind = TypeVar("Kind")
_Pair = tuple[Kind, Kind]

NONE = -1
MOST_STATES = 1 << 31  # of one side
MOST_TOGETHER = 1000  # pairs of states, as wounds come back: some tenths of a second to eliminate


class _Side:
    """One side in turns: what it may be between their parts, and how it comes to that.

    Parts are the `times` of the blows, and what comes back after them. A node is what was struck by then, with its
    origin, numbered by part; its aspect is what dice of the enemy may hang on, its stance what its own dice hang on.
    After the last part nodes are outcomes.

    What a node becomes by certain dice has a place: that of what its characters become, and that of what its troops
    become, or both together where dice may be at both, or go on from one to the other. Either is found out once for
    all nodes with equal characters or equal troops, whatever stands beside them.
    """

    enemy: _Side

    def __init__(self, which: int, states: States, ends: Ends, times: Sequence[Strike], *, parts: int) -> None:
        self._which, self._states, self._ends, self._times = which, states, ends, times
        self._phases: dict[Hashable, list[list[Stage]]] = {}
        self._begun: dict[int, int] = {}
        self._nodes = [Numbered[tuple[int, Struck]]() for _ in range(parts)]
        self._aspects, self._stances = Numbered[Hashable](), Numbered[Hashable]()
        self._examples: list[tuple[int, Struck]] = []
        self._throwers: list[tuple[Origin, Struck]] = []
        self._rolls = Numbered[tuple[int, Thrown]]()
        self._aspects_of, self._stances_of, self._left, self._troops_of, self._led_of = (
            [array("q") for _ in range(parts)] for _ in range(5)
        )
        self._throws = [Table(partial(self._throw, part)) for part in range(parts)]
        self._suffers = [Table(partial(self._suffer, part)) for part in range(parts)]
        self._parted: dict[tuple[int, int, int], tuple[Parted, int, int] | None] = {}
        self._at_troops, self._at_led = Numbered[Hashable](), Numbered[Hashable]()
        self._bodies, self._led = Numbered[Struck](), Numbered[tuple[Left, ...]]()
        self._led.number(())
        self._troops_become, self._led_become = Spreads(), Spreads()
        self._troops_at: dict[tuple[int, ...], int] = {}
        self._led_at: dict[tuple[int, int], int] = {}
        self._places = Numbered[tuple[int, int, int, int]]()
        self._origin_at, self._troop_place, self._led_place, self._left_at = (array("q") for _ in range(4))
        self._commands = Numbered[tuple[int, int]]()
        self._commanded = Table(lambda origin, led: self._commands.number((origin, led)))
        self._joined = [Table(partial(self._join, part + 1)) for part in range(parts)]

    def starts(self, states: Ints) -> Ints:
        """The nodes in which turns begin."""
        for state in {*states.tolist()} - self._begun.keys():
            origin, struck = self._states.begun(state)
            self._begun[state] = self._node(0, origin, struck)
        return np.array([self._begun[state] for state in states.tolist()])

    def lasting(self, part: int, nodes: Ints) -> Ints:
        """What is left in nodes."""
        return kept_at(self._left[part], nodes) if part < len(self._nodes) else self._ends.lasting(nodes)

    def lasting_at(self, places: Ints) -> Ints:
        """What was left in nodes that have become something, by the places of that."""
        return kept_at(self._left_at, places)

    def suffers(self, part: int, nodes: Ints, foes: Ints) -> Ints:
        """The places of what nodes become by the dice of nodes of the enemy."""
        foe = self.enemy
        stances, aspects = kept_at(foe._stances_of[part], foes), kept_at(self._aspects_of[part], nodes)
        return self._suffers[part](nodes, foe._throws[part](stances, aspects))

    def follow(self, part: int, places: Ints) -> tuple[Ints, Ints, Floats]:
        """What nodes have become: at the how manieth of these places, the node of the next part, the chance."""
        at, led, one = self._led_become.follow(kept_at(self._led_place, places))
        places = places[at]
        commands = self._commanded(kept_at(self._origin_at, places), led)
        on, troops, other = self._troops_become.follow(kept_at(self._troop_place, places))
        return at[on], self._joined[part](commands[on], troops), one[on] * other

    def _node(self, part: int, origin: int, struck: Struck) -> int:
        """The number of a node; after the last part that of its outcome."""
        origin = self._states.origin_of(origin, struck)
        if part == len(self._nodes):
            return self._ends.outcome(origin, struck)
        node = self._nodes[part].number((origin, struck))
        if node == len(self._left[part]):
            began = self._states.origins[origin]
            self._left[part].append(lasting(began.own, standing_of(began.own, struck, 0, ())))
            self._aspects_of[part].append(self._aspect(began, struck))
            self._stances_of[part].append(self._stance(began, struck))
            self._troops_of[part].append(self._bodies.number(troops_of(struck)))
            self._led_of[part].append(self._led.number(struck.characters))
        return node

    def _aspect(self, began: Origin, struck: Struck) -> int:
        """The number of what dice of the enemy hang on."""
        swept = most_swept(self.enemy._states.own.fighter)
        number = self._aspects.number((began.kind, aspect(began.own.fighter, struck, swept)))
        if number == len(self._examples):
            self._examples.append((began.kind, struck))
        return number

    def _stance(self, began: Origin, struck: Struck) -> int:
        """The number of what its own dice hang on."""
        number = self._stances.number((began.kind, began.alike, stance(began.own.fighter, struck)))
        if number == len(self._throwers):
            self._throwers.append((began, struck))
        return number

    def _phase_of(self, began: Origin, foe: int) -> list[list[Stage]]:
        """The blows of each time against an enemy of that kind, with hits that go on from them.

        What units with as many models and characters have lost is read from what is struck.
        """
        alike = began.kind, began.alike, foe
        if alike not in self._phases:
            pair = facing(*self._ordered(began.own, self.enemy._states.examples[foe]))
            phase = stages(fighters_of(pair))
            self._phases[alike] = [[stage for stage in phase if stage.strike is time] for time in self._times]
        return self._phases[alike]

    def _ordered(self, own: Any, its: Any) -> tuple[Any, Any]:
        return (its, own) if self._which else (own, its)

    def _throw(self, part: int, stance: int, aspect: int) -> int:
        """The number of the dice that are thrown at an enemy of that aspect."""
        (began, struck), (foe, at) = self._throwers[stance], self.enemy._examples[aspect]
        thrown: Thrown = ()
        if part < len(self._times) and (together := self._phase_of(began, foe)[part]):
            thrown = together[0].thrown(Fight(*self._ordered(struck, at)), self._which)
        return self._rolls.number((began.kind, thrown))

    def _suffer(self, part: int, node: int, dice: int) -> int:
        """The place of what a node becomes by the enemy's dice."""
        origin, left = self._nodes[part].values[node][0], self._left[part][node]
        places = self._apart(part, node, dice) or self._together(part, node, dice)
        place = self._places.number((origin, left, *places))
        if place == len(self._left_at):
            for kept, value in zip(
                (self._origin_at, self._left_at, self._led_place, self._troop_place),
                (origin, left, *places),
                strict=True,
            ):
                kept.append(value)
        return place

    def _apart(self, part: int, node: int, dice: int) -> tuple[int, int] | None:
        """The places of what its characters and its troops become, if both suffer by themselves."""
        (origin, struck), (foe, rolls) = self._nodes[part].values[node], self.enemy._rolls.values[dice]
        began = self._states.origins[origin]
        if part == len(self._times) or not (together := self._phase_of(began, foe)[part]):
            return None
        main, alike = together[0], (part, self._aspects_of[part][node], dice)
        if alike not in self._parted:
            parted = main.parted(self._fight(struck), self._which, rolls)
            at_troops = self._at_troops.number((main.closes, parted and parted.troops))
            at_led = self._at_led.number((part, began.kind, foe, parted.led) if parted and parted.led else None)
            self._parted[alike] = (parted, at_troops, at_led) if parted else None
        if (found := self._parted[alike]) is None:
            return None
        parted, at_troops, at_led = found
        of_led = at_led, self._led_of[part][node]
        if of_led not in self._led_at:
            led = main.led_become(self._fight(struck), self._which, parted.led)
            goes_on = any(own.beyond for own in led.weights)
            self._led_at[of_led] = (
                NONE if goes_on else self._led_become.keep(led, lambda own: self._led.number(own.characters))
            )
        if self._led_at[of_led] == NONE:
            return None
        of_troops = at_troops, self._troops_of[part][node], began.own.fighter.contact
        if of_troops not in self._troops_at:
            troops = main.troops_become(troops_of(struck), self._which, parted.troops)
            self._troops_at[of_troops] = self._troops_become.keep(troops, self._bodies.number)
        return self._led_at[of_led], self._troops_at[of_troops]

    def _together(self, part: int, node: int, dice: int) -> tuple[int, int]:
        """The places of nobody in particular, and of what the whole unit becomes."""
        (origin, struck), (foe, rolls) = self._nodes[part].values[node], self.enemy._rolls.values[dice]
        began = self._states.origins[origin]
        if part == len(self._times):
            becomes = healed(began.own, struck)
        elif together := self._phase_of(began, foe)[part]:
            becomes = together[0].suffered(self._fight(struck), self._which, rolls)
            for stage in together[1:]:
                becomes = becomes.then(partial(self._carried, stage))
        else:
            becomes = certain(struck)
        nobody = -1, 0
        if nobody not in self._led_at:
            self._led_at[nobody] = self._led_become.keep(certain(()), self._led.number)
        return self._led_at[nobody], self._troops_become.keep(becomes, self._bodies.number)

    def _join(self, part: int, command: int, troops: int) -> int:
        """The node of troops with their characters, or of a whole unit."""
        origin, led = self._commands.values[command]
        struck, characters = self._bodies.values[troops], self._led.values[led]
        return self._node(part, origin, led_by(struck, characters) if characters else struck)

    def _carried(self, stage: Stage, struck: Struck) -> Distribution[Struck]:
        """What a side becomes by hits that go on from one of its own to another: the enemy adds nothing to these."""
        if not struck.beyond:
            return certain(closed(struck) if stage.closes else struck)
        fight = self._fight(struck)
        return stage.suffered(fight, self._which, stage.thrown(fight, 1 - self._which))

    def _fight(self, struck: Struck) -> Fight:
        """Beside any enemy."""
        return Fight(*self._ordered(struck, self.enemy._examples[0][1]))


class _Turns:
    """The blows of turns.

    In each part the first side suffers and then the second. Between the two, a turn is where the first one's node of
    the next part meets the place of what the second one becomes.
    """

    def __init__(self, pair: Contenders, states: _Pair[States], ends: _Pair[Ends], over: Come) -> None:
        every = pair, following(pair, standings(pair, start_of(pair)))
        struck = {stage.strike for fight in every for stage in stages(fighters_of(fight))}
        times = [time for time in Strike if time in struck]
        bodies = [one for own in fighters_of(pair) for one in (own, *own.characters)]
        self.parts = parts = len(times) + any(one.figures.defence.regeneration for one in bodies)
        own, its = (_Side(which, states[which], ends[which], times, parts=parts) for which in (0, 1))
        own.enemy, its.enemy = its, own
        self._sides = own, its
        self._between = [Come(partial(own.lasting, part + 1), its.lasting_at) for part in range(parts)]
        later = [Come(partial(own.lasting, part), partial(its.lasting, part)) for part in range(1, parts)]
        self._after = [*later, over]

    def begin(self) -> None:
        """The first turn, as both have come."""
        came = np.array([AS_IT_CAME])
        self._begun(0, self._sides[0].starts(came), self._sides[1].starts(came), np.ones(1))

    def most(self) -> int:
        """The most that is left in turns that wait, -1 if there are none."""
        return max((come.most for come in (*self._between, *self._after)), default=NONE)

    def _strike(self, part: int, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints, Floats]:
        """What the first side becomes: of the how manieth pair, its node, the place of the second, the chance."""
        own, its = self._sides
        places = its.suffers(part, b, a)
        at, a, chances = own.follow(part, own.suffers(part, a, b))
        return at, a, places[at], chances

    def _strike_back(self, part: int, places: Ints) -> tuple[Ints, Ints, Floats]:
        """What the second side becomes: at the how manieth place, its node, the chance."""
        return self._sides[1].follow(part, places)

    def go_on(self, left: int) -> None:
        """Turns that wait where so much is left go on, up to their tests, or until something more is lost."""
        for part in range(self.parts):
            if part:
                self._begun(part, *self._after[part - 1].taken(left))
            a, places, often = self._between[part].taken(left)
            at, b, chances = self._strike_back(part, places)
            self._after[part].add(a[at], b, often[at] * chances)

    def _begun(self, part: int, a: Ints, b: Ints, often: Floats) -> None:
        """Turns at the beginning of a part."""
        at, a, places, chances = self._strike(part, a, b)
        self._between[part].add(a, places, often[at] * chances)

    def from_pairs(self, first: Ints, second: Ints, left: int) -> tuple[list[_Later], _Struck]:
        """Turns from pairs of states in which so much is left: those that wait, and others up to their tests."""
        own, its = self._sides
        a, b, later = own.starts(first), its.starts(second), list[_Later]()
        whose, chances = np.arange(len(a)), np.ones(len(a))
        for part in range(self.parts):
            at, a, places, more = self._strike(part, a, b)
            rows = _Later(self._between[part], whose[at], a, places, chances[at] * more)
            less = own.lasting(part + 1, a) + its.lasting_at(places) < left
            later.append(rows.at(less))
            _, whose, a, places, chances = rows.at(~less)
            at, b, more = self._strike_back(part, places)
            rows = _Later(self._after[part], whose[at], a[at], b, chances[at] * more)
            less = own.lasting(part + 1, rows.own) + its.lasting(part + 1, b) < left
            later.append(rows.at(less))
            _, whose, a, b, chances = rows.at(~less)
        return later, _Struck(whose, a, b, chances)


class _Later(NamedTuple):
    """Turns in which something is lost before their tests: where they wait, of the how manieth pair, the chance."""

    come: Come
    whose: Ints
    own: Ints
    its: Ints
    chances: Floats

    def at(self, rows: Any) -> _Later:
        return self._replace(whose=self.whose[rows], own=self.own[rows], its=self.its[rows], chances=self.chances[rows])

    def wait(self, often: Floats) -> None:
        """Of pairs that are come by so often, until nothing more comes to as much as is left."""
        self.come.add(self.own, self.its, self.chances * often[self.whose])


class _Struck(NamedTuple):
    """Turns up to their tests: from the how manieth pair, the outcomes of both, the chance."""

    whose: Ints
    own: Ints
    its: Ints
    chances: Floats


class _Ended(NamedTuple):
    """Turns to their end: from the how manieth pair, the states of both, the chance."""

    whose: Ints
    own: Ints
    its: Ints
    chances: Floats

    def at(self, rows: Any) -> _Ended:
        return _Ended(*(column[rows] for column in self))


class _Melee:
    """All turns of a melee, by the numbers of the states of both sides, and how often these are come by."""

    def __init__(self, pair: Contenders, *, morale: bool) -> None:
        strikes = {stage.strike for stage in stages(fighters_of(following(pair, standings(pair, start_of(pair)))))}
        several, self._morale = len(strikes) > 1, morale
        own, its = self._states = States(pair[0], several=several), States(pair[1], several=several)
        self._ends = Ends(own, at_front=pair[1].front), Ends(its, at_front=pair[0].front)
        self._ends[0].enemy, self._ends[1].enemy = self._ends[1], self._ends[0]
        self._outcomes = Come(self._ends[0].lasting, self._ends[1].lasting)
        self.turns = _Turns(pair, self._states, self._ends, self._outcomes)
        self.come = Come(own.lasting, its.lasting)

    def most(self) -> int:
        """The most that is left in pairs of states that are come by, or in turns that wait; -1 if there are none."""
        return max(self.turns.most(), self.come.most)

    def go_on(self, left: int) -> None:
        """Turns that wait where so much is left go on, to the states in which they end."""
        self.turns.go_on(left)
        own, its, times = self._outcomes.taken(left)
        by_own, by_its = self._tests(own, its)
        on, b, chances = self._ends[1].ends(by_its)
        _, by_own, b, times = merged(0 * on, by_own[on], b, times[on] * chances)
        at, a, chances = self._ends[0].ends(by_own)
        self.come.add(a, b[at], times[at] * chances)

    def level(self, first: Ints, second: Ints) -> _Level:
        """Pairs of which as much is left, with all others that they lead to; and what turns from these lead to."""
        pairs = new = np.stack((first, second), axis=1)
        ended, later = list[_Ended](), list[_Later]()
        left = int(self._left(*pairs[:1].T)[0])
        while len(new):
            waiting, struck = self.turns.from_pairs(new[:, 0], new[:, 1], left)
            before = len(pairs) - len(new)
            later += [rows._replace(whose=rows.whose + before) for rows in waiting if len(rows.whose)]
            found = self._ended(struck, before)
            ended.append(found)
            first, second = found.own, found.its
            same = self._left(first, second) == left
            ends = np.unique(np.stack((first[same], second[same]), axis=1), axis=0)
            new = ends[_places(pairs, ends[:, 0], ends[:, 1]) < 0]
            pairs = np.concatenate((pairs, new))
        every = _Ended(*(np.concatenate(each) for each in zip(*ended, strict=True)))
        return _Level(pairs, every, _places(pairs, every.own, every.its), later)

    def _left(self, first: Ints, second: Ints) -> Ints:
        """What is left in pairs of states, below 0 where one is gone."""
        own, its = self._states
        left: Ints = own.lasting(first) + its.lasting(second)
        return left

    def _ended(self, struck: _Struck, before: int) -> _Ended:
        """What turns lead to by both tests, with so many pairs before theirs."""
        own, its = self._ends
        by_own, by_its = self._tests(struck.own, struck.its)
        on, first, second, chances = both(struck.chances, own.ends, by_own, its.ends, by_its)
        return _Ended(struck.whose[on] + before, first, second, chances)

    def _tests(self, outcomes: Ints, enemies: Ints) -> tuple[Ints, Ints]:
        """The numbers of both tests of outcomes."""
        own, its = self._ends
        return own.tested(outcomes, enemies, morale=self._morale), its.tested(enemies, outcomes, morale=self._morale)


class _Level(NamedTuple):
    """Pairs of states of which as much is left, and what their turns lead to.

    `inside` says at which place of the pairs each of `ended` stands, -1 where it is none of them. In turns of `later`
    something is lost before tests, and none leads to one of the pairs.
    """

    pairs: Ints
    ended: _Ended
    inside: Ints
    later: Sequence[_Later]

    def visits(self, arrived: Floats) -> tuple[Floats, float]:
        """How often each pair is come by, and how often they are never left."""
        ended, inside = self.ended, self.inside
        stays = inside >= 0
        moves = stays & (inside != ended.whose)
        leaves = np.zeros(len(self.pairs))
        every: list[_Later | _Ended] = [ended.at(~stays), *self.later]
        for turns in every:
            np.add.at(leaves, turns.whose, turns.chances)
        if not moves.any():
            return visits_apart(arrived, leaves)
        if len(self.pairs) > MOST_TOGETHER:
            raise TooMuchWorkError(f"That is more than {MOST_TOGETHER:,} states of a fight that lead to one another.")
        inner = np.zeros((len(self.pairs), len(self.pairs)))
        np.add.at(inner, (ended.whose[moves], inside[moves]), ended.chances[moves])
        return visits(arrived, inner, leaves)

    def leave(self, often: Floats, come: Come) -> None:
        """To what they are left at once that are come by so often; other turns wait for those that come to as much."""
        for turns in self.later:
            turns.wait(often)
        ended = self.ended.at(self.inside < 0)
        come.add(ended.own, ended.its, ended.chances * often[ended.whose])


def _places(pairs: Ints, first: Ints, second: Ints) -> Ints:
    """At which place of some pairs each of others stands, -1 where it is none of them."""
    codes, wanted = pairs[:, 0] * MOST_STATES + pairs[:, 1], first * MOST_STATES + second
    order = codes.argsort()
    at = order[np.minimum(codes.searchsorted(wanted, sorter=order), len(codes) - 1)]
    return np.where(codes[at] == wanted, at, -1)


def closely(pair: Contenders, *, morale: bool = True) -> Ending[float]:
    """Turns until one breaks or is destroyed, or neither can harm the other."""
    melee, turns, never = _Melee(pair, morale=morale), 1.0, 0.0
    melee.turns.begin()
    while (left := melee.most()) != NONE:
        go_on()
        melee.go_on(left)
        first, second, arrived = melee.come.taken(left)
        if not len(first):
            continue
        level = melee.level(first, second)
        often, stuck = level.visits(np.pad(arrived, (0, len(level.pairs) - len(arrived))))
        turns, never = turns + often.sum(), never + stuck
        level.leave(often, melee.come)
    times = melee.come.times
    wins = float(times[1:, GONE].sum()), float(times[GONE, 1:].sum())
    return Ending(wins, float(times[GONE, GONE] + never), None if never else float(turns))
