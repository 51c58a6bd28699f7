"""A printed row as a value: movement, wounds, armour, defence, morale, attacks."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from tabletop.values import Count, Inches, Name, Slug, Text, Value


class TerrainAbility(StrEnum):
    """Ground that a model crosses freely."""

    FORESTWALKER = "forestwalker"
    SWIMMER = "swimmer"
    ROCK_CLIMBER = "rock-climber"
    IGNORES_TERRAIN = "ignores-terrain"


class Element(StrEnum):
    """What an attack is made of, and what a model suffers from or doesn't feel."""

    FIRE = "fire"
    WATER = "water"
    AIR = "air"
    EARTH = "earth"
    LIGHTNING = "lightning"
    CHAOS = "chaos"


class OddStrength(StrEnum):
    """Strengths that are no number."""

    WEAK = "weak"
    ELDRITCH = "eldritch"


Strength = Annotated[int, Meta(ge=0, le=20)] | OddStrength


class School(StrEnum):
    """A list of spells."""

    GENERAL = "general"
    LIFE = "life"
    DEATH = "death"
    NATURE = "nature"
    CHAOS = "chaos"
    EARTH = "earth"
    FIRE = "fire"
    WATER = "water"
    AIR = "air"
    PLAGUE = "plague"


class Section(StrEnum):
    """What a row is for."""

    TROOPS = "troops"
    CHARACTERS = "characters"
    MONSTERS = "monsters"
    MOUNTS = "mounts"
    VEHICLES = "vehicles"
    WAR_MACHINES = "war-machines"
    EQUIPMENT = "equipment"


class VehicleTypeSlug(StrEnum):
    """The types of the two tables of vehicles."""

    LIGHT_CHARIOT = "light-chariot"
    MEDIUM_CHARIOT = "medium-chariot"
    HEAVY_CHARIOT = "heavy-chariot"
    WAGON = "wagon"
    WAR_WAGON = "war-wagon"
    LIGHT_HOWDAH = "light-howdah"
    MEDIUM_HOWDAH = "medium-howdah"
    LARGE_HOWDAH = "large-howdah"
    GIANT_HOWDAH = "giant-howdah"


# The elements of the cost tables; the others stand in printed rows alone.
PRICED_ELEMENTS: tuple[Element, ...] = (Element.FIRE, Element.WATER, Element.AIR, Element.EARTH)
OPTIONAL_SCHOOLS: tuple[School, ...] = (School.PLAGUE,)
# Width and depth of each base in base units, and how many it counts as (rulings T13, T14).
FOOTPRINTS: dict[float, tuple[float, float, int]] = {
    0.5: (1, 0.5, 1),
    1: (1, 1, 1),
    2: (1, 2, 2),
    4: (2, 2, 4),
    6: (2, 3, 4),
    9: (3, 3, 9),
    15: (3, 5, 9),
}
BASE_SIZES = tuple(FOOTPRINTS)
BaseUnits = Annotated[int, Meta(ge=1, le=12)]
MOST_LINES = 20


class MovementWay(StrEnum):
    """The ways of moving, by the fields of a movement."""

    GROUND = "ground"
    FLY = "fly"
    SWIM = "swim"


class Movement(Value, frozen=True, kw_only=True):
    """Inches a turn by way of moving, and the ground it crosses freely."""

    ground: Inches | None = None
    fly: Inches | None = None
    swim: Inches | None = None
    abilities: tuple[TerrainAbility, ...] = ()


class Armour(Value, frozen=True, kw_only=True):
    """An armour save: hits are saved on this number or less; fixed armour isn't lowered by strength."""

    value: Count = 0
    fixed: bool = False


class Defence(Value, frozen=True, kw_only=True):
    """What else keeps a model alive, or doesn't."""

    magic_resistance: Count = 0
    evasion: Count = 0
    shield: bool = False
    missile_armour: Count = 0
    missile_immune: bool = False
    regeneration: bool = False
    slow: bool = False
    sensitive: tuple[Element, ...] = ()
    immune: tuple[Element, ...] = ()
    negates_long_weapons: bool = False
    testudo: bool = False
    charmer: bool = False


class MoraleKind(StrEnum):
    """How a model takes a failed test of morale."""

    NATURAL = "natural"
    FEARLESS = "fearless"
    BERSERK = "berserk"


class Morale(Value, frozen=True, kw_only=True):
    """The number to roll with two dice or less, and how the model takes a failed test."""

    value: Count
    kind: MoraleKind = MoraleKind.NATURAL
    disciplined: bool = False


class Melee(Value, frozen=True, kw_only=True):
    """One kind of blow; an alternative replaces the line before it instead of adding to it."""

    name: Text = ""
    attacks: Count
    per_wound: bool = False
    skill: Count
    strength: Strength = 0
    magical: bool = False
    element: Element | None = None
    first_strike: bool = False
    last_strike: bool = False
    long_weapon: bool = False
    phalanx: bool = False
    hits_d3: Count = 0
    wounds_d3: Count = 0
    sweep: bool = False
    sweeps: Annotated[int, Meta(ge=1, le=10)] = 1
    alternative: bool = False


class Missile(Value, frozen=True, kw_only=True):
    """One missile attack; ranges in inches, normal range."""

    name: Text = ""
    range: Inches
    min_range: Inches = 0
    attacks: Count
    skill: Count
    strength: Strength = 0
    magical: bool = False
    element: Element | None = None
    natural: bool = False
    artillery: bool = False
    hits_d3: Count = 0
    wounds_d3: Count = 0
    reloads: bool = False
    alternative: bool = False


class MissileSkill(Value, frozen=True, kw_only=True):
    """The figures in parentheses: how a character shoots once a weapon is bought."""

    attacks: Count
    skill: Count


def d3s(number: int | str) -> str:
    """So many d3 as they are written: `d3`, `2d3`; `#d3` of a number that isn't known."""
    return "d3" if number == 1 else f"{number}d3"


def footprint_fault(base: float, footprint: tuple[int, int]) -> str:
    """What is wrong with the width and depth of a base in base units; empty where they cover its usual ground."""
    width, depth, _ = FOOTPRINTS[base]
    covered = footprint[0] >= width and footprint[1] >= depth
    return "" if covered else f"must be at least {width:g} by {depth:g}, that of base {base:g}"


class Statistics(Value, frozen=True, kw_only=True):
    """Everything the creature creation formula prices, and the ground it covers.

    `base` is what it counts as; `footprint`, width and depth in base units, only where that isn't the usual one: a
    light chariot of base 4 stands on 2 × 3 (“Towed vehicle stats”, ruling T13).
    """

    movement: Movement = Movement()
    wounds: Count = 1
    armour: Armour | None = None
    second_armour: Armour | None = None
    defence: Defence = Defence()
    morale: Morale | None = None
    melee: Annotated[tuple[Melee, ...], Meta(max_length=MOST_LINES)] = ()
    missile: Annotated[tuple[Missile, ...], Meta(max_length=MOST_LINES)] = ()
    ramming: Melee | None = None
    fearsome: bool = False
    base: float = 1
    footprint: tuple[BaseUnits, BaseUnits] | None = None

    def __post_init__(self) -> None:
        if self.base not in BASE_SIZES:
            raise ValueError(f"base must be one of {', '.join(f'{size:g}' for size in BASE_SIZES)}")
        if self.footprint and (fault := footprint_fault(self.base, self.footprint)):
            raise ValueError(f"footprint {fault}")

    @property
    def stands_on(self) -> tuple[float, float]:
        """Width and depth of its base in base units."""
        width, depth, _ = FOOTPRINTS[self.base]
        return self.footprint or (width, depth)


class Spellcasting(Value, frozen=True, kw_only=True):
    """Schools to choose one from; `cost` is what the power itself costs on top of the points, 0 when included."""

    schools: Annotated[tuple[School, ...], Meta(min_length=1)]
    cost: Annotated[int, Meta(ge=0, le=1000)] = 0


class Printed(Value, frozen=True, kw_only=True):
    """The cells of the profile as the book prints them."""

    name: Text
    vp: Text = ""
    move: Text = ""
    wounds: Text = ""
    armour: Text = ""
    magic: Text = ""
    morale: Text = ""
    melee: Text = ""
    missile: Text = ""
    special: Text = ""


class Row(Statistics, frozen=True, kw_only=True, cache_hash=True):
    """One printed profile, a row of a list's table.

    `mounted` rows are riders with their beasts; `horse_like` ones are built like horses, as centaurs are.
    """

    slug: Slug
    name: Name
    section: Section
    points: Annotated[int, Meta(ge=0, le=100_000)]
    printed: Printed
    missile_skill: MissileSkill | None = None
    elite: bool = False
    spellcaster: Spellcasting | None = None
    infiltrate_cost: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    phalanx_cost: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    cargo: Count = 0
    room: Count | None = 0
    vehicle_type: VehicleTypeSlug | None = None
    drawn_by: Slug | None = None
    carried_by: tuple[Slug, ...] = ()
    mounted: bool = False
    horse_like: bool = False
    cannot_mount: bool = False
    cannot_lead_phalanx: bool = False
    other_base: float | None = None
    notes: tuple[Text, ...] = ()
