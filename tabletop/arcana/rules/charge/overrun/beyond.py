"""The charge at the end of an overrun: after orders that don't bar it, declared in the first quarter of the move."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, because, forbidden
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.rules.charge.contact.aftermath import After, aftermath
from tabletop.arcana.rules.charge.declaration.arcs import Sight, in_arc
from tabletop.arcana.rules.charge.declaration.nearest import must_be_charged, passed_by
from tabletop.arcana.rules.charge.declaration.sides import tally, zones_of
from tabletop.arcana.rules.charge.overrun.overruns import OVERRUNS
from tabletop.arcana.rules.charge.planning.solving import Charge, Declared, solve
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER
from tabletop.arcana.rules.movement.execute import begin_move, carry_out
from tabletop.arcana.rules.movement.motions import Travel, motion_of
from tabletop.arcana.rules.movement.move_state import MoveState
from tabletop.arcana.rules.movement.orders import Order
from tabletop.arcana.rules.movement.terrain_cost import Leg, tolls
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE


class Beyond(Struct, frozen=True):
    """A charge with all that was spent before it, the orders of the whole move, what follows contact, and why not."""

    charge: Charge
    orders: tuple[Order, ...]
    after: After
    reason: Reason | None


def charge_beyond(
    scene: PlacedTable, cleared: PlacedTable, unit: PlacedUnit, aim: tuple[tuple[Order, ...], str, Sight]
) -> Beyond:
    """The cheapest charge after some orders on the table without those run over, who still hide who is behind them.

    ForbiddenError where the orders can't be carried out or bar a charge.
    """
    orders, target, sees = aim

    def sees_past(_: PlacedTable, first: PlacedUnit, second: PlacedUnit, /) -> bool:
        return sees(scene.with_unit(first), first, second)

    march, legs = _begun(cleared, unit, orders)
    cleared = cleared.with_unit(_with_what_is_left(march) if orders else unit)
    found = solve(cleared, unit.ref, target, sees=sees_past)
    if (needed := found.needed) is None:
        return Beyond(found, (*orders, *found.orders), After(), found.reason)
    if orders and needed <= found.allowance + RANGE:
        found = _declared(found, march, legs, sees_past)
    first = must_be_charged(cleared, found, sees=sees_past) if found.possible else None
    reason = passed_by(found, first) if first else found.reason or _seen_too_late(scene, found)
    whole = replace(found, needed=march.spent + needed, allowance=march.spent + found.allowance)
    return Beyond(whole, (*orders, *found.orders), aftermath(cleared, found), reason)


def _begun(cleared: PlacedTable, unit: PlacedUnit, orders: Sequence[Order]) -> tuple[MoveState, tuple[Leg, ...]]:
    """The unit after its orders, and the ways that it went."""
    march, legs = begin_move(cleared, unit), list[Leg]()
    for order in orders:
        if isinstance(order, Travel):
            motion = motion_of(march.unit, order)
            along = tolls(march.unit, motion.sweep, cleared.pieces.values(), flying=march.flying)
            legs.append(Leg(march.unit, motion, along, march.spent))
        halt = carry_out(march, (order,))
        if halt.reason:
            raise ForbiddenError(halt.reason)
        march = halt.state
    if march.bars_charge:
        raise forbidden(Cause.MANOEUVRE_BARS_CHARGE, CHARGES, manoeuvre=march.bars_charge)
    return march, tuple(legs)


def _with_what_is_left(march: MoveState) -> PlacedUnit:
    """Whoever has begun to walk doesn't take off any more."""
    if march.flying:
        return replace(march.unit, fly=march.left)
    return replace(march.unit, ground=march.left, fly=None)


def _declared(found: Charge, march: MoveState, legs: Sequence[Leg], sees: Sight) -> Charge:
    """From where the target is first seen in the first quarter of the whole move, at its start or where a leg ends."""
    whole = (*legs, *(replace(leg, before=leg.before + march.spent) for leg in found.legs))
    window = march.share(QUARTER)
    stops = (0.0, *(leg.after for leg in whole if leg.after < window), window)
    for spent in stops:
        place = _place(whole, spent) or march.unit
        looking = replace(place, altitude="high") if found.flying else place
        if in_arc(looking, found.target.blocks) and sees(march.scene, looking, found.target):
            return _against(replace(found, declared=Declared(spent, window, place), possible=True, reason=None))
    target = found.target
    reason = because(Cause.NOT_SEEN_IN_TIME_BEYOND, CHARGES, ref=target.ref, target=target.called, quarter=window)
    return replace(found, declared=None, possible=False, reason=reason)


def _place(legs: Sequence[Leg], spent: float) -> PlacedUnit | None:
    return next((leg.unit_at(max(spent, leg.before)) for leg in legs if spent <= leg.after), None)


def _against(found: Charge) -> Charge:
    """The side of a block that most of its chargers are on where they declare."""
    zones = zones_of(found.target)
    if zones is None or found.declared is None:
        return found
    counted = tally(zones, found.declared.unit.centres)
    return replace(found, tally=counted, side=counted.side)


def _seen_too_late(scene: PlacedTable, found: Charge) -> Reason | None:
    """Out of a fight everything is declared before the first inch."""
    if scene.is_engaged(found.charger.ref) and found.declared and found.declared.start > CONTACT:
        return because(Cause.NOT_SEEN_FROM_ITS_FIGHT, OVERRUNS, ref=found.target.ref, target=found.target.called)
    return None
