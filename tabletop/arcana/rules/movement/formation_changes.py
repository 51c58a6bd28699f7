"""Orders that change how a unit is formed, or take it off, to another altitude and down again."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, because
from tabletop.arcana.battlefield.schema import Altitude, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation.changing import HALF, Change, change_files, loosen, reform, turn
from tabletop.arcana.rules.formation.legality import CHANGING_FORMATIONS
from tabletop.arcana.rules.movement.blocking import check_room, obstacles
from tabletop.arcana.rules.movement.move_state import MoveState, Progress
from tabletop.arcana.rules.movement.orders import Files, Fly, Form, Loosen, Turn
from tabletop.arcana.terrain.going import FLYING
from tabletop.geometry.primitives.tolerances import RANGE

FLYING_MOVEMENT = BOOK.section("Flying Movement")

FormationOrder = Files | Form | Loosen | Turn
STEPS: dict[Altitude, str] = {Altitude.GROUND: "lands", Altitude.LOW: "flies low", Altitude.HIGH: "flies high"}


def change_formation(state: MoveState, order: FormationOrder) -> Progress:
    """The change made where it can be paid and there is room; otherwise the state as it was, and why."""
    if (isinstance(order, Form) and state.loosened) or (isinstance(order, Loosen) and state.formed):
        return Progress(state, because(Cause.CHANGED_THIS_TURN, CHANGING_FORMATIONS))
    if isinstance(order, Form) and state.landed and state.spent > state.share(HALF) + RANGE:
        return Progress(state, because(Cause.LANDED_TOO_LATE_FOR_RANKS, FLYING))
    try:
        change = _change(state, order)
    except ForbiddenError as error:
        return Progress(state, error.reason)
    price = state.share(change.share)
    if reason := state.too_dear(change.text, price, change.citation):
        return Progress(state, reason)
    if reason := check_room(change.unit, obstacles(state.scene, change.unit, flying=state.flying)):
        return Progress(state, reason.leading_to(Cause.NO_ROOM))
    changed = replace(
        state,
        unit=change.unit,
        files=state.files.plus(order.left, order.right) if isinstance(order, Files) else state.files,
        loosened=state.loosened or (state.unit.is_block and isinstance(change.unit.formation, Skirmish)),
        formed=state.formed or isinstance(order, Form),
    )
    return Progress(changed.after_step(change.text, change.citation, price=price, bars_charge=change.bars_charge))


def _change(state: MoveState, order: FormationOrder) -> Change:
    match order:
        case Files(left=left, right=right):
            return change_files(state.unit, left=left, right=right, before=state.files)
        case Turn(quarters=quarters):
            return turn(state.unit, quarters)
        case Form(files=files, facing=facing, around=around):
            return reform(state.unit, files, facing, around=around)
        case Loosen():
            return loosen(state.unit)


def change_altitude(state: MoveState, order: Fly) -> Progress:
    """Free at any point of a flight; from the ground only before any other movement, and nothing moves on landing.

    Nobody rises or lands where there is no room: what obstructs flight is never entered.
    """
    unit, lands = state.unit, order.altitude == Altitude.GROUND
    if reason := _reason_to_stay_at(state, order.altitude):
        return Progress(state, reason)
    moved = replace(unit, altitude=order.altitude)
    if reason := check_room(moved, obstacles(state.scene, moved, flying=not lands)):
        return Progress(state, reason.leading_to(Cause.NO_ROOM_TO_LAND if lands else Cause.NO_ROOM_TO_RISE))
    changed = (
        replace(state, unit=moved, landed=True)
        if lands
        else replace(state, unit=moved, flying=True, allowance=unit.fly or 0.0)
    )
    return Progress(changed.after_step(STEPS[order.altitude], FLYING_MOVEMENT))


def _reason_to_stay_at(state: MoveState, altitude: Altitude) -> Reason | None:
    """Why a unit can't change to an altitude, whatever room there is; None where it can."""
    unit = state.unit
    if altitude == unit.altitude:
        if altitude == Altitude.GROUND:
            return because(Cause.ON_THE_GROUND_ALREADY, FLYING_MOVEMENT)
        return because(Cause.FLIES_THERE_ALREADY, FLYING_MOVEMENT, altitude=altitude)
    if unit.altitude != Altitude.GROUND:
        return None
    if unit.fly is None:
        return because(Cause.HAS_NO_WINGS, FLYING_MOVEMENT)
    if state.landed or state.path or state.spent:
        return because(Cause.HAS_MOVED_ALREADY, FLYING_MOVEMENT)
    return because(Cause.FLYERS_SKIRMISH, FLYING) if unit.is_block else None
