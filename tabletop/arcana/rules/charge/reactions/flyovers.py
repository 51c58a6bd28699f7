"""Flyover attacks: which enemies strike at a flyer that passes over or under them on its way to another."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.movement.terrain_cost import Leg
from tabletop.geometry.motion.sweeps import overlap_spans
from tabletop.geometry.primitives.tolerances import RANGE

FLYOVERS = BOOK.section("Flyover Attacks")
NEAR_THE_TARGET = 3.0


def flown_over(scene: PlacedTable, flyer: PlacedUnit, legs: Sequence[Leg], target: PlacedUnit) -> tuple[str, ...]:
    """The refs of the enemies whose models may all attack the passing flyer, at -1 skill, in the table's order."""
    enemies = [other for other in scene.others(flyer) if other.side != flyer.side and other.ref != target.ref]
    return tuple(other.ref for other in enemies if _strikes(other, target) and _passes(legs, other))


def _strikes(other: PlacedUnit, target: PlacedUnit) -> bool:
    """Near enough to the target, and not on the ground while the target flies high or the other way round."""
    apart = {other.altitude, target.altitude} == {"ground", "high"}
    return not apart and between(other, target).gap.inches <= NEAR_THE_TARGET + RANGE


def _passes(legs: Sequence[Leg], other: PlacedUnit) -> bool:
    return any(overlap_spans(leg.motion.sweep, other.blocks) for leg in legs)
