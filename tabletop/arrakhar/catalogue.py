"""What the rules print: the eight types of units, the haunts, and what each scenario allows."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from tabletop.citations import Document

BOOK = Document("Arrakhar's Wand, Dragon 69")
COUNTERS = 20  # of each type of unit, 2.1
MOST_IN_A_HEX = 4  # all of one type, 3.3


class Side(StrEnum):
    """Whose force it is."""

    WIZARD = "wizard"
    SORCERER = "sorcerer"


class UnitType(StrEnum):
    """A type of unit; the first four are the wizard's."""

    WIZARD = "wizard"
    BARBARIAN = "barbarian"
    DWARF = "dwarf"
    ELF = "elf"
    SORCERER = "sorcerer"
    DEMON = "demon"
    ORC = "orc"
    GHOUL = "ghoul"


class Haunt(StrEnum):
    """A type of haunt, at which one type of unit is summoned."""

    TEMPLE = "temple"
    RUIN = "ruin"
    CRYPT = "crypt"


SUMMONED: dict[Haunt, UnitType] = {
    Haunt.TEMPLE: UnitType.DEMON,
    Haunt.RUIN: UnitType.ORC,
    Haunt.CRYPT: UnitType.GHOUL,
}


class Profile(Struct, frozen=True, kw_only=True):
    """A type of unit by the rules: hexes a turn, its factor in combat, and the type it has a bonus against."""

    unit: UnitType
    side: Side
    plural: str
    move: int = 4
    factor: Fraction = Fraction(1)
    attacks: bool = True
    prey: UnitType | None = None
    spells: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.unit.capitalize()

    @property
    def slug(self) -> str:
        return f"arrakhar/{self.unit}"

    def counted(self, count: int) -> str:
        """`1 elf`, `2 elves`."""
        return f"{count} {self.unit if count == 1 else self.plural}"


HALF = Fraction(1, 2)
PROFILES: dict[UnitType, Profile] = {
    profile.unit: profile
    for profile in (
        Profile(
            unit=UnitType.WIZARD, side=Side.WIZARD, plural="wizards", factor=HALF, attacks=False,
            spells=("haste", "fireball", "the wand"),
        ),
        Profile(
            unit=UnitType.BARBARIAN, side=Side.WIZARD, plural="barbarians", move=6, factor=Fraction(2),
            prey=UnitType.DEMON,
        ),
        Profile(unit=UnitType.DWARF, side=Side.WIZARD, plural="dwarves", prey=UnitType.ORC),
        Profile(unit=UnitType.ELF, side=Side.WIZARD, plural="elves", prey=UnitType.GHOUL),
        Profile(
            unit=UnitType.SORCERER, side=Side.SORCERER, plural="sorcerers", factor=HALF, attacks=False,
            spells=("summon", "fireball"),
        ),
        Profile(unit=UnitType.DEMON, side=Side.SORCERER, plural="demons", move=6, factor=Fraction(2)),
        Profile(unit=UnitType.ORC, side=Side.SORCERER, plural="orcs"),
        Profile(unit=UnitType.GHOUL, side=Side.SORCERER, plural="ghouls"),
    )
}  # fmt: skip


def profiles_of(side: Side) -> tuple[Profile, ...]:
    """The four types of a side, as the rules list them."""
    return tuple(profile for profile in PROFILES.values() if profile.side is side)


class Scenario(StrEnum):
    """How long a game is."""

    SHORT = "short"
    BASIC = "basic"
    LONG = "long"


class Terms(Struct, frozen=True):
    """What a scenario allows a side: points at most, and units of each of its types at least."""

    points: int
    least: int


# 2.1 and variations 1 and 2.
TERMS: dict[Scenario, dict[Side, Terms]] = {
    Scenario.SHORT: {Side.WIZARD: Terms(40, 3), Side.SORCERER: Terms(44, 4)},
    Scenario.BASIC: {Side.WIZARD: Terms(60, 4), Side.SORCERER: Terms(66, 6)},
    Scenario.LONG: {Side.WIZARD: Terms(90, 6), Side.SORCERER: Terms(100, 9)},
}
HAUNTS_OF_EACH_TYPE: dict[Scenario, int] = {Scenario.SHORT: 2, Scenario.BASIC: 2, Scenario.LONG: 3}
