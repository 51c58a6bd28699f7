"""Commands carried out on a table in play, or refused with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tabletop.arcana.battle.table.charges import carry_out_charge
from tabletop.arcana.battle.table.commands import (
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
from tabletop.arcana.battle.table.log import Deed, event
from tabletop.arcana.battle.table.positions import in_files, put
from tabletop.arcana.battle.table.state import Done, Play
from tabletop.arcana.battle.table.turn_state import ledger_of, march_so_far, reason_to_hold
from tabletop.arcana.battlefield import Engagement, PlacedTable
from tabletop.arcana.battlefield.reasons import ForbiddenError, Step
from tabletop.arcana.battlefield.scene import between
from tabletop.arcana.battlefield.schema import Side
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.rules.formation import without
from tabletop.arcana.rules.melee import Done as Manoeuvred
from tabletop.arcana.rules.melee import manoeuvre, read_manoeuvres
from tabletop.arcana.rules.movement import continue_move, outcome, read_orders, reason_to_go_on
from tabletop.arcana.rules.movement.making_way import make_way
from tabletop.arcana.rules.movement.orders import Close, Order, cut_short, orders_text
from tabletop.arcana.rules.movement.vehicles import Hits
from tabletop.arcana.rules.rout import flight
from tabletop.arcana.rules.rout.running import has_left, run_away
from tabletop.arcana.rules.visibility import all_in_sight
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.tolerances import RANGE, STATED

TO_HUNDREDTHS, SHORT = re.compile(r"(\.\d\d)\d+"), r"\1"


def carried_out(play: Play, scene: PlacedTable, command: Command, *, by_hand: bool = False) -> Done:
    """The play after a command, which `scene` has laid; a move by hand goes as far as the rules let it.

    ForbiddenError where the rules refuse it, MalformedError where its orders can't be read or no unit has the ref.
    """
    match command:
        case Move():
            done = _moved(play, scene, command, by_hand=by_hand)
        case Charge():
            done = carry_out_charge(play, scene, command.unit, command.target)
        case Lose():
            done = _lose(play, scene, command)
        case Flee():
            done = _flee(play, scene, command)
        case Rally():
            done = _rally(play, scene, command.unit)
        case Manoeuvre():
            done = _manoeuvred(play, scene, command)
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
    if not isinstance(orders[0], Close) and (reason := reason_to_hold(play.turn, ref)):
        raise ForbiddenError(reason)
    halt = continue_move(before, orders)
    spent = halt.state.spent - before.spent
    if halt.reason and not (by_hand and spent > RANGE and reason_to_go_on(halt.state) is None):
        raise ForbiddenError(halt.reason)
    moved = outcome(halt)
    making_way = make_way(scene.with_unit(moved.unit), moved.displaced)
    after = play.standing([halt.state.unit, *making_way]).having(ref, ledger_of(halt.state))
    called, left, harm = scene.unit(ref).called, halt.state.left, _harm(moved.hits)
    if halt.reason:
        words, way = _hundredths(_cut_short(orders, halt.state.steps)), halt.state.path - before.path
        deed = Deed.MOVED_AS_FAR_AS_IT_GOES
        done = event(deed, unit=called, orders=words, moved=way, spent=spent, left=left, harm=harm, reason=halt.reason)
    else:
        words = _hundredths(command.orders)
        done = event(Deed.MOVED, unit=called, orders=words, spent=spent, left=left, harm=harm)
    return Done(after, done)


def _hundredths(orders: str) -> str:
    """Orders with two decimals at most, as the log has them."""
    return TO_HUNDREDTHS.sub(SHORT, orders)


def _cut_short(orders: Sequence[Order], steps: Sequence[Step]) -> str:
    """The orders that were carried out, the last of them with the inches that the unit went and not those asked."""
    *whole, last = orders[: len(steps)]
    return orders_text([*whole, cut_short(last, steps[-1].inches)])


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


def _lose(play: Play, scene: PlacedTable, command: Lose) -> Done:
    """The play with so many models of a unit fallen, with the last of them the unit."""
    unit = scene.unit(command.unit)
    if not 1 <= command.models <= unit.models:
        raise MalformedError("command", f"{unit.called} has {counted('model', unit.models)} to lose")
    if command.models == unit.models:
        return Done(play.without(unit.ref), event(Deed.DESTROYED, unit=unit.called))
    after, steps = without(unit, command.models)
    done = event(Deed.LOST_MODELS, unit=unit.called, steps=tuple(step.text for step in steps))
    return Done(_in_touch(play.standing([after]), scene.with_unit(after)), done)


def _in_touch(play: Play, scene: PlacedTable) -> Play:
    """Fights whose units don't touch any more are over."""
    for engagement in play.table.engaged:
        first, second = map(scene.unit, engagement.units)
        if between(first, second).gap.inches > STATED:
            play = play.disengaged(engagement.units)
    return play


def _flee(play: Play, scene: PlacedTable, command: Flee) -> Done:
    """The play with a unit broken, out of its fight and as far away as it runs; without one that leaves the table."""
    unit, bearing = scene.unit(command.unit), command.bearing
    if bearing is None:
        bearing = flight(scene, unit.ref, ends=command.ends, sees=all_in_sight).direction
    else:
        bearing %= 360
    ran = replace(run_away(scene, unit, bearing, command.inches, ends=command.ends), broken=True)
    leaves = has_left(scene, ran)
    after = play.without(unit.ref) if leaves else play.free(unit.ref).standing([ran])
    deed = Deed.FLED_OFF_THE_TABLE if leaves else Deed.FLED
    return Done(after, event(deed, unit=unit.called, way=command.inches, bearing=bearing))


def _rally(play: Play, scene: PlacedTable, ref: str) -> Done:
    unit = scene.unit(ref)
    if not unit.broken:
        raise MalformedError("command", f"{unit.called} isn't broken")
    return Done(play.standing([replace(unit, broken=False)]), event(Deed.RALLIED, unit=unit.called))


def _manoeuvred(play: Play, scene: PlacedTable, command: Manoeuvre) -> Done:
    """The play after an engaged unit's manoeuvres; a morale test that comes first is taken as passed."""
    ref = command.unit
    done = manoeuvre(scene, ref, read_manoeuvres(command.orders))
    if done.reason:
        raise ForbiddenError(done.reason)
    after, now = play.standing([done.unit, *done.moved]), scene
    for unit in (done.unit, *done.moved):
        now = now.with_unit(unit)
    for engagement in scene.engagements(ref):
        after = after.disengaged(engagement.units)
        for contact in _contacts(engagement, ref, done):
            after = after.engaged(contact)
    called = scene.unit(ref).called
    if done.test:
        deed = event(Deed.MANOEUVRED_AFTER_A_TEST, unit=called, orders=command.orders, test=done.test)
    else:
        deed = event(Deed.MANOEUVRED, unit=called, orders=command.orders)
    return Done(_in_touch(after, now), deed)


def _contacts(before: Engagement, ref: str, done: Manoeuvred) -> Iterator[Engagement]:
    """The contacts of a fight after a manoeuvre: of the unit itself, or of those that have taken its place."""
    place = before.units.index(ref)
    foe = before.units[1 - place]
    relief = [unit.ref for unit in done.moved if unit.side == done.unit.side]
    for own in [ref] if foe in done.sides else relief:
        sides = done.sides.get(foe, Side.FRONT), before.sides[1 - place]
        yield Engagement(units=(own, foe), sides=sides, this_turn=before.this_turn)
