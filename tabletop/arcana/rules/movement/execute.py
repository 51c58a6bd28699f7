"""A unit moved by orders, one after the other, with what is left: where it ends, what it cost, what it may still do.

Every order becomes a motion that goes as far as the ground, the others and the inches left allow. What only the end of
a move brings (who ends on whom, loose models too far apart) is checked there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, Step, because, forbidden
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER, ChargeBar
from tabletop.arcana.rules.formation.legality import COHESION, SKIRMISHED, faults, spread
from tabletop.arcana.rules.movement.blocking import (
    MOVING,
    enemy,
    first_collision,
    no_room_on,
    obstacles,
    stands_on,
    touched_enemies,
)
from tabletop.arcana.rules.movement.formation_changes import FLYING_MOVEMENT, change_altitude, change_formation
from tabletop.arcana.rules.movement.motions import UnitMotion, motion_of
from tabletop.arcana.rules.movement.move_state import MoveState, Progress
from tabletop.arcana.rules.movement.orders import Close, Files, Fly, Form, Loosen, Order, Places, Turn
from tabletop.arcana.rules.movement.terrain_cost import Toll, cost, reach, tolls
from tabletop.arcana.rules.movement.vehicles import Hits, terrain_hits
from tabletop.geometry.distance.distances import closest_pair
from tabletop.geometry.motion.sweeps import motion_box, overlap_spans
from tabletop.geometry.primitives.polygons import boxes_meet
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE, ROUNDING
from tabletop.geometry.primitives.vectors import distance

ENGAGED = BOOK.section("Manoeuvres for Engaged Units")
FLEEING = BOOK.section("Fleeing Units Phase")
SPELL_NOTES = BOOK.section("Spell Notes")
CLOSING = 3.0  # inches


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
    return outcome(continue_move(begin_move(scene, scene.unit(ref)), orders))


def begin_move(scene: PlacedTable, unit: PlacedUnit) -> MoveState:
    """The unit before its move, with its whole allowance: that of flying where it is in the air."""
    flying = unit.altitude != Altitude.GROUND
    allowance = (unit.fly or 0.0) if flying else unit.ground
    return MoveState(scene=scene, began=unit, unit=unit, allowance=allowance, flying=flying)


def continue_move(state: MoveState, orders: Sequence[Order]) -> Progress:
    """These orders carried out after all that the unit has done, and why it can't end there if it can't."""
    if isinstance(orders[0], Close):
        return _close_up(state.scene, state.unit, orders)
    if reason := reason_to_stay(state.scene, state.unit):
        return Progress(state, reason)
    progress = carry_out(state, orders)
    return progress if progress.reason else Progress(progress.state, fault_at_the_end(progress.state))


def carry_out(state: MoveState, orders: Sequence[Order]) -> Progress:
    """Order after order as far as the rules allow, without the checks that only the end of a move brings."""
    for order in orders:
        progress = _carry_out(state, order)
        if progress.reason:
            return progress
        state = progress.state
        if reason := _new_contact(state):
            return Progress(state, reason)
    return Progress(state)


def _carry_out(state: MoveState, order: Order) -> Progress:
    if isinstance(order, Close):
        return Progress(state, because(Cause.CLOSING_COMES_ALONE, MOVING))
    if isinstance(order, Fly):
        return change_altitude(state, order)
    if isinstance(order, Files | Form | Loosen | Turn):
        return change_formation(state, order)
    if state.landed:
        return Progress(state, because(Cause.HAS_LANDED, FLYING_MOVEMENT))
    try:
        return _travel(state, motion_of(state.unit, order))
    except ForbiddenError as error:
        return Progress(state, error.reason)


def _travel(state: MoveState, motion: UnitMotion) -> Progress:
    """The motion as far as it goes, one at a flat price whole or not at all; short of its end with the reason."""
    scene, unit, flying = state.scene, state.unit, state.flying
    along = tolls(unit, motion.sweep, scene.pieces.values(), flying=flying)
    met = first_collision(motion.sweep, obstacles(scene, unit, flying=flying, within=motion_box(motion.sweep)))
    if motion.flat is not None:
        price = state.share(motion.flat)
        if reason := state.too_dear(motion.text, price, motion.citation) or (met and met.reason):
            return Progress(state, reason)
        return Progress(_moved(state, motion, along, 1.0, price=price))
    length, free = motion.inches * motion.rate, met.share if met else 1.0
    afforded = reach(along, length, state.left + RANGE)
    if met and (1 - free) * max(motion.inches, 1.0) > RANGE and free <= afforded:
        return Progress(_moved(state, motion, along, free, price=cost(along, length, free)), met.reason)
    if afforded < 1:
        share = reach(along, length, state.left)
        moved = _moved(state, motion, along, share, price=cost(along, length, share))
        return Progress(moved, _too_short(state, motion, along, share))
    return Progress(_moved(state, motion, along, free, price=cost(along, length, free)))


def _moved(state: MoveState, motion: UnitMotion, along: tuple[Toll, ...], share: float, *, price: float) -> MoveState:
    """The state after a share of the motion at a price in inches."""
    passed = state.passed
    if state.unit.is_ranked and not state.flying:
        passed = tuple(dict.fromkeys((*passed, *_walked_through(state, motion, share))))
    moved = replace(state, unit=state.unit.standing(motion.formation_at(share)), passed=passed)
    gone = motion.inches * share
    text = motion.text if share == 1 else f"{motion.text}, stopped after {inches(gone)}"
    return moved.after_ground(along, motion.inches, share).after_step(
        text, motion.citation, inches=gone, price=price, bars_charge=motion.bars_charge
    )


def _walked_through(state: MoveState, motion: UnitMotion, share: float) -> list[str]:
    """The friendly skirmishers that a block has walked through; they don't move any more this turn."""
    around = motion_box(motion.sweep)
    return [
        other.ref
        for other in state.scene.others(state.unit)
        if other.side == state.unit.side
        and other.altitude != Altitude.HIGH
        and boxes_meet(around, other.box)
        and any(start < share for start, _ in overlap_spans(motion.sweep, other.blocks))
    ]


def _too_short(state: MoveState, motion: UnitMotion, along: tuple[Toll, ...], share: float) -> Reason:
    """Why a unit stops after a share of a motion: the rest of its move doesn't pay for more."""
    short = partial(
        because,
        citation=motion.citation,
        motion=motion.text,
        price=cost(along, motion.inches * motion.rate, 1.0),
        left=max(state.left, 0.0),
        affordable=motion.inches * share,
    )
    pieces = tuple(dict.fromkeys(ref for toll in along for ref in toll.pieces))
    if pieces:
        return short(Cause.MOVE_TOO_SHORT_FOR_THE_GROUND, ref=pieces[0], pieces=pieces)
    return short(Cause.MOVE_TOO_SHORT)


def _new_contact(state: MoveState) -> Reason | None:
    """Why the unit can't stop here: it touches an enemy that it didn't touch when it began."""
    touched = touched_enemies(state.scene, state.unit)
    before = touched_enemies(state.scene, state.began) if touched else ()
    for ref in touched:
        if ref not in before:
            return enemy(state.scene.unit(ref)).reason(state.unit.centres[0])
    return None


def reason_to_go_on(state: MoveState) -> Reason | None:
    """Why a unit can't stop where it is; None where it can."""
    return _new_contact(state) or fault_at_the_end(state)


def reason_to_stay(scene: PlacedTable, unit: PlacedUnit) -> Reason | None:
    """Why a unit makes no normal move at all: engaged, broken and moving as it flees, or held fast."""
    if scene.is_engaged(unit.ref):
        foes = [other for engagement in scene.engagements(unit.ref) for other in engagement.units if other != unit.ref]
        return because(Cause.ENGAGED_UNITS_STAY, ENGAGED, ref=foes[0], foes=tuple(foes))
    if unit.broken:
        return because(Cause.BROKEN_UNITS_FLEE, FLEEING, ref=unit.ref, unit=unit.called)
    if unit.immobile:
        return because(Cause.HELD_FAST, SPELL_NOTES, ref=unit.ref, unit=unit.called)
    return None


def fault_at_the_end(state: MoveState) -> Reason | None:
    """Why a unit can't end its move here.

    Loose models that began too far apart, as after a fight, must end nearer together, or near enough.
    """
    unit = state.unit
    if not unit.is_ranked:
        for other in stands_on(state.scene, unit):
            return no_room_on(other)
    if isinstance(unit.formation, Skirmish):
        gathers = (now := spread(unit)) <= COHESION + RANGE or now < spread(state.began) - RANGE
        if not (gathers and faults(state.began)):
            return next(iter(faults(unit)), None)
    return None


def outcome(progress: Progress) -> Moved:
    """The answer about a move that has come so far."""
    state, unit = progress.state, progress.state.unit
    under = stands_on(state.scene, unit) if unit.is_ranked else ()
    return Moved(
        legal=progress.reason is None,
        unit=unit,
        spent=state.spent,
        left=state.left,
        reason=progress.reason,
        no_charge=progress.reason or _no_charge(state),
        steps=state.steps,
        passed=state.passed,
        displaced=tuple(other.ref for other in under if other.side == unit.side and not other.is_ranked),
        hits=terrain_hits(state) if unit.towed else None,
    )


def _no_charge(state: MoveState) -> Reason | None:
    """Why no charge can be declared after a legal move; None where one can."""
    window = state.share(QUARTER)
    if state.bars_charge:
        return because(Cause.MANOEUVRE_BARS_CHARGE, CHARGES, manoeuvre=state.bars_charge)
    if state.landed:
        return because(Cause.LANDED_BEFORE_CHARGE, CHARGES)
    if state.spent > window + RANGE:
        return because(Cause.QUARTER_IS_SPENT, CHARGES, quarter=window, spent=state.spent)
    return None


def _close_up(scene: PlacedTable, unit: PlacedUnit, orders: Sequence[Order]) -> Progress:
    """The extra inches of skirmishers that charged or were charged, spent to fight with more models.

    Unengaged models are moved nearer to the enemy, each at most 3 inches; the engaged ones stay.
    """
    state = MoveState(scene=scene, began=unit, unit=unit, allowance=CLOSING, bars_charge=ChargeBar.ENGAGED)
    try:
        foes = _foes_of_this_turn(scene, unit)
        if len(orders) != 1 or not isinstance(orders[0], Close):
            raise forbidden(Cause.CLOSING_COMES_ALONE, SKIRMISHED)
        motion = motion_of(unit, Places(orders[0].places))
        _check_nearer(unit, unit.standing(motion.formation_at(1.0)), foes)
        progress = _travel(state, motion)
    except ForbiddenError as error:
        return Progress(state, error.reason)
    if progress.reason:
        return progress
    unit, refs = progress.state.unit, {foe.ref for foe in foes}
    for ref in touched_enemies(scene, unit):
        if ref not in refs:
            return Progress(progress.state, enemy(scene.unit(ref)).reason(unit.centres[0]))
    return Progress(progress.state, next((no_room_on(other) for other in stands_on(scene, unit)), None))


def _foes_of_this_turn(scene: PlacedTable, unit: PlacedUnit) -> list[PlacedUnit]:
    """The enemies that loose models charged or were charged by this turn; ForbiddenError where there are none."""
    if not isinstance(unit.formation, Skirmish):
        raise forbidden(Cause.ONLY_SKIRMISHERS_CLOSE_UP, SKIRMISHED)
    refs = {ref for engagement in scene.engagements(unit.ref) if engagement.this_turn for ref in engagement.units}
    if not refs:
        raise forbidden(Cause.NO_CHARGE_THIS_TURN, SKIRMISHED)
    return [other for other in scene.others(unit) if other.ref in refs]


def _check_nearer(before: PlacedUnit, after: PlacedUnit, foes: Sequence[PlacedUnit]) -> None:
    """ForbiddenError where an engaged model moves, or another without getting nearer."""
    enemies = [base for foe in foes for base in foe.bases]
    for model, (old, new) in enumerate(zip(before.bases, after.bases, strict=True), 1):
        if distance(old[0], new[0]) > ROUNDING:
            was, becomes = (closest_pair([base], enemies).gap.inches for base in (old, new))
            if was <= CONTACT:
                raise forbidden(Cause.MODEL_IS_ENGAGED, SKIRMISHED, model=model)
            if becomes >= was:
                raise forbidden(Cause.MODEL_GETS_NO_NEARER, SKIRMISHED, model=model)
