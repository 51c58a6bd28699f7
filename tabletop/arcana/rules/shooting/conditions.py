"""What a table doesn't show of a volley: inches moved, the weapon, and the moment in which it is shot."""

from __future__ import annotations

from enum import Enum, auto

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.catalogue.abilities.ability import WHO_MAY_FIRE
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.rules.shooting.tohit import Band, Change, band_of, barred_by_moving, moving_modifier
from tabletop.geometry.primitives.tolerances import RANGE

PLACE_INFILTRATORS = BOOK.section("Place Infiltrators")


class ChargeFire(Enum):
    """Whose shots they are while a charge comes in."""

    CHARGING = auto()
    STANDING = auto()


class Conditions(Struct, frozen=True, kw_only=True):
    """Inches moved this turn, and which of several weapons, by how its name begins.

    `riding` on a vehicle that alone has moved, `arrived` as infiltrators after all movement, and shots while a charge
    comes in, by either side of the `charge`.
    """

    moved: float = 0.0
    weapon: str = ""
    riding: bool = False
    arrived: bool = False
    charge: ChargeFire | None = None


STILL = Conditions()


def barred_by(missile: Missile, how: Conditions, speed: float) -> Reason | None:
    """Why a unit can't shoot after what it did; None where it can."""
    if how.charge is ChargeFire.CHARGING and not missile.natural:
        return because(Cause.CHARGERS_SHOOT_NATURAL_MISSILES, WHO_MAY_FIRE)
    if how.arrived and how.moved > RANGE:
        return because(Cause.INFILTRATORS_HAVE_MOVED, WHO_MAY_FIRE)
    return None if how.charge else barred_by_moving(missile, how.moved, speed)


def may_reload(missile: Missile, inches: float, *, machine: bool, engaged: bool) -> bool:
    """Whether a weapon that has been shot is ready after this turn (“Artillery Weapons”, “War machines”).

    Not where it was moved, unless it is natural; of war machines not while they fight.
    """
    return (missile.natural or inches <= RANGE) and not (machine and engaged)


def hindrance(missile: Missile, how: Conditions, speed: float) -> Change:
    """The modifier to hit for what the unit has done this turn, with its words; 0 while a charge comes in."""
    if how.arrived:
        return "it has come out of hiding", -1, PLACE_INFILTRATORS
    return "it has moved", 0 if how.charge else moving_modifier(missile, how.moved, speed), WHO_MAY_FIRE


def band_at(missile: Missile, how: Conditions, inches: float) -> Band:
    """While a charge comes in, any range will do, and none helps or hinders."""
    return Band.ANY if how.charge else band_of(missile, inches)
