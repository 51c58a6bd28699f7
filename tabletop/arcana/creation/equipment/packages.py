"""Equipment packages: what one piece of equipment changes in a trooper.

The packages of armour, blows and tempers are read from `fixtures/arcana/equipment.yaml`; each missile weapon is a
package, too. All of them together are the `Equipment` that `equip` and `family` take as an argument.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.identifiers import ListSlug
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.catalogue.weapons import WEAPONS, MissileWeapon
from tabletop.citations import Citation
from tabletop.decoding import MalformedError, converted
from tabletop.values import Count, Name, Text, Value


class Kind(StrEnum):
    """What a package is worn or wielded as; a trooper has one suit of armour, one weapon and one temper."""

    ARMOUR = "armour"
    SHIELD = "shield"
    MAGIC_ARMOUR = "magic-armour"
    WEAPON = "weapon"
    MISSILE = "missile"
    TEMPER = "temper"


class Package(Value, frozen=True, kw_only=True):
    """One piece of equipment: what it changes in a trooper, and the slugs of what it can't be carried with.

    `noun` is what a trooper's name says of it, by default its name in lower case. `armour` replaces the trooper's own,
    `more_armour` is added to it; `slower` are inches of movement, `strength` steps of strength. A missile weapon's
    skill is the trooper's own. `section` is its place in the book.
    """

    slug: ListSlug
    name: Name
    noun: Text = ""
    kind: Kind
    section: Name
    text: Text = ""
    excludes: tuple[ListSlug, ...] = ()
    armour: Count | None = None
    more_armour: Count = 0
    fixed: bool = False
    shield: bool = False
    slower: Count = 0
    strength: Count = 0
    attacks_factor: Count = 1
    more_attacks: Count = 0
    long_weapon: bool = False
    last_strike: bool = False
    berserk: bool = False
    missile: Missile | None = None

    @property
    def citation(self) -> Citation:
        return BOOK.section(self.section)


Equipment = Mapping[str, Package]


class _File(Value, frozen=True, kw_only=True):
    packages: tuple[Package, ...]


def read_equipment(plain: Any) -> Equipment:
    """Every package by its slug, in the book's order, from the plain values of the file and the table of weapons.

    MalformedError names the field, as in `packages[3].kind`.
    """
    packages = [_worded(package) for package in converted(plain, _File).packages]
    missiles = [_missile(weapon) for weapon in WEAPONS.values()]
    others = [package for package in packages if package.kind is not Kind.TEMPER]
    tempers = [package for package in packages if package.kind is Kind.TEMPER]
    equipment = {package.slug: package for package in (*others, *missiles, *tempers)}
    if len(equipment) < len(packages) + len(missiles):
        raise MalformedError("packages", "every package has a slug of its own")
    for number, package in enumerate(packages):
        if unknown := sorted(set(package.excludes) - set(equipment)):
            raise MalformedError(f"packages[{number}].excludes", f"there is no package “{unknown[0]}”")
    return equipment


def _worded(package: Package) -> Package:
    """The package with the noun and the text that follow from its other fields, where the file states none."""
    cost = f" It slows by {package.slower}″." if package.slower else ""
    text = package.text or f"Armour {package.armour}.{cost}"
    return msgspec.structs.replace(package, noun=package.noun or package.name.lower(), text=text)


def _missile(weapon: MissileWeapon) -> Package:
    return Package(
        slug=weapon.slug,
        name=weapon.name,
        noun=weapon.words,
        kind=Kind.MISSILE,
        section=weapon.citation.section,
        text=f"One shot to {weapon.range}″ at strength {weapon.strength}.{weapon.remark}",
        missile=weapon.missile,
    )
