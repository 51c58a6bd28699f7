"""Commands carried out on a table in play, or refused with the reason."""

from __future__ import annotations

import re

from msgspec.structs import replace

from tabletop.arcana.battle.casualties import flee, lose, manoeuvred, rally
from tabletop.arcana.battle.charges import charged
from tabletop.arcana.battle.commands import (
    Charge,
    Command,
    Flee,
    Lose,
    Manoeuvre,
    Move,
    NewTurn,
    Put,
    Rally,
    Remove,
    SetFiles,
)
from tabletop.arcana.battle.log import Deed, event
from tabletop.arcana.battle.positions import in_files, put
from tabletop.arcana.battle.state import Done, Play
from tabletop.arcana.battle.turn_state import held, ledger_of, march_so_far
from tabletop.arcana.battlefield import PlacedTable
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.rules.movement import continue_move, outcome, read_orders, reason_to_go_on
from tabletop.arcana.rules.movement.making_way import make_way
from tabletop.arcana.rules.movement.orders import Close
from tabletop.arcana.rules.movement.vehicles import Hits
from tabletop.geometry.primitives.tolerances import RANGE

TO_HUNDREDTHS, SHORT = re.compile(r"(\.\d\d)\d+"), r"\1"


def carried_out(play: Play, scene: PlacedTable, command: Command, *, by_hand: bool = False) -> Done:
    """The play after a command, which `scene` has laid; a move by hand goes as far as the rules let it.

    ForbiddenError where the rules refuse it, MalformedError where its orders can't be read or no unit has the ref.
    """
    match command:
        case Move():
            done = _moved(play, scene, command, by_hand=by_hand)
        case Charge():
            done = charged(play, scene, command.unit, command.target)
        case Lose():
            done = lose(play, scene, command)
        case Flee():
            done = flee(play, scene, command)
        case Rally():
            done = rally(play, scene, command.unit)
        case Manoeuvre():
            done = manoeuvred(play, scene, command)
        case Put():
            done = _put(play, scene, command)
        case SetFiles():
            unit = in_files(scene.unit(command.unit), command.files)
            told = event(Deed.SET_IN_FILES, unit=unit.called, files=command.files)
            done = Done(play.standing([unit]).having(unit.ref, None), told)
        case Remove():
            removed = scene.unit(command.unit)
            done = Done(play.without(removed.ref), event(Deed.REMOVED, unit=removed.called))
        case NewTurn():
            fresh = tuple(replace(engagement, this_turn=False) for engagement in play.table.engaged)
            done = Done(Play(table=replace(play.table, engaged=fresh)), event(Deed.NEW_TURN))
    return done


def _moved(play: Play, scene: PlacedTable, command: Move, *, by_hand: bool) -> Done:
    """By the rules, with what is left of the unit's move this turn."""
    ref = command.unit
    before, orders = march_so_far(scene, ref, play.turn.get(ref)), read_orders(command.orders)
    if not isinstance(orders[0], Close) and (reason := held(play.turn, ref)):
        raise ForbiddenError(reason)
    halt = continue_move(before, orders)
    spent = halt.state.spent - before.spent
    if halt.reason and not (by_hand and spent > RANGE and reason_to_go_on(halt.state) is None):
        raise ForbiddenError(halt.reason)
    moved = outcome(halt)
    making_way = make_way(scene.with_unit(moved.unit), moved.displaced)
    after = play.standing([halt.state.unit, *making_way]).having(ref, ledger_of(halt.state))
    done = event(
        Deed.MOVED_AS_FAR_AS_IT_GOES if halt.reason else Deed.MOVED,
        unit=scene.unit(ref).called,
        orders=TO_HUNDREDTHS.sub(SHORT, command.orders),
        spent=spent,
        left=halt.state.left,
        harm=_harm(moved.hits),
        reason=halt.reason or "",
    )
    return Done(after, done)


def _harm(hits: Hits | None) -> str:
    """What rough ground has done to each towed vehicle so far this turn."""
    if hits is None:
        return ""
    struck = f"; rough ground hits each vehicle {hits.rough} times, very rough {hits.very_rough} times at strength 2"
    return f"; {hits.text}" if hits.careful else struck


def _put(play: Play, scene: PlacedTable, command: Put) -> Done:
    """Anywhere, as units are set up; the turn's movement isn't touched."""
    x, y = command.x, command.y
    unit = put(scene, scene.unit(command.unit), (x, y), command.facing)
    done = event(Deed.PUT_DOWN, unit=unit.called, x=x, y=y, facing=unit.formation.facing % 360)
    return Done(play.free(unit.ref).standing([unit]).having(unit.ref, None), done)
