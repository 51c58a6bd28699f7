"""The missile weapons of troops and characters: one record a weapon, in the book's order.

Everything that speaks of weapons is derived from `WEAPONS`: the slugs that a roster file may name, the prices of
characters, the packages of the creation formula, and what the printed lists call them. A roster's schema lists the
slugs, so they are known when the library is imported, and stand in code (ADR 4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.citations import Citation

MISSILE_WEAPONS = BOOK.section("Missile Weapons")
LEAST_SKILL = 3


class MissileWeapon(Struct, frozen=True, kw_only=True):
    """A weapon with one shot a turn: its range in inches, and its strength.

    `prices` are a character's points for it at a missile skill of 3, 4 and 5 (Missile Weapons for Characters);
    `printed` are the names that army lists print for it, in lower case; `remark` ends its package's text.
    """

    slug: str
    range: int
    strength: int
    prices: tuple[int, int, int]
    printed: tuple[str, ...]
    natural: bool = False
    artillery: bool = False
    reloads: bool = False
    remark: str = ""
    citation: Citation = MISSILE_WEAPONS

    @property
    def words(self) -> str:
        """`heavy crossbow`."""
        return self.slug.replace("-", " ")

    @property
    def name(self) -> str:
        """`Heavy crossbow`."""
        return self.words.capitalize()

    @property
    def missile(self) -> Missile:
        """The weapon as a column of a profile, with the skill of a bare trooper."""
        return Missile(
            name=self.name,
            range=self.range,
            attacks=1,
            skill=2,
            strength=self.strength,
            natural=self.natural,
            artillery=self.artillery,
            reloads=self.reloads,
        )

    def price(self, skill: int) -> int | None:
        """A character's points for it at a missile skill; None where the table has no price."""
        return dict(enumerate(self.prices, start=LEAST_SKILL)).get(skill)


WEAPONS: Mapping[str, MissileWeapon] = {
    weapon.slug: weapon
    for weapon in (
        MissileWeapon(
            slug="shortbow",
            range=15,
            strength=0,
            prices=(11, 14, 21),
            printed=("shortbow", "short bow", "short bows"),
        ),
        MissileWeapon(slug="bow", range=21, strength=1, prices=(20, 27, 41), printed=("bow",)),
        MissileWeapon(slug="longbow", range=27, strength=2, prices=(33, 44, 66), printed=("longbow",)),
        MissileWeapon(slug="hand-crossbow", range=12, strength=1, prices=(14, 18, 27), printed=("light x-bow",)),
        MissileWeapon(
            slug="crossbow",
            range=18,
            strength=2,
            prices=(24, 32, 48),
            printed=("crossbow", "x bow", "double x-bow"),
        ),
        MissileWeapon(slug="heavy-crossbow", range=15, strength=3, prices=(26, 35, 53), printed=("heavy x bow",)),
        # The table leaves it open, but the worked chariot, most rows and the characters' prices have javelins natural.
        MissileWeapon(
            slug="javelin",
            range=9,
            strength=1,
            prices=(19, 25, 38),
            printed=("javelin",),
            natural=True,
            remark=" Natural.",
        ),
        MissileWeapon(slug="sling", range=12, strength=0, prices=(9, 12, 18), printed=("sling",)),
        MissileWeapon(
            slug="handgun",
            range=21,
            strength=3,
            prices=(21, 27, 41),
            printed=("handgun",),
            artillery=True,
            reloads=True,
            remark=" Artillery, and a turn to reload.",
            citation=BOOK.section("Dwarf Handgunner"),
        ),
    )
}

if TYPE_CHECKING:
    Weapon = str  # a type checker can't read a closed set that is made of a table
else:
    Weapon = Literal[tuple(WEAPONS)]

_PRINTED: Mapping[str, MissileWeapon] = {name: weapon for weapon in WEAPONS.values() for name in weapon.printed}


def printed_weapon(name: str) -> MissileWeapon | None:
    """The weapon that an army list prints under this name, or None for anything else that shoots."""
    return _PRINTED.get(name.lower())
