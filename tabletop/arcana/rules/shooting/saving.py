"""What a hit by a missile is saved on, line by line, and how many wounds those that aren't saved cost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Armour, Missile, OddStrength, Statistics
from tabletop.arcana.rules.harm.saving import PROFILES, Save, SaveKind, lowered, save_by_best, strength_against, worn
from tabletop.receipts import Line

TESTUDO = BOOK.section("Empire of Marr")

IMMUNES_ARMOUR = 5
TESTUDOS_ARMOUR = 6


def save_against(missile: Missile, target: PlacedUnit) -> Save | None:
    """The save of a target against a missile; None where the target's profile isn't known."""
    if target.row is None:
        return None
    most = target.wounds * (target.models if target.is_war_machine else 1)
    return save_from_missile(missile, target.row, ranked=target.is_ranked, most=most)


def save_from_missile(missile: Missile, figures: Statistics, *, ranked: bool, most: int) -> Save:
    """The save of figures, in rank and file or not, from a hit that costs at most so many wounds."""
    plain = not (missile.magical or missile.artillery or missile.strength == OddStrength.ELDRITCH)
    if figures.defence.missile_immune and plain:
        return Save(kind=SaveKind.IMMUNE)
    return save_by_best(missile, figures, _ways(missile, figures, ranked=ranked), most=most)


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
