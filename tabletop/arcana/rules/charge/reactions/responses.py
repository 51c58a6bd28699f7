"""What a charge is answered with: who may fire as it comes in, the chargers' own missiles, enemies flown over."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.battlefield.schema import Altitude, RankAndFile
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.declaration.arcs import in_arc_of
from tabletop.arcana.rules.movement.terrain_cost import Leg
from tabletop.geometry.distance.distances import closest_pair
from tabletop.geometry.motion.sweeps import overlap_spans
from tabletop.geometry.primitives.tolerances import RANGE

RESPONSES = BOOK.section("Charge responses")
FLYOVERS = BOOK.section("Flyover Attacks")
NEAR_THE_TARGET = 3.0  # inches
FIRING_RANKS = 2


class Shooter(Struct, frozen=True):
    """A model by its place, and its inches to the nearest charger where the charge is declared."""

    model: int
    inches: float


class StandAndFire(Struct, frozen=True):
    """Who may fire as a charge comes in; a reason where nobody does. Range neither helps nor hinders.

    Whether artillery is loaded, and what the shots do, is for the players to say and to ask.
    """

    shooters: tuple[Shooter, ...]
    reason: Reason | None = None


def stand_and_fire(scene: PlacedTable, target: PlacedUnit, charger: PlacedUnit) -> StandAndFire:
    """The target's answer to a charger that stands where it declares; cover and lines of sight are asked elsewhere."""
    if target.row is None:
        cause = Cause.PROFILE_UNKNOWN
    elif not target.row.missile:
        cause = Cause.HAS_NO_MISSILES
    elif scene.is_engaged(target.ref):
        cause = Cause.ENGAGED_UNITS_DO_NOT_FIRE
    elif target.broken:
        cause = Cause.BROKEN_UNITS_DO_NOT_FIRE
    elif shooters := in_place_to_fire(target, charger):
        return StandAndFire(shooters)
    else:
        cause = Cause.CHARGED_FROM_OUTSIDE_ITS_ARC
    return StandAndFire((), because(cause, RESPONSES))


def responses(target: PlacedUnit, fire: StandAndFire) -> tuple[str, ...]:
    """What the charged may answer with; the berserk never choose to flee."""
    if target.broken:
        return ()
    return ("stand", *(() if target.berserk else ("flee",)), *(("stand and fire",) if fire.shooters else ()))


def in_place_to_fire(unit: PlacedUnit, other: PlacedUnit) -> tuple[Shooter, ...]:
    """Of the first two ranks those that have the other in their own field of fire; of loose ones all."""
    count = unit.models
    if isinstance(unit.formation, RankAndFile):
        count = min(count, FIRING_RANKS * unit.formation.files)
    firing = (number for number in range(count) if in_arc_of(unit, number, other.blocks))
    return tuple(Shooter(number, closest_pair([unit.bases[number]], other.bases).gap.inches) for number in firing)


def natural_missiles(charger: PlacedUnit) -> tuple[str, ...] | None:
    """The charger's natural missiles, fired as it comes in; None where its profile isn't known."""
    if charger.row is None:
        return None
    return tuple(missile.name or "missile" for missile in charger.row.missile if missile.natural)


def flown_over(scene: PlacedTable, flyer: PlacedUnit, legs: Sequence[Leg], target: PlacedUnit) -> tuple[str, ...]:
    """The refs of the enemies whose models may all attack the passing flyer, at -1 skill, in the table's order.

    They are near the target, and not on the ground while the target flies high or the other way round.
    """
    return tuple(
        other.ref
        for other in scene.others(flyer)
        if other.side != flyer.side
        and other.ref != target.ref
        and {other.altitude, target.altitude} != {Altitude.GROUND, Altitude.HIGH}
        and between(other, target).gap.inches <= NEAR_THE_TARGET + RANGE
        and any(overlap_spans(leg.motion.sweep, other.blocks) for leg in legs)
    )
