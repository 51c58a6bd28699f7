"""What one side of a fight to the end may be at the beginning of a turn, and how its test of morale ends it.

Both are numbered as they come up, for `swift_endings.py`, which counts in arrays how often these numbers are come by.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.endings import lasting
from tabletop.arcana.rules.melee.facts import NOBODY, Facts, Threat, facts_of
from tabletop.arcana.rules.melee.fighters import Struck, begin
from tabletop.arcana.rules.melee.numbering import Floats, Ints, Numbered, Spreads, Table, kept_at
from tabletop.arcana.rules.melee.turns import (
    Contender,
    Failure,
    Standing,
    failures,
    next_turn,
    pays,
    standing_of,
)
from tabletop.arcana.rules.morale.testing import MoraleTest

GONE = 0  # the number of a side that has broken or is destroyed
SURE = 11  # a test against this or more fails on a 12 alone
NO_TEST = 0
OVER = -(1 << 31)  # what is left where one is gone: below 0 beside whatever the other has
AS_IT_CAME = 0  # the place of a side's contender among those of its states


class States:
    """What one side may begin a turn as, numbered from 1 on; those of a kind strike and are struck by the same rules.

    In `several` times of blows the places of those who fall in the first ones count.

    The origin of a unit that is struck is how it began the turn, as far as that still counts: how many models it was,
    of which kinds, who of its characters lived, and which of these haven't been hurt since. What the others had lost
    before is nothing to anybody any more, so that they count as whole.
    """

    def __init__(self, own: Contender, *, several: bool) -> None:
        self.own, self._several = own, several
        self._numbers: dict[Standing, int] = {}
        self._contenders: list[Contender] = [own]
        self._lasting = array("q", [OVER])
        self._origins: dict[Hashable, int] = {}
        self._since: dict[tuple[int, tuple[Left, ...]], int] = {}
        self._kinds = Numbered[Hashable]()
        self.origins: list[Origin] = []
        self.examples: list[Contender] = []

    def number(self, end: Standing) -> int:
        if end.broken or not end.models:
            return GONE
        if end.leader and end.models == end.left.models:
            end = Standing(end.left)
        if end not in self._numbers:
            self._numbers[end] = len(self._contenders)
            self._contenders.append(next_turn(self.own, end))
            self._lasting.append(lasting(self.own, end))
        return self._numbers[end]

    def lasting(self, states: Ints) -> Ints:
        return kept_at(self._lasting, states)

    def begun(self, state: int) -> tuple[int, Struck]:
        """The origin of turns that begin in a state, and what is struck of it."""
        own = self._contenders[state]
        struck = begin((own.fighter, own.fighter)).first
        return self._origin(own, struck, came=state == AS_IT_CAME), struck

    def origin_of(self, origin: int, struck: Struck) -> int:
        """The origin of a unit that began like that once it is struck."""
        if struck.leader is None:
            return origin
        since = origin, struck.characters
        if since not in self._since:
            before = self.origins[origin]
            self._since[since] = self._origin(before.own, struck, came=before.came)
        return self._since[since]

    def _origin(self, own: Contender, struck: Struck, *, came: bool) -> int:
        fighter = own.fighter
        begun = [
            before if now == before else Left(1, (), before.costs)
            for before, now in zip((one.left for one in fighter.characters), struck.characters, strict=True)
        ]
        alike = came, fighter.left.models, fighter.parts, *begun
        if alike not in self._origins:
            characters = [replace(one, left=left) for one, left in zip(fighter.characters, begun, strict=True)]
            left = Left(fighter.left.models, (), fighter.left.costs)
            fighter = replace(fighter, left=left, leader=next(iter(characters), None), others=tuple(characters[1:]))
            own = replace(own, fighter=fighter)
            living = tuple([left.models for left in begun])
            self._origins[alike] = len(self.origins)
            same = fighter.left.models, fighter.parts, living
            self.origins.append(Origin(own, came, same, self._kind(own, came, living)))
        return self._origins[alike]

    def _kind(self, own: Contender, came: bool, living: tuple[int, ...]) -> int:
        """The number of a kind; in its example as many touch the enemy as at first, of whom those who live count."""
        fighter = own.fighter
        led = fighter.by_figure and fighter.leader  # whose place in contact one of the troops may take
        reach = fighter.contact if led else 0  # among whom dice at it are shared out
        parts = fighter.parts if fighter.by_figure else ()  # who of which kind is touched
        several = self._several and fighter.files > 0
        kind = self._kinds.number((came, fighter.by_figure, reach, parts, several, living))
        if kind == len(self.examples):
            self.examples.append(replace(own, fighter=replace(fighter, contact=self.own.fighter.contact)))
        return kind


class Origin(NamedTuple):
    """How a unit began a turn, as it `came` or later: those with as many models and characters have the same blows."""

    own: Contender
    came: bool
    alike: tuple[int, tuple[int, ...], tuple[int, ...]]
    kind: int


class Ends:
    """One side after the blows: how it is tested, and what it ends as.

    Whoever tests alike and ends alike is one outcome; outcomes that only end alike by the same test have one rest,
    which is what is left of them. A test of a rest has a number, and decides by how it is failed.
    """

    enemy: Ends

    def __init__(self, states: States, *, at_front: bool) -> None:
        self._states, self._at_front = states, at_front
        self._facts, self._threats = Numbered[Facts](), Numbered[Threat]()
        self._rests = Numbered[Hashable]()
        self._at_rest: list[tuple[Contender, Struck]] = []
        self._failures, self._ways = Numbered[Failure](), Numbered[tuple[int | None, bool, int]]()
        self._outcomes = Numbered[tuple[int, int, int]]()
        self._outcome_of: dict[tuple[int, Struck], int] = {}
        self._facts_of, self._threats_of, self._rests_of = array("q"), array("q"), array("q")
        self._left = array("q")
        self._numbers = Table(self._number)
        self._tests = Table(self._test)
        self._rest_of, self._way_of = array("q"), array("q")
        self._failed, self._ends = Spreads(), Table(self._end)

    def outcome(self, origin: int, struck: Struck) -> int:
        """The number of what blows have made of a unit that began like that."""
        if (origin, struck) not in self._outcome_of:
            own = self._states.origins[origin].own
            facts, rest = facts_of(own, struck, at_front=self._at_front), self._rest(own, struck)
            outcome = self._facts.number(facts._replace(threat=NOBODY)), self._threats.number(facts.threat), rest
            self._outcome_of[origin, struck] = self._outcomes.number(outcome)
            if len(self._outcomes.values) > len(self._left):
                for kept, value in zip((self._facts_of, self._threats_of, self._rests_of), outcome, strict=True):
                    kept.append(value)
                self._left.append(lasting(own, standing_of(own, struck, 0, ())))
        return self._outcome_of[origin, struck]

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

    def _rest(self, own: Contender, struck: Struck) -> int:
        """The number of what a test decides on: what is left of a unit and of its characters."""
        rest = self._rests.number((own.fighter.leader is None, struck.left, struck.characters))
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
        way = self._ways.number((rest if own.fighter.leader and paying else None, paying, against))
        if way == self._failed.count:
            test = None if against == NO_TEST else MoraleTest(SURE + 1 - against, pays=paying)
            self._failed.keep(failures(own, struck, test), self._failures.number)
        self._rest_of.append(rest)
        self._way_of.append(way)
        return len(self._rest_of) - 1

    def _end(self, rest: int, failure: int) -> int:
        """The state after a test that has been failed like that, or passed."""
        return self._states.number(standing_of(*self._at_rest[rest], *self._failures.values[failure]))
