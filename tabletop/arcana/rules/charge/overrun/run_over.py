"""An overrun carried out: what is run over and where, the move on, a charge at its end, and who makes room.

Those run over are taken off the table, and the move or the charge beyond them is carried out as any other on what is
left; in the end whoever stands where the unit is now goes an inch off. Who was run over still hides who is behind them
from a charge that is declared before. Without orders a block takes the cheapest way to the first, others go straight
at it, and all go straight on from there as far as they can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, Step, because, forbidden
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.battlefield.schema import LARGEST_SIDE, Altitude
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.rules.charge.contact.aftermath import After, aftermath
from tabletop.arcana.rules.charge.declaration.arcs import Sight, in_arc, open_view
from tabletop.arcana.rules.charge.declaration.nearest import must_be_charged, passed_by
from tabletop.arcana.rules.charge.declaration.sides import tally, zones_of
from tabletop.arcana.rules.charge.overrun.strength import OVERRUNS, Overrun, overrun
from tabletop.arcana.rules.charge.planning.solving import Charge, Declared, solve
from tabletop.arcana.rules.charge.reactions.responses import flown_over
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER
from tabletop.arcana.rules.formation.legality import BERSERK
from tabletop.arcana.rules.movement.execute import begin_move, carry_out, fault_at_the_end
from tabletop.arcana.rules.movement.making_way import aside, giving_way
from tabletop.arcana.rules.movement.motions import Travel, motion_of
from tabletop.arcana.rules.movement.move_state import MoveState
from tabletop.arcana.rules.movement.orders import Fly, Forward, Heading, Loosen, Order
from tabletop.arcana.rules.movement.terrain_cost import Leg, cost, legs_of, tolls
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.motion.sweeps import overlap_spans
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE
from tabletop.geometry.primitives.vectors import direction, minus

# Who was run over stands so far from enemies where its place is taken (reading T78).
APART = 1.0
SHORT = 10 * CONTACT  # inches by which a move stops short of contact


class Passed(Struct, frozen=True):
    """An enemy on the way: the inches of the move at which it is met, None where it isn't, and how both weigh."""

    ref: str
    inches: float | None
    weighed: Overrun


class Onward(Struct, frozen=True, kw_only=True):
    """Where an overrun ends: `met` stopped it, `charge` is what it ends in, `moved` are those who made room.

    An illegal one says why, and stands where that came up.
    """

    legal: bool
    unit: PlacedUnit
    orders: tuple[Order, ...] = ()
    spent: float = 0.0
    left: float = 0.0
    over: tuple[Passed, ...] = ()
    moved: tuple[PlacedUnit, ...] = ()
    charge: Charge | None = None
    after: After = After()
    met: Reason | None = None
    reason: Reason | None = None
    flown_over: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


class Plan(Struct, frozen=True, kw_only=True):
    """Who is run over, orders for the way, and whom it charges at the end; either of these may be left out."""

    targets: tuple[str, ...]
    orders: tuple[Order, ...] = ()
    charge: str = ""


def run_over(scene: PlacedTable, ref: str, plan: Plan, *, sees: Sight = open_view) -> Onward:
    """Where an overrun ends, and what it runs over; MalformedError for refs that aren't on the table."""
    foes, unit = [scene.unit(target) for target in plan.targets], scene.unit(ref)
    if unit.altitude == Altitude.GROUND and any(foe.altitude == Altitude.GROUND for foe in foes):
        unit = replace(unit, fly=None)  # who flies doesn't run over anybody on the ground
    weighed = [_weighed(scene, ref, plan.targets, foe) for foe in foes]
    over = tuple(Passed(foe.ref, None, strength) for foe, strength in zip(foes, weighed, strict=True))
    reason = next((strength.reason for strength in weighed if strength.reason), None) or _barred(unit, plan, foes)
    if reason:
        return Onward(legal=False, unit=unit, over=over, reason=reason)
    cleared = _without(scene, plan.targets).with_unit(unit)
    try:
        onward = _charging(scene, cleared, unit, plan, sees) if plan.charge else _moving(scene, cleared, unit, plan)
    except ForbiddenError as error:
        return Onward(legal=False, unit=unit, over=over, reason=error.reason)
    onward = replace(onward, over=tuple(_met(scene, onward, cleared, over)))
    onward = replace(onward, flown_over=_flown_over(scene, unit, onward))
    return _made_room(scene, replace(onward, unit=replace(onward.unit, fly=scene.unit(ref).fly)), foes)


def _weighed(scene: PlacedTable, ref: str, targets: Sequence[str], foe: PlacedUnit) -> Overrun:
    """How it and an enemy weigh: those that it fights together, others alone and once it is out of that fight."""
    held = {other for engagement in scene.engagements(ref) for other in engagement.units} - {ref}
    if not held <= set(targets):
        return overrun(scene, ref, [foe.ref])
    if foe.ref in held:
        return overrun(scene, ref, sorted(held))
    elsewhere = tuple(engagement for engagement in scene.table.engaged if ref not in engagement.units)
    return overrun(replace(scene, table=replace(scene.table, engaged=elsewhere)), ref, [foe.ref])


def _without(scene: PlacedTable, refs: Sequence[str]) -> PlacedTable:
    """The table as it is once they are run over: nobody in the way."""
    engaged = tuple(fight for fight in scene.table.engaged if not set(refs) & set(fight.units))
    units = {ref: unit for ref, unit in scene.units.items() if ref not in refs}
    return PlacedTable(replace(scene.table, engaged=engaged), units, scene.pieces)


def _barred(unit: PlacedUnit, plan: Plan, foes: Sequence[PlacedUnit]) -> Reason | None:
    if unit.berserk and not plan.charge:
        return because(Cause.BERSERK_OVERRUN_WITHOUT_CHARGE, BERSERK, ref=unit.ref)
    grounded = next((foe for foe in foes if foe.altitude == Altitude.GROUND), None)
    if grounded and any(isinstance(order, Fly) for order in plan.orders):
        return because(Cause.TAKES_OFF_TO_OVERRUN_THE_GROUND, OVERRUNS, ref=grounded.ref)
    return None


def _moving(scene: PlacedTable, cleared: PlacedTable, unit: PlacedUnit, plan: Plan) -> Onward:
    """By its orders to their end, or straight over the first enemy as far as it goes."""
    orders, met = plan.orders, None
    if not orders:
        orders, met = _straight_on(scene, cleared, unit, scene.unit(plan.targets[0]))
    progress = carry_out(begin_move(cleared, unit), orders)
    state = progress.state
    reason = (progress.reason if plan.orders else None) or fault_at_the_end(state)
    return Onward(
        legal=reason is None,
        unit=state.unit,
        orders=orders,
        spent=state.spent,
        left=state.left,
        met=met,
        reason=reason,
        steps=state.steps,
    )


def _straight_on(
    scene: PlacedTable, cleared: PlacedTable, unit: PlacedUnit, first: PlacedUnit
) -> tuple[tuple[Order, ...], Reason | None]:
    """Orders straight over an enemy as far as they go, short of the next one, and what stops them there."""
    orders = _towards(scene, unit, first)
    state = carry_out(begin_move(cleared, unit), orders).state
    last = orders[-1] if not state.unit.is_ranked else None

    def on(way: float) -> Order:
        return Heading(last.angle, way) if isinstance(last, Heading) else Forward(way)

    far = carry_out(state, (on(LARGEST_SIDE),))
    way = far.state.path - state.path
    met = far.reason if far.reason and (far.reason.ref in cleared.units or far.state.left > SHORT) else None
    if met and met.ref in cleared.units and cleared.unit(met.ref).side != unit.side:
        way -= SHORT
    return ((*orders, on(way)) if way > SHORT else orders), met


def _towards(scene: PlacedTable, unit: PlacedUnit, first: PlacedUnit) -> tuple[Order, ...]:
    """The way into contact for a block, a beginning in the right direction for others.

    To the height of an enemy in the air; who flies low is run over on foot, too.
    """
    level = (unit.altitude == Altitude.GROUND and first.altitude != Altitude.HIGH) or unit.altitude == first.altitude
    rise: tuple[Order, ...] = () if level else (Fly(first.altitude),)
    if rise or scene.is_engaged(unit.ref) or not unit.is_ranked:
        gap = between(unit, first).gap
        way = minus(gap.end, gap.start) if gap.inches > CONTACT else minus(first.centres[0], unit.centres[0])
        start: tuple[Order, ...] = (Loosen(),) if unit.is_block else ()
        walks = unit.is_ranked and not rise
        return (Forward(SHORT),) if walks else (*start, *rise, Heading(direction(way), SHORT))
    charge = solve(scene.with_unit(unit), unit.ref, first.ref)
    if charge.needed is None:
        raise forbidden(Cause.NO_WAY_TO_OVERRUN, OVERRUNS, unit=first.called)
    return charge.orders


def _charging(scene: PlacedTable, cleared: PlacedTable, unit: PlacedUnit, plan: Plan, sees: Sight) -> Onward:
    """The cheapest charge after the orders, if there are any, on the table without those run over.

    ForbiddenError where the orders can't be carried out or bar a charge.
    """

    def sees_past(_: PlacedTable, first: PlacedUnit, second: PlacedUnit, /) -> bool:
        return sees(scene.with_unit(first), first, second)

    state, legs = _after_orders(cleared, unit, plan.orders)
    charger = unit
    if plan.orders and state.flying:
        charger = replace(state.unit, fly=state.left)
    elif plan.orders:  # whoever has begun to walk doesn't take off any more
        charger = replace(state.unit, ground=state.left, fly=None)
    cleared = cleared.with_unit(charger)
    charge, after = solve(cleared, unit.ref, plan.charge, sees=sees_past), After()
    reason, whole, needed = charge.reason, charge, charge.needed
    if needed is not None:
        if plan.orders and needed <= charge.allowance + RANGE:
            charge = _declared(charge, state, legs, sees_past)
        first = must_be_charged(cleared, charge, sees=sees_past) if charge.possible else None
        reason = passed_by(charge, first) if first else charge.reason or _seen_too_late(scene, charge)
        whole = replace(charge, needed=state.spent + needed, allowance=state.spent + charge.allowance)
        after = aftermath(cleared, charge)
    spent, ended = whole.needed or 0.0, after.unit or whole.unit
    return Onward(
        legal=reason is None,
        unit=replace(unit, formation=ended.formation, altitude=ended.altitude),
        orders=(*plan.orders, *charge.orders),
        spent=spent,
        left=max(whole.allowance - spent, 0.0),
        charge=whole,
        after=after,
        reason=reason,
    )


def _after_orders(scene: PlacedTable, unit: PlacedUnit, orders: Sequence[Order]) -> tuple[MoveState, tuple[Leg, ...]]:
    """The unit after its orders, and the ways that it went."""
    state, legs = begin_move(scene, unit), list[Leg]()
    for order in orders:
        if isinstance(order, Travel):
            motion = motion_of(state.unit, order)
            along = tolls(state.unit, motion.sweep, scene.pieces.values(), flying=state.flying)
            legs.append(Leg(state.unit, motion, along, state.spent))
        progress = carry_out(state, (order,))
        if progress.reason:
            raise ForbiddenError(progress.reason)
        state = progress.state
    if state.bars_charge:
        raise forbidden(Cause.MANOEUVRE_BARS_CHARGE, CHARGES, manoeuvre=state.bars_charge)
    return state, tuple(legs)


def _declared(charge: Charge, state: MoveState, legs: Sequence[Leg], sees: Sight) -> Charge:
    """From where the target is first seen in the first quarter of the whole move, at its start or where a leg ends."""
    whole = (*legs, *(replace(leg, before=leg.before + state.spent) for leg in charge.legs))
    window = state.share(QUARTER)
    stops = (0.0, *(leg.after for leg in whole if leg.after < window), window)
    for spent in stops:
        place = next((leg.unit_at(max(spent, leg.before)) for leg in whole if spent <= leg.after), state.unit)
        looking = replace(place, altitude=Altitude.HIGH) if charge.flying else place
        if in_arc(looking, charge.target.blocks) and sees(state.scene, looking, charge.target):
            charge = replace(charge, declared=Declared(spent, window, place), possible=True, reason=None)
            zones = zones_of(charge.target)
            counted = tally(zones, place.centres) if zones else None
            return replace(charge, tally=counted, side=counted.side) if counted else charge
    target = charge.target
    reason = because(Cause.NOT_SEEN_IN_TIME_BEYOND, CHARGES, ref=target.ref, target=target.called, quarter=window)
    return replace(charge, declared=None, possible=False, reason=reason)


def _seen_too_late(scene: PlacedTable, charge: Charge) -> Reason | None:
    """Out of a fight everything is declared before the first inch."""
    if scene.is_engaged(charge.charger.ref) and charge.declared and charge.declared.start > CONTACT:
        return because(Cause.NOT_SEEN_FROM_ITS_FIGHT, OVERRUNS, ref=charge.target.ref, target=charge.target.called)
    return None


def _flown_over(scene: PlacedTable, unit: PlacedUnit, onward: Onward) -> tuple[str, ...]:
    """Who strikes at a flyer that passes on its way over others in the air."""
    if onward.unit.altitude == Altitude.GROUND or not onward.legal:
        return ()
    targets = [*(passed.ref for passed in onward.over), *([onward.charge.target.ref] if onward.charge else [])]
    legs = legs_of(unit, onward.orders, (), flying=True)
    flown = [ref for target in targets for ref in flown_over(scene, onward.unit, legs, scene.unit(target))]
    return tuple(ref for ref in dict.fromkeys(flown) if ref not in targets)


def _met(scene: PlacedTable, onward: Onward, cleared: PlacedTable, over: Sequence[Passed]) -> Iterator[Passed]:
    """Those run over, each with the inches at which the way comes to it."""
    met: dict[str, float] = {}
    state = begin_move(cleared, cleared.unit(onward.unit.ref))
    for order in onward.orders:
        progress = carry_out(state, (order,))
        if isinstance(order, Travel) and progress.state is not state:
            met = {**dict(_along(scene, state, order, over)), **met}
        state = progress.state
    for passed in over:
        at = met.get(passed.ref, -1.0)
        yield replace(passed, inches=at if 0 <= at <= onward.spent + SHORT else None)


def _along(scene: PlacedTable, state: MoveState, order: Travel, over: Sequence[Passed]) -> Iterator[tuple[str, float]]:
    motion = motion_of(state.unit, order)
    along = tolls(state.unit, motion.sweep, scene.pieces.values(), flying=state.flying)
    for passed in over:
        foe = scene.unit(passed.ref)
        if are_within(state.unit.blocks, foe.blocks, CONTACT):
            yield passed.ref, state.spent
        elif inside := overlap_spans(motion.sweep, foe.blocks):
            yield passed.ref, state.spent + cost(along, motion.inches * motion.rate, inside[0][0])


def _made_room(scene: PlacedTable, onward: Onward, foes: Sequence[PlacedUnit]) -> Onward:
    """Who was met and stands where the unit is now goes an inch off; who wasn't met makes it illegal."""
    missed = next((passed for passed in onward.over if passed.inches is None), None)
    if missed and onward.legal:
        unit = scene.unit(missed.ref).called
        reason = because(Cause.WAY_MISSES_THE_OVERRUN, OVERRUNS, ref=missed.ref, unit=unit)
        return replace(onward, legal=False, reason=reason)
    after = scene.with_unit(onward.unit)
    moved = []
    for foe in foes if onward.legal else ():
        under = [place for place, base in enumerate(foe.bases) if are_within([base], onward.unit.blocks, CONTACT)]
        if under:
            moved.append(aside(after, foe, under, apart=APART))
            after = after.with_unit(moved[-1])
    if onward.legal and not onward.charge:
        moved += giving_way(after, (onward.unit, *moved))
    steps = (*onward.steps, *(_step(scene, passed) for passed in onward.over))
    return replace(onward, moved=tuple(moved), steps=steps)


def _step(scene: PlacedTable, passed: Passed) -> Step:
    foe = scene.unit(passed.ref)
    strike = f"{passed.weighed.defenders} strike, {passed.weighed.attackers} strike at them"
    if foe.broken:
        strike = f"{passed.weighed.attackers} strike and hit, then it flees another d6"
    text = f"runs {foe.called} over after {inches(passed.inches or 0.0)}: {strike}"
    return Step(text=text, citation=OVERRUNS)
