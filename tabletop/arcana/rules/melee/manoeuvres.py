"""Manoeuvres of engaged units carried out: each checked, paid and shown where it leaves everybody."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, Step, forbidden
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Side, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.contact.meeting import meet
from tabletop.arcana.rules.charge.contact.wrapping import wrap
from tabletop.arcana.rules.formation.changing import change_files, loosen, turn
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.melee.fight import State, state_of, turned_side
from tabletop.arcana.rules.melee.orders import Exchange, FallBack, Manoeuvre, Wrap
from tabletop.arcana.rules.melee.retiring import exchange, fall_back
from tabletop.arcana.rules.movement.blocking import check_room, obstacles
from tabletop.arcana.rules.movement.execute import begin_move
from tabletop.arcana.rules.movement.making_way import giving_way
from tabletop.arcana.rules.movement.orders import Files, Loosen, Turn

FRONTAGE = BOOK.section("Expand or Contract Frontage")
ADOPT = BOOK.section("Adopt Skirmish")
FACING = BOOK.section("Change Facing")


class Done(Struct, frozen=True, kw_only=True):
    """Where it leaves the unit and those that moved with it; `test` is the morale test that comes first, if any.

    `sides` are the sides that its enemies are on now; `may_follow` those who come along, `must_follow` who have no
    choice. An illegal manoeuvre leaves all as it was.
    """

    legal: bool
    unit: PlacedUnit
    moved: tuple[PlacedUnit, ...] = ()
    sides: dict[str, Side] = {}
    steps: tuple[Step, ...] = ()
    test: str = ""
    may_follow: tuple[str, ...] = ()
    must_follow: tuple[str, ...] = ()
    reason: Reason | None = None


def manoeuvre(scene: PlacedTable, ref: str, orders: Sequence[Manoeuvre]) -> Done:
    """One after the other; MalformedError for a ref that isn't on the table."""
    unit = scene.unit(ref)
    try:
        state = state_of(scene, unit)
        for order in orders:
            state = _carried_out(state, order)
    except ForbiddenError as error:
        return Done(legal=False, unit=unit, reason=error.reason)
    return Done(
        legal=True,
        unit=state.unit,
        moved=(*state.moved, *giving_way(scene, (state.unit, *state.moved))),
        sides={fight.foe.ref: fight.side for fight in state.fights},
        steps=state.steps,
        test=state.test,
        may_follow=state.may_follow,
        must_follow=state.must_follow,
    )


def _carried_out(state: State, order: Manoeuvre) -> State:
    if state.used_up:
        raise forbidden(Cause.WHOLE_MOVE_USED_UP, FRONTAGE)
    match order:
        case Files():
            return _frontage(state, order)
        case Turn(quarters=quarters):
            return _facing(state, quarters)
        case Loosen():
            return _around(_done(state, loosen(state.unit).unit, Step(text="adopts skirmish", citation=ADOPT)))
        case Wrap():
            return _around(state)
        case FallBack():
            return fall_back(state, order)
        case Exchange(ref=ref):
            return exchange(state, ref)


def _done(state: State, unit: PlacedUnit, step: Step, *, used_up: bool = False) -> State:
    return replace(state, unit=unit, steps=(*state.steps, step), used_up=used_up)


def _frontage(state: State, order: Files) -> State:
    """A file on either side for the whole move, fighting to the front alone."""
    if state.sides != {Side.FRONT}:
        raise forbidden(Cause.FRONTAGE_TAKES_A_FREE_FLANK, FRONTAGE)
    change = change_files(state.unit, left=order.left, right=order.right)
    around = obstacles(state.scene, change.unit, flying=False)
    if reason := check_room(change.unit, around) or state.new_contact(change.unit):
        raise ForbiddenError(reason)
    step = Step(text=change.text, cost=state.unit.ground, citation=FRONTAGE)
    return _done(state, change.unit, step, used_up=True)


def _facing(state: State, quarters: int) -> State:
    """Free, towards an enemy that it has fought on that side since a turn before."""
    sides = {turned_side(side, quarters) for side in state.sides}
    if Side.FRONT in state.sides:
        raise forbidden(Cause.ENGAGED_TO_ITS_FRONT, FACING)
    if Side.FRONT not in sides:
        raise forbidden(Cause.NO_ENEMY_ON_THAT_SIDE, FACING, sides=tuple(sorted(state.sides)))
    change = turn(state.unit, quarters)
    fights = tuple(replace(fight, side=turned_side(fight.side, quarters)) for fight in state.fights)
    step = Step(text=change.text, citation=FACING)
    return replace(_done(state, change.unit, step), fights=fights)


def _around(state: State) -> State:
    """Loose models use the whole move; not the extra inches, which only a new fight gives."""
    unit = state.unit
    if not isinstance(unit.formation, Skirmish):
        raise forbidden(Cause.ONLY_SKIRMISHERS_GO_AROUND, FRONTAGE)
    for foe in state.foes:
        after, models = _closer(state, state.unit, foe)
        text = f"{models} more of its models come to fight {foe.called}"
        cost = 0.0 if state.used_up else begin_move(state.scene, state.unit).allowance
        state = _done(state, after, Step(text=text, cost=cost, citation=FRONTAGE), used_up=True)
    return state


def _closer(state: State, unit: PlacedUnit, foe: PlacedUnit) -> tuple[PlacedUnit, int]:
    """Around one enemy, those who fight any stay; and how many more fight it then."""
    scene, budget = state.scene.with_unit(unit), begin_move(state.scene, unit).allowance
    if wrapped := wrap(scene, unit, foe, budget, shunned=state.strangers):
        return wrapped.unit, len(wrapped.posts)
    met = meet(scene, unit, loosened(foe) if foe.is_block else foe, budget)
    assert met
    return met.unit, len(met.touches)
