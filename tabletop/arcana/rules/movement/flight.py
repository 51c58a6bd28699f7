"""Taking off, changing altitude and landing."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, Step, because
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.movement.advance import Halt
from tabletop.arcana.rules.movement.blocking import check_room, obstacles
from tabletop.arcana.rules.movement.move_state import March
from tabletop.arcana.rules.movement.orders import Fly

FLYING_MOVEMENT = BOOK.section("Flying Movement")
FLYING = BOOK.section("Flying")

STEPS: dict[Altitude, str] = {"ground": "lands", "low": "flies low", "high": "flies high"}


def change_altitude(march: March, order: Fly) -> Halt:
    """Free at any point of a flight; from the ground only before any other movement, and nothing moves on landing."""
    if order.altitude == march.unit.altitude:
        if order.altitude == "ground":
            return Halt(march, because(Cause.ON_THE_GROUND_ALREADY, FLYING_MOVEMENT))
        return Halt(march, because(Cause.FLIES_THERE_ALREADY, FLYING_MOVEMENT, altitude=order.altitude))
    if march.unit.altitude == "ground" and (reason := _grounded(march)):
        return Halt(march, reason)
    return _land(march) if order.altitude == "ground" else _rise(march, order.altitude)


def _grounded(march: March) -> Reason | None:
    """Why a unit on the ground can't take off."""
    if march.unit.fly is None:
        return because(Cause.HAS_NO_WINGS, FLYING_MOVEMENT)
    if march.landed or march.path or march.spent:
        return because(Cause.HAS_MOVED_ALREADY, FLYING_MOVEMENT)
    if march.unit.is_block:
        return because(Cause.FLYERS_SKIRMISH, FLYING)
    return None


def _rise(march: March, altitude: Altitude) -> Halt:
    """Not among what obstructs flight, which is never entered."""
    up = replace(march.unit, altitude=altitude)
    if reason := check_room(up, obstacles(march.scene, up, flying=True)):
        return Halt(march, reason.leading_to(Cause.NO_ROOM_TO_RISE))
    risen = replace(march, unit=up, flying=True, allowance=march.unit.fly or 0.0)
    return Halt(risen.paid(Step(text=STEPS[altitude], citation=FLYING_MOVEMENT)))


def _land(march: March) -> Halt:
    down = replace(march.unit, altitude="ground")
    if reason := check_room(down, obstacles(march.scene, down, flying=False)):
        return Halt(march, reason.leading_to(Cause.NO_ROOM_TO_LAND))
    landed = replace(march, unit=down, landed=True)
    return Halt(landed.paid(Step(text=STEPS["ground"], citation=FLYING_MOVEMENT)))


def may_walk(march: March) -> Reason | None:
    """Why the unit can't go on across the table: it has landed."""
    return because(Cause.HAS_LANDED, FLYING_MOVEMENT) if march.landed else None
