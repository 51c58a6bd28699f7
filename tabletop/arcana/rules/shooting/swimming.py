"""Swimmers in deep water: harder to hit for whoever doesn't swim."""

from __future__ import annotations

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Going, Nature
from tabletop.arcana.catalogue.profiles import TerrainAbility
from tabletop.arcana.rules.visibility.eyes import overlaps
from tabletop.arcana.terrain.kinds import going_of, nature_of

EVASION = 1


def is_swimmer(unit: PlacedUnit) -> bool:
    """Whether a unit swims, by its ability or by a printed speed (ruling T21)."""
    return TerrainAbility.SWIMMER in unit.abilities or bool(unit.swim)


def evasion_in_water(scene: PlacedTable, shooter: PlacedUnit, target: PlacedUnit) -> int:
    """What the attacker loses while every model of the target is at least partly in deep water (reading T81)."""
    if not is_swimmer(target) or is_swimmer(shooter) or target.altitude != Altitude.GROUND:
        return 0
    deep = [piece for piece in scene.pieces.values() if _is_deep(scene, piece.ref)]
    return EVASION if deep and all(any(overlaps(piece, base) for piece in deep) for base in target.bases) else 0


def _is_deep(scene: PlacedTable, ref: str) -> bool:
    """Water that nobody can wade (ruling T26)."""
    terrain = scene.pieces[ref].terrain
    return nature_of(terrain) == Nature.WATER and going_of(terrain) == Going.IMPASSABLE
