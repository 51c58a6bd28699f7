"""Tests of morale in the morale phase: why a unit tests, against which number, and who pays.

All of it is read from the state as it is when the tests are named: what a unit loses by paying changes nobody's test.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Morale, MoraleKind
from tabletop.arcana.rules.formation.legality import MODELS_FOR_A_BONUS
from tabletop.dice import Dice, Distribution
from tabletop.receipts import Breakdown, Line

WHO_TESTS = BOOK.section("Identify Units that Need to Test for Morale")
TESTS = BOOK.section("Resolving Morale Tests")
ARMY_TESTS = BOOK.section("Attrition Scenario")

LOOSE_STEPS = 2  # times as many models for each 1 of morale out of ranks
SUPERIOR_TIMES = 3
ALWAYS_PASSES, ALWAYS_FAILS = 2, 12
ARMY_TESTS_FROM = 30  # percent of its points that an army has lost
ARMY_MORALE = 10
TENTH = 10  # percent


class Trigger(StrEnum):
    """Why a unit has to test."""

    QUARTER = "lost a quarter of its models this turn"
    HALF = "half of its wounds or less are left"
    SUPERIOR = "fights a superior enemy"
    FEARSOME = "lost a model to a fearsome blow"
    CHARACTER = "lost a character this turn"


class Shaken(Struct, frozen=True, kw_only=True):
    """A unit as its test is named: what it had at first, what is left, and what this turn has cost it.

    `models` and `wounds` are all that are left, its characters' too, of which `joined` are wounds of those that were
    not bought with it. `fallen` are models of troops, with `wounds_each`, some perhaps `larger` by so many together,
    and `lost` what living ones of these have lost; `leaders_fallen` are those of `characters_lost` on foot that were
    bought with it. What carries one among its troops is its model: `mounts_fallen` are those bought with it,
    `mounts_wounds` what all that fell had at first, and what the living have lost is in `lost`. `morale` is the highest
    in the unit.
    """

    morale: int
    kind: MoraleKind = MoraleKind.NATURAL
    base: float = 1
    ranked: bool = False
    models_at_first: int
    wounds_at_first: int
    models: int
    wounds: int
    wounds_each: int = 1
    larger: int = 0
    lost: int = 0
    fallen: int = 0
    wounded: bool = False
    frightened: bool = False
    characters_lost: int = 0
    leaders_fallen: int = 0
    mounts_fallen: int = 0
    mounts_wounds: int = 0
    joined: int = 0
    engaged: bool = False
    modifier: int = 0

    @property
    def numbers(self) -> int:
        """1 for every so many models, by its base, half as many in ranks."""
        step = MODELS_FOR_A_BONUS[self.base] * (1 if self.ranked else LOOSE_STEPS)
        return self.models // step


class Enemy(Struct, frozen=True):
    """A unit that is fought: whether it has its front at the other's front, or its front at its flank or rear.

    One that is fought in its own flank or rear, in ranks, has neither. `counts` is whether its owner has chosen this
    test for its numbers.
    """

    unit: Shaken
    front: bool = True
    at_flank: bool = False
    counts: bool = True

    @property
    def penalty(self) -> int:
        """What its numbers take off the one test that its owner has chosen: ranks only before them."""
        return self.unit.numbers if self.counts and (self.front or not self.unit.ranked) else 0


def most_outnumbered(enemy: Enemy, *, ranked: bool) -> int:
    """The most wounds of a unit, in ranks or not, to which an enemy is superior.

    A third of the enemy's; or as many, in ranks and with its front at a flank, a rear or a loose unit.
    """
    before = enemy.unit.ranked and enemy.front and (enemy.at_flank or not ranked)
    return enemy.unit.wounds // (1 if before else SUPERIOR_TIMES)


def is_superior(enemy: Enemy, unit: Shaken) -> bool:
    """Whether the unit is outnumbered by the enemy."""
    return unit.wounds <= most_outnumbered(enemy, ranked=unit.ranked)


def losses_that_test(models: int) -> int:
    """How many of so many models at first must fall in one turn: a quarter, rounded up."""
    return -(-models // 4)


def wounds_that_test(wounds: int) -> int:
    """With so many of its first wounds left, or fewer, a unit tests once it is hurt or in melee: half of them."""
    return wounds // 2


def may_be_tested(unit: Shaken) -> bool:
    """Whether it tests at all, even if it is made to: the fearless and the berserk don't while nobody fights them."""
    return unit.engaged or unit.kind is MoraleKind.NATURAL


def triggers(unit: Shaken, enemies: Sequence[Enemy]) -> tuple[Trigger, ...]:
    """Every reason why it tests; none of the fearless and the berserk while nobody fights them."""
    if not may_be_tested(unit):
        return ()
    undaunted, own = unit.kind is not MoraleKind.NATURAL, unit.wounds - unit.joined
    found = {
        Trigger.QUARTER: _models_lost(unit) >= losses_that_test(unit.models_at_first),
        Trigger.HALF: own <= wounds_that_test(unit.wounds_at_first) and (unit.wounded or unit.engaged),
        Trigger.SUPERIOR: any(is_superior(enemy, unit) for enemy in enemies),
        Trigger.FEARSOME: unit.frightened and not undaunted,
        Trigger.CHARACTER: unit.characters_lost > 0,
    }
    return tuple(trigger for trigger, holds in found.items() if holds)


def _models_lost(unit: Shaken) -> int:
    return unit.fallen + unit.leaders_fallen + unit.mounts_fallen


def number(unit: Shaken, enemies: Sequence[Enemy]) -> int:
    """What two dice may show at most."""
    return sum(amount for _, amount in _amounts(unit, enemies))


def receipt(unit: Shaken, enemies: Sequence[Enemy]) -> Breakdown:
    """The number line by line, without those of 0 but the value itself."""
    value, *changes = _amounts(unit, enemies)
    return Breakdown(
        tuple(Line(label, Fraction(amount), TESTS) for label, amount in (value, *(it for it in changes if it[1])))
    )


def _amounts(unit: Shaken, enemies: Sequence[Enemy]) -> tuple[tuple[str, int], ...]:
    suffered = max(unit.fallen * unit.wounds_each + unit.larger + unit.mounts_wounds, unit.lost)
    return (
        ("morale", unit.morale),
        ("wounds lost", -suffered // 2),
        ("characters lost", -unit.characters_lost),
        ("superior enemies", -sum(is_superior(enemy, unit) for enemy in enemies)),
        ("own numbers", unit.numbers),
        ("numbers of the enemy", -sum(enemy.penalty for enemy in enemies)),
        ("as stated", unit.modifier),
    )


class MoraleTest(Struct, frozen=True):
    """By how many points a test fails, 0 where it passes: 2 always does, 12 never and by 1 at least (reading BR39).

    Whoever doesn't pay by points has failed by 1.
    """

    number: int
    pays: bool = False

    @property
    def count(self) -> int:
        return 2

    def read(self, faces: Sequence[int]) -> int:
        return self.missed_by(sum(faces))

    def odds(self) -> Distribution[int]:
        return _test_odds(self)

    def missed_by(self, total: int) -> int:
        if total == ALWAYS_PASSES:
            return 0
        points = max(total - self.number, int(total == ALWAYS_FAILS), 0)
        return points if self.pays else min(points, 1)


@lru_cache(maxsize=256)
def _test_odds(test: MoraleTest) -> Distribution[int]:
    return Dice(test.count).odds().map(test.missed_by)


def passing_chance(number: int) -> Fraction:
    """The exact chance of passing a test of that number."""
    return MoraleTest(number).odds().chance(0)


def may_pay(morale: Morale, *, ranked: bool, machine: bool, chosen: bool) -> bool:
    """Whether a unit that fails suffers wounds and doesn't break.

    Berserk units and war machines always do; the fearless, and the disciplined in ranks, where they choose to.
    """
    if machine or morale.kind is MoraleKind.BERSERK:
        return True
    return chosen and (morale.kind is MoraleKind.FEARLESS or (morale.disciplined and ranked))


def army_holds_on(lost: int) -> int | None:
    """What an army that has lost so many percent of its points may roll with two dice at most; None without a test."""
    return ARMY_MORALE - lost // TENTH if lost >= ARMY_TESTS_FROM else None


class ArmyTest(Struct, frozen=True):
    """Whether an army holds on: no throw passes or fails by itself (reading BR42)."""

    number: int

    @property
    def count(self) -> int:
        return 2

    def read(self, faces: Sequence[int]) -> bool:
        return sum(faces) <= self.number

    def odds(self) -> Distribution[bool]:
        return Dice(self.count).odds().map(lambda total: total <= self.number)
