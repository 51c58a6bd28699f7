"""A charge of a unit that stands or has advanced: asked for, and carried out with what follows contact."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battle.table.log import Deed, event
from tabletop.arcana.battle.table.state import Done, Play
from tabletop.arcana.battle.table.turn_state import march_so_far, reason_to_hold
from tabletop.arcana.battlefield import Engagement, PlacedTable
from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, because
from tabletop.arcana.battlefield.schema import Side
from tabletop.arcana.queries.answer import Answer, Refusal
from tabletop.arcana.queries.charges import answer_charge
from tabletop.arcana.queries.request import MOST_PAIRS
from tabletop.arcana.rules.charge.contact.aftermath import aftermath
from tabletop.arcana.rules.charge.declaration.nearest import charge
from tabletop.arcana.rules.charge.planning.solving import Charge as Solved
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER
from tabletop.arcana.rules.movement.execute import outcome
from tabletop.arcana.rules.movement.move_state import Progress
from tabletop.arcana.rules.visibility import in_sight
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.tolerances import RANGE


def carry_out_charge(play: Play, scene: PlacedTable, ref: str, target: str) -> Done:
    """The play after the cheapest charge with what is left of the move; ForbiddenError where there is none."""
    return come_home(play, scene, declared(play, scene, ref, target))


def declared(play: Play, scene: PlacedTable, ref: str, target: str) -> Solved:
    """The cheapest charge with what is left of the move; ForbiddenError where there is none."""
    check_pairs(scene, ref, target)
    solved = charge(_with_what_is_left(play, scene, ref), ref, target, sees=in_sight)
    if reason := solved.reason or _too_late(play, ref, solved.declared.start if solved.declared else 0.0):
        raise ForbiddenError(reason)
    return solved


def come_home(play: Play, scene: PlacedTable, solved: Solved) -> Done:
    """The play after a charge and what follows contact."""
    ref, target = solved.charger.ref, solved.target.ref
    after = aftermath(_with_what_is_left(play, scene, ref), solved)
    units = [unit for unit in (after.unit or solved.unit, after.target, *after.others) if unit]
    contact = Engagement(units=(ref, target), sides=(Side.FRONT, solved.side), this_turn=True)
    done = event(
        Deed.CHARGED,
        unit=solved.charger.called,
        target=solved.target.called,
        side=solved.side,
        needed=solved.needed or 0.0,
    )
    return Done(play.standing(units).engaged(contact), done)


def answer_charge_in_play(play: Play, scene: PlacedTable, ref: str, target: str, *, advancing: bool = False) -> Answer:
    """The question `charge` of a unit with what is left of its move; a reason why not is an answer, too.

    What an advance would change is told where it is asked for.
    """
    try:
        check_pairs(scene, ref, target)
        answer = answer_charge(_with_what_is_left(play, scene, ref), ref, target, advancing=advancing)
    except ForbiddenError as refused:
        return Refusal(scene=scene, reason=refused.reason)
    except MalformedError as error:
        return Refusal(scene=scene, words=error.reason)
    solved = answer.found
    late = _too_late(play, ref, solved.declared.start if solved.declared else 0.0)
    if late and solved.possible:
        return replace(answer, reason=late, found=replace(solved, possible=False, reason=late))
    return answer


def _with_what_is_left(play: Play, scene: PlacedTable, ref: str) -> PlacedTable:
    """The unit with no more movement than it has left; ForbiddenError where what it did this turn bars a charge."""
    ledger, unit = play.turn.get(ref), scene.unit(ref)
    if reason := reason_to_hold(play.turn, ref):
        raise ForbiddenError(reason)
    if ledger is None:
        return scene
    if barred := outcome(Progress(march_so_far(scene, ref, ledger))).no_charge:
        raise ForbiddenError(barred)
    if ledger.flying:
        return scene.with_unit(replace(unit, fly=ledger.left))
    return scene.with_unit(replace(unit, ground=ledger.left, fly=None))


def _too_late(play: Play, ref: str, declared: float) -> Reason | None:
    """Why a unit that has moved can't declare after so many inches more: the first quarter of its move is over then."""
    ledger = play.turn.get(ref)
    if ledger is None or ledger.spent + declared <= ledger.allowance * float(QUARTER) + RANGE:
        return None
    return because(Cause.SEEN_TOO_LATE, CHARGES, spent=ledger.spent + declared)


def check_pairs(scene: PlacedTable, ref: str, target: str) -> None:
    """MalformedError for two units whose loose models an answer would take too long about."""
    if len(scene.unit(ref).blocks) * len(scene.unit(target).blocks) > MOST_PAIRS:
        raise MalformedError("units", f"these make more than {MOST_PAIRS:,} pairs of models")
