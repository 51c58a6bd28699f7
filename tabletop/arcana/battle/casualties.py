"""What a fight does to a unit on the table: models fall, it flees, it rallies, it manoeuvres in contact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from tabletop.arcana.battle.commands import Flee, Lose, Manoeuvre
from tabletop.arcana.battle.log import Deed, event
from tabletop.arcana.battle.state import Done, Play
from tabletop.arcana.battlefield import Engagement, PlacedTable
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.battlefield.scene import between
from tabletop.arcana.battlefield.schema import Side
from tabletop.arcana.queries.visibility import all_in_sight
from tabletop.arcana.rules.formation import without
from tabletop.arcana.rules.melee import Done as Manoeuvred
from tabletop.arcana.rules.melee import manoeuvre, read_manoeuvres
from tabletop.arcana.rules.rout import flight
from tabletop.arcana.rules.rout.running import has_left, run_away
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.tolerances import STATED


def lose(play: Play, scene: PlacedTable, command: Lose) -> Done:
    """The play with so many models of a unit fallen, with the last of them the unit."""
    unit = scene.unit(command.unit)
    if not 1 <= command.models <= unit.models:
        raise MalformedError("command", f"{unit.called} has {unit.models} models to lose")
    if command.models == unit.models:
        return Done(play.without(unit.ref), event(Deed.DESTROYED, unit=unit.called))
    after, steps = without(unit, command.models)
    done = event(Deed.LOST_MODELS, unit=unit.called, steps=tuple(step.text for step in steps))
    return Done(_in_touch(play.standing([after]), scene.with_unit(after)), done)


def _in_touch(play: Play, scene: PlacedTable) -> Play:
    """Fights whose units don't touch any more are over."""
    for engagement in play.table.engaged:
        first, second = (scene.unit(each) for each in engagement.units)
        if between(first, second).gap.inches > STATED:
            play = play.disengaged(engagement.units)
    return play


def flee(play: Play, scene: PlacedTable, command: Flee) -> Done:
    """The play with a unit broken, out of its fight and as far away as it runs; without one that leaves the table."""
    unit, bearing = scene.unit(command.unit), command.bearing
    if bearing is None:
        bearing = flight(scene, unit.ref, ends=command.ends, sees=all_in_sight).best
    else:
        bearing %= 360
    ran = replace(run_away(scene, unit, bearing, command.inches, ends=command.ends), broken=True)
    leaves = has_left(scene, ran)
    after = play.without(unit.ref) if leaves else play.free(unit.ref).standing([ran])
    deed = Deed.FLED_OFF_THE_TABLE if leaves else Deed.FLED
    return Done(after, event(deed, unit=unit.called, way=command.inches, bearing=bearing))


def rally(play: Play, scene: PlacedTable, ref: str) -> Done:
    unit = scene.unit(ref)
    if not unit.broken:
        raise MalformedError("command", f"{unit.called} isn’t broken")
    return Done(play.standing([replace(unit, broken=False)]), event(Deed.RALLIED, unit=unit.called))


def manoeuvred(play: Play, scene: PlacedTable, command: Manoeuvre) -> Done:
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
    relief = [each.ref for each in done.moved if each.side == done.unit.side]
    for own in [ref] if foe in done.sides else relief:
        pair, sides = (own, foe), (cast("Side", done.sides.get(foe, "front")), before.sides[1 - place])
        yield Engagement(units=pair, sides=sides, this_turn=before.this_turn)
