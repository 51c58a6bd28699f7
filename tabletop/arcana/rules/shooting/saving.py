"""What a hit by a missile is saved on, line by line, and how many wounds those that aren't saved cost."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Armour, Melee, Missile, OddStrength, Statistics
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
    if stops_shots(missile, row):
        return Save(kind=SaveKind.IMMUNE)
    best = armour_against(missile, row, in_ranks=target.is_ranked)
    return Save(kind=SaveKind.ARMOUR, breakdown=best, times=times, wounds=wounds)


def stops_shots(missile: Missile, row: Statistics) -> bool:
    """Whether a missile that isn't eldritch can't hurt a row at all."""
    return row.defence.missile_immune and not (missile.magical or missile.artillery)


def armour_against(attack: Melee | Missile, row: Statistics, *, in_ranks: bool = False) -> Breakdown:
    """The best armour of a row against a blow or a missile that armour can stop, after strength (ruling T22)."""
    return max((Breakdown(tuple(way)) for way in _ways(attack, row, in_ranks)), key=lambda lines: lines.exact)


def strength_against(attack: Melee | Missile, row: Statistics) -> int:
    """What an attack takes off a save: -1 for a weak one, 0 against those immune to its element."""
    if attack.element and attack.element in row.defence.immune:
        return 0
    return attack.strength if isinstance(attack.strength, int) else -1


def _ways(attack: Melee | Missile, row: Statistics, in_ranks: bool) -> Iterator[list[Line]]:
    """Every armour that it has, as it is after strength; what is better against missiles is no help in melee."""
    strength = strength_against(attack, row)
    is_shot = isinstance(attack, Missile)
    if is_shot and row.defence.missile_immune:
        yield _lowered([Line("missile immune", Fraction(IMMUNES_ARMOUR), PROFILES)], strength)
        return
    if is_shot and row.defence.testudo and in_ranks:
        yield _lowered([Line("testudo", Fraction(TESTUDOS_ARMOUR), TESTUDO)], strength)
    for armour in (row.armour or Armour(), row.second_armour):
        if armour:
            yield _worn(attack, row, armour)


def _lowered(lines: list[Line], strength: int) -> list[Line]:
    return [*lines, *([Line("strength", Fraction(-strength), SAVES)] if strength else [])]


def _worn(attack: Melee | Missile, row: Statistics, armour: Armour) -> list[Line]:
    """Bonuses against missiles are never fixed; fixed armour itself gives way to magic, and half to artillery."""
    strength = strength_against(attack, row)
    bonuses = [("shield", int(row.defence.shield)), ("better against missiles", row.defence.missile_armour)]
    lines = [Line("armour", Fraction(armour.value), SAVES)]
    if isinstance(attack, Missile):
        lines += [Line(label, Fraction(amount), PROFILES) for label, amount in bonuses if amount]
    lowered = _lowered(lines, strength)
    holds = armour.value - _off_fixed(attack, strength)
    given_back = holds - Breakdown(tuple(lowered)).exact
    if armour.fixed and given_back > 0:
        lowered.append(Line("fixed", given_back, ARTILLERY if _is_artillery(attack) else PROFILES))
    return lowered


def _off_fixed(attack: Melee | Missile, strength: int) -> int:
    if attack.magical:
        return strength
    return -(-strength // 2) if _is_artillery(attack) and strength > 0 else 0


def _is_artillery(attack: Melee | Missile) -> bool:
    return isinstance(attack, Missile) and attack.artillery


def mean_wounds(dice: int, most: int) -> Fraction:
    """The mean of so many d3, of which no more count than there are to lose; one wound for no dice.

    A model can't lose more than it has. Those on war machines carry over (“War machines and Missile Attacks”).
    """
    if not dice:
        return Fraction(1)
    return Dice(dice, 3, most=most).odds().mean()
