"""Every equipment package as a value, in the book's order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.catalogue.weapons import WEAPONS as MISSILE_WEAPONS
from tabletop.arcana.catalogue.weapons import MissileWeapon
from tabletop.citations import Citation

RACES = BOOK.section("Racial Abilities and Tendencies")
ARMOUR = BOOK.section("Armour")
WEAPONRY = BOOK.section("Weaponry")

Kind = Literal["armour", "shield", "magic-armour", "weapon", "missile", "temper"]


class Package(Struct, frozen=True, kw_only=True):
    """One piece of equipment: what it changes in a trooper, and the slugs of what it can't be carried with.

    `noun` is what a trooper's name says of it; a missile weapon's skill is the trooper's own.
    """

    slug: str
    name: str
    noun: str
    kind: Kind
    text: str
    citation: Citation
    excludes: tuple[str, ...] = ()
    armour: int | None = None
    more_armour: int = 0
    fixed: bool = False
    shield: bool = False
    slower: int = 0
    strength: int = 0
    attacks_factor: int = 1
    more_attacks: int = 0
    long_weapon: bool = False
    last_strike: bool = False
    berserk: bool = False
    missile: Missile | None = None


def _armour(slug: str, name: str, value: int, slower: int = 0) -> Package:
    cost = f" It slows by {slower}″." if slower else ""
    return Package(
        slug=slug,
        name=name,
        noun=name.lower(),
        kind="armour",
        text=f"Armour {value}.{cost}",
        citation=ARMOUR,
        armour=value,
        slower=slower,
    )


def _missile(weapon: MissileWeapon) -> Package:
    return Package(
        slug=weapon.slug,
        name=weapon.name,
        noun=weapon.words,
        kind="missile",
        text=f"One shot to {weapon.range}″ at strength {weapon.strength}.{weapon.remark}",
        citation=weapon.citation,
        missile=weapon.missile,
    )


ARMOURS = (
    _armour("cloth", "Cloth", 0),
    _armour("boiled-leather", "Boiled leather", 1),
    _armour("chainmail", "Chainmail", 2, slower=1),
    _armour("plate", "Scale or plate", 3, slower=2),
)
MAGIC_ARMOUR = Package(
    slug="magic-armour",
    name="Magic armour",
    noun="magic armour",
    kind="magic-armour",
    text="A point more armour, and strength no longer lowers it.",
    citation=ARMOUR,
    more_armour=1,
    fixed=True,
)
SHIELD = Package(
    slug="shield",
    name="Shield",
    noun="shield",
    kind="shield",
    text="A point more armour and the shield ability; needs a free hand.",
    citation=ARMOUR,
    more_armour=1,
    shield=True,
)
WEAPONS = (
    Package(
        slug="one-handed-weapon",
        name="One-handed weapon",
        noun="hand weapon",
        kind="weapon",
        text="Fights as the bare trooper does.",
        citation=WEAPONRY,
    ),
    Package(
        slug="heavy-weapon",
        name="Heavy weapon",
        noun="heavy weapon",
        kind="weapon",
        text="Strength +1.",
        citation=WEAPONRY,
        strength=1,
    ),
    Package(
        slug="two-handed-weapon",
        name="Two-handed weapon",
        noun="two-handed weapon",
        kind="weapon",
        text="Strength +2, but last strike and no shield.",
        citation=WEAPONRY,
        excludes=("shield",),
        strength=2,
        last_strike=True,
    ),
    Package(
        slug="primitive-spear",
        name="Primitive spear",
        noun="primitive spear",
        kind="weapon",
        text="A long weapon.",
        citation=WEAPONRY,
        long_weapon=True,
    ),
    Package(
        slug="spear",
        name="Spear or pike",
        noun="spear",
        kind="weapon",
        text="A long weapon, strength +1.",
        citation=RACES,
        strength=1,
        long_weapon=True,
    ),
    Package(
        slug="polearm",
        name="Heavy polearm",
        noun="polearm",
        kind="weapon",
        text="A long weapon, strength +2, but no shield.",
        citation=RACES,
        excludes=("shield",),
        strength=2,
        long_weapon=True,
    ),
    Package(
        slug="two-weapons",
        name="Two weapons",
        noun="two weapons",
        kind="weapon",
        text="Twice the attacks, but no shield.",
        citation=WEAPONRY,
        excludes=("shield",),
        attacks_factor=2,
    ),
)
MISSILES = tuple(_missile(weapon) for weapon in MISSILE_WEAPONS.values())
NO_ARMOUR = (*(armour.slug for armour in ARMOURS if armour.armour), "magic-armour", "shield")
TEMPERS = (
    Package(
        slug="berserk",
        name="Berserk",
        noun="berserk",
        kind="temper",
        text="Berserk morale and one attack more, but no armour.",
        citation=WEAPONRY,
        excludes=NO_ARMOUR,
        armour=0,
        more_attacks=1,
        berserk=True,
    ),
    Package(
        slug="berserk-strong",
        name="Berserk, strong",
        noun="berserk",
        kind="temper",
        text="Berserk morale, one attack and one strength more, but no armour.",
        citation=WEAPONRY,
        excludes=NO_ARMOUR,
        armour=0,
        more_attacks=1,
        strength=1,
        berserk=True,
    ),
)
PACKAGES: Mapping[str, Package] = MappingProxyType(
    {each.slug: each for each in (*ARMOURS, SHIELD, MAGIC_ARMOUR, *WEAPONS, *MISSILES, *TEMPERS)}
)
