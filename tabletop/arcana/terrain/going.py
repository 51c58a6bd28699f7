"""What terrain costs those who move through it, by its going, their formation and their abilities."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Going, Terrain
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.terrain.kinds import going_of, nature_of, obstructs_flight

TERRAIN_AND_MOVEMENT = BOOK.section("Terrain and Movement")
FLYING = BOOK.section("Flying")

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
