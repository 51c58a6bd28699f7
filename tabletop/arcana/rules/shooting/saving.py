"""What a hit by a missile is saved on, line by line, and how many wounds those that aren't saved cost."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Armour, Missile, OddStrength
from tabletop.dice import Dice
from tabletop.receipts import Breakdown, Line

SAVES = BOOK.section("Resolving Missile Attacks")
ARTILLERY = BOOK.section("Artillery Weapons")
PROFILES = BOOK.section("Model Profiles")
TESTUDO = BOOK.section("Empire of Marr")

IMMUNES_ARMOUR = 5
TESTUDOS_ARMOUR = 6


class SaveKind(StrEnum):
    """What saves from a hit; IMMUNE takes no roll."""

    ARMOUR = "armour"
    MAGIC_RESISTANCE = "magic resistance"
    IMMUNE = "immune"


class Save(Struct, frozen=True, kw_only=True):
    """The number that saves on a d6, or less, with where it comes from; `immune` is never harmed.

    `times` is how often each hit counts, `wounds` the mean of those that one costs if it isn't saved.
    """

    kind: SaveKind
    breakdown: Breakdown = Breakdown(())
    times: int = 1
    wounds: Fraction = Fraction(1)

    @property
    def number(self) -> int:
        return int(self.breakdown.exact)

    @property
    def chance(self) -> Fraction:
        return Fraction(1) if self.kind is SaveKind.IMMUNE else Fraction(min(max(self.number, 0), 6), 6)

    def expected(self, hits: Fraction) -> Fraction:
        """The mean of wounds lost to so many hits, on models that have lost none before."""
        return hits * self.times * (1 - self.chance) * self.wounds


def save_against(missile: Missile, target: PlacedUnit) -> Save | None:
    """The save of a target against a missile; None where the target's profile isn't known."""
    row = target.row
    if row is None:
        return None
    times = 2 if missile.element in row.defence.sensitive else 1
    wounds = mean_wounds(missile.wounds_d3, target.wounds * (target.models if target.is_war_machine else 1))
    if missile.strength == OddStrength.ELDRITCH:
        resistance = Line("magic resistance", Fraction(row.defence.magic_resistance), SAVES)
        return Save(kind=SaveKind.MAGIC_RESISTANCE, breakdown=Breakdown((resistance,)), times=times, wounds=wounds)
    if row.defence.missile_immune and not (missile.magical or missile.artillery):
        return Save(kind=SaveKind.IMMUNE)
    best = max((Breakdown(tuple(way)) for way in _ways(missile, target)), key=lambda lines: lines.exact)
    return Save(kind=SaveKind.ARMOUR, breakdown=best, times=times, wounds=wounds)


def strength_against(missile: Missile, target: PlacedUnit) -> int:
    """What a missile takes off a save: -1 for a weak one, 0 against those immune to its element."""
    assert target.row
    if missile.element and missile.element in target.row.defence.immune:
        return 0
    return missile.strength if isinstance(missile.strength, int) else -1


def _ways(missile: Missile, target: PlacedUnit) -> Iterator[list[Line]]:
    """Every armour that it has, as it is after strength; the best one saves (ruling T22)."""
    row, strength = target.row, strength_against(missile, target)
    assert row
    if row.defence.missile_immune:
        yield _lowered([Line("missile immune", Fraction(IMMUNES_ARMOUR), PROFILES)], strength)
        return
    if row.defence.testudo and target.is_ranked:
        yield _lowered([Line("testudo", Fraction(TESTUDOS_ARMOUR), TESTUDO)], strength)
    for armour in (row.armour or Armour(), row.second_armour):
        if armour:
            yield _worn(missile, target, armour)


def _lowered(lines: list[Line], strength: int) -> list[Line]:
    return [*lines, *([Line("strength", Fraction(-strength), SAVES)] if strength else [])]


def _worn(missile: Missile, target: PlacedUnit, armour: Armour) -> list[Line]:
    """Bonuses against missiles are never fixed; fixed armour itself gives way to magic, and half to artillery."""
    row, strength = target.row, strength_against(missile, target)
    assert row
    bonuses = [("shield", int(row.defence.shield)), ("better against missiles", row.defence.missile_armour)]
    lines = [Line("armour", Fraction(armour.value), SAVES)]
    lines += [Line(label, Fraction(amount), PROFILES) for label, amount in bonuses if amount]
    lowered = _lowered(lines, strength)
    holds = armour.value - _off_fixed(missile, strength)
    given_back = holds - Breakdown(tuple(lowered)).exact
    if armour.fixed and given_back > 0:
        lowered.append(Line("fixed", given_back, ARTILLERY if missile.artillery else PROFILES))
    return lowered


def _off_fixed(missile: Missile, strength: int) -> int:
    if missile.magical:
        return strength
    return -(-strength // 2) if missile.artillery and strength > 0 else 0


def mean_wounds(dice: int, most: int) -> Fraction:
    """The mean of so many d3, of which no more count than there are to lose; one wound for no dice.

    A model can't lose more than it has. Those on war machines carry over (“War machines and Missile Attacks”).
    """
    if not dice:
        return Fraction(1)
    return Dice(dice, 3, most=most).odds().mean()
