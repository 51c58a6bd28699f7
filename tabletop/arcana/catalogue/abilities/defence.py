"""The Armour and Magic columns: what keeps a model alive, or doesn't."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.abilities.ability import ANY, PROFILES, Ability, Figure, pick_abilities
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Armour, Defence, Statistics

SLOW = Ability("slow", "Slow", "Blows, missiles and spells that roll to hit it do so with 1 more skill.", PROFILES)
REGENERATION = Ability(
    "regeneration",
    "Regeneration",
    "As the morale phase begins, roll a d6 for each wound it has lost: every 3 or less restores one. "
    "The dead don't come back.",
    BOOK.section("Regeneration Rolls"),
)
SHIELD = Ability(
    "shield",
    "Shield",
    "Its armour is 1 better against missiles. Their strength can take this bonus away, even from fixed armour.",
    PROFILES,
)
MISSILE_IMMUNE = Ability(
    "missile-immune",
    "Missile immune",
    "Normal missiles can't hurt it. Magical missiles and artillery meet an armour of 5, lowered by their whole "
    "strength; eldritch missiles work as on anyone.",
    PROFILES,
)
TESTUDO = Ability(
    "testudo",
    "Testudo",
    "In rank and file its armour is 6 against missiles, and their strength lowers it. "
    "A unit too small for that formation loses the bonus.",
    BOOK.section("Empire of Marr"),
)
NEGATES_LONG_WEAPONS = Ability(
    "negates-long-weapons",
    "Negates long weapons",
    "Long weapons don't strike first against it, except while it uses ramming attacks.",
    BOOK.section("Giant Kings Army List"),
)
CHARMER = Ability(
    "charmer",
    "Charmer",
    "As the magic phase begins, each enemy unit engaged with it makes a unit save or has 1 Evasion less until the turn "
    "ends, or is Slow if it had none. Units whose wounds number at least twice the charmers they fight are safe.",
    PROFILES,
)


def evasion(points: Figure = ANY) -> Ability:
    text = f"Blows, missiles and spells that roll to hit it do so with {points} less skill."
    return Ability("evasion", f"Evasion ({points})", text, PROFILES)


def fixed(value: Figure = ANY) -> Ability:
    text = (
        f"Normal strength can't bring its save below {value}. "
        "Magical attacks lower it by all of their strength, artillery by half, rounded up."
    )
    return Ability("fixed", f"Fixed ({value})", text, PROFILES)


def second_armour(value: Figure = ANY) -> Ability:
    text = f"It has a second armour of {value}, and saves with whichever is higher once strength is taken off."
    return Ability("second-armour", f"Second armour ({value})", text, BOOK.section("Howdah stats"))


def missile_armour(bonus: Figure = ANY) -> Ability:
    text = (
        f"Its armour is {bonus} better against missiles. Their strength can take the bonus away, fixed armour or not."
    )
    return Ability("missile-armour", f"Missile +{bonus}", text, PROFILES)


def sensitive(element: str = "#") -> Ability:
    text = f"Each hit of {element} counts as two."
    return Ability("sensitive", f"Sensitive ({element})", text, PROFILES)


def magic_resistance(value: Figure = ANY) -> Ability:
    text = f"A d6 of {value} or less saves it from an eldritch hit, or from a spell that may be resisted."
    return Ability("magic-resistance", f"Magic resistance ({value})", text, PROFILES)


def immune(element: str = "#") -> Ability:
    text = f"Spells of {element} do nothing to it, and attacks of {element} have no strength against it."
    return Ability("immune", f"Immune ({element})", text, PROFILES)


DEFENCE = (
    evasion(),
    SLOW,
    REGENERATION,
    fixed(),
    second_armour(),
    SHIELD,
    missile_armour(),
    MISSILE_IMMUNE,
    TESTUDO,
    sensitive(),
    NEGATES_LONG_WEAPONS,
    magic_resistance(),
    immune(),
)


def of_armour(statistics: Statistics) -> Iterator[Ability]:
    armours: tuple[Armour | None, ...] = (statistics.armour, statistics.second_armour)
    yield from (fixed(armour.value) for armour in armours if armour and armour.fixed)
    if statistics.second_armour:
        yield second_armour(statistics.second_armour.value)


def of_defence(defence: Defence) -> Iterator[Ability]:
    yield from pick_abilities(
        (defence.evasion, evasion(defence.evasion)),
        (defence.slow, SLOW),
        (defence.regeneration, REGENERATION),
        (defence.shield, SHIELD),
        (defence.missile_armour, missile_armour(defence.missile_armour)),
        (defence.missile_immune, MISSILE_IMMUNE),
        (defence.testudo, TESTUDO),
        (defence.negates_long_weapons, NEGATES_LONG_WEAPONS),
        (defence.charmer, CHARMER),
        (defence.magic_resistance, magic_resistance(defence.magic_resistance)),
    )
    yield from (sensitive(element) for element in defence.sensitive)
    yield from (immune(element) for element in defence.immune)
