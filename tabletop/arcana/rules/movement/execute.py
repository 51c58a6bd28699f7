"""A unit moved by orders, one after the other, with what is left: where it ends, what it cost, what it may still do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, Step, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER
from tabletop.arcana.rules.formation.legality import COHESION, faults, spread
from tabletop.arcana.rules.movement.advance import Halt, walk
from tabletop.arcana.rules.movement.blocking import MOVING, enemy, no_room_on, stands_on, touched_enemies
from tabletop.arcana.rules.movement.closing import close_up
from tabletop.arcana.rules.movement.flight import change_altitude, may_walk
from tabletop.arcana.rules.movement.motions import stride
from tabletop.arcana.rules.movement.move_state import March
from tabletop.arcana.rules.movement.orders import Close, Files, Fly, Form, Loosen, Order, Turn
from tabletop.arcana.rules.movement.reforming import dress
from tabletop.arcana.rules.movement.vehicles import Hits, terrain_hits
from tabletop.geometry.primitives.tolerances import RANGE

ENGAGED = BOOK.section("Manoeuvres for Engaged Units")
FLEEING = BOOK.section("Fleeing Units Phase")


class Moved(Struct, frozen=True, kw_only=True):
    """The answer: an illegal move ends where it last was legal, with the reason.

    `spent` and `left` are inches of the unit's move. `no_charge` says why no charge can be declared any more.
    `passed` are friendly skirmishers that may not move this turn, `displaced` those that make way for the block.
    """

    legal: bool
    unit: PlacedUnit
    spent: float
    left: float
    reason: Reason | None
    no_charge: Reason | None
    steps: tuple[Step, ...]
    passed: tuple[str, ...] = ()
    displaced: tuple[str, ...] = ()
    hits: Hits | None = None

    @property
    def may_charge(self) -> bool:
        """Whether a charge may still be declared from where it ends."""
        return self.no_charge is None


def move(scene: PlacedTable, ref: str, orders: Sequence[Order]) -> Moved:
    """What becomes of a unit that is given these orders; MalformedError where no unit has the ref."""
    return moved_by(go_on(march_of(scene, scene.unit(ref)), orders))


def go_on(march: March, orders: Sequence[Order]) -> Halt:
    """The march with these orders carried out after all it has done, and why it can't end there if it can't."""
    if isinstance(orders[0], Close):
        return close_up(march.scene, march.unit, orders)
    if reason := reason_to_stay(march.scene, march.unit):
        return Halt(march, reason)
    halt = carry_out(march, orders)
    return halt if halt.reason else Halt(halt.march, fault_at_the_end(halt.march))


def march_of(scene: PlacedTable, unit: PlacedUnit) -> March:
    """The unit before its move, with its whole allowance: that of flying where it is in the air."""
    flying = unit.altitude != "ground"
    return March(
        scene=scene, began=unit, unit=unit, allowance=(unit.fly or 0.0) if flying else unit.ground, flying=flying
    )


def carry_out(march: March, orders: Sequence[Order]) -> Halt:
    """Order after order as far as the rules allow, without the checks that only the end of a move brings."""
    for order in orders:
        halt = _carry_out(march, order)
        if halt.reason:
            return halt
        march = halt.march
        if reason := _contact(march):
            return Halt(march, reason)
    return Halt(march)


def _carry_out(march: March, order: Order) -> Halt:
    if isinstance(order, Close):
        return Halt(march, because(Cause.CLOSING_COMES_ALONE, MOVING))
    if isinstance(order, Fly):
        return change_altitude(march, order)
    if isinstance(order, Files | Form | Loosen | Turn):
        return dress(march, order)
    if reason := may_walk(march):
        return Halt(march, reason)
    try:
        return walk(march, stride(march.unit, order))
    except ForbiddenError as error:
        return Halt(march, error.reason)


def reason_to_go_on(march: March) -> Reason | None:
    """Why a unit can't stop where it is; None where it can."""
    return _contact(march) or fault_at_the_end(march)


def _contact(march: March) -> Reason | None:
    """Why the unit can't stop here: it touches an enemy that it didn't touch when it began."""
    before = touched_enemies(march.scene, march.began)
    for ref in touched_enemies(march.scene, march.unit):
        if ref not in before:
            return enemy(march.scene.unit(ref)).reason(march.unit.centres[0])
    return None


def reason_to_stay(scene: PlacedTable, unit: PlacedUnit) -> Reason | None:
    """Why a unit makes no normal move at all: it is engaged, or it is broken and moves as it flees."""
    if scene.is_engaged(unit.ref):
        foes = [other for engagement in scene.engagements(unit.ref) for other in engagement.units if other != unit.ref]
        return because(Cause.ENGAGED_UNITS_STAY, ENGAGED, ref=foes[0], foes=tuple(foes))
    if unit.broken:
        return because(Cause.BROKEN_UNITS_FLEE, FLEEING, ref=unit.ref, unit=unit.called)
    return None


def fault_at_the_end(march: March) -> Reason | None:
    """Why a unit can't end its move here."""
    if not march.unit.is_ranked:
        for other in stands_on(march.scene, march.unit):
            return no_room_on(other)
    if isinstance(march.unit.formation, Skirmish) and (not faults(march.began) or not _gathers(march)):
        return next(iter(faults(march.unit)), None)
    return None


def _gathers(march: March) -> bool:
    """Whether loose models that began too far apart, as after a fight, end nearer together, or near enough."""
    now = spread(march.unit)
    return now <= COHESION + RANGE or now < spread(march.began) - RANGE


def moved_by(halt: Halt) -> Moved:
    """The answer of a march that has halted."""
    march = halt.march
    return Moved(
        legal=halt.reason is None,
        unit=march.unit,
        spent=march.spent,
        left=march.left,
        reason=halt.reason,
        no_charge=_no_charge(halt),
        steps=march.steps,
        passed=march.passed,
        displaced=tuple(_displaced(march)),
        hits=terrain_hits(march),
    )


def _displaced(march: March) -> Iterator[str]:
    if march.unit.is_ranked:
        under = stands_on(march.scene, march.unit)
        yield from (other.ref for other in under if other.side == march.unit.side and not other.is_ranked)


def _no_charge(halt: Halt) -> Reason | None:
    march, window = halt.march, halt.march.share(QUARTER)
    if halt.reason:
        return halt.reason
    if march.bars_charge:
        return because(Cause.MANOEUVRE_BARS_CHARGE, CHARGES, manoeuvre=march.bars_charge)
    if march.landed:
        return because(Cause.LANDED_BEFORE_CHARGE, CHARGES)
    if march.spent > window + RANGE:
        return because(Cause.QUARTER_IS_SPENT, CHARGES, quarter=window, spent=march.spent)
    return None
