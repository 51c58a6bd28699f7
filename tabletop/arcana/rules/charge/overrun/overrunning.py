"""An overrun carried out: what is run over and where, the move on, a charge at its end, and who makes room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, Step, because, forbidden
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.rules.charge.contact.aftermath import After
from tabletop.arcana.rules.charge.declaration.arcs import Sight, open_view
from tabletop.arcana.rules.charge.overrun.beyond import charge_beyond
from tabletop.arcana.rules.charge.overrun.overruns import OVERRUNS, Overrun, overrun
from tabletop.arcana.rules.charge.planning.solving import Charge, solve
from tabletop.arcana.rules.charge.reactions.responses import flown_over
from tabletop.arcana.rules.formation.legality import BERSERK
from tabletop.arcana.rules.movement.execute import begin_move, carry_out, fault_at_the_end
from tabletop.arcana.rules.movement.making_way import aside, giving_way
from tabletop.arcana.rules.movement.motions import Travel, motion_of
from tabletop.arcana.rules.movement.move_state import MoveState
from tabletop.arcana.rules.movement.orders import Fly, Forward, Heading, Loosen, Order
from tabletop.arcana.rules.movement.terrain_cost import cost, legs_of, tolls
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.motion.sweeps import overlap_spans
from tabletop.geometry.primitives.tolerances import CONTACT
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
    """MalformedError for refs that aren't on the table; without orders straight over the first, as far as it goes."""
    foes = [scene.unit(target) for target in plan.targets]
    unit = _on_its_way(scene.unit(ref), foes)
    weighed = [_weighed(scene, ref, plan.targets, foe) for foe in foes]
    over = tuple(Passed(foe.ref, None, each) for foe, each in zip(foes, weighed, strict=True))
    reason = next((each.reason for each in weighed if each.reason), None) or _barred(unit, plan, foes)
    if reason:
        return Onward(legal=False, unit=unit, over=over, reason=reason)
    cleared = _without(scene, plan.targets).with_unit(unit)
    try:
        found = _charging(scene, cleared, unit, (plan, sees)) if plan.charge else _moving(scene, cleared, unit, plan)
    except ForbiddenError as error:
        return Onward(legal=False, unit=unit, over=over, reason=error.reason)
    found = replace(found, over=tuple(_met(scene, found, cleared, over)))
    found = replace(found, flown_over=_flown_over(scene, unit, found))
    return _made_room(scene, replace(found, unit=replace(found.unit, fly=scene.unit(ref).fly)), foes)


def _on_its_way(unit: PlacedUnit, foes: Sequence[PlacedUnit]) -> PlacedUnit:
    """Without its wings over anybody on the ground: who flies doesn't run these over."""
    walks = unit.altitude == "ground" and any(foe.altitude == "ground" for foe in foes)
    return replace(unit, fly=None) if walks else unit


def _weighed(scene: PlacedTable, ref: str, targets: Sequence[str], foe: PlacedUnit) -> Overrun:
    """Those that it fights together, everybody else alone and once it is out of that fight."""
    held = {other for engagement in scene.engagements(ref) for other in engagement.units} - {ref}
    if not held <= set(targets):
        return overrun(scene, ref, [foe.ref])
    return overrun(scene, ref, sorted(held)) if foe.ref in held else overrun(_freed(scene, ref), ref, [foe.ref])


def _freed(scene: PlacedTable, ref: str) -> PlacedTable:
    others = tuple(each for each in scene.table.engaged if ref not in each.units)
    return replace(scene, table=replace(scene.table, engaged=others))


def _without(scene: PlacedTable, refs: Sequence[str]) -> PlacedTable:
    """The table as it is once they are run over: nobody in the way."""
    engaged = tuple(each for each in scene.table.engaged if not set(refs) & set(each.units))
    units = {ref: unit for ref, unit in scene.units.items() if ref not in refs}
    return PlacedTable(replace(scene.table, engaged=engaged), units, scene.pieces)


def _barred(unit: PlacedUnit, plan: Plan, foes: Sequence[PlacedUnit]) -> Reason | None:
    if unit.berserk and not plan.charge:
        return because(Cause.BERSERK_OVERRUN_WITHOUT_CHARGE, BERSERK, ref=unit.ref)
    grounded = next((foe for foe in foes if foe.altitude == "ground"), None)
    if grounded and any(isinstance(order, Fly) for order in plan.orders):
        return because(Cause.TAKES_OFF_TO_OVERRUN_THE_GROUND, OVERRUNS, ref=grounded.ref)
    return None


def _moving(scene: PlacedTable, cleared: PlacedTable, unit: PlacedUnit, plan: Plan) -> Onward:
    """By its orders to their end, or straight over the first enemy as far as it goes."""
    if not plan.orders:
        return _straight_on(scene, cleared, unit, scene.unit(plan.targets[0]))
    halt = carry_out(begin_move(cleared, unit), plan.orders)
    return _ended(halt.state, plan.orders, reason=halt.reason or fault_at_the_end(halt.state))


def _ended(march: MoveState, orders: tuple[Order, ...], *, reason: Reason | None, met: Reason | None = None) -> Onward:
    return Onward(
        legal=reason is None,
        unit=march.unit,
        orders=orders,
        spent=march.spent,
        left=march.left,
        met=met,
        reason=reason,
        steps=march.steps,
    )


def _straight_on(scene: PlacedTable, cleared: PlacedTable, unit: PlacedUnit, first: PlacedUnit) -> Onward:
    orders = _towards(scene, unit, first)
    march = carry_out(begin_move(cleared, unit), orders).state
    last = orders[-1] if not march.unit.is_ranked else None
    far = carry_out(march, (_on(march, last, LARGEST_SIDE),))
    walked = far.state.path - march.path
    met = far.reason if far.reason and (far.reason.ref in cleared.units or far.state.left > SHORT) else None
    if met and met.ref in cleared.units and cleared.unit(met.ref).side != unit.side:
        walked -= SHORT
    orders = (*orders, _on(march, last, walked)) if walked > SHORT else orders
    march = carry_out(begin_move(cleared, unit), orders).state
    return _ended(march, orders, reason=fault_at_the_end(march), met=met)


def _towards(scene: PlacedTable, unit: PlacedUnit, first: PlacedUnit) -> tuple[Order, ...]:
    """The way into contact for a block, a beginning in the right direction for others."""
    rise = _risen(unit, first)
    if rise or scene.is_engaged(unit.ref) or not unit.is_ranked:
        gap = between(unit, first).gap
        way = minus(gap.end, gap.start) if gap.inches > CONTACT else minus(first.centres[0], unit.centres[0])
        start: tuple[Order, ...] = (Loosen(),) if unit.is_block else ()
        walks = unit.is_ranked and not rise
        return (Forward(SHORT),) if walks else (*start, *rise, Heading(direction(way), SHORT))
    found = solve(scene.with_unit(unit), unit.ref, first.ref)
    if found.needed is None:
        raise forbidden(Cause.NO_WAY_TO_OVERRUN, OVERRUNS, unit=first.called)
    return found.orders


def _risen(unit: PlacedUnit, first: PlacedUnit) -> tuple[Order, ...]:
    """To the height of an enemy in the air; who flies low is run over on foot, too."""
    on_foot = unit.altitude == "ground" and first.altitude != "high"
    return () if on_foot or unit.altitude == first.altitude else (Fly(first.altitude),)


def _on(march: MoveState, last: Order | None, way: float) -> Order:
    return Heading(last.angle, way) if isinstance(last, Heading) else Forward(way)


def _charging(scene: PlacedTable, cleared: PlacedTable, unit: PlacedUnit, told: tuple[Plan, Sight]) -> Onward:
    """The cheapest charge beyond those run over, after the orders if there are any."""
    plan, sees = told
    found = charge_beyond(scene, cleared, unit, (plan.orders, plan.charge, sees))
    needed, ended = found.charge.needed or 0.0, found.after.unit or found.charge.unit
    return Onward(
        legal=found.reason is None,
        unit=replace(unit, formation=ended.formation, altitude=ended.altitude),
        orders=found.orders,
        spent=needed,
        left=max(found.charge.allowance - needed, 0.0),
        charge=found.charge,
        after=found.after,
        reason=found.reason,
    )


def _flown_over(scene: PlacedTable, unit: PlacedUnit, found: Onward) -> tuple[str, ...]:
    """Who strikes at a flyer that passes on its way over others in the air."""
    if found.unit.altitude == "ground" or not found.legal:
        return ()
    targets = [*(each.ref for each in found.over), *([found.charge.target.ref] if found.charge else [])]
    legs = legs_of(unit, found.orders, (), flying=True)
    passed = [ref for target in targets for ref in flown_over(scene, found.unit, legs, scene.unit(target))]
    return tuple(ref for ref in dict.fromkeys(passed) if ref not in targets)


def _met(scene: PlacedTable, found: Onward, cleared: PlacedTable, over: Sequence[Passed]) -> Iterator[Passed]:
    """Those run over, each with the inches at which the way comes to it."""
    met: dict[str, float] = {}
    march = begin_move(cleared, cleared.unit(found.unit.ref))
    for order in found.orders:
        halt = carry_out(march, (order,))
        if isinstance(order, Travel) and halt.state is not march:
            met = {**dict(_along(scene, march, order, over)), **met}
        march = halt.state
    for each in over:
        at = met.get(each.ref, -1.0)
        yield replace(each, inches=at if 0 <= at <= found.spent + SHORT else None)


def _along(scene: PlacedTable, march: MoveState, order: Travel, over: Sequence[Passed]) -> Iterator[tuple[str, float]]:
    motion = motion_of(march.unit, order)
    along = tolls(march.unit, motion.sweep, scene.pieces.values(), flying=march.flying)
    for each in over:
        foe = scene.unit(each.ref)
        if are_within(march.unit.blocks, foe.blocks, CONTACT):
            yield each.ref, march.spent
        elif inside := overlap_spans(motion.sweep, foe.blocks):
            yield each.ref, march.spent + cost(along, motion.inches * motion.rate, inside[0][0])


def _made_room(scene: PlacedTable, found: Onward, foes: Sequence[PlacedUnit]) -> Onward:
    """Who was met and stands where the unit is now goes an inch off; who wasn't met makes it illegal."""
    missed = next((each for each in found.over if each.inches is None), None)
    if missed and found.legal:
        unit = scene.unit(missed.ref).called
        reason = because(Cause.WAY_MISSES_THE_OVERRUN, OVERRUNS, ref=missed.ref, unit=unit)
        return replace(found, legal=False, reason=reason)
    after = scene.with_unit(found.unit)
    moved = []
    for foe in foes if found.legal else ():
        under = [place for place, base in enumerate(foe.bases) if are_within([base], found.unit.blocks, CONTACT)]
        if under:
            moved.append(aside(after, foe, under, apart=APART))
            after = after.with_unit(moved[-1])
    if found.legal and not found.charge:
        moved += giving_way(after, (found.unit, *moved))
    steps = (*found.steps, *(_step(scene, each) for each in found.over))
    return replace(found, moved=tuple(moved), steps=steps)


def _step(scene: PlacedTable, each: Passed) -> Step:
    foe = scene.unit(each.ref)
    strike = f"{each.weighed.defenders} strike, {each.weighed.attackers} strike at them"
    if foe.broken:
        strike = f"{each.weighed.attackers} strike and hit, then it flees another d6"
    text = f"runs {foe.called} over after {inches(each.inches or 0.0)}: {strike}"
    return Step(text=text, citation=OVERRUNS)
