"""What terrain does to movement: which kinds slow whom by how much, and who can't enter at all."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Going, Nature, Terrain, TerrainKind
from tabletop.arcana.catalogue.book import BOOK

TERRAIN_AND_MOVEMENT = BOOK.section("Terrain and Movement")
FLYING = BOOK.section("Flying")

# The book leaves walls and buildings to the players; a piece's `going` says what they agreed on.
GOING: dict[TerrainKind, Going] = {
    "open": "open",
    "hill": "open",
    "light-forest": "difficult",
    "dense-forest": "very-difficult",
    "difficult": "difficult",
    "very-difficult": "very-difficult",
    "impassable": "impassable",
    "obstacle": "difficult",
    "wall": "difficult",
    "building": "impassable",
    "water": "very-difficult",
}
NATURE: dict[TerrainKind, Nature] = {"light-forest": "wooded", "dense-forest": "wooded", "water": "water"}
OBSTRUCTS_FLIGHT: frozenset[TerrainKind] = frozenset({"light-forest", "dense-forest"})

# Inches of movement that an inch of path costs while any part of the unit is inside (ruling T18).
OPEN = Fraction(1)
RANKED: dict[Going, Fraction] = {"open": OPEN, "difficult": Fraction(2), "very-difficult": Fraction(4)}
LOOSE: dict[Going, Fraction] = {"open": OPEN, "difficult": Fraction(4, 3), "very-difficult": Fraction(2)}
# “Rock Climber”: rocks and broken ground cost nothing, steep slopes are difficult, sheer rock stays closed.
CLIMBED: dict[Going, Going] = {
    "open": "open",
    "difficult": "open",
    "very-difficult": "difficult",
    "impassable": "impassable",
}
DEEP_WATER = Fraction(2)


def going_of(terrain: Terrain) -> Going:
    return terrain.going or GOING[terrain.kind]


def nature_of(terrain: Terrain) -> Nature | None:
    return terrain.nature or NATURE.get(terrain.kind)


def obstructs_flight(terrain: Terrain) -> bool:
    return terrain.kind in OBSTRUCTS_FLIGHT if terrain.obstructs_flight is None else terrain.obstructs_flight


def slowing(unit: PlacedUnit, terrain: Terrain, *, flying: bool = False) -> Fraction | None:
    """The inches of movement that an inch inside costs; None where the unit can't enter."""
    if flying:
        return None if obstructs_flight(terrain) else OPEN
    if unit.is_war_machine and terrain.effects.closed_to_war_machines:
        return None
    if "ignores-terrain" in unit.abilities:
        return OPEN
    factors = RANKED if unit.is_ranked or unit.towed or unit.is_war_machine else LOOSE
    return (
        factors.get(_going_for(unit, terrain)) if nature_of(terrain) != "water" else _in_water(unit, terrain, factors)
    )


def _going_for(unit: PlacedUnit, terrain: Terrain) -> Going:
    """The going as the unit's abilities leave it."""
    going, nature = going_of(terrain), nature_of(terrain)
    if nature == "wooded" and "forestwalker" in unit.abilities:
        return "open"
    if nature == "rocky" and "rock-climber" in unit.abilities:
        return CLIMBED[going]
    return going


def _in_water(unit: PlacedUnit, terrain: Terrain, factors: dict[Going, Fraction]) -> Fraction | None:
    """Water that nobody can wade is deep: swimmers cross it at half speed, or at the speed they are printed with."""
    going = going_of(terrain)
    if unit.swim and going != "open":
        return Fraction(unit.ground) / Fraction(unit.swim) if unit.ground else OPEN
    if "swimmer" in unit.abilities and terrain.effects.swimming:
        return factors.get(terrain.effects.swimming)
    if "swimmer" in unit.abilities:
        return DEEP_WATER if going == "impassable" else OPEN
    return factors.get(going)
