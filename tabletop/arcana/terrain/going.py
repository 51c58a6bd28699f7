"""What terrain costs those who move through it, by its going, their formation and their abilities."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Going, Nature, Terrain
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import TerrainAbility
from tabletop.arcana.terrain.kinds import going_of, nature_of, obstructs_flight

TERRAIN_AND_MOVEMENT = BOOK.section("Terrain and Movement")
FLYING = BOOK.section("Flying")

# Inches of movement that an inch of path costs while any part of the unit is inside (ruling T18).
OPEN = Fraction(1)
RANKED: dict[Going, Fraction] = {Going.OPEN: OPEN, Going.DIFFICULT: Fraction(2), Going.VERY_DIFFICULT: Fraction(4)}
LOOSE: dict[Going, Fraction] = {Going.OPEN: OPEN, Going.DIFFICULT: Fraction(4, 3), Going.VERY_DIFFICULT: Fraction(2)}
# “Rock Climber”: rocks and broken ground cost nothing, steep slopes are difficult, sheer rock stays closed.
CLIMBED: dict[Going, Going] = {
    Going.OPEN: Going.OPEN,
    Going.DIFFICULT: Going.OPEN,
    Going.VERY_DIFFICULT: Going.DIFFICULT,
    Going.IMPASSABLE: Going.IMPASSABLE,
}
DEEP_WATER = Fraction(2)


def slowing(unit: PlacedUnit, terrain: Terrain, *, flying: bool = False) -> Fraction | None:
    """The inches of movement that an inch inside costs; None where the unit can't enter."""
    if flying:
        return None if obstructs_flight(terrain) else OPEN
    if unit.is_war_machine and terrain.effects.closed_to_war_machines:
        return None
    if TerrainAbility.IGNORES_TERRAIN in unit.abilities:
        return OPEN
    factors = RANKED if unit.is_ranked or unit.towed or unit.is_war_machine else LOOSE
    if nature_of(terrain) == Nature.WATER:
        return _in_water(unit, terrain, factors)
    return factors.get(_going_for(unit, terrain))


def _going_for(unit: PlacedUnit, terrain: Terrain) -> Going:
    """The going as the unit's abilities leave it."""
    going, nature = going_of(terrain), nature_of(terrain)
    if nature == Nature.WOODED and TerrainAbility.FORESTWALKER in unit.abilities:
        return Going.OPEN
    if nature == Nature.ROCKY and TerrainAbility.ROCK_CLIMBER in unit.abilities:
        return CLIMBED[going]
    return going


def _in_water(unit: PlacedUnit, terrain: Terrain, factors: dict[Going, Fraction]) -> Fraction | None:
    """Water that nobody can wade is deep: swimmers cross it at half speed, or at the speed they are printed with."""
    going = going_of(terrain)
    if unit.swim and going != Going.OPEN:
        return Fraction(unit.ground) / Fraction(unit.swim) if unit.ground else OPEN
    if TerrainAbility.SWIMMER in unit.abilities and terrain.effects.swimming:
        return factors.get(terrain.effects.swimming)
    if TerrainAbility.SWIMMER in unit.abilities:
        return DEEP_WATER if going == Going.IMPASSABLE else OPEN
    return factors.get(going)
