"""What a hit is saved on, line by line: armour after strength, or magic resistance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Armour, Melee, Missile, OddStrength, Statistics
from tabletop.dice import Dice
from tabletop.receipts import Breakdown, Line

SAVES = BOOK.section("Resolving Missile Attacks")
ARTILLERY = BOOK.section("Artillery Weapons")
PROFILES = BOOK.section("Model Profiles")
TESTUDO = BOOK.section("Empire of Marr")

ALWAYS_SAVES = 6
IMMUNES_ARMOUR = 5
TESTUDOS_ARMOUR = 6

Attack = Melee | Missile


class SaveKind(StrEnum):
    """What saves from a hit; IMMUNE takes no roll."""

    ARMOUR = "armour"
    MAGIC_RESISTANCE = "magic resistance"
    IMMUNE = "immune"


class Save(Struct, frozen=True, kw_only=True):
    """The number that saves on a d6, or less, with where it comes from; 6 for who is immune.

    `times` is how often each hit counts, `wounds` the mean of those that one costs if it isn't saved.
    """

    kind: SaveKind
    breakdown: Breakdown = Breakdown(())
    times: int = 1
    wounds: Fraction = Fraction(1)

    @property
    def number(self) -> int:
        return ALWAYS_SAVES if self.kind is SaveKind.IMMUNE else int(self.breakdown.exact)

    @property
    def chance(self) -> Fraction:
        return Fraction(min(max(self.number, 0), ALWAYS_SAVES), ALWAYS_SAVES)

    def expected(self, hits: Fraction) -> Fraction:
        """The mean of wounds lost to so many hits, on models that have lost none before."""
        return hits * self.times * (1 - self.chance) * self.wounds


@lru_cache(maxsize=4096)
def save_from_blow(blow: Melee, figures: Statistics, *, most: int) -> Save:
    """The save from a blow or a ram that costs at most so many wounds: shields don't count against either."""
    ways = (worn(blow, armour, figures) for armour in (figures.armour or Armour(), figures.second_armour) if armour)
    return save_by_best(blow, figures, ways, most=most)


def save_from_missile(missile: Missile, figures: Statistics, *, ranked: bool, most: int) -> Save:
    """The save of figures, in rank and file or not, from a hit that costs at most so many wounds."""
    plain = not (missile.magical or missile.artillery or missile.strength == OddStrength.ELDRITCH)
    if figures.defence.missile_immune and plain:
        return Save(kind=SaveKind.IMMUNE)
    return save_by_best(missile, figures, _ways(missile, figures, ranked=ranked), most=most)


def save_from_payment(figures: Statistics) -> Save:
    """What a character saves on of wounds that its unit pays for a failed test: as from missiles of no strength."""
    return save_from_missile(Missile(range=1, attacks=1, skill=0), figures, ranked=False, most=1)


def _ways(missile: Missile, figures: Statistics, *, ranked: bool) -> Iterator[list[Line]]:
    """Every armour that it has, as it is after strength."""
    defence, strength = figures.defence, strength_against(missile, figures)
    if defence.missile_immune:
        yield lowered([Line("missile immune", Fraction(IMMUNES_ARMOUR), PROFILES)], strength)
        return
    if defence.testudo and ranked:
        yield lowered([Line("testudo", Fraction(TESTUDOS_ARMOUR), TESTUDO)], strength)
    bonuses = [("shield", int(defence.shield)), ("better against missiles", defence.missile_armour)]
    lines = tuple(Line(label, Fraction(amount), PROFILES) for label, amount in bonuses if amount)
    for armour in (figures.armour or Armour(), figures.second_armour):
        if armour:
            yield worn(missile, armour, figures, bonuses=lines)


def save_by_best(attack: Attack, figures: Statistics, ways: Iterable[list[Line]], *, most: int) -> Save:
    """The best of the ways to save after strength (ruling T22), magic resistance from what is eldritch."""
    times = 2 if attack.element in figures.defence.sensitive else 1
    wounds = mean_wounds(attack.wounds_d3, most)
    if attack.strength == OddStrength.ELDRITCH:
        resistance = Line("magic resistance", Fraction(figures.defence.magic_resistance), SAVES)
        return Save(kind=SaveKind.MAGIC_RESISTANCE, breakdown=Breakdown((resistance,)), times=times, wounds=wounds)
    best = max((Breakdown(tuple(way)) for way in ways), key=lambda lines: lines.exact)
    return Save(kind=SaveKind.ARMOUR, breakdown=best, times=times, wounds=wounds)


def strength_against(attack: Attack, figures: Statistics) -> int:
    """What an attack takes off a save: -1 for a weak one, 0 against those immune to its element."""
    if attack.element and attack.element in figures.defence.immune:
        return 0
    return attack.strength if isinstance(attack.strength, int) else -1


def lowered(lines: list[Line], strength: int) -> list[Line]:
    """The lines of a save with that of a strength which isn't 0."""
    return [*lines, *([Line("strength", Fraction(-strength), SAVES)] if strength else [])]


def worn(attack: Attack, armour: Armour, figures: Statistics, *, bonuses: tuple[Line, ...] = ()) -> list[Line]:
    """Bonuses are never fixed; fixed armour itself gives way to magic, and half to artillery."""
    strength = strength_against(attack, figures)
    lines = lowered([Line("armour", Fraction(armour.value), SAVES), *bonuses], strength)
    by_artillery = isinstance(attack, Missile) and attack.artillery
    holds = armour.value - _off_fixed(strength, magical=attack.magical, by_artillery=by_artillery)
    given_back = holds - Breakdown(tuple(lines)).exact
    if armour.fixed and given_back > 0:
        lines.append(Line("fixed", given_back, ARTILLERY if by_artillery else PROFILES))
    return lines


def _off_fixed(strength: int, *, magical: bool, by_artillery: bool) -> int:
    if magical:
        return strength
    return -(-strength // 2) if by_artillery and strength > 0 else 0


def mean_wounds(dice: int, most: int) -> Fraction:
    """The mean of so many d3, of which no more count than there are to lose; one wound for no dice.

    A model can't lose more than it has. Those on war machines carry over (“War machines and Missile Attacks”).
    """
    return Dice(dice, 3, most=most).odds().mean() if dice else Fraction(1)
