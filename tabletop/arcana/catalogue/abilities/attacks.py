"""The Melee column, and what blows and missiles have in common."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.abilities.ability import ANY, PROFILES, Ability, Figure, pick_abilities
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Melee, Missile, OddStrength, d3s

MAGICAL = Ability(
    "magical",
    "Magical",
    "Its strength lowers fixed armour too, and its missiles can hurt missile immune models.",
    PROFILES,
)
ELDRITCH = Ability(
    "eldritch",
    "Eldritch",
    "Armour is no help: the target saves on its magic resistance instead. Missile immunity doesn't stop it.",
    PROFILES,
)
WEAK = Ability("weak", "Weak", "Armour saves against it are 1 better; even no armour saves on a 1.", PROFILES)
FIRST_STRIKE = Ability(
    "first-strike",
    "First strike",
    "Strikes before normal attacks, and those it kills don't strike back. First strikes on both sides land together.",
    PROFILES,
)
LAST_STRIKE = Ability(
    "last-strike", "Last strike", "Strikes when normal attacks are over, if it has survived them.", PROFILES
)
LONG_WEAPON = Ability(
    "long-weapon",
    "Long weapon",
    "Has first strike in the turn its unit enters a new melee. It reaches past one friend who touches the enemy: "
    "in rank and file two ranks fight, to the front only.",
    PROFILES,
)
PHALANX = Ability(
    "phalanx",
    "Phalanx",
    "In rank and file, three ranks strike to the front.",
    BOOK.section("Graccans Army List"),
)
PER_WOUND = Ability(
    "per-wound",
    "Attacks per wound",
    "The crew has as many attacks as the unit has wounds left.",
    BOOK.section("War Machines in Melee"),
)
ALTERNATIVE = Ability(
    "alternative",
    "Or",
    "Printed with “or”: use this attack or the one before it, never both in a turn.",
    BOOK.section("Creating New Creatures"),
)


def strength(value: Figure = ANY) -> Ability:
    text = f"Armour saves against it are {value} lower. Only magical attacks and artillery lower fixed armour."
    return Ability("strength", f"Strength ({value})", text, PROFILES)


def element(name: str = "#") -> Ability:
    text = f"An attack of {name}: each hit is two on the sensitive, and it has no strength against the immune."
    return Ability("element", f"Element ({name})", text, PROFILES)


def hits(dice: Figure = ANY) -> Ability:
    rolled = d3s(dice)
    text = (
        f"Each hit becomes {rolled} hits on the unit, half against skirmishers and half on every unit it is fighting. "
        "A missile that misses an unengaged unit by 1 still scores half. Round halves up."
    )
    return Ability("hits-d3", f"{rolled} hits", text, BOOK.section("Area Attacks"))


def wounds(dice: Figure = ANY) -> Ability:
    rolled = d3s(dice)
    text = f"Each failed save costs one model {rolled} wounds; what it doesn't have left is lost."
    return Ability("wounds-d3", f"{rolled} wounds", text, PROFILES)


def sweep(enemies: Figure = ANY, times: int = 1) -> Ability:
    start = "Strikes" if times == 1 else f"In each of {times} sweeps, strikes"
    text = (
        f"{start} up to {enemies} enemies of one unit within two bases, once each, if it touches an enemy itself. "
        "Fearsome doesn't count for those it kills."
    )
    name = f"Sweep ({enemies})" if times == 1 else f"{times} sweeps ({enemies})"
    return Ability("sweep", name, text, BOOK.section("Sweep Attacks"))


ATTACKS = (
    strength(),
    MAGICAL,
    element(),
    ELDRITCH,
    WEAK,
    FIRST_STRIKE,
    LAST_STRIKE,
    LONG_WEAPON,
    PHALANX,
    wounds(),
    sweep(),
    PER_WOUND,
    ALTERNATIVE,
)


def of_attack(attack: Melee | Missile) -> Iterator[Ability]:
    """What a blow or a missile does where it hits."""
    yield from _of_strength(attack)
    yield from pick_abilities(
        (attack.magical, MAGICAL),
        (attack.hits_d3, hits(attack.hits_d3)),
        (attack.wounds_d3, wounds(attack.wounds_d3)),
        (attack.alternative, ALTERNATIVE),
    )
    if attack.element:
        yield element(attack.element)


def _of_strength(attack: Melee | Missile) -> Iterator[Ability]:
    if attack.strength == OddStrength.WEAK:
        yield WEAK
    elif attack.strength == OddStrength.ELDRITCH:
        yield ELDRITCH
    elif attack.strength:
        yield strength(attack.strength)


def of_melee(melee: Melee) -> Iterator[Ability]:
    yield from of_attack(melee)
    yield from pick_abilities(
        (melee.first_strike, FIRST_STRIKE),
        (melee.last_strike, LAST_STRIKE),
        (melee.long_weapon, LONG_WEAPON),
        (melee.phalanx, PHALANX),
        (melee.sweep, sweep(melee.attacks, melee.sweeps)),
        (melee.per_wound, PER_WOUND),
    )
