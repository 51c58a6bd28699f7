"""Commands to a unit of a table in play, typed or made by hand: carried out, or refused with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from tabletop.arcana.battle.casualties import flee, lose, manoeuvred, rally
from tabletop.arcana.battle.charges import charged
from tabletop.arcana.battle.positions import in_files, put
from tabletop.arcana.battle.state import Done, Play
from tabletop.arcana.battle.turn_state import held, ledger_of, march_so_far
from tabletop.arcana.battlefield import PlacedTable
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.rules.movement import continue_move, outcome, read_orders, reason_to_go_on
from tabletop.arcana.rules.movement.making_way import make_way
from tabletop.arcana.rules.movement.orders import Close
from tabletop.arcana.rules.movement.vehicles import Hits
from tabletop.geometry.primitives.tolerances import RANGE

NUMBER = r"-?\d{1,3}(?:\.\d{1,12})?"
LENGTH = r"\d{1,3}(?:\.\d{1,12})?"
REF = r"[a-z0-9][a-z0-9-]{0,31}"
TO_HUNDREDTHS, SHORT = re.compile(r"(\.\d\d)\d+"), r"\1"


def carried_out(play: Play, scene: PlacedTable, ref: str, text: str, *, by_hand: bool = False) -> Done:
    """A command done to a unit of the table, which `scene` has laid; a move by hand goes as far as the rules let it.

    ForbiddenError where the rules refuse it, MalformedError where it can't be read or no unit has the ref.
    """
    spoken = " ".join(text.lower().split()).strip("; ")
    for pattern, does in COMMANDS:
        if found := re.fullmatch(pattern, spoken):
            return does(play, scene, ref, *found.groups())
    return _moved(play, scene, ref, spoken, by_hand=by_hand)


def _moved(play: Play, scene: PlacedTable, ref: str, orders: str, *, by_hand: bool) -> Done:
    """By the rules, with what is left of the unit's move this turn."""
    before, read = march_so_far(scene, ref, play.turn.get(ref)), read_orders(orders)
    if not isinstance(read[0], Close) and (reason := held(play.turn, ref)):
        raise ForbiddenError(reason)
    halt = continue_move(before, read)
    spent = halt.state.spent - before.spent
    if halt.reason and not (by_hand and spent > RANGE and reason_to_go_on(halt.state) is None):
        raise ForbiddenError(halt.reason)
    moved = outcome(halt)
    making_way = make_way(scene.with_unit(moved.unit), moved.displaced)
    after = play.standing([halt.state.unit, *making_way]).having(ref, ledger_of(halt.state))
    short = f", as far as it goes ({halt.reason.text})" if halt.reason else ""
    told = f"{TO_HUNDREDTHS.sub(SHORT, orders)}{short}: {inches(spent)} spent, {inches(halt.state.left)} left"
    told += _harm(moved.hits)
    return Done(after, f"{scene.unit(ref).called} {told}")


def _harm(hits: Hits | None) -> str:
    """What rough ground has done to each towed vehicle so far this turn."""
    if hits is None:
        return ""
    struck = f"; rough ground hits each vehicle {hits.rough} times, very rough {hits.very_rough} times at strength 2"
    return f"; {hits.text}" if hits.careful else struck


def _put(play: Play, scene: PlacedTable, ref: str, *place: str | None) -> Done:
    """Anywhere, as units are set up; the turn's movement isn't touched."""
    x, y, facing = (None if each is None else float(each) for each in place)
    assert x is not None
    assert y is not None
    unit = put(scene, scene.unit(ref), (x, y), facing)
    after = play.free(ref).standing([unit]).having(ref, None)
    return Done(after, f"{unit.called} is put down at {x:.4g}, {y:.4g}, facing {unit.formation.facing % 360:.4g}°")


def _files(play: Play, scene: PlacedTable, ref: str, count: str) -> Done:
    unit = in_files(scene.unit(ref), int(count))
    return Done(play.standing([unit]).having(ref, None), f"{unit.called} is set up {count} wide")


def _removed(play: Play, scene: PlacedTable, ref: str) -> Done:
    return Done(play.without(ref), f"{scene.unit(ref).called} is taken off the table")


def _new_turn(play: Play, scene: PlacedTable, ref: str) -> Done:
    fresh = tuple(replace(each, this_turn=False) for each in play.table.engaged)
    return Done(Play(table=replace(play.table, engaged=fresh)), "A new turn: everybody has a whole move")


COMMANDS: tuple[tuple[str, Callable[..., Done]], ...] = (
    (rf"put ({NUMBER}),? ?({NUMBER})(?: facing ({NUMBER})°?)?", _put),
    (r"set (\d{1,3}) files?", _files),
    (r"remove", _removed),
    (r"new turn", _new_turn),
    (rf"charge ({REF})", charged),
    (r"lose (\d{1,4})", lose),
    (rf"flee ({LENGTH})(?: ({NUMBER})°?)?(?: (high|low|land))?", flee),
    (r"rally", rally),
    (r"manoeuvre (.+)", manoeuvred),
)
