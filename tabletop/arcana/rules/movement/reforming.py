"""Orders that change how a unit is formed, and whether there is room for it."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, Step, because
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.rules.formation.changing import HALF, Change, change_files, loosen, reform, turn
from tabletop.arcana.rules.formation.legality import CHANGING_FORMATIONS
from tabletop.arcana.rules.movement.advance import Halt, too_dear
from tabletop.arcana.rules.movement.blocking import check_room, obstacles
from tabletop.arcana.rules.movement.move_state import March
from tabletop.arcana.rules.movement.orders import Files, Form, Loosen, Turn
from tabletop.arcana.terrain.going import FLYING
from tabletop.geometry.primitives.tolerances import RANGE

Dressing = Files | Form | Loosen | Turn


def dress(march: March, order: Dressing) -> Halt:
    """The change made where it can be paid and there is room; otherwise the march as it was, and why."""
    if reason := _once_a_turn(march, order):
        return Halt(march, reason)
    try:
        change = _change(march, order)
    except ForbiddenError as error:
        return Halt(march, error.reason)
    price = march.share(change.share)
    if not march.affords(price):
        return Halt(march, too_dear(change.text, price, march, change.citation))
    if reason := check_room(change.unit, obstacles(march.scene, change.unit, flying=march.flying)):
        return Halt(march, reason.leading_to(Cause.NO_ROOM))
    return Halt(_dressed(march, order, change, price))


def _change(march: March, order: Dressing) -> Change:
    match order:
        case Files(left=left, right=right):
            return change_files(march.unit, left=left, right=right, before=march.files)
        case Turn(quarters=quarters):
            return turn(march.unit, quarters)
        case Form(files=files, facing=facing, around=around):
            return reform(march.unit, files, facing, around=around)
        case Loosen():
            return loosen(march.unit)


def _dressed(march: March, order: Dressing, change: Change, price: float) -> March:
    fell_out = march.unit.is_block and isinstance(change.unit.formation, Skirmish)
    step = Step(text=change.text, cost=march.paying(price), citation=change.citation)
    return replace(
        march.paid(step, bars_charge=change.bars_charge),
        unit=change.unit,
        files=march.files.plus(order.left, order.right) if isinstance(order, Files) else march.files,
        loosened=march.loosened or fell_out,
        formed=march.formed or isinstance(order, Form),
    )


def _once_a_turn(march: March, order: Dressing) -> Reason | None:
    """Into skirmish and back, or the other way round, takes two turns; and after landing comes half a move at most."""
    back = (isinstance(order, Form) and march.loosened) or (isinstance(order, Loosen) and march.formed)
    if back:
        return because(Cause.CHANGED_THIS_TURN, CHANGING_FORMATIONS)
    if isinstance(order, Form) and march.landed and march.spent > march.share(HALF) + RANGE:
        return because(Cause.LANDED_TOO_LATE_FOR_RANKS, FLYING)
    return None
